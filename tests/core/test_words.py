"""Numbers in sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronland.core import words as wording
from kronland.core.words import N_, Amounts, Numbers, words


def test_an_amount_is_tried_as_a_loss_as_none_as_one_and_as_several() -> None:
    """The tests of all sentences try these: each can be worded in another way."""
    assert set(Amounts("points", N_("point")).samples) == {-1, 0, 1, 2}
    assert set(Numbers("number").samples) == {0, 1, 2}


def test_a_number_below_none_has_a_minus_sign() -> None:
    speak = words("en")
    assert [Numbers("points").say(n, speak, []) for n in (-2, 0, 2)] == ["\N{MINUS SIGN}2", "0", "2"]


def test_a_catalogue_is_taken_apart_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was a tenth of a server's start. One that is damaged, or made from other texts, is made again."""
    monkeypatch.setenv("KRONLAND_CACHE", str(tmp_path))
    made: list[str] = []
    compiled = wording._compiled
    monkeypatch.setattr(wording, "_compiled", lambda language, texts: (made.append(language), compiled(language, texts))[1])

    def said() -> str:
        wording._catalogue.cache_clear()
        wording._said.cache_clear()
        return words("de")(N_("There is nothing to take back yet."))

    first = said()
    assert first != "There is nothing to take back yet." and made == ["de"]
    assert said() == first and made == ["de"]
    (kept,) = (tmp_path / "words").iterdir()
    kept.write_bytes(kept.read_bytes()[:100])
    assert said() == first and made == ["de"] * 2 and said() == first and made == ["de"] * 2
    more = tmp_path / "more" / "words"
    more.mkdir(parents=True)
    (more / "de.po").write_text('msgid "stone"\nmsgstr "Stein"\n')
    monkeypatch.setattr(wording, "ELSEWHERE", (tmp_path / "more",))
    assert said() == first and made == ["de"] * 3 and words("de")(N_("stone")) == "Stein"
    assert [file.suffix for file in (tmp_path / "words").iterdir()] == [".mo"], "what older texts left has gone"
    monkeypatch.setenv("KRONLAND_CACHE", str(kept / "no folder"))
    assert said() == first, "where nothing can be kept, nothing is"
    wording._catalogue.cache_clear()
    wording._said.cache_clear()
