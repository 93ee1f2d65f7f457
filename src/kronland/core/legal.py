"""What a seat may choose, and why it may not choose the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from kronland.core.errors import NotationError
from kronland.core.given import check_seat, whole_number
from kronland.core.judging import judge_all

if TYPE_CHECKING:
    from kronland.core.match import Match


class Legal:
    """The legal actions of a seat, as notation: iterate, ask `in`, take `len`. Nothing is computed before it is asked for.

    >>> import kronland
    >>> match = kronland.match("loewenherz", players=3, setup="beginner", seed=7, mode="python")
    >>> match.legal
    <3 legal actions: card 1+2, card 1+3, card 2+3>
    >>> "card 1+2" in match.legal, "done" in match.legal
    (True, False)
    """

    def __init__(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, check_seat(seat, match.players)

    @property
    def actions(self) -> list[int]:
        """The same as numbers of the action space."""
        return self._match.legal_actions(self._seat)

    def refusals(self) -> Any:
        """Of every action of the space the code of the reason against it, 0 for the legal ones: an array, in one call of the rules.

        >>> import kronland
        >>> match = kronland.match("loewenherz", players=3, setup="beginner", seed=7, mode="python")
        >>> codes = match.legal.refusals()
        >>> [match.game.space.notation(action) for action in (codes == 0).nonzero()[0]] == list(match.legal)
        True
        >>> match.game.refusal_codes(codes[match.game.space.parse("done")]).name
        'NOT_NOW'
        """
        codes = np.zeros(self._match.game.space.size, np.int16)
        self._match.ask(judge_all, self._seat, codes)
        return codes

    def __iter__(self) -> Iterator[str]:
        return (self._match.game.space.notation(action, self._seat) for action in self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __contains__(self, action: object) -> bool:
        asked = action if isinstance(action, str) else whole_number(action)
        if asked is None:
            return False
        try:
            return self._match.why(asked, self._seat) is None
        except NotationError:
            return False

    def __repr__(self) -> str:
        count = len(self)
        if not count:
            return "<no legal actions>"
        shown = f"{', '.join(list(self)[:6])}{', ...' if count > 6 else ''}"
        return f"<{count} legal action{'' if count == 1 else 's'}: {shown}>"
