"""Everything that Kronland says, it says in English and in German, and no text is forgotten."""

from __future__ import annotations

import importlib.util
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from kronland.core.game import SPECTATOR, Game
from kronland.core.log import HIDDEN
from kronland.core.match import Match
from kronland.core.refusal import COMMON_REFUSALS
from kronland.core.rulebook import rulebook
from kronland.core.words import FORMS, LANGUAGES, Domain, EventKind, Inflected, Text, catalogue_files, words
from kronland.games import GAMES, find_game

TOOL = Path(__file__).parent.parent / "tools" / "update_words.py"
REFRESH = "run `python tools/update_words.py` and translate what it lists"
# Texts that are the same word in both languages.
ALIKE = {"neutral", "Chat", "Median", "Passkey", "Passkeys", "{rank}."}
# One thing is called by one word: these are the others that it was called by, each with what it is called now.
OTHER_WORDS = {
    r"\bRegion": "Gebiet",
    r"\bHandlung": "Aktion",
    r"\bReihe(n|)\b(?! nach)": "Zeile",
    r"\bMauer": "Grenze",
    r"Gespräch": "Chat",
    r"(vom|des) Sieg": "Gewinnchance",
    r"\b(Ihr|Ihre|Sie) (bitte|habe?n|können|müssen)\b": "du",
    r"\bMan (darf|legt|nimmt|kann|muss)": "du",
}


def _tool() -> Any:
    spec = importlib.util.spec_from_file_location("update_words", TOOL)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


update_words = _tool()
KEPT_IN = [update_words.PACKAGE, *update_words.folders_with_words()]


@cache
def marked() -> dict[Path, set[Any]]:
    """Reading all sources for them takes seconds, which only who asks should wait for."""
    found: dict[Path, set[Any]] = update_words.marked_texts()
    return found


def catalogue(file: Path) -> Catalog:
    with file.open("rb") as stream:
        return read_po(stream, locale=file.stem)


def forms(text: str | Sequence[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def places(text: str) -> list[list[str]]:
    """The places of each form of a text; that a sentence asks for a form of what stands there makes no difference."""
    return [sorted(re.findall(r"\{(\w*)(?::\w+)?\}", form)) for form in text.split(FORMS)]


# The catalogues -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", KEPT_IN, ids=lambda folder: folder.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_holds_the_marked_texts_and_nothing_else(folder: Path, language: str) -> None:
    file = folder / "words" / f"{language}.po"
    assert file.exists(), REFRESH
    found = catalogue(file)
    assert {message.id for message in found if message.id} == marked()[folder], REFRESH
    assert not found.obsolete and not [message.id for message in found if message.id and message.fuzzy], REFRESH
    assert file.read_text("utf-8") == update_words.refreshed(file, marked()[folder])[0], REFRESH


@pytest.mark.parametrize("folder", KEPT_IN, ids=lambda folder: folder.name)
def test_every_text_has_a_german_one_with_the_same_places(folder: Path) -> None:
    for message in catalogue(folder / "words" / "de.po"):
        if not message.id:
            continue
        english, german = forms(message.id), forms(message.string)
        assert len(german) == len(english) and all(german), f"{message.id!r} is not translated"
        for one, other in zip(english, german, strict=True):
            assert all(form == places(one)[0] for form in places(other)), f"{one!r} and {other!r} have different places"
            assert one != other or one in ALIKE, f"{one!r} stands untranslated in de.po"


def test_a_text_in_two_catalogues_is_translated_alike() -> None:
    seen: dict[Any, Any] = {}
    for file in catalogue_files("de"):
        for message in catalogue(file):
            if message.id:
                assert seen.setdefault(message.id, message.string) == message.string, f"{message.id!r} is translated in two ways"


def test_one_thing_is_called_by_one_word() -> None:
    """Two words for one thing are two things for whoever learns a game."""
    for file in catalogue_files("de"):
        for message in catalogue(file):
            for said in forms(message.string) if message.id else ():
                for other, word in OTHER_WORDS.items():
                    assert not re.search(other, said), f"{said!r}: it is called {word}"


def test_what_is_named_in_a_sentence_has_the_form_that_it_needs_there() -> None:
    """„auf rechtes Ufer 16“, „gewinnt mit 30 Punkte“: a name by itself is not what it is inside a sentence."""
    said = {game: all_events(game) for game in ("rheinlaender", "koenig")}
    assert "Rot spielt die 16 und setzt einen Ritter auf das rechte Ufer 16." in said["rheinlaender"]
    assert "Rot wird Herzog des Herzogtums am rechten Ufer 16." in said["rheinlaender"]
    assert "Rot gewinnt mit 2 Punkten." in said["koenig"] and "Rot gewinnt mit 1 Punkt." in said["koenig"]
    assert "Rot nimmt 1 Dukaten aus Minen ein." in said["koenig"]


def test_what_is_ones_own_has_the_form_that_a_choice_needs() -> None:
    """„das Gebiet von eigene Burg 4“ stood on the page for every field that could be taken."""
    game = find_game("koenig")
    said = {game.space.label(action, words("de"), game.names(words("de"))) for action in range(game.space.size)}
    assert "c5 für das Gebiet deiner Burg 4 übernehmen" in said
    assert "Bündnis der Gebiete deiner Burg 2 und der Burg Ocker 1" in said
    assert "Überläufer aus dem Gebiet der Burg Ocker 1 in das deiner Burg 2" in said


def test_a_label_does_not_say_twice_what_is_played() -> None:
    """ "Play the card: a deserter (C), for a deserter": only a card with two actions leaves a choice."""
    space, speak = find_game("koenig").space, words("en")
    said = {action: space.label(space.parse(action), speak, []) for action in ("play a-border3 border", "play a-border1-knight1 knight")}
    assert list(said.values()) == ["Play the card: 3 borders (A)", "Play the card: 1 border or 1 knight (A), for knights"]
    assert space.label(space.parse("play a-border3 knight"), speak, []).endswith("for knights"), "of what it does not show the page says so"


def test_a_line_of_the_log_says_nothing_twice_and_counts_no_nothing() -> None:
    """ "Draws a card of pile A: 3 borders (A)", "Anna accepts: Anna pays", "0 ducats and the treasure of 8", "loses d3 and no points"."""
    koenig, loewenherz, brianboru = (all_events(game) for game in ("koenig", "loewenherz", "brianboru"))
    assert "Rot zieht eine Karte: 1 Grenze (A)." in koenig and "Rot verliert a1 ohne Punktverlust." in koenig
    assert "Rot nimmt an, zahlt 2 Dukaten und erhält die Aktion." in loewenherz
    assert "Rot nimmt an: Ocker zahlt 2 Dukaten und erhält die Aktion." in loewenherz
    assert {"Rot bietet geheim den Dukatenschatz 8.", "Rot bietet geheim 0 Dukaten."} <= loewenherz
    assert "Rot erhält 2 Punkte für die Hochzeit." in brianboru and not any("+" in line for line in brianboru)


def all_events(game_id: str) -> set[str]:
    """What the log can say, in German."""
    game, found = find_game(game_id), set()
    for code, kind in game.events.items():
        for members in product(*(_a_few(domain) for _, domain in kind.places)):
            found.add(kind.say((code, *members), words("de"), game.names(words("de"))))
    return found


def _a_few(domain: Domain) -> Sequence[int]:
    """The first ones, and what is numbered 16."""
    return [*domain.samples[:4], *(number for number, token in enumerate(domain.tokens) if token in ("R16", "16"))]


def test_a_sentence_asks_for_a_form() -> None:
    bank = Inflected("rechtes Ufer", "at: am rechten Ufer", "onto: auf das rechte Ufer")
    assert Text("{who} ist {where:at}, nicht {other:at}").say(words("en"), who="{x} | y", where=bank, other="Z") == (
        "{x} | y ist am rechten Ufer, nicht Z"
    )
    assert Text("{where}").say(words("en"), where=bank) == "rechtes Ufer"
    assert Text("Ufer {n} | at: am Ufer {n}").say(words("en"), n=3).forms == {"at": "am Ufer 3"}  # type: ignore[attr-defined]


def test_no_catalogue_lies_where_nobody_keeps_it() -> None:
    assert list(marked()) == KEPT_IN
    kept = {folder / "words" / f"{language}.po" for folder in KEPT_IN for language in LANGUAGES}
    assert {file for language in LANGUAGES for file in catalogue_files(language)} == kept


# What the games say ---------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return find_game(request.param)


def check_spoken(german: str, english: str, what: str) -> None:
    for said in (german, english):
        assert said.strip() and "{" not in said, f"{what}: {said!r}"
    assert german != english, f"{what} is {english!r} in both languages"


def one_at_a_time(domains: Sequence[Domain]) -> Iterator[tuple[int, ...]]:
    """Members of the domains such that each member comes up at least once."""
    usual = [domain.samples[0] for domain in domains]
    yield tuple(usual)
    for place, domain in enumerate(domains):
        for member in domain.samples:
            yield (*usual[:place], member, *usual[place + 1 :])


def say_event(game: Game, kind: EventKind, event: tuple[int, ...]) -> tuple[str, str]:
    german, english = (kind.say(event, words(language), game.names(words(language))) for language in ("de", "en"))
    return german, english


def test_every_event_has_words(game: Game) -> None:
    codes = import_module(f"kronland.games.{game.id}.rules.events").Event
    assert set(game.events) == set(codes)
    for code, kind in game.events.items():
        assert set(kind.secret) <= {name for name, _ in kind.places}
        for members in one_at_a_time([domain for _, domain in kind.places]):
            check_spoken(*say_event(game, kind, (code, *members)), what=f"event {code} {members}")


def test_the_secret_of_an_event_is_left_out_of_its_words(game: Game) -> None:
    for code, kind in game.events.items():
        if kind.secret:
            told = (code, *(HIDDEN if name in kind.secret else domain.samples[0] for name, domain in kind.places))
            check_spoken(*say_event(game, kind, told), what=f"hidden event {code}")


def test_every_refusal_has_words(game: Game) -> None:
    assert set(game.refusals) == set(game.refusal_codes) - {0}
    for code, kind in game.refusals.items():
        check_spoken(words("de")(kind.text), words("en")(kind.text), f"refusal {code}")


def test_every_action_has_a_label(game: Game) -> None:
    for found in game.verbs:
        for members in one_at_a_time(found.domains):
            # an action takes members of its table only, not any number that an event could carry
            inside = tuple(min(member, len(domain) - 1) for member, domain in zip(members, found.domains, strict=True))
            action = found.action(*inside)
            german, english = (game.space.label(action, words(language), game.names(words(language))) for language in ("de", "en"))
            check_spoken(german, english, game.space.notation(action))


def test_everything_that_is_named_has_a_name(game: Game) -> None:
    domains = {domain for kind in game.events.values() for _, domain in kind.places}
    domains |= {domain for found in game.verbs for domain in found.domains}
    for domain, language in product(domains, LANGUAGES):
        for member in domain.samples:
            said = domain.say(member, words(language), game.names(words(language)))
            assert "{" not in said and (said or not domain.tokens[member]), f"{domain.name} {member}"


def test_the_game_itself_and_its_options_have_words(game: Game) -> None:
    texts = [game.about, *game.seat_names, *([game.reconstruction] if game.reconstruction else [])]
    for option in game.options:
        texts += [option.text, *(text for _, text in option.values)]
        assert option.default in dict(option.values)
    for text in texts:
        check_spoken(words("de")(text), words("en")(text), text.one)


def played(game_id: str, players: int, options: dict[str, str]) -> tuple[Match, set[tuple[str, str]]]:
    """A game to its end, every kind of action as likely as another; with what seats and spectators were asked on the way."""
    match = Match(find_game(game_id), players, options, seed=players)
    chance, prompts = random.Random(players), set()
    while not match.over:
        seat = chance.choice(match.actors)
        prompts |= {asked(match, seat), asked(match, SPECTATOR)}
        by_verb: dict[str, list[int]] = {}
        for action in match.legal_actions(seat):
            by_verb.setdefault(match.game.space.verb_of(action).name, []).append(action)
        match.play(chance.choice(by_verb[chance.choice(sorted(by_verb))]), seat)
    return match, prompts | {asked(match, SPECTATOR)}


def asked(match: Match, seat: int) -> tuple[str, str]:
    return match.view(seat, "de").prompt, match.view(seat, "en").prompt


def tables() -> Iterator[tuple[str, int, dict[str, str]]]:
    """Each number of players, and each value of each option, with another number of players each time."""
    for game in map(find_game, GAMES):
        for players in game.seats:
            yield game.id, players, {}
        others = [(option, value) for option in game.options for value, _ in option.values if value != option.default]
        for number, (option, value) in enumerate(others):
            fit = [players for players in game.seats if players not in option.not_with.get(value, ())]
            yield game.id, fit[number % len(fit)], {option.id: value}


@pytest.mark.parametrize(("game_id", "players", "options"), list(tables()))
def test_prompts_and_log_speak_over_a_whole_game(game_id: str, players: int, options: dict[str, str]) -> None:
    match, prompts = played(game_id, players, options)
    for german, english in prompts:
        check_spoken(german, english, "prompt")
    for seat in (0, SPECTATOR):
        for german, english in zip(match.log(seat, "de"), match.log(seat, "en"), strict=True):
            check_spoken(german, english, "log")


def test_a_name_may_be_any_text(game: Game) -> None:
    names = ["{n} <b>", "ß", "{player}", "50 %", "{", "}"][: len(game.seat_names)]
    said = 0
    for code, kind in game.events.items():
        event = (code, *(domain.samples[0] for _, domain in kind.places))
        for language in LANGUAGES:
            said += names[0] in kind.say(event, words(language), names)
    assert said, "no event names a player"


# The rules they cite --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_is_cited_stands_in_the_rules(game: Game, language: str) -> None:
    rules = rulebook(game.id, language)
    for code, event in game.events.items():
        assert event.rule in rules, f"event {code} cites {event.rule!r}"
    for code, refusal in game.refusals.items():
        assert refusal.rule in rules or code in COMMON_REFUSALS, f"refusal {code} cites {refusal.rule!r}"
    for option in game.options:
        assert option.rule in rules, f"option {option.id} cites {option.rule!r}"
