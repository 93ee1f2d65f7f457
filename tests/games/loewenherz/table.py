"""What the tests of the rules share: matches from text positions, played interpreted."""

from __future__ import annotations

from kronland.core.match import Match
from kronland.games.fields import STRIDE
from kronland.games.loewenherz.game import GAME
from kronland.games.loewenherz.positions.position import read, write
from kronland.games.loewenherz.rules.state import BOARD, BORDERS, COLOUR_NAMES

RED, OCHRE, PURPLE, GREY = range(4)


def at(position: str) -> Match:
    """A match that stands at a position."""
    return Match(GAME, players=int(read(position).players), position=position, mode="python")


def new(players: int = 4, setup: str = "variable", seed: int = 0, **options: str) -> Match:
    return Match(GAME, players=players, options={"setup": setup, **options}, seed=seed, mode="python")


def play(match: Match, *actions: str) -> Match:
    for action in actions:
        match.play(action)
    return match


def refused(match: Match, action: str, reason: str, rule: str, seat: int | None = None) -> bool:
    """Whether the action is refused for this reason, citing this rule, and is not among the legal ones."""
    why = match.why(action, seat)
    assert why is not None, f"{action} is legal"
    assert (why.reason, why.rule) == (reason, rule)
    return action not in list(match.legal if seat is None else match.legal_for(seat))


def scores(match: Match) -> list[int]:
    return [int(points) for points in match.state.score[: match.players]]


def ducats(match: Match) -> list[int]:
    return [int(sum_) for sum_ in match.state.ducats[: match.players]]


def region(match: Match, name: str) -> str:
    """The fields of the region of a castle like red-1, row by row."""
    colour, _, number = name.partition("-")
    cells = BOARD.cells_in(match.state.region[COLOUR_NAMES.index(colour) * 4 + int(number) - 1])
    return " ".join(BOARD.name(cell) for cell in cells)


def borders(match: Match) -> int:
    """How many borders stand on the board."""
    return BORDERS - int(match.state.borders_left)


def has_border(match: Match, line: str) -> bool:
    number = BOARD.lines.read(line)
    assert number is not None
    cell = int(BOARD.line_ends[number, 0])
    words = match.state.open_south if BOARD.line_is_south[number] else match.state.open_east
    return cell not in BOARD.cells_in(words)


def with_borders(position: str, total: int) -> str:
    """The position with so many borders that `total` stand on the board; the others go to the lowest rows, where nothing stands."""
    s = read(position)
    for cell in reversed(range(6 * STRIDE, 10 * STRIDE)):
        for words, lines in ((s.open_east, BOARD.line_east_of), (s.open_south, BOARD.line_south_of)):
            open_cells = set(BOARD.cells_in(words))
            if s.borders_left > BORDERS - total and lines[cell] >= 0 and cell in open_cells:
                words[:] = BOARD.set_of(open_cells - {cell})
                s.borders_left -= 1
    assert s.borders_left == BORDERS - total
    return write(s)


def verbs(match: Match, seat: int | None = None) -> set[str]:
    """What the deciding player may do, in general."""
    return {action.split()[0] for action in (match.legal if seat is None else match.legal_for(seat))}
