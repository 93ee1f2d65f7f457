"""What was pointed at, and what is to be said about it: what an action does, or the rule that forbids it there.

A picture marks its places (`data-place`: a domain and a member of it, like "town m3" or "card 12"); where a board does not, they follow
from the point itself (`Game.places`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from kronland.core.refusal import Common
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.why import Why

MOST = 24  # actions of one kind that can be meant at one place

Judge = Callable[[int], Why | None]  # why the seat that looks may not choose an action


@dataclass(frozen=True)
class Answer:
    """An action, or a place where nothing can be done now; and the refusal, if it is not legal."""

    label: str
    action: int | None = None
    refused: str = ""
    rule: str = ""


def answer(why: Judge, view: View, place: str, x: float, y: float) -> Answer | None:
    """The likeliest action at a place: a legal one, else the one that came furthest before a rule forbade it."""
    places = [place] if place else list(view.game.places(view, x, y)) if view.game.places else []
    current = list(dict.fromkeys(view.game.space.verb_of(action).name for action in view.legal))
    for place in places:
        for verb in current:
            if found := _furthest(why, view, _meant(view.game.space[verb], place)):
                return found
    for place in places:  # nothing of what is to be decided now has to do with this place
        for kind in view.game.verbs:
            if _meant(kind, place):
                return _not_now(view, kind, place, current)
    return None


def about(why: Judge, view: View, action: int) -> Answer:
    """What is to be said about one action."""
    return _about(view, action, why(action))


def _about(view: View, action: int, refused: Why | None) -> Answer:
    label = view.label(action)
    return Answer(label, action, refused.words(view.words.language), refused.rule) if refused else Answer(label, action)


def _member(kind: Verb, place: str) -> tuple[int, int] | None:
    """Which domain of a kind of action a place belongs to, and which member of it the place is."""
    name, _, token = place.partition(" ")
    for number, domain in enumerate(kind.domains):
        if domain.name == name and (member := domain.read(token)) is not None:
            return number, member
    return None


def _meant(kind: Verb, place: str) -> list[int]:
    """The actions of a kind that have to do with this place."""
    found = _member(kind, place)
    if found is None:
        return []
    here, member = found
    options = [[domain.index[""]] if "" in domain.index else range(len(domain)) for domain in kind.domains]
    options[here] = [member]
    actions = [kind.action(*chosen) for chosen in product(*options)]
    return actions if len(actions) <= MOST else []


def _furthest(why: Judge, view: View, actions: list[int]) -> Answer | None:
    """A legal one of these, else the one whose refusal was checked last: refusals are numbered in the order of the checks.

    (`tests/games/test_refusals.py` holds the numbers to that order.) Of equal ones the first.
    """
    best, reached = None, -1
    for action in actions:
        refused = why(action)
        code = int(view.game.refusal_codes[refused.reason.upper()]) if refused else 0
        if code == 0:
            return _about(view, action, None)
        if code != Common.NOT_NOW and code > reached:
            best, reached = _about(view, action, refused), code
    return best


def _not_now(view: View, kind: Verb, place: str, current: list[str]) -> Answer:
    """The place, and that something else is to be decided: by the rule of that."""
    found = _member(kind, place)
    assert found is not None
    here, member = found
    rules = [rule for verb in current for rule in view.game.space[verb].rules[:1]]
    domain = kind.domains[here]
    name = domain.say(member, view.words, view.names)
    label = name if name == domain.tokens[member] else name[:1].upper() + name[1:]
    return Answer(label, None, view.words(view.game.refusals[Common.NOT_NOW].text), rules[0] if rules else "")
