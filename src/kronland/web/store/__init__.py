"""What is kept on disk, how older databases are brought up to date, and what is left of tables that today's rules cannot play."""
