"""The action space of a game: all its verbs, one after the other.

    SPACE = ActionSpace(BORDER, KNIGHT, DONE)

An action is a whole number 0 <= action < SPACE.size. Numbers, notation (`border d4-d5`), parsing and labels all follow from the verbs
(`core/verbs.py`), and so do the tables by which kernels take a number apart.
"""

from __future__ import annotations

import difflib
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from kronland.core.errors import NotationError, UsageError
from kronland.core.given import quoted, whole_number
from kronland.core.verbs import Verb
from kronland.core.words import Words


class ActionSpace:
    """All actions of a game, by their numbers from 0 on.

    >>> import kronland
    >>> space = kronland.game("loewenherz").space
    >>> space.parse("border d4-d5"), space.notation(1), space["border"].usage()
    (1088, 'castle b1', 'border LINE')
    """

    verbs: tuple[Verb, ...]  # the kinds of them
    size: int  # how many there are

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = verbs
        self.by_verb = {verb.name: verb for verb in verbs}
        self.size = 0
        for verb in verbs:
            verb.first = self.size
            self.size += verb.size
        self._firsts = [verb.first for verb in verbs]

    def __getitem__(self, verb: str) -> Verb:
        if not isinstance(verb, str) or verb not in self.by_verb:
            raise UsageError(f"there is no verb {quoted(verb)}; expected one of: {self._verbs()}")
        return self.by_verb[verb]

    def __repr__(self) -> str:
        return f"<{self.size} actions: {self._verbs()}>"

    def verb_of(self, action: int) -> Verb:
        number = whole_number(action)
        if number is None or not 0 <= number < self.size:
            raise NotationError(f"there is no action number {quoted(action)}; actions are 0 to {self.size - 1}")
        return self.verbs[bisect_right(self._firsts, number) - 1]

    @cached_property
    def tables(self) -> tuple[Any, ...]:
        """For kernels: of each action the verb (by the number of its first action), then its parts as the rules count them; 0 for none."""
        most = max(len(verb.domains) for verb in self.verbs)
        rows = np.zeros((1 + most, self.size), np.int64)
        for verb in self.verbs:
            here = rows[:, verb.first : verb.first + verb.size]
            here[0] = verb.first
            members = np.unravel_index(np.arange(verb.size), [len(domain) for domain in verb.domains]) if verb.domains else ()
            for row, domain, numbers in zip(here[1:], verb.domains, members, strict=False):
                row[:] = domain.first + numbers
        return tuple(row.copy() for row in rows)

    def notation(self, action: int, seat: int | None = None) -> str:
        """What an action is called. Where it names something of whoever acts, such as a castle, the seat says whose that is."""
        verb = self.verb_of(action)
        tokens = [domain.token(member, seat) for domain, member in zip(verb.domains, verb.members(action), strict=True)]
        return " ".join([verb.name, *(token for token in tokens if token)])

    def parse(self, text: str, seat: int | None = None) -> int:
        """The action that a text names. A verb may be cut short as long as only one fits: `kn d5`.

        With the seat that is to act, a text that names somebody else's piece as its own is refused.
        """
        if not isinstance(text, str):
            raise NotationError(f"{quoted(text)} is no notation; expected a text, one of: {self._verbs()}")
        tokens = text.split()
        if not tokens:
            raise NotationError(f"empty notation; expected one of: {self._verbs()}")
        verb = self._verb(tokens[0].lower())
        rest = [token.lower() for token in tokens[1:]]
        members = []
        for domain in verb.domains:
            member = domain.read(rest[0]) if rest else None
            if member is not None:
                token = rest.pop(0)
                if seat is not None and domain.whose(token) not in (None, seat):
                    raise NotationError(f"{text!r}: {token!r} is somebody else's; expected a {domain.name} of one's own", verb.name)
            elif "" in domain.index:
                member = domain.index[""]
            else:
                got = f"got {rest[0]!r}" if rest else "got nothing"
                raise NotationError(f"{text!r}: expected a {domain.name} ({domain.hint}), {got}; the form is: {verb.usage()}", verb.name)
            members.append(member)
        if rest:
            raise NotationError(f"{text!r}: {' '.join(rest)!r} is too much; the form is: {verb.usage()}", verb.name)
        return verb.action(*members)

    def label(self, action: int, words: Words, names: Sequence[str]) -> str:
        """What the action does, in words."""
        verb = self.verb_of(action)
        members = verb.members(action)
        places: dict[str, Any] = {
            domain.name: domain.say(member, words, names) for domain, member in zip(verb.domains, members, strict=True)
        }
        return words(verb.label_for(members), **places)

    def _verb(self, start: str) -> Verb:
        if start in self.by_verb:
            return self.by_verb[start]
        fits = [verb for verb in self.by_verb if verb.startswith(start)]
        if len(fits) == 1:
            return self.by_verb[fits[0]]
        if fits:
            raise NotationError(f"{start!r} is ambiguous: {', '.join(fits)}")
        near = difflib.get_close_matches(start, self.by_verb, 1)
        guess = f"; did you mean {near[0]!r}?" if near else "."
        raise NotationError(f"unknown action {start!r}{guess} Expected one of: {self._verbs()}")

    def _verbs(self) -> str:
        return ", ".join(self.by_verb)
