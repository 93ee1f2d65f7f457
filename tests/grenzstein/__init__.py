"""Grenzstein, the smallest game: two neighbours, a boundary stone, and seven fields between them. It shows how to add a game."""
