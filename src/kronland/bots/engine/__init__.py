"""How bots think, whatever they play: hunches, judging, search, and learning. A game's own knowledge is its mind."""
