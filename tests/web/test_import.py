"""A record that cannot be read: what a reader is told on the page, in either language."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from house import House

from kronland.core.match import Match
from kronland.core.record import write
from kronland.games import find_game


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    match = Match(find_game("loewenherz"), 2, seed=3, mode="python")
    for _ in range(3):
        match.play(next(iter(match.legal)), match.actors[0])
    record: dict[str, Any] = json.loads(write(match))
    return record


def told(house: House, language: str, text: str) -> tuple[str, dict[str, str]]:
    """The sentence, and the list beside it."""
    page = house.browser("Anna", language).post("/import", text=text)
    assert page.status_code == 400
    notice = re.search(r'<div class="notice" role="alert"><p>(.*?)</p>(.*?)</div>', page.text, re.S)
    assert notice is not None
    details = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", notice[2])
    return html.unescape(notice[1]), {what: html.unescape(text) for what, text in details}


# What is changed, then in German: the sentence, what was found and what would be right. A part of each is enough.
CASES: list[tuple[dict[str, Any], str, str, str]] = [
    ({"kronland": 9}, "keine Aufzeichnung von Kronland", "Format 9", "1"),
    ({"game": "chess"}, "kein solches Spiel", "chess", ""),
    ({"players": 9}, "kein solches Spiel", "9", ""),
    ({"players": "two"}, "keine Aufzeichnung von Kronland", "„players“ ist 'two'", "eine ganze Zahl"),
    ({"names": [1]}, "keine Aufzeichnung von Kronland", "„names“ enthält etwas anderes als Texte", "eine Liste von Texten"),
    ({"options": {"setup": 1}}, "keine Aufzeichnung von Kronland", "kein Text", "Texte in Anführungszeichen"),
    ({"rules": 99}, "mit Regeln gemacht", "99", ""),
    ({"seed": -1}, "Startwert", "der Startwert ist -1", "eine ganze Zahl von 0 bis"),
    ({"salt": "x" * 9000}, "zu lang", "ein Text von 9000 Zeichen in „salt“", "höchstens 64"),
    ({"names": ["a"]}, "kann das Spiel nicht beginnen", "1 names given", ""),
    ({"position": ["turn: nobody"]}, "Stellung", "in 'position': line", ""),
    ({"components": ["x = "]}, "Plättchen und Karten", "in 'components'", ""),
    ({"actions": ["castle a1"]}, "eine ihrer Aktionen", "'castle a1'", "ein Platz von 0 bis 1"),
    ({"actions": ["0 nonsense"]}, "eine ihrer Aktionen", "nonsense", "eine Aktion von Platz"),
    ({"actions": ["0 done"]}, "eine ihrer Aktionen", "done ist hier nicht erlaubt: ", "eine Aktion von Platz"),
    ({"result": {"end": "king", "points": [1, 2]}}, "Ergebnis", "das Ergebnis steht da", "null"),
]


@pytest.mark.parametrize(("change", "sentence", "found", "right"), CASES, ids=[str(change)[:40] for change, *_ in CASES])
def test_what_is_wrong(house: House, good: dict[str, Any], change: dict[str, Any], sentence: str, found: str, right: str) -> None:
    """It was one line, half English, with ".;" in it and results as raw JSON."""
    text = json.dumps({**good, **change}, indent=1)
    said, details = told(house, "de", text)
    assert said.startswith("Diese Aufzeichnung kann nicht gelesen werden. ") and sentence.casefold() in said.casefold(), said
    assert "Zeile" in details["Wo"] and found in details["Gefunden"], details
    assert right in details.get("Richtig wäre", ""), details
    assert bool(right) == ("Richtig wäre" in details), "where the rules layer says it, in English, it says both in one"
    english, beside = told(house, "en", text)
    assert english.startswith("That record cannot be read. ") and "line" in beside["Where"] and "Found" in beside
    for whole in (said, english, *details.values(), *beside.values()):
        assert ".;" not in whole and '{"' not in whole, whole


@pytest.mark.parametrize("text", ["{", "nothing", "9" * 5000, "[" * 9000, "[]", "{}"], ids=lambda text: text[:10])
def test_what_is_no_record_at_all(house: House, text: str) -> None:
    said, details = told(house, "de", text)
    assert said.startswith("Diese Aufzeichnung kann nicht gelesen werden. Sie ist ") and details["Richtig wäre"], (said, details)


def test_a_result_that_is_another_tells_what_differs(house: House) -> None:
    match = Match(find_game("rheinlaender"), 3, seed=3, mode="python")
    while not match.over:
        match.play(next(iter(match.legal)), match.actors[0])
    record = json.loads(write(match))
    points = record["result"]["points"]
    text = json.dumps({**record, "result": {**record["result"], "points": [n + 1 for n in points]}})
    said, details = told(house, "de", text)
    assert "Ergebnis" in said
    assert details["Gefunden"] == f"das Ergebnis ist points {[n + 1 for n in points]}"
    assert details["Richtig wäre"].startswith(f"points {points}") and "ranks" not in details["Richtig wäre"]


def test_an_action_that_a_rule_forbids_says_so_in_the_language_of_the_reader(house: House, good: dict[str, Any]) -> None:
    text = json.dumps({**good, "actions": ["0 done"]})
    german, english = told(house, "de", text)[1]["Gefunden"], told(house, "en", text)[1]["Found"]
    assert german != english and "is not legal" not in german and english.startswith("done is not legal here: ")
