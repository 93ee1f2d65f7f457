"""What castles are called: by colour and number, `red-1`, wherever they are named.

A drawing has two characters for a castle and shows `R1`; that is read wherever the name is.
"""

from __future__ import annotations

from collections.abc import Sequence

from kronland.core.given import check_seat
from kronland.core.words import Domain, Text
from kronland.games.grid.rules.regions import CASTLES_EACH


def castle_name(colour: str, number: int) -> str:
    """`red-1`; castles of a colour are numbered from 0 in the rules and from 1 in their names."""
    return f"{colour}-{number + 1}"


class AllCastles(Domain):
    """The castles of all colours, four each."""

    def __init__(self, colours: Sequence[str]) -> None:
        super().__init__("other", [castle_name(colour, number) for colour in colours for number in range(CASTLES_EACH)])
        self._drawn = {f"{colour[0]}{number + 1}": castle_name(colour, number) for colour in colours for number in range(CASTLES_EACH)}

    def read(self, token: str) -> int | None:
        small = token.lower()
        return self.index.get(self._drawn.get(small, small))


class OwnCastles(Domain):
    """The castles of whoever acts. Who that is, a number of an action does not say: where it is not known they go by number, `castle-1`.
    That was how notation called them once, and is still read."""

    own = True

    def __init__(self, every: AllCastles, texts: Sequence[Text]) -> None:
        super().__init__("castle", [f"castle-{number + 1}" for number in range(CASTLES_EACH)], texts, hint=f"like {every.tokens[0]}")
        self._every = every

    def read(self, token: str) -> int | None:
        found = self._every.read(token)
        return self.index.get(token) if found is None else found % CASTLES_EACH

    def whose(self, token: str) -> int | None:
        found = self._every.read(token)
        return None if found is None else found // CASTLES_EACH

    def token(self, member: int, seat: int | None = None) -> str:
        if seat is None:
            return self.tokens[member]
        return self._every.tokens[check_seat(seat, len(self._every) // CASTLES_EACH) * CASTLES_EACH + member]
