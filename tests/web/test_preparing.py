"""The rules are compiled in a child process; meanwhile the server answers and says how far it is."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from house import wait_for

from kronland.core.kernel import DEFAULT_MODE
from kronland.core.match import Match
from kronland.core.record import write
from kronland.games import GAMES, find_game
from kronland.web import preparing
from kronland.web.preparing import Preparation, Progress


def test_interpreted_rules_are_ready_at_once() -> None:
    games = Preparation("python")
    assert games.finished and all(games.state(game).ready for game in GAMES)
    assert games.state("chess").stage == "failed"


def test_progress_is_told_and_play_begins_when_a_game_is_ready(opened: Callable[..., Any]) -> None:
    with opened() as house:
        body = {"game": "loewenherz", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        house.tables.games._progress["loewenherz"] = Progress("compiling", "legal", 2, 10)
        answer = house.client.post("/api/v1/tables", json=body)
        assert answer.status_code == 503 and answer.headers["retry-after"]
        assert house.client.get("/healthz").json()["games"]["loewenherz"] == "compiling"
        assert house.client.get("/").status_code == 200
        games = house.client.get("/api/v1/games").json()
        assert not next(game for game in games if game["id"] == "loewenherz")["ready"]
        house.tables.games._progress["loewenherz"] = Progress("ready")
        assert house.client.post("/api/v1/tables", json=body).status_code == 201


def test_a_form_that_came_too_early_keeps_what_was_filled_in(opened: Callable[..., Any]) -> None:
    with opened() as house:
        house.tables.games._progress["loewenherz"] = Progress("compiling", "legal", 2, 10)
        form = {"game": "loewenherz", "kind-0": "me", "name-0": "Hildegard", "kind-1": "bot-king", "pace": "0", "public": "yes"}
        answer = house.client.post("/new", data=form)
        assert answer.status_code == 503
        assert "being prepared" in answer.text and 'value="Hildegard"' in answer.text
        assert answer.text.count('value="bot-king" selected') == 1 and re.search(r'name="public"[^>]* checked', answer.text)
        record = write(Match(find_game("loewenherz"), 2, seed=1))
        answer = house.client.post("/import", data={"text": record})
        assert answer.status_code == 503
        assert "being prepared" in answer.text and record.strip() in html.unescape(answer.text)
        house.tables.games._progress["loewenherz"] = Progress("ready")
        assert house.client.post("/new", data=form, follow_redirects=False).status_code == 303
        assert house.client.post("/import", data={"text": record}, follow_redirects=False).status_code == 303


def test_the_child_tells_its_steps_and_its_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "is_warm", lambda game, *further: False)
    monkeypatch.setattr(preparing, "CHILD", "print('[\"legal\", 2, 10]', flush=True); import time; time.sleep(0.3); raise SystemExit(3)")
    games = Preparation("native")
    first = GAMES[0]
    assert games.bot_mode(first) == "python" and not games.playable.is_set()
    assert games.state(first).stage == "waiting" and not games.finished
    games.start()
    wait_for(lambda: games.state(first) == Progress("compiling", "legal", 2, 10))
    wait_for(lambda: games.state(first).stage == "failed")
    games.stop()
    games.wait()


def test_without_compiled_bots_a_game_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules are there and the bots' compiling fails: they think interpreted."""
    monkeypatch.setattr(preparing, "is_warm", lambda game, *further: not further)
    monkeypatch.setattr(preparing, "CHILD", "raise SystemExit(3)")
    games = Preparation(DEFAULT_MODE)
    games.start()
    games.wait()
    assert games.finished and games.playable.is_set()
    assert all(games.state(game).ready and games.bot_mode(game) == "python" for game in GAMES)
