"""Templates are kept as Python reads them, and a start does without it where they cannot be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import Environment

from kronland.core.desk import Card, Desk, Face, Remark
from kronland.core.words import words
from kronland.web.pages import rendering, texts
from kronland.web.pages.rendering import macro


def made(name: str = "error.html") -> None:
    rendering.environment.__wrapped__().get_template(name)


def test_what_one_start_has_made_the_next_one_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KRONLAND_CACHE", str(tmp_path))
    made()
    kept = [file for file in (tmp_path / "templates").rglob("*") if file.is_file()]
    assert len(kept) == 1
    with monkeypatch.context() as reading:
        reading.setattr(Environment, "_generate", lambda *arguments, **more: pytest.fail("it is there already"))
        made()
    for damaged in (kept[0].read_bytes()[:-40], b"nonsense"):
        kept[0].write_bytes(damaged)
        made()


def test_where_nothing_can_be_kept_pages_are_made_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("KRONLAND_CACHE", str(tmp_path / "file" / "no-folder"))
    made()


def test_who_says_something_in_a_negotiation_stands_apart_from_what_is_said() -> None:
    desk = Desk("", "", (), talk=(Remark(1, "Notker pays you 7 ducats."),))
    shown = macro("desk.html", "talk")(desk, "loewenherz", ("Anna", "Notker"), words("en"), texts)
    assert " ".join(re.sub("<[^>]*>", "", shown).split()) == "Notker: Notker pays you 7 ducats."


def test_how_often_a_card_is_there_is_said_at_its_corner() -> None:
    """Below a card there may be buttons broader than it is."""
    shown = str(macro("desk.html", "card")(Card(Face("", 80, 100), "2 borders", count=2), "koenig", ("Anna",), {}))
    assert "2×" in shown.partition('<div class="card-spot">')[2].rpartition("</div>")[0]
