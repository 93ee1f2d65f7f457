"""Counsel: the actions that a bot would think of in somebody's place, and why the first is better than the second, in words.

Both are tried, on the same possibilities, and where the same seat decides on, a squire does so for it. Then what the evaluation sees is
compared, feature by feature, weighted as it weighs them: one's own against the mean of the others'. What differs most is told.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from kronland.bots.engine.choosing import Thought, advise, choose
from kronland.bots.engine.evaluation import linear_name, mind_of, read_weights
from kronland.core.flow import Barrier
from kronland.core.game import act
from kronland.core.kernel import DEFAULT_MODE, in_mode, interpreted
from kronland.core.layout import State
from kronland.core.log import NO_LOG
from kronland.core.view import Known
from kronland.core.words import N_, Text, Words

ADVISED = 3  # actions
SAMPLES = 2  # possibilities in which two actions are compared
FURTHER = 3  # decisions of one's own that follow by the way
LEAST = 0.02  # of the logarithm of a share: what differs less is not worth a word
BESIDE = 0.2  # and less than this part of what differs most
MOST_NAMED = 2  # on either side
NOTHING = 0.005  # of the win

OUT_OF_REACH = N_("The win is out of reach: nothing that you could choose now changes that.")
CERTAIN = N_("The win is yours, whatever you choose now.")
ALIKE = N_("The first two are about equally good.")
BETTER_IN = N_("The first is better than the second in: {features}.")
WORSE_IN = N_("The second would be better in: {features}.")
LATER = N_("At once the first two come to the same; what sets them apart shows later.")


@dataclass(frozen=True)
class Counsel:
    """Actions, best first, and what tells the first from the second: features that speak for one or the other, the weightiest first."""

    thoughts: tuple[Thought, ...]
    pro: tuple[Text, ...] = ()
    contra: tuple[Text, ...] = ()

    @property
    def lost(self) -> bool:
        """Whether nothing is left to win."""
        return all(thought.share < NOTHING for thought in self.thoughts)

    @property
    def won(self) -> bool:
        return all(thought.share > 1 - NOTHING for thought in self.thoughts)

    def why(self, words: Words) -> list[str]:
        """In sentences."""
        if self.lost or self.won:
            return [words(OUT_OF_REACH if self.lost else CERTAIN)]
        if len(self.thoughts) < 2:
            return []
        if abs(self.thoughts[0].share - self.thoughts[1].share) < NOTHING:
            return [words(ALIKE)]
        named = ((BETTER_IN, self.pro), (WORSE_IN, self.contra))
        said = [words(text, features=", ".join(map(words, features))) for text, features in named if features]
        return said if self.pro else [words(LATER), *said]


def counsel(known: Known, level: str, seed: int, mode: str = DEFAULT_MODE) -> Counsel:
    """What a searching bot would tell whoever sits there."""
    thoughts = advise(known, level, seed, mode, ADVISED)[:ADVISED]
    found = Counsel(tuple(thoughts))
    if len(thoughts) < 2 or found.lost or found.won:
        return found
    return Counsel(found.thoughts, *compared(known, thoughts[0].action, thoughts[1].action, mode))


def compared(known: Known, first: int, second: int, mode: str = DEFAULT_MODE) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    """What speaks for the first of two actions, and what for the second."""
    mind = mind_of(known.game.id)
    difference = np.zeros(len(mind.features))
    for sample in range(SAMPLES):
        possible = Known.of_rules(known.game, known.state, known.seat, mode, sample)
        difference += (_edge(possible, first, mode) - _edge(possible, second, mode)) / SAMPLES
    by_word: dict[Text, float] = defaultdict(float)
    for name, weight in zip(mind.features, difference, strict=True):
        by_word[mind.called[name]] += float(weight)
    least = max(LEAST, BESIDE * max(map(abs, by_word.values())))
    ordered = sorted(by_word, key=lambda text: -abs(by_word[text]))
    pro, contra = ([text for text in ordered if sign * by_word[text] >= least][:MOST_NAMED] for sign in (1, -1))
    return tuple(pro), tuple(contra)


def _edge(known: Known, action: int, mode: str) -> np.ndarray:
    """The weighted features of the seat after an action, less the mean of the others'."""
    state, seat = _after(known, action, mode), known.seat
    mind, weights = mind_of(known.game.id), read_weights(known.game.id, linear_name(known.game.id))
    rows = []
    for other in range(int(state.players)):
        row = np.zeros(len(mind.features))
        with np.errstate(over="ignore"):
            progress = interpreted(mind.kernels["features"])(state, other, row)
        rows.append(row * (weights[0] * (1 - progress) + weights[1] * progress))
    own = rows.pop(seat)
    found: np.ndarray = own - np.mean(rows, axis=0)
    return found


def _after(known: Known, action: int, mode: str) -> State:
    state = known.state.copy()
    for _ in range(FURTHER if mode == "native" else 1):  # interpreted, a squire would take seconds, or be cut off by the clock
        with np.errstate(over="ignore"):
            in_mode(act, mode)(state, known.seat, action, NO_LOG)
        if state.ended or int(state.actors) != 1 << known.seat or state.barrier > Barrier.PASSED:
            break
        action = choose(Known.of_rules(known.game, state, known.seat, mode), "squire", 0, mode)
    return state
