"""Around the tables: home, settings, lists of tables, and what a new one is to be."""
