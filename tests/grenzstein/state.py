"""Grenzstein: what the table knows, and what can be named, refused and told."""

from enum import IntEnum

from kronland.core.layout import Layout, i1
from kronland.core.refusal import COMMON_REFUSALS, Common
from kronland.core.words import N_, NN_, Domain, EventKind, Numbers, RefusalKind, Seats

SEATS, HAND, KINDS, COPIES, FIELDS = 2, 3, 6, 5, 7  # GS-1
PAGE, KING, UNKNOWN = 1, 6, -1  # of the cards, which count from 1; unknown is what is not for this seat to know

LAYOUT = Layout(
    lost=i1,  # 1 + the seat that has lost the field and is consoled (GS-4); 0 while both are to send somebody
    covered=(i1, FIELDS + 1),  # 1 for a field that is still face down
    stake=i1,  # what the fields at stake are worth
    score=(i1, SEATS),
    hand=(i1, (SEATS, KINDS + 1)),  # how many of each card
    held=(i1, SEATS),  # and in all
    pick=(i1, SEATS),  # whom a seat has sent tonight, 0 for nobody yet
    laid=(i1, KINDS + 1),  # how many of each lie face up
    deck=(i1, KINDS + 1),  # and face down, in no order: chance picks one when it is drawn
)
PEOPLE = (N_("page"), N_("miller"), N_("reeve"), N_("knight"), N_("bishop"), N_("king"))
CARDS = Domain("card", [person.one for person in PEOPLE], PEOPLE, first=1)
COLOURS = Domain("colour", ["red", "blue"], [N_("Red"), N_("Blue")])
WHO, CARD, N = ("player", Seats("player", COLOURS.tokens)), ("card", CARDS), ("n", Numbers("n"))


End = IntEnum("End", "DIVIDED")
Refusal = IntEnum("Refusal", {**Common.__members__, "NOT_HELD": 10})
REFUSALS = {**COMMON_REFUSALS, Refusal.NOT_HELD: RefusalKind("GS-2", N_("Nobody of that kind is in your household."))}

Event = IntEnum("Event", "TURNED SENT SHOWN WON DREW DISMISSED")
EVENTS: dict[int, EventKind] = {
    Event.TURNED: EventKind("GS-1", NN_("A field worth {n} point.", "A field worth {n} points.", "n"), (N,)),
    Event.SENT: EventKind("GS-2", N_("{player} sends the {card} into the night."), (WHO, CARD), ("card",), N_("{player} sends somebody.")),
    Event.SHOWN: EventKind("GS-3", N_("At the stone stands the {card}, sent by {player}."), (WHO, CARD)),
    Event.WON: EventKind("GS-3", NN_("{player} wins {n} point.", "{player} wins {n} points.", "n"), (WHO, N)),
    Event.DREW: EventKind("GS-1", N_("{player} hires the {card}."), (WHO, CARD), ("card",), N_("{player} hires somebody.")),
    Event.DISMISSED: EventKind("GS-4", N_("{player} dismisses the {card}."), (WHO, CARD)),
}
