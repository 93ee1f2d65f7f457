"""Tournaments: who meets whom in each round, tables that make themselves, standings."""
