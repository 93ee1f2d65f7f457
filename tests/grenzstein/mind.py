"""Grenzstein: what its bots look at."""

from kronland.bots.engine.evaluation import Mind
from kronland.core.flow import seat_bit
from kronland.core.kernel import entry
from tests.grenzstein.state import FIELDS, KINDS, SEATS


@entry
def features(s, seat, out):
    """The features of a seat; how far the game has come."""
    out[0], out[1] = s.score[seat] / 10.0, 0.0
    for card in range(1, KINDS + 1):
        out[1] += s.hand[seat, card] * card / 10.0
    return 1.0 - s.covered.sum() / FIELDS


@entry
def withdraw(s, seat):
    """Whom others have sent is taken back: the search sends for them."""
    for other in range(SEATS):
        if other != seat and s.pick[other] != 0:
            s.pick[other] = 0
            s.actors |= seat_bit(other)


MIND = Mind(("points", "household"), {"features": features, "withdraw": withdraw})
