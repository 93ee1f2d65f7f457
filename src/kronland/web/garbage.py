"""When a server looks for garbage: not while it starts, and afterwards seldom.

What a start makes is none, and looking for some was a fifth of it. Later all that was there by then is left alone, and new objects are
looked at ten thousand at a time: a page is a thousand or two, and by Python's usual 700 it was looked for after each.
"""

from __future__ import annotations

import gc

OFTEN = 10_000  # objects more, after which it is looked for


def leave() -> None:
    """Whoever starts a server calls this first."""
    gc.disable()


def look_from_here() -> None:
    """The application does when its games are there. Where nobody has left it, a test or a notebook, it is not ours to say how often."""
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(OFTEN)
        gc.enable()
