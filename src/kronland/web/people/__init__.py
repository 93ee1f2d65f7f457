"""People among people: who is here, friends, invitations, and order in the house."""
