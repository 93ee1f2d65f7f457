"""To read and to learn from: rulebooks with figures, and the analysis of finished games."""
