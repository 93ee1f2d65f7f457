"""Names and chat lines from strangers: one line of visible text, of limited length.

Escaping is the templates' work. Here goes what escaping does not cure: control characters, and the marks that turn the direction of
writing or hide, with which a name could rearrange the line around it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

# Characters: what is longer is cut or refused here, and the fields of forms take no more.
LONGEST_NAME = 24
LONGEST_CHAT = 500
LONGEST_TITLE = 60
LONGEST_NOTATION = 100  # of an action
MOST_MARKS = 2  # accents on one letter; more than that is a tower that runs over other lines

JOINERS = frozenset("\N{ZERO WIDTH JOINER}\N{VARIATION SELECTOR-16}")  # behind a picture they belong to it; elsewhere nobody sees them
SKINS = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")  # of the picture before
# Accents by category that nobody sees: with one of them another's name is not the same any more.
UNSEEN = frozenset(map(chr, (0x34F, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))))
DROPPED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by category, nothing to the eye


# Greek, Cyrillic and phonetic letters that look like Latin ones, large or small, and signs that look like letters.
ALIKE = {
    "a": "\u03b1\u0430\u0251", "b": "\u03b2\u0432", "c": "\u0441", "d": "\u0501", "e": "\u03b5\u0435", "g": "\u0261",
    "h": "\u03b7\u043d\u04bb",
    "i": "\u03b9\u0456\u0131\u0269\u04cf1l|", "j": "\u0458\u03f3", "k": "\u03ba\u043a", "m": "\u03bc\u043c", "o": "\u03bf\u043e0",
    "p": "\u03c1\u0440", "q": "\u051b", "s": "\u0455", "t": "\u03c4\u0442", "v": "\u03bd", "w": "\u051d", "x": "\u03c7\u0445",
    "y": "\u03c5\u0443", "z": "\u03b6",
}  # fmt: skip
LATIN = str.maketrans({character: letter for letter, others in ALIKE.items() for character in others})
LARGE_NU = "\N{GREEK CAPITAL LETTER NU}"  # looks like an N; the small one like a v


def clean(text: str, longest: int) -> str:
    """The text as one tidy line, cut to `longest` characters; may be empty."""
    spaced = "".join(" " if character in "\t\r\n\v\f\u2028\u2029\x85" else character for character in text[: 8 * longest])
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", "".join(_seen(spaced))):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS or character in JOINERS:
            kept.append(character)
    return " ".join("".join(kept).split())[:longest].rstrip(" " + "".join(JOINERS))


def _seen(text: str) -> Iterator[str]:
    """What there is to see, and what belongs to a picture."""
    picture = False
    for character in text:
        if character in JOINERS:
            if picture:
                yield character
            continue
        category = unicodedata.category(character)
        picture = category == "So" or character in SKINS
        if category not in DROPPED and character not in BLANKS and character not in UNSEEN:
            yield character


def folded(name: str) -> str:
    """As names are compared: however they are typed."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def looks(name: str) -> str:
    """The same for two names that look the same, or nearly so: letters of other scripts count as the Latin ones that they look like."""
    return "".join(character for character in folded(name.replace(LARGE_NU, "N")) if character not in JOINERS).translate(LATIN)


def clean_name(text: str) -> str:
    return clean(text, LONGEST_NAME)


def clean_chat(text: str) -> str:
    return clean(text, LONGEST_CHAT)


def clean_title(text: str) -> str:
    return clean(text, LONGEST_TITLE)
