"""Records: a finished or running match as a JSON file, one decision a line.

A record names the game and the version of its rules, options, seats, seed and every decision in notation. It replays to the same bytes, and
play can go on from any point. A damaged one is refused with the line and what was expected there.

Seats count from 0, as in `Match.history` and everywhere else. In format 1 they counted from 1, and an own castle was called `castle-1`;
such records are still read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kronland.core.chance import Generator
from kronland.core.errors import ComponentError, IllegalAction, KronlandError, PositionError, RecordError
from kronland.core.game import Game
from kronland.core.given import quoted, whole_number
from kronland.core.kept import LONGEST, LONGEST_LINE, NotKept, is_plain, toml_lines
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.match import Differs, Match
from kronland.core.seeds import HEX_SEED, SMALL_SEEDS, written_seed
from kronland.core.why import Why
from kronland.core.words import N_, Phrase, Text, words

FORMAT = 2
FIRST_SEAT = {1: 1, 2: 0}  # of each format that is read, the number of the first seat
LONGEST_QUOTE = 300  # characters of a record that an error quotes
Finder = Callable[[str], Game]  # the game of an id

KEYS: dict[str, tuple[type, ...]] = {
    "kronland": (int,),
    "game": (str,),
    "rules": (int,),
    "players": (int,),
    "options": (dict,),
    "names": (list, type(None)),
    "seed": (int, str),
    "salt": (str,),
    "position": (list, type(None)),
    "components": (list, type(None)),
    "actions": (list,),
    "result": (dict, type(None)),
}


NO_JSON = N_("It is not JSON.")
NO_RECORD = N_("It is no record of Kronland, or something is missing in it.")
NO_SUCH_MATCH = N_("There is no such game here, or not with these players and options.")
NOT_THIS_VERSION = N_("It was made with rules that this Kronland does not know.")
NO_SEED = N_("Its seed cannot be used.")
TOO_LONG = N_("A text in it is too long, or cannot be kept.")
NO_START = N_("The game cannot begin the way it says.")
NO_POSITION = N_("The position that it begins with cannot be read, or cannot arise.")
NO_COMPONENTS = N_("The tiles and cards that it brings cannot be read, or do not fit.")
NO_ACTION = N_("One of its actions cannot be played.")
NO_RESULT = N_("Its result is not the one that its actions lead to.")

A_RECORD = N_("a Kronland record in JSON")
WANTED = {int: N_("a whole number"), str: N_("a text"), dict: N_("an object"), list: N_("a list")}
Said = Phrase | str  # what the rules layer says in English alone is text


class BadRecord(RecordError):
    """A record that is damaged or does not fit the rules: what is wrong with it, where, what was found there and what was expected."""

    def __init__(self, source: str, about: Text, found: Said, expected: Said | None = None, **where: int) -> None:
        self.about, self.found, self.expected, self.where = about, found, expected, where
        places = ", ".join([source, *(f"{name} {number}" for name, number in where.items())])
        right = "" if expected is None else f"; expected {said(expected, 'en')}"
        super().__init__(f"{places}: {said(found, 'en').removesuffix('.')}{right}")


def said(what: Said, language: str) -> str:
    return what if isinstance(what, str) else what.say(words(language))


def _phrase(text: Text, **places: Any) -> Phrase:
    return Phrase(text, places)


def write(match: Match) -> str:
    """The record of a match. It tells the seed and every secret choice: keep it from players while the game runs."""
    return written(
        match.history,
        _result(match),
        game=match.game.id,
        rules=match.rules,
        players=match.players,
        options=match.options,
        names=match.names()[: match.players] if match.named else None,
        seed=written_seed(match.seed),
        salt=match.salt,
        position=match.position.splitlines() if match.position is not None else None,
        components=toml_lines(match.components) if match.components is not None else None,
    )


def written(history: Sequence[tuple[int, str]], result: dict[str, Any] | None, **head: Any) -> str:
    """A record from its parts, for a match that these rules cannot play any more."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in {"kronland": FORMAT, **head}.items()]
    actions = [f"    {json.dumps(f'{seat} {notation}')}" for seat, notation in history]
    return "\n".join(["{", *lines, '  "actions": [', ",\n".join(actions), "  ],", f'  "result": {json.dumps(result)}', "}", ""])


def _result(match: Match) -> dict[str, Any] | None:
    """How the game ended. The digest is of the position as text, not as bytes: it outlives a change of the state's layout."""
    if not match.over:
        return None
    state = match.state
    return {
        "end": match.game.end_name(state),
        "points": [entry["points"] for entry in match.results()],
        "ranks": [entry["rank"] for entry in match.results()],
        "position": hashlib.sha256(match.game.write_position(state).encode()).hexdigest(),
    }


@dataclass(frozen=True)
class Record:
    """A record that has been read and checked, but for the play itself."""

    source: str
    text: str
    values: dict[str, Any]
    game: Game

    @property
    def length(self) -> int:
        return len(self.values["actions"])

    @property
    def first_seat(self) -> int:
        """The number of the first seat."""
        return FIRST_SEAT[self.values["kronland"]]

    def line_of(self, number: int) -> int:
        """The line of the file on which action `number` (from 0) stands."""
        seen = -1
        inside = False
        for line, text in enumerate(self.text.splitlines(), 1):
            if text.strip().startswith('"actions"'):
                inside = True
            elif inside and text.strip().startswith('"'):
                seen += 1
                if seen == number:
                    return line
        return _line(self.text, "actions")  # a record that somebody has put on one line

    def replay(self, at: int | None = None, mode: str = DEFAULT_MODE) -> Match:
        """The match as it stood after `at` actions (all of them, if not said); checks the result at the end."""
        place = self.length if at is None else whole_number(at)
        if place is None or not 0 <= place <= self.length:
            raise RecordError(
                f"{self.source}: there is no position {quoted(at)}; the record has {self.length} actions, so 0 to {self.length}"
            )
        match = self._start(mode)
        for number, text in enumerate(self.values["actions"][:place]):
            self._play(match, number, text)
        if place == self.length:
            self._check_result(match)
        return match

    def _start(self, mode: str) -> Match:
        """The match before its first action."""
        values = self.values
        try:
            return Match(
                self.game,
                values["players"],
                values["options"],
                values["seed"],
                values["names"],
                mode,
                components="\n".join(values["components"]) if values["components"] is not None else None,
                position="\n".join(values["position"]) if values["position"] is not None else None,
                salt=values["salt"],
                rules=values["rules"],
            )
        except (Differs, NotKept) as problem:
            raise BadRecord(self.source, NO_START, str(problem), line=_line(self.text, problem.what)) from None
        except KronlandError as problem:
            about, key = {PositionError: (NO_POSITION, "position"), ComponentError: (NO_COMPONENTS, "components")}.get(
                type(problem), (NO_START, "players")
            )
            said = str(problem).removeprefix(f"{key}, ")  # a position says itself what it is
            raise BadRecord(self.source, about, f"in {key!r}: {said}", line=_line(self.text, key)) from None

    def _play(self, match: Match, number: int, text: Any) -> None:
        seat, _, notation = text.partition(" ") if isinstance(text, str) else ("", "", "")
        first = self.first_seat
        if seat not in [str(first + n) for n in range(match.players)] or not notation:
            form = N_('a seat from {first} to {last} and a notation, like "{first} {example}"')
            last = first + match.players - 1
            raise self._bad_action(number, _shown(text), _phrase(form, first=first, last=last, example=_example(match)))
        if match.over:
            late = _phrase(N_("{action} comes after the end of the game"), action=_shown(text))
            raise self._bad_action(number, late, _phrase(N_("no more actions")))
        try:
            match.play(notation, int(seat) - first)
        except KronlandError as problem:
            seats = " / ".join(str(first + actor) for actor in match.actors)
            wanted = _phrase(N_("an action of seat {seats}, like '{example}'"), seats=seats, example=_example(match))
            raise self._bad_action(number, _refused(notation, problem), wanted) from None

    def _bad_action(self, number: int, found: Said, expected: Said) -> BadRecord:
        return BadRecord(self.source, NO_ACTION, found, expected, line=self.line_of(number), action=number + 1)

    def _check_result(self, match: Match) -> None:
        expected, found = self.values["result"], _result(match)
        if expected is None or expected == found:
            return
        line = self.text.count("\n", 0, max(self.text.rfind('"result"'), 0)) + 1
        if found is None:
            raise BadRecord(self.source, NO_RESULT, _phrase(N_("the result is there, and the game is not over")), "null", line=line)
        # What differs, and no more: the rest of a result is as long as the game was large.
        keys = [key for key in found if expected.get(key) != found[key]] or sorted(set(expected) - set(found))
        told = [", ".join(f"{key} {_shown(of[key]) if key in of else '-'}" for key in keys) for of in (expected, found)]
        found_said = _phrase(N_("the result is {result}"), result=told[0])
        right = _phrase(N_("{result}: by rules version {rules} the actions lead to that"), result=told[1], rules=match.rules)
        raise BadRecord(self.source, NO_RESULT, found_said, right, line=line)


def _refused(notation: str, problem: KronlandError) -> Said:
    """Why an action cannot be played: what the rules forbid is said in both languages."""
    why = problem.why if isinstance(problem, IllegalAction) else None
    if not isinstance(why, Why):
        return str(problem)
    return _phrase(N_("{action} is not legal here: {why}"), action=notation, why=why)


def _shown(value: Any) -> str:
    """A value of a record as an error quotes it."""
    try:
        text = repr(value) if isinstance(value, str) else json.dumps(value)
    except RecursionError:  # lists in lists in lists
        text = "something deeply nested"
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]} ..."


def _example(match: Match) -> str:
    return next(iter(match.legal), "none")


def read(text: str, find: Finder, source: str = "record") -> Record:
    """Read a record; errors name the line."""
    try:
        values = json.loads(text)
    except json.JSONDecodeError as problem:
        there = _shown(text[problem.pos :].partition("\n")[0])
        raise BadRecord(source, NO_JSON, there, _phrase(A_RECORD), line=problem.lineno, column=problem.colno) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        found = _phrase(N_("a number without end, or something deeply nested"))
        raise BadRecord(source, NO_JSON, found, _phrase(A_RECORD)) from None
    if not isinstance(values, dict):
        begins = _phrase(N_("an object that begins with {beginning}"), beginning=f'{{"kronland": {FORMAT}')
        raise BadRecord(source, NO_RECORD, _shown(values), begins, line=1)
    for key, kinds in KEYS.items():
        _check_key(values, key, kinds, text, source)
        _check_texts(values[key], key, text, source)
    if values["kronland"] not in FIRST_SEAT:
        found = _phrase(N_("format {number}"), number=_shown(values["kronland"]))
        known = _phrase(N_("{one} or {other}"), one=1, other=FORMAT)
        raise BadRecord(source, NO_RECORD, found, known, line=_line(text, "kronland"))
    try:
        game = find(values["game"])
        game.check_options(game.check_players(values["players"]), values["options"])
    except KronlandError as problem:
        raise BadRecord(source, NO_SUCH_MATCH, str(problem), line=_line(text, "game")) from None
    try:
        generator = game.generator(game.check_rules(values["rules"]))
    except KronlandError as problem:
        raise BadRecord(source, NOT_THIS_VERSION, str(problem), line=_line(text, "rules")) from None
    _check_seed(values["seed"], generator, text, source)
    return Record(source, text, values, game)


def _check_key(values: dict[str, Any], key: str, kinds: tuple[type, ...], text: str, source: str) -> None:
    wanted = _phrase(WANTED[kinds[0]])
    if len(kinds) > 1:
        wanted = _phrase(N_("{one} or {other}"), one=wanted, other=WANTED.get(kinds[1], "null"))
    if key not in values:
        raise BadRecord(source, NO_RECORD, _phrase(N_("the key '{key}' is missing"), key=key), wanted)
    value: Any = values[key]
    line = _line(text, key)
    if isinstance(value, bool) or type(value) not in kinds:
        raise BadRecord(source, NO_RECORD, _phrase(N_("'{key}' is {value}"), key=key, value=_shown(value)), wanted, line=line)
    lists_of_text = key in ("names", "position", "components") and value is not None
    if lists_of_text and not all(isinstance(item, str) for item in value):
        found = _phrase(N_("'{key}' holds something else than texts"), key=key)
        raise BadRecord(source, NO_RECORD, found, _phrase(N_("a list of texts")), line=line)
    if key == "options" and not all(isinstance(item, str) for item in value.values()):
        raise BadRecord(source, NO_RECORD, _phrase(N_("an option's value is no text")), _phrase(N_("texts in quotes")), line=line)


def _check_seed(seed: int | str, generator: Generator, text: str, source: str) -> None:
    """A small seed is a number, a wide one text; there were only small ones by rules version 1."""
    if isinstance(seed, int) and 0 <= seed < SMALL_SEEDS:
        return
    if isinstance(seed, str) and HEX_SEED.fullmatch(seed) and generator != Generator.SPLITMIX:
        return
    wanted = _phrase(N_("a whole number from 0 to {most}"), most=SMALL_SEEDS - 1)
    if generator != Generator.SPLITMIX:
        wanted = _phrase(N_("{number}, or 32 hexadecimal digits (0-9, a-f) in quotes"), number=wanted)
    found = _phrase(N_("the seed is {seed}"), seed=json.dumps(seed)[:60])
    raise BadRecord(source, NO_SEED, found, wanted, line=_line(text, "seed"))


def _check_texts(value: Any, key: str, text: str, source: str) -> None:
    """Every text of a record can be kept, and none is longer than any real one comes near."""
    most = LONGEST.get(key, LONGEST_LINE)
    todo = [value]
    while todo:
        found = todo.pop()
        if isinstance(found, dict):
            todo += [*found.keys(), *found.values()]
        elif isinstance(found, list):
            todo += found
        elif isinstance(found, str) and len(found) > most:
            long = _phrase(N_("a text of {length} characters in '{key}'"), length=len(found), key=key)
            raise BadRecord(source, TOO_LONG, long, _phrase(N_("at most {most}"), most=most), line=_line(text, key))
        elif isinstance(found, str) and not is_plain(found):
            unkept = _phrase(N_("'{key}' holds a NUL or half of a surrogate pair"), key=key)
            raise BadRecord(source, TOO_LONG, unkept, _phrase(N_("plain text")), line=_line(text, key))


def _line(text: str, key: str) -> int:
    at = text.find(f'"{key}"')
    return text.count("\n", 0, max(at, 0)) + 1


def text_of(file: Path) -> str:
    """What a file of records says."""
    try:
        return file.read_text("utf-8")
    except OSError as problem:
        raise RecordError(f"{file}: cannot be read ({problem.strerror}); expected a record file") from None
    except UnicodeDecodeError:
        raise RecordError(f"{file}: is no UTF-8 text; expected a record file") from None


def load(file: Path, find: Finder) -> Record:
    return read(text_of(file), find, str(file))
