"""Grenzstein: what a seat may know and suppose, and what must hold. Secret are the other household and whom it has sent."""

from kronland.core.chance import forget_chance
from kronland.core.kernel import entry
from kronland.core.layout import State
from tests.grenzstein.rules import draw, pick_one
from tests.grenzstein.state import COPIES, FIELDS, HAND, KINDS, SEATS, UNKNOWN


@entry
def censor(s, seat):
    forget_chance(s)
    s.deck[:] = 0  # it would tell what the other holds
    for other in range(SEATS):
        if other != seat:
            s.hand[other, :] = 0
            s.pick[other] = UNKNOWN if s.pick[other] != 0 else 0


@entry
def resample(s, seat):
    """Deal anew what the seat has not seen: every deal is as likely as any other, and so is everybody who may have been sent."""
    for card in range(1, KINDS + 1):
        s.deck[card] = COPIES - s.laid[card] - (s.hand[seat, card] if seat >= 0 else 0)
    for other in range(SEATS):
        if other != seat:
            s.hand[other, :] = 0
            held, s.held[other] = s.held[other], 0
            for _ in range(held):
                draw(s, other)
            s.pick[other] = pick_one(s, s.hand[other]) if s.pick[other] != 0 else 0


def deciding(s: State) -> int:
    """The seats that must decide, by what lies on the table; none when all is divided."""
    divided = s.held[0] < HAND and not s.covered.any()
    return int(s.lost) if s.lost or divided else sum(1 << seat for seat in range(SEATS) if not s.pick[seat])


def problems(s: State) -> list[str]:
    """What is wrong with a state; [] if nothing."""
    night, face_up = not s.lost and bool(s.actors), sum(field for field in range(1, FIELDS + 1) if not s.covered[field])
    wrong = {
        "the households are not as they must be": any(s.held != s.hand.sum(1)) or any(s.held != HAND if night else s.held >= HAND),
        "somebody was sent who is not there": any(n and not (night and n <= KINDS and s.hand[i, n]) for i, n in enumerate(s.pick)),
        "cards are missing": any(s.laid[1:] + s.deck[1:] + s.hand[:, 1:].sum(0) != COPIES) or any([s.deck[0], *s.hand[:, 0]]),
        "points are missing": s.score.sum() + s.stake != face_up or (s.lost and s.stake) or (night and not s.stake),
        "somebody else must decide": int(s.actors) != deciding(s) or bool(s.ended) == bool(s.actors) or s.lost > SEATS,
    }
    return [what for what, is_so in wrong.items() if is_so] + (["a field is there twice"] if any(s.covered > 1) or s.covered[0] else [])
