"""What changes reaches everyone at once: the readers of this server, and other servers on the same database."""
