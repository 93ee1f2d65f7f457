"""What there is to be told. Whoever has a further kind declares it here, and calls `telling.tell` in the transaction of the change.

    INVITED = _declared(Kind("invitation", N_("An invitation"), N_("{name} invites you: {game}")))

The words of a notice are names and titles. They go out by mail and through other people's push services: nothing of a game is among them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kronland.core.words import N_, Text, Words
from kronland.games import GAMES, find_game

WAYS = ("page", "push", "mail")


@dataclass(frozen=True)
class Kind:
    name: str  # as it is kept
    title: Text  # what somebody chooses in the settings
    said: Text  # with the words of the notice; {game} is always there, {name} and others as the kind has them
    grace: float = 20.0  # seconds in which who is about to come need not be told
    once: bool = False  # a table: nothing more of this kind until the person has been there


KINDS: dict[str, Kind] = {}


def _declared(kind: Kind) -> Kind:
    KINDS[kind.name] = kind
    return kind


TURN = _declared(Kind("turn", N_("It is my turn"), N_("It is your turn: {game}"), once=True))
LATE = _declared(Kind("late", N_("My time has run out and a bot stands in"), N_("Your time has run out, and a bot stands in: {game}")))
INVITATION = _declared(Kind("invitation", N_("I am invited"), N_("{name} invites you: {game}"), grace=5.0, once=True))
OVER = _declared(Kind("over", N_("A game of mine has ended"), N_("The game has ended: {game}")))
ROUND = _declared(Kind("round", N_("My table of a tournament's round is ready"), N_("Your table of the next round is ready: {game}")))
TOURNAMENT = _declared(Kind("tournament", N_("A tournament of mine is over"), N_("The tournament is over: {game}")))

LIKE_A_LINK = re.compile(r"(?<=\w)[.:/@\\]+(?=\w)")


def unlinked(text: str) -> str:
    """What people call themselves and their tables, less what a mail program would make a link of."""
    return LIKE_A_LINK.sub(" ", text)


SOMEBODY = N_("Somebody")
WITH = N_("{game}, with {others}")


@dataclass(frozen=True)
class Notice:
    """One that was told to somebody."""

    id: int
    kind: Kind
    table: str | None
    path: str
    words: Mapping[str, str]
    made_at: float
    seen: bool = False

    def said(self, speak: Words) -> str:
        """In one line."""
        return speak(self.kind.said, game=self.about(speak), name=unlinked(self.words.get("name", "")) or speak(SOMEBODY))

    def about(self, speak: Words) -> str:
        """The table: what it is called, or its game, and who else is there."""
        words = self.words
        game = words.get("game", "")
        title = unlinked(words.get("title", "")) or (find_game(game).title if game in GAMES else "Kronland")
        return speak(WITH, game=title, others=unlinked(words["others"])) if words.get("others") else title

    @property
    def tag(self) -> str:
        """Of two with the same one a device shows the newer."""
        return f"{self.kind.name} {self.path}"
