"""Grenzstein: the rules. Each verb stands beside the kernels that list, judge and carry it out; the table of contents is at the end."""

import numpy as np

from kronland.core.flow import finish, is_actor, pass_to, random_below, reveal, seat_bit
from kronland.core.kernel import entry, rule
from kronland.core.listing import append
from kronland.core.log import emit, whisper
from kronland.core.refusal import at_the_door
from kronland.core.space import ActionSpace
from kronland.core.verbs import Verb
from kronland.core.words import N_
from tests.grenzstein.state import CARDS, COPIES, HAND, KING, PAGE, SEATS, End, Event, Refusal


@entry
def setup(s, players, options, components, log):
    s.players = players
    s.covered[1:], s.deck[1:] = 1, COPIES
    begin_night(s, log)


@rule
def pick_one(s, counts):
    """Chance picks one of so many of each."""
    number, thing = random_below(s, counts.sum()), 0
    while number >= counts[thing]:
        number -= counts[thing]
        thing += 1
    return thing


@rule
def draw(s, seat):
    card = pick_one(s, s.deck)
    s.deck[card] -= 1
    s.hand[seat, card] += 1
    s.held[seat] += 1
    return card


@rule
def begin_night(s, log):
    """GS-1: hands are filled up and a field is turned up; where none is left the game is over (GS-5)."""
    s.lost = 0
    if s.covered.sum() == 0:
        finish(s, End.DIVIDED)
        return
    for seat in range(SEATS):
        while s.held[seat] < HAND:
            whisper(log, seat_bit(seat), Event.DREW, seat, draw(s, seat) - 1)
    field = pick_one(s, s.covered)
    s.covered[field] = 0
    s.stake += field
    emit(log, Event.TURNED, field)
    pass_to(s, seat_bit(0) | seat_bit(1))


SEND = Verb(
    "send", CARDS, label=N_("Send the {card}"), prompt=N_("Whom do you send to move the stone?"), rules=("GS-2", "GS-3"), secret=True,
    lesson=N_("Both send somebody in secret. The higher one wins the field; only the page slips past the king."),
)  # fmt: skip


@rule
def send(s, seat, card, log):
    """GS-3: once both have sent somebody, the higher one wins, but the page beats the king; of two alike nobody moves the stone."""
    s.pick[seat] = card
    whisper(log, seat_bit(seat), Event.SENT, seat, card - 1)
    if s.pick[1 - seat] == 0:
        pass_to(s, seat_bit(1 - seat))
        return
    reveal(s)
    one, two = s.pick[0], s.pick[1]
    for sender in range(SEATS):
        emit(log, Event.SHOWN, sender, s.pick[sender] - 1)
        lay(s, sender, s.pick[sender])
        s.pick[sender] = 0
    if one == two:
        begin_night(s, log)
        return
    winner = 0 if (one > two) != (min(one, two) == PAGE and max(one, two) == KING) else 1
    emit(log, Event.WON, winner, s.stake)
    s.score[winner] += s.stake
    s.stake, s.lost = 0, 2 - winner
    pass_to(s, seat_bit(1 - winner))


@rule
def lay(s, seat, card):
    """From the hand to the cards that lie face up."""
    s.hand[seat, card] -= 1
    s.held[seat] -= 1
    s.laid[card] += 1


DISMISS = Verb(
    "dismiss", CARDS, label=N_("Dismiss the {card}"), prompt=N_("You have lost the field. Whom do you dismiss?"), rules=("GS-4",),
    lesson=N_("Somebody else comes for everyone you dismiss. You can take it back until you are done."),
)  # fmt: skip
DONE = Verb("done", label=N_("Done"), prompt=N_("Everybody is gone."), lesson=N_("Now chance decides who comes."), rules=("GS-4", "GS-1"))


SPACE = ActionSpace(SEND, DISMISS, DONE)
SIZE, (VERB, PART) = SPACE.size, SPACE.tables  # number -> verb, and the card that it is about
A_SEND, A_DISMISS, A_DONE = SEND.first, DISMISS.first, DONE.first


@rule
def may(s, seat, verb, card):
    """Whether a seat that is to decide may do this: nothing else decides it. Both send, then who has lost thinks about the household."""
    return (s.lost == 0) == (verb == A_SEND) and (verb == A_DONE or s.hand[seat, card] > 0)


@entry
def legal(s, seat, out):
    n = 0
    for action in range(SIZE if is_actor(s, seat) else 0):
        n = append(out, n, action) if may(s, seat, VERB[action], PART[action]) else n
    return n


@entry
def refusal(s, seat, action):
    turned_away = at_the_door(s, seat, action, SIZE)
    if turned_away:
        return turned_away
    if may(s, seat, VERB[action], PART[action]):
        return np.int64(Refusal.NONE)
    return np.int64(Refusal.NOT_NOW) if (s.lost == 0) != (VERB[action] == A_SEND) else np.int64(Refusal.NOT_HELD)


@entry
def apply(s, seat, action, log):
    verb, card = VERB[action], PART[action]
    if verb == A_SEND:
        send(s, seat, card, log)
    elif verb == A_DISMISS:
        lay(s, seat, card)
        emit(log, Event.DISMISSED, seat, card - 1)
    else:
        begin_night(s, log)


@entry
def taste(s, seat, action):
    return KING - PART[action] if VERB[action] == A_DISMISS else 3  # lively play dismisses the weak


@rule
def points(s, seat):
    return s.score[seat]
