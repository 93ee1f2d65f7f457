"""What the tests of the rules share: matches from text positions, played interpreted."""

from __future__ import annotations

from kronland.core.match import Match
from kronland.games.rheinlaender.game import GAME
from kronland.games.rheinlaender.positions.position import read
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.state import COLOUR_NAMES

RED, OCHRE, PURPLE, GREY, BLUE = range(5)


def at(position: str) -> Match:
    """A match that stands at a position; three players, unless it says otherwise."""
    if "players" not in position:
        position = "players 3\n" + position
    return Match(GAME, players=int(read(position).players), position=position, mode="python")


def new(players: int = 3, seed: int = 0, **options: str) -> Match:
    return Match(GAME, players=players, options=options, seed=seed, mode="python")


def play(match: Match, *actions: str) -> Match:
    for action in actions:
        match.play(action)
        assert GAME.invariants(match.state) == []
    return match


def refused(match: Match, action: str, reason: str, rule: str, seat: int | None = None) -> bool:
    """Whether the action is refused for this reason, citing this rule, and is not among the legal ones."""
    why = match.why(action, seat)
    assert why is not None, f"{action} is legal"
    assert (why.reason, why.rule) == (reason, rule)
    return action not in list(match.legal if seat is None else match.legal_for(seat))


def events(match: Match, seat: int = -1) -> list[str]:
    """The names of the events of the last action."""
    return [Event(event[0]).name for event in match.events(seat)]


def told(match: Match, event: Event) -> list[tuple[int, ...]]:
    """The arguments of all events of this kind that the last action brought."""
    return [found[1:] for found in match.events() if found[0] == event]


def duke(match: Match, field: str) -> str | None:
    """The colour of the duke of the duchy at a field; None for a duchy without one."""
    s = match.state
    number = int(s.duchy[ALL_FIELDS.index[field]])
    assert number, f"there is no duchy at {field}"
    return COLOUR_NAMES[s.duke[number]] if s.duke[number] >= 0 else None


def in_duchy(match: Match, field: str) -> bool:
    return bool(match.state.duchy[ALL_FIELDS.index[field]])


def castle(match: Match, spot: str) -> str | None:
    """The colour of the knight on the castle of a spot."""
    s = match.state
    fields = [ALL_FIELDS.index[name] for name in spot.split("-")]
    number = s.spot_field.tolist().index(fields)
    return COLOUR_NAMES[s.castle_knight[number]] if s.castle_knight[number] >= 0 else None


def coins(match: Match) -> list[int]:
    return [int(sum_) for sum_ in match.state.coins[: match.players]]


def supply(match: Match) -> list[int]:
    return [int(left) for left in match.state.knights_left[: match.players]]


def verbs(match: Match) -> set[str]:
    return {action.split()[0] for action in match.legal}


def fields(match: Match, verb: str) -> set[str]:
    """The fields on which the deciding player may do this."""
    return {action.split()[1] for action in match.legal if action.startswith(verb)}
