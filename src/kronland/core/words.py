"""Words: German and English from one source.

A text in the code is English and is marked with `N_` (or `NN_` where a number decides between one and many); the German for it is in a
catalogue `words/de.po`, one for each game and one for the rest; `tools/update_words.py` brings new texts into them. A test fails for any
text without a translation.

What is named inside a sentence may change its form there: a translation brings its forms along, as many as its language needs
("rechtes Ufer {number} | at: am rechten Ufer {number}"), and a sentence asks for the one that it wants ("das Herzogtum {field:at}").
"""

from __future__ import annotations

import gettext
import hashlib
import io
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from kronland.core.errors import UsageError
from kronland.core.files import PACKAGE, cache_root
from kronland.core.given import quoted
from kronland.core.log import EVERYONE, HIDDEN

LANGUAGES = ("de", "en")
ELSEWHERE: tuple[Path, ...] = ()  # the folders of games that are no part of the package (see `games.register`)


@dataclass(frozen=True)
class Text:
    """A translatable text with {named} places; with `many`, the place `by` decides between one and many."""

    one: str
    many: str | None = None
    by: str | None = None

    def say(self, words: Words, **places: Any) -> str:
        if not self.one:  # gettext keeps the empty text for itself
            return ""
        if self.many is None:
            template = words.catalogue.gettext(self.one)
        else:
            template = words.catalogue.ngettext(self.one, self.many, int(str(places[self.by or ""]).strip("+\N{MINUS SIGN}")))
        if FORMS in template:
            return Inflected(*(form.format(**places) for form in template.split(FORMS)))
        return filled(template, places) if places else template


FORMS = " | "  # between the forms of a text
A_FORM = re.compile(r"\{(\w+):(\w+)\}")  # where a sentence asks for one


class Inflected(str):
    """A text in its usual form, which knows its others: a sentence may ask for one by its name."""

    forms: Mapping[str, str]

    def __new__(cls, usual: str, *others: str) -> Inflected:
        made = super().__new__(cls, usual)
        made.forms = {name: form for name, _, form in (other.partition(": ") for other in others)}
        return made


def filled(template: str, places: Mapping[str, Any]) -> str:
    """The sentence with what stands in its places, in the forms that it asks for; what has no such form has one for all."""
    if not (asked := A_FORM.findall(template)):
        return template.format(**places)
    inflected = {f"{name}_{form}": getattr(places[name], "forms", {}).get(form, places[name]) for name, form in asked}
    return A_FORM.sub(r"{\1_\2}", template).format(**places, **inflected)


@dataclass(frozen=True)
class Phrase:
    """A text with what stands in its places, to be said later in either language. What stands there may be another such thing."""

    text: Text
    places: Mapping[str, Any]

    def say(self, words: Words) -> str:
        said = {name: place.say(words) if hasattr(place, "say") else place for name, place in self.places.items()}
        return self.text.say(words, **said)


def N_(text: str) -> Text:
    return Text(text)


def NN_(one: str, many: str, by: str) -> Text:
    return Text(one, many, by)


class Words:
    """One language."""

    def __init__(self, language: str) -> None:
        self.language = language

    @property
    def catalogue(self) -> gettext.NullTranslations:
        return _catalogue(self.language, ELSEWHERE)

    def __call__(self, text: Text, **places: Any) -> str:
        return text.say(self, **places) if places else _said(self, ELSEWHERE, text)


@lru_cache(maxsize=4000)
def _said(words: Words, elsewhere: tuple[Path, ...], text: Text) -> str:
    """A text without places: a page says dozens of them, the same to everybody."""
    return text.say(words)


@cache
def _catalogue(language: str, elsewhere: tuple[Path, ...]) -> gettext.NullTranslations:
    """Read from the cache: taking the catalogues apart is a tenth of the time in which a server starts."""
    texts = [file.read_bytes() for file in catalogue_files(language)]
    place = hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:16]
    made_from = hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]
    kept = cache_root() / "words" / f"{place}-{language}-{made_from}.mo"
    try:
        return gettext.GNUTranslations(io.BytesIO(kept.read_bytes()))
    except Exception:  # it is not there, or damaged: it can be made again
        compiled = _compiled(language, texts)
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        draft = kept.with_name(f".{kept.name}.{os.getpid()}.draft")
        draft.write_bytes(compiled)
        for old in kept.parent.glob(f"{place}-{language}-*.mo"):
            old.unlink(missing_ok=True)
        draft.replace(kept)
    return gettext.GNUTranslations(io.BytesIO(compiled))


def _compiled(language: str, texts: Sequence[bytes]) -> bytes:
    """The texts of catalogues as one that machines read; what two have is that of the first."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    together = Catalog(locale=language)
    for text in texts:
        for message in read_po(io.BytesIO(text), locale=language):
            if message.id and message.id not in together:
                together[message.id] = message
    compiled = io.BytesIO()
    write_mo(compiled, together)
    return compiled.getvalue()


def catalogue_files(language: str) -> list[Path]:
    """Those of the package, then those of games that lie elsewhere: these add words and change none."""
    return sorted(PACKAGE.rglob(f"words/{language}.po")) + [folder / "words" / f"{language}.po" for folder in ELSEWHERE]


def add_words(folder: Path) -> None:
    """From now on the words of a game that lies elsewhere are known: catalogues and rules."""
    global ELSEWHERE
    ELSEWHERE = tuple(dict.fromkeys([*ELSEWHERE, folder]))


def document_file(game_id: str, language: str) -> Path:
    """Where the rules of a game are written down in a language."""
    folder = next((folder for folder in ELSEWHERE if folder.name == game_id), PACKAGE / "games" / game_id)
    return folder / "words" / f"rules_{language}.md"


def words(language: str) -> Words:
    if not isinstance(language, str) or language not in LANGUAGES:
        raise UsageError(f"unknown language {quoted(language)}; there are {' and '.join(LANGUAGES)}")
    return _words(language)


@cache
def _words(language: str) -> Words:
    return Words(language)


class Domain:
    """A finite list of things that actions and events can name: fields, lines, cards, seats.

    Each has a token (for notation, the same in every language; one may be empty, the default) and, where it differs, a text for people.
    The members are numbered from 0; where the rules count them from another number, it is `first`.
    """

    own = False  # whether the members are pieces of whoever acts

    def __init__(self, name: str, tokens: Sequence[str], texts: Sequence[Text] | None = None, hint: str = "", first: int = 0) -> None:
        self.name = name
        self.tokens = list(tokens)
        self.texts = list(texts) if texts is not None else None
        self.index = {token: number for number, token in enumerate(self.tokens)}
        self.hint = hint or ", ".join(token for token in self.tokens[:8] if token)
        self.first = first

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def samples(self) -> Sequence[int]:
        """Members to try words out with: all of them, or a few of those that have no end."""
        return range(len(self))

    def read(self, token: str) -> int | None:
        return self.index.get(token)

    def whose(self, token: str) -> int | None:
        """To which seat a token that can be read says that its member belongs; none where it does not say."""
        return None

    def token(self, member: int, seat: int | None = None) -> str:
        """How notation writes a member, where that seat acts."""
        return self.tokens[member]

    def value(self, member: int) -> str | int:
        """A member as programs take it: its token, or the number that it is."""
        return self.tokens[member] if 0 <= member < len(self.tokens) else member

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        return words(self.texts[member]) if self.texts is not None else self.tokens[member]

    def __repr__(self) -> str:
        return f"<{self.name}: {self.hint}>"

    def place(self, member: int) -> str:
        """How a picture marks what stands for this member, so that one can ask about it: `town m3`."""
        return f"{self.name} {self.tokens[member]}"


class Numbers(Domain):
    """Whole numbers 0 to `most`; as an event's argument any number."""

    def __init__(self, name: str, most: int = 0) -> None:
        super().__init__(name, [str(n) for n in range(most + 1)], hint=f"0 to {most}")

    @property
    def samples(self) -> Sequence[int]:
        return (0, 1, 2)

    def value(self, member: int) -> str | int:
        return member

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        sign = "\N{MINUS SIGN}" if member < 0 else ""
        return f"{sign}{abs(member)}"


class Amounts(Domain):
    """A number together with what it counts, for use inside a sentence: "1 point", "3 points", "no town".

    It carries no sign: the sentence says whether it is won or lost.
    """

    def __init__(self, name: str, text: Text, none: Text | None = None) -> None:
        super().__init__(name, [])
        self.text, self.none = text, none

    @property
    def samples(self) -> Sequence[int]:
        return (-1, 0, 1, 2)

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        return words(self.none) if member == 0 and self.none else words(self.text, n=abs(member))


class Seats(Domain):
    """The players, called by the names that they have at this table."""

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        return names[member]


@dataclass(frozen=True)
class EventKind:
    """What an event means: the rule it applies, its arguments, its words.

    `secret` arguments are shown only to the seats that the event names; the others read `hidden` instead.
    """

    rule: str
    text: Text
    places: tuple[tuple[str, Domain], ...] = ()
    secret: tuple[str, ...] = ()
    hidden: Text | None = None

    def censor(self, row: Any, seat: int) -> tuple[int, ...]:
        """The event as the seat may know it: (event, arguments...)."""
        known = row[1] == EVERYONE or (seat >= 0 and (int(row[1]) >> seat) & 1)
        values = [
            HIDDEN if name in self.secret and not known else int(value) for (name, _), value in zip(self.places, row[2:], strict=False)
        ]
        return (int(row[0]), *values)

    def say(self, event: tuple[int, ...], words: Words, names: Sequence[str]) -> str:
        places = {
            name: domain.say(value, words, names) for (name, domain), value in zip(self.places, event[1:], strict=True) if value != HIDDEN
        }
        if HIDDEN in event[1:]:
            assert self.hidden is not None, f"{self.text.one!r} has secrets but no words without them"
            return words(self.hidden, **places)
        return words(self.text, **places)


@dataclass(frozen=True)
class RefusalKind:
    """Why an action is not legal: the rule that forbids it, and its words."""

    rule: str
    text: Text
