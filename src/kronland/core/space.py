"""The action space of a game: a table of named ranges.

    SPACE = ActionSpace(
        Range("border", LINES, text=N_("Set a border on {line}")),
        Range("knight", FIELDS, PAYMENTS, text=N_("...")),
        Range("done", text=N_("Finish")),
    )

An action is a whole number 0 <= action < SPACE.size. Numbers, notation (`border d4-d5`), parsing and labels all follow from the table.
"""

from __future__ import annotations

import difflib
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from kronland.core.errors import NotationError
from kronland.core.words import Domain, Text, Words


class Range:
    """All actions of one verb: one for every combination of members of its domains."""

    def __init__(self, verb: str, *domains: Domain, text: Text, secret: bool = False) -> None:
        self.verb = verb
        self.domains = domains
        self.text = text
        self.secret = secret  # other seats learn that an action was chosen, not which one
        self.first = 0
        self.size = 1
        for domain in domains:
            self.size *= len(domain)

    def action(self, *members: int) -> int:
        number = 0
        for domain, member in zip(self.domains, members, strict=True):
            if not 0 <= member < len(domain):
                raise NotationError(f"there is no {domain.name} number {member}; there are {len(domain)}")
            number = number * len(domain) + member
        return self.first + number

    def members(self, action: int) -> tuple[int, ...]:
        number = action - self.first
        found = []
        for domain in reversed(self.domains):
            number, member = divmod(number, len(domain))
            found.append(member)
        return tuple(reversed(found))

    def usage(self) -> str:
        return " ".join([self.verb, *(f"[{d.name}]" if "" in d.index else d.name.upper() for d in self.domains)])


class ActionSpace:
    def __init__(self, *ranges: Range) -> None:
        self.ranges = ranges
        self.by_verb = {r.verb: r for r in ranges}
        self.size = 0
        for r in ranges:
            r.first = self.size
            self.size += r.size
        self._firsts = [r.first for r in ranges]

    def __getitem__(self, verb: str) -> Range:
        return self.by_verb[verb]

    def range_of(self, action: int) -> Range:
        if not 0 <= action < self.size:
            raise NotationError(f"there is no action number {action}; actions are 0 to {self.size - 1}")
        return self.ranges[bisect_right(self._firsts, action) - 1]

    def notation(self, action: int) -> str:
        r = self.range_of(action)
        tokens = [domain.tokens[member] for domain, member in zip(r.domains, r.members(action), strict=True)]
        return " ".join([r.verb, *(token for token in tokens if token)])

    def parse(self, text: str) -> int:
        """The action that a text names. A verb may be cut short as long as only one fits: `kn d5`."""
        tokens = text.split()
        if not tokens:
            raise NotationError(f"empty notation; expected one of: {self._verbs()}")
        r = self._verb(tokens[0].lower())
        rest = [token.lower() for token in tokens[1:]]
        members = []
        for domain in r.domains:
            member = domain.read(rest[0]) if rest else None
            if member is not None:
                rest.pop(0)
            elif "" in domain.index:
                member = domain.index[""]
            else:
                got = f"got {rest[0]!r}" if rest else "got nothing"
                raise NotationError(f"{text!r}: expected a {domain.name} ({domain.hint}), {got}; the form is: {r.usage()}")
            members.append(member)
        if rest:
            raise NotationError(f"{text!r}: {' '.join(rest)!r} is too much; the form is: {r.usage()}")
        return r.action(*members)

    def label(self, action: int, words: Words, names: Sequence[str]) -> str:
        """What the action does, in words."""
        r = self.range_of(action)
        places: dict[str, Any] = {
            domain.name: domain.say(member, words, names) for domain, member in zip(r.domains, r.members(action), strict=True)
        }
        return words(r.text, **places)

    def _verb(self, start: str) -> Range:
        if start in self.by_verb:
            return self.by_verb[start]
        fits = [verb for verb in self.by_verb if verb.startswith(start)]
        if len(fits) == 1:
            return self.by_verb[fits[0]]
        if fits:
            raise NotationError(f"{start!r} is ambiguous: {', '.join(fits)}")
        near = difflib.get_close_matches(start, self.by_verb, 1)
        guess = f"; did you mean {near[0]!r}?" if near else ""
        raise NotationError(f"unknown action {start!r}{guess} Expected one of: {self._verbs()}")

    def _verbs(self) -> str:
        return ", ".join(self.by_verb)
