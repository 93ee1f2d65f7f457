"""Hostile records, positions and component files of a game: good ones changed, and ones made from the grammar of what is read.

Good ones come from lively games at several moments (random ones where there are no compiled rules). Every choice comes from `Choices`: the
same seed makes the same text, as long as the same rules are there.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kronland.core.errors import KronlandError
from kronland.core.game import Game
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.match import Match
from kronland.core.record import write
from kronland.games import find_game
from kronland.lab.conformance import play_lively, set_ups
from kronland.lab.grammar import NUMBERS, Choices, grammar_of

KINDS = ("position", "record", "components")
GOODS = 12
MOMENTS = (0, 3, 12, 30, 60, 100, 160, 250)  # decisions after which a good position is taken

# What text from outside may hold besides words: ends of lines of all kinds, halves of characters, signs without width, long runs.
CHARACTERS = (
    *("\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\x00", "\x1b[31m", "\ud800", "\udfff", "\u0301", "\u200b", "\u202e"),
    *("\ufeff", "\U0001f3f0", "ß", "İ", " ", "\t", *"#:,-*@+!\"'\\[]{}|/="),
    *("a" * 3000, "9" * 3000, "\u0301" * 500, "[" * 3000, " " * 3000),
)


@dataclass(frozen=True)
class Good:
    """A match at some moment."""

    position: str
    record: str


@dataclass(frozen=True)
class Hostile:
    """A text that somebody could send, and what it is said to be."""

    kind: str
    text: str


@cache
def goods(game_id: str) -> tuple[Good, ...]:
    """Matches of lively play, most of them under way, in all set-ups; some with other components than the usual."""
    game = find_game(game_id)
    found = []
    for number in range(GOODS):
        players, options = set_ups(game)[number * 5 % len(set_ups(game))]
        match = _played(game, players, options, number, MOMENTS[number % len(MOMENTS)])
        found.append(Good(game.write_position(match.state), write(match)))
        if number % 4 == 3:
            found.append(_on_other_components(game, number))
    return tuple(found)


def _played(game: Game, players: int, options: dict[str, str], seed: int, length: int) -> Match:
    """A match after so many decisions, or at its end."""
    if DEFAULT_MODE == "python":  # lively play asks the taste for every action: interpreted that takes minutes
        match, chance = Match(game, players, options, seed, salt="0"), random.Random(seed)
        while not match.over and match.length < length:
            seat = match.actors[0]
            match.play(chance.choice(match.legal_actions(seat)), seat)
        return match
    return next(match for match in play_lively(game, players, options, seed) if match.length == length or match.over)


def _on_other_components(game: Game, number: int) -> Good:
    """A match on an owner's component file: the first of some that is accepted."""
    for attempt in range(200):
        text = components_text(game, Choices.of_seed(f"{game.id} {number} {attempt}"))
        try:
            match = Match(game, game.seats[0], seed=number, components=text, mode="python", salt="0")
        except KronlandError:
            continue
        for _ in range(20):
            match.play(match.legal_actions(match.actors[0])[0], match.actors[0])
        return Good(game.write_position(match.state), write(match))
    raise AssertionError(f"{game.id}: no component file is accepted")


@cache
def good_components(game_id: str) -> str:
    return (files(f"kronland.games.{game_id}") / "components.toml").read_text("utf-8")


def hostile(game: Game, choices: Choices) -> Hostile:
    kind = choices.one(("position", "position", "position", "record", "record", "components"))
    make: dict[str, Callable[[Game, Choices], str]] = {"position": position_text, "record": record_text, "components": components_text}
    return Hostile(kind, make[kind](game, choices))


# Texts of lines ---------------------------------------------------------------------------------------------------------------------


def position_text(game: Game, choices: Choices) -> str:
    if "position" in grammar_of(game.id).rules and choices.once_in(3):
        made = grammar_of(game.id).text("position", choices)
        return _changed(made, choices, game, choices.below(2))
    good = choices.one(goods(game.id)).position
    return _changed(good, choices, game, choices.one((1, 1, 1, 2, 4)))


def components_text(game: Game, choices: Choices) -> str:
    grammar = grammar_of(game.id)
    if "components" in grammar.rules and choices.once_in(2):
        return _changed(grammar.text("components", choices), choices, game, choices.below(2), "fragment")
    return _changed(good_components(game.id), choices, game, choices.one((1, 1, 2, 4)), "fragment")


def _changed(text: str, choices: Choices, game: Game, times: int, rule: str = "line") -> str:
    often = (_other_number, _made_part, _swap_words, _other_word)
    seldom = (_other_line, _drop_line, _double_line, _swap_lines, _odd_characters, _cut)
    for _ in range(times):
        text = choices.one((*often, *often, *often, *seldom))(text, choices, game, rule)
    return text


def _replaced(pattern: str, text: str, choices: Choices, by: Callable[[str], str]) -> str:
    """One of the places where the pattern is found, filled otherwise."""
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    place = choices.one(found)
    return text[: place.start()] + by(place[0]) + text[place.end() :]


def _other_number(text: str, choices: Choices, game: Game, rule: str) -> str:
    def near(said: str) -> str:
        return str(int(said) + choices.below(5) - 2) if choices.below(2) and len(said) < 19 else choices.number()

    return _replaced(r"\b[0-9]+\b", text, choices, near)


def _made_part(text: str, choices: Choices, game: Game, rule: str) -> str:
    """A line from the grammar in place of one of its kind, or besides; in a component file, a text in quotes."""
    if rule not in grammar_of(game.id).rules:
        return text
    made = grammar_of(game.id).text(rule, choices)
    if rule == "fragment":
        return _replaced(r'"[^"\n]*"', text, choices, lambda said: f'"{made}"')
    lines = text.splitlines()
    alike = [at for at, line in enumerate(lines) if _kind_of(line) == _kind_of(made)]
    if alike and choices.below(4):
        lines[choices.one(alike)] = made.rstrip("\n")
    else:
        lines.insert(choices.below(len(lines) + 1), made.rstrip("\n"))
    return "\n".join(lines) + "\n"


def _kind_of(line: str) -> str:
    """What a line is about: its key, or its first word."""
    key, colon, _ = line.partition(":")
    return key if colon else " ".join(line.split()[:1])


def _other_word(text: str, choices: Choices, game: Game, rule: str) -> str:
    words = re.findall(r"[\w*+!-]+", text) + [choices.one(NUMBERS)]
    if choices.below(2):
        words = [token for each in game.verbs for domain in each.domains for token in domain.tokens[:60] if token] or words
    return _replaced(r"[\w*+!-]+", text, choices, lambda said: choices.one(words))


def _swap_words(text: str, choices: Choices, game: Game, rule: str) -> str:
    """Two words of a line, or two numbers of the text, change places: nothing is lost, so much of it is accepted."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    at = choices.below(len(lines))
    within, pattern = (lines[at], r"[\w*+!@-]+") if choices.below(2) else (text, r"\b[0-9]+\b")
    words = list(re.finditer(pattern, within))
    if len(words) < 2:
        return text
    one, other = sorted((choices.below(len(words)), choices.below(len(words))))
    if one == other:
        return text
    (a, b), (c, d) = words[one].span(), words[other].span()
    swapped = within[:a] + within[c:d] + within[b:c] + within[a:b] + within[d:]
    return swapped if within is text else "".join([*lines[:at], swapped, *lines[at + 1 :]])


def _other_line(text: str, choices: Choices, game: Game, rule: str) -> str:
    """A line of another good text."""
    other = choices.one(goods(game.id)).position if rule == "line" else good_components(game.id)
    lines = text.splitlines()
    lines.insert(choices.below(len(lines) + 1), choices.one(other.splitlines()))
    return "\n".join(lines)


def _drop_line(text: str, choices: Choices, game: Game, rule: str) -> str:
    lines = text.splitlines()
    if lines:
        del lines[choices.below(len(lines))]
    return "\n".join(lines)


def _double_line(text: str, choices: Choices, game: Game, rule: str) -> str:
    lines = text.splitlines()
    if lines:
        lines.insert(choices.below(len(lines) + 1), choices.one(lines))
    return "\n".join(lines)


def _swap_lines(text: str, choices: Choices, game: Game, rule: str) -> str:
    lines = text.splitlines()
    if lines:
        one, other = choices.below(len(lines)), choices.below(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _odd_characters(text: str, choices: Choices, game: Game, rule: str) -> str:
    at = choices.below(len(text) + 1)
    return f"{text[:at]}{choices.one(CHARACTERS)}{text[at + choices.below(2) :]}"


def _cut(text: str, choices: Choices, game: Game, rule: str) -> str:
    return text[: choices.below(len(text) + 1)]


# Records ----------------------------------------------------------------------------------------------------------------------------


def record_text(game: Game, choices: Choices) -> str:
    good = choices.one(goods(game.id)).record
    if choices.once_in(4):
        return _changed(good, choices, game, 1 + choices.below(2))
    values = json.loads(good)
    for _ in range(1 + choices.below(3)):
        choices.one((_change_actions, _change_actions, _change_start, _change_value))(values, choices, game)
    text = json.dumps(values, indent=choices.one((None, 1)), ensure_ascii=bool(choices.below(2)))
    if choices.once_in(8):
        key, value = choices.one(tuple(values)), choices.one(("1", "null", "[]", '"x"', "{}", "[" * 2000, "1" * 5000))
        text = f'{text[:-1]}, "{key}": {value}}}'  # a key that comes twice
    return text


def _change_actions(values: dict[str, Any], choices: Choices, game: Game) -> None:
    actions = values["actions"]
    if not isinstance(actions, list):
        return
    at = choices.below(len(actions) + 1)
    match choices.below(6):
        case 0:
            del actions[at:]
        case 1:
            actions[at:at] = [f"{choices.number()} {_notation(choices, game)}"]
        case 2:
            actions[at : at + 1] = [f"{1 + choices.below(5)} {_notation(choices, game)}"]
        case 3:
            actions[at : at + 2] = reversed(actions[at : at + 2])
        case 4:
            actions[at : at + 1] = [choices.one((None, 1, [], "", "1", " ", "1 ", "1  ", *CHARACTERS))]
        case _:
            actions[at : at + 1] = actions[at : at + 1] * 2
    values["result"] = choices.one((None, values["result"]))


def _notation(choices: Choices, game: Game) -> str:
    each = choices.one(game.verbs)
    members: list[str] = [choices.one((*domain.tokens, choices.number())) for domain in each.domains]
    return " ".join([each.name, *members])


def _change_start(values: dict[str, Any], choices: Choices, game: Game) -> None:
    """Another position or other components to begin with."""
    key, make = choices.one((("position", position_text), ("components", components_text)))
    values[key] = make(game, choices).splitlines()
    if choices.below(2):
        values["actions"], values["result"] = [], None


def _change_value(values: dict[str, Any], choices: Choices, game: Game) -> None:
    key = choices.one(tuple(values) or ("x",))
    odd: tuple[Any, ...] = (None, True, 0, -1, 1.5, 10**400, "", "x", [], {}, [[]], {"x": 1}, float("nan"), [None], {"": ""})
    whole = (0, 1, 2, 3, 4, 5, 6, 127, 255, 2**31, 2**63 - 1, 2**63, 2**64)
    match choices.below(4):
        case 0:
            values[key] = choices.one(odd)
        case 1:
            values[key] = choices.one(whole)
        case 2:
            values.pop(key, None)
            values.setdefault("actions", [])
            values.setdefault("result", None)
        case _:
            name = choices.one(("options", "names", "salt", "seed"))
            nested: Any = choices.one(CHARACTERS)
            for _ in range(choices.below(3) * 300):
                nested = [nested]
            values[name] = {"options": {"setup": nested}, "names": [nested] * 4, "salt": nested, "seed": nested}[name]
