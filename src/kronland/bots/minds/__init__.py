"""What bots know about each game: what they look at, with which weights. `engine.evaluation.mind_of` finds a mind by its game."""
