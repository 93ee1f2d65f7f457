"""Rheinländer: picture."""
def draw(view): return ""
