"""Records: a finished or running match as a JSON file, one decision a line.

A record names the game and the version of its rules, options, seats, seed and every decision in notation. It replays to the same bytes, and
play can go on from any point. A damaged one is refused with the line and what was expected there.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kronland.core.chance import Generator
from kronland.core.errors import ComponentError, KronlandError, PositionError, RecordError
from kronland.core.game import Game
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.match import Differs, Match
from kronland.core.seeds import HEX_SEED, SMALL_SEEDS, written_seed

FORMAT = 1
LONGEST = {"game": 40, "salt": 64, "names": 100, "options": 100, "actions": 100}  # characters of one text
LONGEST_LINE = 500  # of a position or of components
LONGEST_QUOTE = 300  # characters of a record that an error quotes
UNKEPT = re.compile("[\x00\ud800-\udfff]")
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
        components=match.components.splitlines() if match.components is not None else None,
    )


def written(history: Sequence[tuple[int, str]], result: dict[str, Any] | None, **head: Any) -> str:
    """A record from its parts, for a match that these rules cannot play any more."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in {"kronland": FORMAT, **head}.items()]
    actions = [f"    {json.dumps(f'{seat + 1} {notation}')}" for seat, notation in history]
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
        if at is not None and not 0 <= at <= self.length:
            raise RecordError(f"{self.source}: there is no position {at}; the record has {self.length} actions, so 0 to {self.length}")
        match = self._start(mode)
        for number, text in enumerate(self.values["actions"][:at]):
            self._play(match, number, text)
        if at is None or at == self.length:
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
        except Differs as problem:
            raise RecordError(f"{self.source}, line {_line(self.text, problem.what)}: {problem}") from None
        except KronlandError as problem:
            key = {PositionError: "position", ComponentError: "components"}.get(type(problem), "players")
            raise RecordError(f"{self.source}, line {_line(self.text, key)}, in {key!r}: {problem}") from None

    def _where(self, number: int) -> str:
        return f"{self.source}, line {self.line_of(number)}, action {number + 1}"

    def _play(self, match: Match, number: int, text: Any) -> None:
        seat, _, notation = text.partition(" ") if isinstance(text, str) else ("", "", "")
        if seat not in [str(n + 1) for n in range(match.players)] or not notation:
            expected = f'a seat from 1 to {match.players} and a notation, like "1 {_example(match)}"'
            raise RecordError(f"{self._where(number)}: {_shown(text)}; expected {expected}")
        if match.over:
            raise RecordError(f"{self._where(number)}: {_shown(text)} comes after the end of the game; expected no more actions")
        try:
            match.play(notation, int(seat) - 1)
        except KronlandError as problem:
            seats = " or ".join(str(actor + 1) for actor in match.actors)
            where = self._where(number)
            raise RecordError(f"{where}: {problem}; expected an action of seat {seats}, like {_example(match)!r}") from None

    def _check_result(self, match: Match) -> None:
        expected, found = self.values["result"], _result(match)
        if expected is None or expected == found:
            return
        line = self.text.count("\n", 0, max(self.text.rfind('"result"'), 0)) + 1
        raise RecordError(
            f"{self.source}, line {line}: the result is {_shown(expected)}, but by rules version {match.rules} the actions "
            f"lead to {json.dumps(found)}"
        )


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
        raise RecordError(
            f"{source}, line {problem.lineno}, column {problem.colno}: {problem.msg}; expected a Kronland record in JSON"
        ) from None
    except (ValueError, RecursionError) as problem:  # a number of thousands of digits, lists in lists in lists
        raise RecordError(f"{source}: {type(problem).__name__} while reading; expected a Kronland record in JSON") from None
    if not isinstance(values, dict):
        raise RecordError(f'{source}, line 1: expected an object that begins with {{"kronland": {FORMAT}')
    for key, kinds in KEYS.items():
        _check_key(values, key, kinds, text, source)
        _check_texts(values[key], key, text, source)
    if values["kronland"] != FORMAT:
        raise RecordError(f"{source}, line {_line(text, 'kronland')}: format {values['kronland']}; expected {FORMAT}")
    try:
        game = find(values["game"])
        game.check_options(game.check_players(values["players"]), values["options"])
    except KronlandError as problem:
        raise RecordError(f"{source}, line {_line(text, 'game')}: {problem}") from None
    try:
        generator = game.generator(game.check_rules(values["rules"]))
    except KronlandError as problem:
        raise RecordError(f"{source}, line {_line(text, 'rules')}: {problem}") from None
    _check_seed(values["seed"], generator, f"{source}, line {_line(text, 'seed')}")
    return Record(source, text, values, game)


def _check_key(values: dict[str, Any], key: str, kinds: tuple[type, ...], text: str, source: str) -> None:
    wanted = " or ".join({int: "a whole number", str: "a text", dict: "an object", list: "a list"}.get(kind, "null") for kind in kinds)
    if key not in values:
        raise RecordError(f"{source}: the key {key!r} is missing; expected {wanted}")
    value: Any = values[key]
    if isinstance(value, bool) or type(value) not in kinds:
        raise RecordError(f"{source}, line {_line(text, key)}: {key!r} is {_shown(value)}; expected {wanted}")
    lists_of_text = key in ("names", "position", "components") and value is not None
    if lists_of_text and not all(isinstance(item, str) for item in value):
        raise RecordError(f"{source}, line {_line(text, key)}: {key!r} holds something else than texts; expected a list of texts")
    if key == "options" and not all(isinstance(item, str) for item in value.values()):
        raise RecordError(f"{source}, line {_line(text, key)}: an option's value is no text; expected texts in quotes")


def _check_seed(seed: int | str, generator: Generator, where: str) -> None:
    """A small seed is a number, a wide one text; there were only small ones by rules version 1."""
    if isinstance(seed, int) and 0 <= seed < SMALL_SEEDS:
        return
    if isinstance(seed, str) and HEX_SEED.fullmatch(seed) and generator != Generator.SPLITMIX:
        return
    wide = "" if generator == Generator.SPLITMIX else ", or 32 hexadecimal digits (0-9, a-f) in quotes"
    raise RecordError(f"{where}: the seed is {json.dumps(seed)[:60]}; expected a whole number from 0 to {SMALL_SEEDS - 1}{wide}")


def is_plain(text: str) -> bool:
    """Whether a text can be written as UTF-8 and kept by any database: no half of a surrogate pair, no NUL."""
    return UNKEPT.search(text) is None


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
            raise RecordError(f"{source}, line {_line(text, key)}: a text of {len(found)} characters in {key!r}; expected at most {most}")
        elif isinstance(found, str) and not is_plain(found):
            raise RecordError(f"{source}, line {_line(text, key)}: {key!r} holds a NUL or half of a surrogate pair; expected plain text")


def _line(text: str, key: str) -> int:
    at = text.find(f'"{key}"')
    return text.count("\n", 0, max(at, 0)) + 1


def load(file: Path, find: Finder) -> Record:
    try:
        text = file.read_text("utf-8")
    except OSError as problem:
        raise RecordError(f"{file}: cannot be read ({problem.strerror}); expected a record file") from None
    except UnicodeDecodeError:
        raise RecordError(f"{file}: is no UTF-8 text; expected a record file") from None
    return read(text, find, str(file))
