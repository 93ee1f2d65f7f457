"""Bots at their tables: on whose account they think, where, when they move, and what they advise."""
