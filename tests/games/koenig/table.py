"""What the tests of the rules share: matches from text positions, played interpreted."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from kronland.core.match import Match
from kronland.games.koenig.game import GAME
from kronland.games.koenig.positions.position import read
from kronland.games.koenig.positions.table import TEXT_BOARD
from kronland.games.koenig.rules.domains import CARDS
from kronland.games.koenig.rules.state import BOARD, COLOUR_NAMES, NO_CARD

RED, OCHRE, BLUE, GREY = range(4)


def at(position: str) -> Match:
    """A match that stands at a position."""
    return Match(GAME, players=int(read(position).players), position=position, mode="python")


def new(players: int = 4, seed: int = 0) -> Match:
    return Match(GAME, players=players, seed=seed, mode="python")


def play(match: Match, *actions: str) -> Match:
    for action in actions:
        match.play(action)
    return match


def board(land: Mapping[str, str], figures: Mapping[str, str], borders: Collection[str] = (), rest: str = ".") -> str:
    """A whole board: land `{"f": "b1 c1"}`, figures `{"R1": "a1", "r": "a2 b2"}`, borders by their lines; all other land is `rest`."""
    letters = {name: letter for letter, names in land.items() for name in names.split()}
    standing = {name: figure for figure, names in figures.items() for name in names.split()}
    lines = {BOARD.lines.read(line) for line in borders}
    return "\n".join(
        TEXT_BOARD.draw(
            lambda cell: "".join(TEXT_BOARD.terrains).index(letters.get(BOARD.name(cell), rest)),
            lambda cell: standing.get(BOARD.name(cell), ""),
            lambda cell, southward: (BOARD.line_south_of if southward else BOARD.line_east_of)[cell] in lines,
        )
    )


def refused(match: Match, action: str, reason: str, rule: str, seat: int | None = None) -> bool:
    """Whether the action is refused for this reason, citing this rule, and is not among the legal ones."""
    why = match.why(action, seat)
    assert why is not None, f"{action} is legal"
    assert (why.reason, why.rule) == (reason, rule)
    return action not in list(match.legal if seat is None else match.legal_for(seat))


def scores(match: Match) -> list[int]:
    return [int(points) for points in match.state.score[: match.players]]


def ducats(match: Match) -> list[int]:
    return [int(count) for count in match.state.ducats[: match.players]]


def hand(match: Match, seat: int) -> list[str]:
    s = match.state
    return [CARDS.tokens[s.kind_card[kind]] for kind in s.hand[seat] if kind != NO_CARD]


def market(match: Match) -> dict[str, int]:
    s = match.state
    return {CARDS.tokens[s.kind_card[kind]]: int(s.market[kind]) for kind in range(s.kinds) if s.market[kind]}


def region(match: Match, name: str) -> str:
    """The fields of the region of a castle like red-1, row by row."""
    colour, _, number = name.partition("-")
    cells = BOARD.cells_in(match.state.region[COLOUR_NAMES.index(colour) * 4 + int(number) - 1])
    return " ".join(BOARD.name(cell) for cell in cells)


def has_border(match: Match, line: str) -> bool:
    number = BOARD.lines.read(line)
    assert number is not None
    cell = int(BOARD.line_ends[number, 0])
    words = match.state.open_south if BOARD.line_is_south[number] else match.state.open_east
    return cell not in BOARD.cells_in(words)


def verbs(match: Match) -> set[str]:
    """What the deciding player may do, in general."""
    return {action.split()[0] for action in match.legal}


def log(match: Match, seat: int = -1, language: str = "en") -> str:
    return "\n".join(match.log(seat, language))
