"""What a record keeps of the texts that a match is made from. Whatever it would not keep is refused where it is given: a match that could
be saved and not be read again would be lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kronland.core.errors import UsageError
from kronland.core.given import quoted

LONGEST = {"game": 40, "salt": 64, "names": 100, "options": 100, "actions": 100}  # characters of one text
LONGEST_LINE = (
    5_000  # of a position or of components: a deck of 60 cards is a line, and so are 126 ways in which a hand can have been drawn
)
UNKEPT = re.compile("[\x00\ud800-\udfff]")
UNSEEN = re.compile("[\x01-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")  # ends a line, steers a terminal, or may stand in no picture


class NotKept(UsageError):
    """A text that no record keeps; `what` names it as a record does."""

    def __init__(self, what: str, text: str) -> None:
        super().__init__(text)
        self.what = what


def is_plain(text: str) -> bool:
    """Whether a text can be written as UTF-8 and kept by any database: no half of a surrogate pair, no NUL."""
    return UNKEPT.search(text) is None


def toml_lines(text: str) -> list[str]:
    """The lines of a component file as TOML counts them: what else ends a line elsewhere may stand in one."""
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n")


def check_kept(what: str, texts: Sequence[str], seen: bool = False) -> None:
    """Texts that a match is given, or lines of one; of those that are `seen` by people, each is a line."""
    most = LONGEST.get(what, LONGEST_LINE)
    for text in texts:
        if len(text) > most:
            raise NotKept(what, f"the {what} given: a text of {len(text)} characters; expected at most {most}, which is what records keep")
        if not is_plain(text) or (seen and UNSEEN.search(text)):
            raise NotKept(what, f"the {what} given: {quoted(text)} holds what cannot be kept or shown; expected letters and signs")
