"""Names and chat lines from strangers: one line of visible text, of limited length.

Escaping is the templates' work. Here goes what escaping does not cure: control characters, and the marks that turn the direction of
writing or hide, with which a name could rearrange the line around it.
"""

from __future__ import annotations

import unicodedata

# Characters: what is longer is cut or refused here, and the fields of forms take no more.
LONGEST_NAME = 24
LONGEST_CHAT = 500
LONGEST_TITLE = 60
LONGEST_NOTATION = 100  # of an action
MOST_MARKS = 2  # accents on one letter; more than that is a tower that runs over other lines

JOINER = "\N{ZERO WIDTH JOINER}"  # between emoji it is needed
KEPT_FORMATS = frozenset(JOINER)
DROPPED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by category, nothing to the eye


def clean(text: str, longest: int) -> str:
    """The text as one tidy line, cut to `longest` characters; may be empty."""
    spaced = "".join(" " if character in "\t\r\n\v\f\u2028\u2029\x85" else character for character in text[: 8 * longest])
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", spaced):
        category = unicodedata.category(character)
        if (category in DROPPED and character not in KEPT_FORMATS) or character in BLANKS:
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    line = " ".join("".join(kept).split())[:longest].strip()
    return line if line.strip(JOINER + " ") else ""


def clean_name(text: str) -> str:
    return clean(text, LONGEST_NAME)


def clean_chat(text: str) -> str:
    return clean(text, LONGEST_CHAT)


def clean_title(text: str) -> str:
    return clean(text, LONGEST_TITLE)
