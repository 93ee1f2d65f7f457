"""A bot as a program meets it: it takes a match or a view, and gives an action, its best ones with what it expects of them, and reasons.

king = kronland.bot("king")
match.play(king(match))
print(king.think(match))
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from kronland.bots.engine.choosing import Thought, choose, find_bot, weigh
from kronland.bots.engine.counsel import BETTER_IN, WORSE_IN, compared
from kronland.bots.engine.outcomes import outcomes
from kronland.bots.engine.verdicts import expected_shares
from kronland.core.errors import UsageError
from kronland.core.flow import Barrier
from kronland.core.given import check_seat, read_word
from kronland.core.match import Match
from kronland.core.view import Known, View
from kronland.core.words import N_, NN_, Phrase, Text, Words, words

BEST = 3  # actions that are told
ALONE = N_("There is nothing else to choose.")
EXPECTS = N_("{share} of the win can be expected after it, {before} before it.")
BETTER = N_("After {other}, the next best, it would be {share}.")
TRIED = NN_("It was tried {n} time, the next best {other}.", "It was tried {n} times, the next best {other}.", "n")
WINS = N_("It wins {points} at once.")
COSTS = N_("It costs {points} at once.")
HUNCH = N_("A page plays on a hunch and expects nothing.")
NO_REASONS = N_("{bot} comes from outside and gives no reasons.")


@dataclass(frozen=True)
class Choice:
    """An action that a bot thinks of, and the share of the win that it expects of it; a page expects nothing.

    >>> import kronland
    >>> match = kronland.match("koenig", players=3, seed=7, mode="python")
    >>> choice = kronland.bot("page").think(match, seed=1).best[0]
    >>> choice.action in match.legal, choice.share
    (True, None)
    """

    action: str
    number: int  # of the action space
    label: str
    share: float | None


@dataclass(frozen=True)
class Advice:
    """What a bot would do, what else it thought of, best first, and why; in words of one language.

    >>> import kronland
    >>> match = kronland.match("koenig", players=3, seed=7, mode="python")
    >>> advice = kronland.bot("page").think(match, seed=1)
    >>> advice.action in match.legal, advice.reasons
    (True, ('A page plays on a hunch and expects nothing.',))
    """

    bot: str
    seat: int
    best: tuple[Choice, ...]
    reasons: tuple[str, ...]

    @property
    def action(self) -> str:
        """What it would do."""
        return self.best[0].action

    def __str__(self) -> str:
        found = [f"{choice.action}{'' if choice.share is None else f' ({_percent(choice.share)})'}: {choice.label}" for choice in self.best]
        return "\n".join([*found, *self.reasons])


class Adviser:
    """A bot: `page`, `squire`, `knight` or `king`, or one of them with other weights or a fixed number of iterations, `knight:500`; or
    one from outside (`bots/outside.py`).

    It thinks with what the seat knows, whatever it is given.

    >>> import kronland
    >>> match = kronland.match("koenig", players=3, seed=7, mode="python")
    >>> page = kronland.bot("page")
    >>> page(match, seed=1) in match.legal and page(match.view(match.actors[0]), seed=1) in match.legal
    True
    """

    def __init__(self, name: str) -> None:
        self.name = find_bot(name).name

    def __repr__(self) -> str:
        return f"<bot {self.name}>"

    def __call__(self, position: Match | View, seat: int | None = None, seed: int | None = None) -> str:
        """The action that it takes, as notation. The same knowledge and seed give the same, but for bots that think against the clock."""
        known = known_of(position, seat)
        return known.game.space.notation(choose(known, self.name, _seed(seed), known.mode), known.seat)

    def think(self, position: Match | View, seat: int | None = None, seed: int | None = None, language: str = "en") -> Advice:
        """What it would do, its three best actions with what it expects of them, and its reasons."""
        known = known_of(position, seat)
        speak = words(language)
        names = position.names(language) if isinstance(position, Match) else position.names
        space = known.game.space
        thoughts = weigh(known, self.name, _seed(seed), known.mode)
        best = tuple(
            Choice(
                space.notation(one.action, known.seat), one.action, space.label(one.action, speak, names), one.share if one.visits else None
            )
            for one in thoughts[:BEST]
        )
        return Advice(self.name, known.seat, best, tuple(reason.say(speak) for reason in self._reasons(known, thoughts, best)))

    def _reasons(self, known: Known, thoughts: list[Thought], best: tuple[Choice, ...]) -> list[Phrase | Text | Named]:
        if find_bot(self.name).outside is not None:
            return [Phrase(NO_REASONS, {"bot": self.name})]
        return _reasons(known, thoughts, best)


def known_of(position: Match | View, seat: int | None = None) -> Known:
    """What the seat knows; without one, whoever decides, the first of several."""
    if isinstance(position, View):
        if seat is not None and check_seat(seat, int(position.state.players)) != position.seat:
            raise UsageError(f"that is the view of seat {position.seat}, not of seat {seat}; expected a match, or match.view({seat})")
        if not position.legal:
            raise UsageError(f"seat {position.seat} has nothing to decide; expected the view of a seat that has")
        return position.known
    if not isinstance(position, Match):
        raise UsageError(f"a bot cannot think about {type(position).__name__!r}; expected a match or a view")
    seats = position.actors
    if seat is None and not seats:
        raise UsageError("the game is over; expected one that is going on")
    if seat is not None and check_seat(seat, position.players) not in seats:
        raise UsageError(f"seat {seat} has nothing to decide; it is for {' and '.join(map(str, seats)) or 'nobody'} to decide")
    return position.known(seats[0] if seat is None else seat)


def _seed(seed: int | None) -> int:
    return secrets.randbits(63) if seed is None else read_word(seed)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


@dataclass(frozen=True)
class Named:
    """A sentence that names features."""

    text: Text
    features: tuple[Text, ...]

    def say(self, words: Words) -> str:
        return words(self.text, features=", ".join(map(words, self.features)))


def _reasons(known: Known, thoughts: list[Thought], best: tuple[Choice, ...]) -> list[Phrase | Text | Named]:
    first = thoughts[0]
    if best[0].share is None:
        return [HUNCH]
    found: list[Phrase | Text | Named] = [*_gains(known, first.action)]
    before = expected_shares(known, known.mode)[known.seat]
    found.append(Phrase(EXPECTS, {"share": _percent(first.share), "before": _percent(before)}))
    if len(thoughts) == 1:
        return [*found, ALONE]
    second = thoughts[1]
    found.append(Phrase(BETTER, {"other": best[1].action, "share": _percent(second.share)}))
    pro, contra = compared(known, first.action, second.action, known.mode)
    found += [Named(text, features) for text, features in ((BETTER_IN, pro), (WORSE_IN, contra)) if features]
    if first.visits > 1:
        found.append(Phrase(TRIED, {"n": first.visits, "other": second.visits}))
    return found


def _gains(known: Known, action: int) -> list[Phrase | Text]:
    """The points that it is sure to win or cost, whatever is hidden; of chance nothing is said."""
    another = known.another(1)
    (state,), (won,) = outcomes(known, [action], known.mode)
    _, (also,) = outcomes(another, [action], known.mode)
    points = int(won[known.seat])
    if not points or points != also[known.seat] or state.barrier > Barrier.PASSED:
        return []
    return [Phrase(WINS if points > 0 else COSTS, {"points": Phrase(known.game.points_counted, {"n": abs(points)})})]
