"""What stands between the world and the tables: who is there, what they may send and how much of it, and who is served next."""
