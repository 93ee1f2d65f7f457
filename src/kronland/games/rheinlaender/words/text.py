"""Rheinländer: the position as text, for a terminal.

Sections run from left to right. A letter is a knight (r for red), `#` a bastion, `.` a free field, `~` free water; island fields stand
in the row of the bank that their section lacks.
"""

from __future__ import annotations

from kronland.core.layout import State
from kronland.core.view import View
from kronland.core.words import N_, Text
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.state import (
    BASTION,
    COLOUR_NAMES,
    DUCHIES,
    FIELDS,
    NONE,
    RIGHT,
    RIVER,
    Building,
)

PER_ROW = 27
ROWS: tuple[Text, ...] = (N_("Left"), N_("River"), N_("Right"))
BUILDINGS: dict[int, Text] = {
    Building.CASTLE: N_("castle"),
    Building.CHURCH: N_("church"),
    Building.CITY_2: N_("city of 2"),
    Building.CITY_3: N_("city of 3"),
    Building.CITY_4: N_("city of 4"),
}
T_TURN = N_("Turn {n}: {player}")
T_BUILDINGS, T_DUCHIES, T_DISCARDS, T_PILE = N_("Buildings"), N_("Duchies"), N_("Discards"), N_("Draw pile")
T_NO_DUKE = N_("no duke")
T_WORTH = N_("worth {n}")
T_SUPPLY = N_("{knights} knights, {bastions} bastions left")
T_COINS = N_("{n} coins")
T_ARCHBISHOP = N_("archbishop")


def text(view: View) -> str:
    s, words = view.state, view.words
    lines = [words(T_TURN, n=int(s.turn_number), player=view.names[s.seat]), view.prompt, ""]
    for first in range(1, s.sections + 1, PER_ROW):
        lines += [*_block(view, range(first, min(first + PER_ROW, s.sections + 1))), ""]
    lines += [f"{words(T_BUILDINGS)}: {', '.join(_building(view, spot) for spot in range(s.spots) if s.building[spot])}"]
    lines += [f"{words(T_DUCHIES)}: {'; '.join(_duchy(view, number) for number in _by_place(s)) or '-'}"]
    lines += [f"{view.names[seat]}: {_player(view, seat)}" for seat in range(s.players)]
    discards = [str(card) for card in range(64) if int(s.discards) >> card & 1]
    lines += [f"{words(T_DISCARDS)}: {' '.join(discards) or '-'}", f"{words(T_PILE)}: {s.pile_size}"]
    return "\n".join(lines)


def _block(view: View, sections: range) -> list[str]:
    s = view.state
    heads = [view.words(row) for row in ROWS]
    room = max(map(len, heads))
    cells = [[_cell(s, field) for field in _column(s, section)] for section in sections]
    rows = [f"{head:{room}}" + "".join(f"{column[n]:>3}" for column in cells) for n, head in enumerate(heads)]
    return [" " * room + "".join(f"{section:>3}" for section in sections), *rows]


def _column(s: State, section: int) -> tuple[int, int, int]:
    """Left, river, right."""
    one, other = s.section_land[section].tolist()
    if RIGHT <= one < 2 * RIGHT:  # a right-bank field comes before an island's in the numbers
        one, other = other, one
    return one, RIVER + section - 1, other


def _cell(s: State, field: int) -> str:
    thing = int(s.on[field])
    if thing == NONE:
        return "~" if field >= RIVER else "."
    return "#" if thing == BASTION else COLOUR_NAMES[thing][0]


def _building(view: View, spot: int) -> str:
    s = view.state
    where = "-".join(ALL_FIELDS.tokens[field] for field in s.spot_field[spot])
    what = view.words(BUILDINGS[int(s.building[spot])])
    return f"{where} {what}" + (f" ({view.names[s.castle_knight[spot]]})" if s.castle_knight[spot] >= 0 else "")


def _by_place(s: State) -> list[int]:
    """The numbers of all duchies, in the order of their first fields: the numbers themselves say nothing."""
    first = {int(number): field for field, number in reversed(list(enumerate(s.duchy.tolist())))}
    return sorted((number for number in range(1, DUCHIES) if s.extent[number]), key=lambda number: first[number])


def _duchy(view: View, number: int) -> str:
    s, words = view.state, view.words
    fields = " ".join(ALL_FIELDS.tokens[field] for field in range(FIELDS) if s.duchy[field] == number)
    duke = view.names[s.duke[number]] if s.duke[number] >= 0 else words(T_NO_DUKE)
    return f"{fields} ({duke}, {words(T_WORTH, n=int(s.worth[number]) + (s.duke[number] >= 0))})"


def _player(view: View, seat: int) -> str:
    s, words = view.state, view.words
    parts = [words(T_SUPPLY, knights=int(s.knights_left[seat]), bastions=int(s.bastions_left[seat]))]
    if seat == view.seat or s.open_money or s.ended:
        parts.append(words(T_COINS, n=int(s.coins[seat])))
    if s.archbishop == seat:
        parts.append(words(T_ARCHBISHOP))
    hand = [str(card) if card > 0 else "?" for card in s.hand[seat, : s.hand_size[seat]].tolist()]
    return ", ".join(parts) + f" [{' '.join(hand)}]"
