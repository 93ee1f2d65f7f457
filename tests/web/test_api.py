"""The JSON API: it does what its description says, and a bot of one's own can play by it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from house import House, Program
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_server import serving

from kronland.games import GAMES

UNKEPT = ["", "", "\0", "\0x"]
ROOT = Path(__file__).resolve().parent.parent.parent


def description(house: House) -> Any:
    """The house is open already: its own start and stop are kept from it. Who follows events goes away after a moment."""

    async def goes_away() -> Any:
        await asyncio.sleep(0.05)
        return {"type": "http.disconnect"}

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await house.app(scope, goes_away if scope["path"].endswith("/events") else receive, send)
            return
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})

    import schemathesis  # which takes a while, and each worker reads this file

    return schemathesis.openapi.from_asgi("/api/v1/openapi.json", application)


@pytest.mark.slow
def test_it_does_what_its_description_says(database: str, opened: Callable[..., Any]) -> None:
    """Made-up requests to everything that is described, half to a table that is there and with its token, some with texts of no use; on
    both databases."""
    with opened(database=database) as house:
        _does_what_its_description_says(house)


def _does_what_its_description_says(house: House) -> None:
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    table, token = table_and_token(house)
    tried = set()

    def check(case: Any, known: bool, spoilt: str) -> None:
        if known and "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = table
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
        if case.path.endswith("/wait") and 0 <= _number(case.query.get("timeout", 30)) <= 30:
            case.query["timeout"] = 0.02  # as valid as it was, and shorter
        if spoilt:
            spoil(case, spoilt)
        # A request can fit the description and still ask for the impossible: an unknown game, an action that is not legal.
        case.call_and_validate(excluded_checks=[positive_data_acceptance])
        tried.add(f"{case.method} {case.path}")

    for found in description(house).get_all_operations():
        operation = found.ok()
        quiet = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        quiet(given(operation.as_strategy(), st.booleans(), st.sampled_from(UNKEPT))(check))()
    assert tried == {f"{method.upper()} {path}" for path, kinds in house.app.openapi()["paths"].items() for method in kinds}  # type: ignore[attr-defined]


def spoil(case: Any, text: str) -> None:
    """Put something that cannot be kept into every text that is sent. (Half of a surrogate pair it cannot send: see test_outside.)"""
    if isinstance(case.body, dict):
        case.body = {name: f"{value}{text}" if isinstance(value, str) else value for name, value in case.body.items()}
    case.query = {name: f"{value}{text}" if isinstance(value, str) else value for name, value in (case.query or {}).items()}


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else -1


_made: dict[int, tuple[str, str]] = {}


def table_and_token(house: House) -> tuple[str, str]:
    if id(house) not in _made:
        table, seats = house.make()
        assert seats[0].token
        _made[id(house)] = table, seats[0].token
    return _made[id(house)]


def test_games_are_described_in_both_languages(house: House) -> None:
    english = house.client.get("/api/v1/games", params={"language": "en"}).json()
    german = house.client.get("/api/v1/games", headers={"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}).json()
    assert [game["id"] for game in english] == list(GAMES)
    assert all(one["about"] != two["about"] for one, two in zip(english, german, strict=True))


def test_joining_with_a_token_and_at_a_public_table(house: House) -> None:
    table, seats = house.make(kinds=("me", "open", "open"), public=True)
    assert seats[1].view()["stage"] == "waiting"
    answer = seats[1].post("join", name="Robot")
    assert answer.status_code == 201 and answer.json()["seat"] == 1
    assert seats[1].get("view").status_code == 404, "the invitation is used up"
    assert Program(house.client, table, answer.json()["token"]).view()["seat"] == 1
    anyone = Program(house.client, table)
    assert anyone.post("join", seat=1).status_code == 404, "taken"
    assert anyone.post("join", name="Robot").json()["seat"] == 2
    assert anyone.get("").json()["stage"] == "running"
    assert [seat["name"] for seat in anyone.get("").json()["seats"]][1:] == ["Robot", "Robot 2"]
    assert anyone.post("join").status_code == 404


def test_a_program_cannot_join_a_private_table_unasked(house: House) -> None:
    table, seats = house.make(kinds=("me", "open"))
    assert Program(house.client, table).post("join").status_code == 404
    assert seats[0].post("join").status_code == 404, "the token of one seat does not open another"


def test_why_names_the_rule(house: House) -> None:
    _, seats = house.make(options={"setup": "beginner"})
    view = seats[0].view()
    actor = seats[view["actors"][0]]
    legal = {action["notation"] for action in actor.view()["legal"]}
    assert actor.get("why", action=min(legal)).json() == {"legal": True, "reason": None, "rule": None, "text": None}
    match = house.behind(actor.table).match
    actions = (match.game.space.notation(number) for number in range(match.game.space.size))
    action = next(action for action in actions if (found := match.why(action, view["actors"][0])) and found.rule)
    refused = actor.get("why", action=action, language="de").json()
    assert not refused["legal"]
    assert refused["rule"] and refused["text"]
    acted = actor.client.post(
        f"/api/v1/tables/{actor.table}/actions?language=de", json={"number": view["number"], "action": action}, headers=actor.headers
    )
    assert acted.status_code == 422
    assert acted.json()["error"] == {"code": "refused", "message": refused["text"], "rule": refused["rule"]}
    assert actor.get("why", action="nonsense").status_code == 400
    assert seats[0].view()["number"] == 0, "nothing has happened"


def test_bad_tables_are_refused_in_words(house: House) -> None:
    def made(**changes: Any) -> Any:
        body = {"game": "loewenherz", "seats": [{"kind": "me"}, {"kind": "bot"}], **changes}
        return house.client.post("/api/v1/tables", json=body)

    assert made().status_code == 201
    for changes, status, word in (
        ({"game": "chess"}, 400, "chess"),
        ({"seats": [{"kind": "me"}]}, 400, "players"),
        ({"seats": []}, 422, "seats"),
        ({"options": {"setup": "odd"}}, 400, "odd"),
        ({"options": {"odd": "x"}}, 400, "odd"),
        ({"options": {"setup": "beginner"}}, 400, "beginner"),
        ({"pace": -1}, 422, "pace"),
        ({"seats": [{"kind": "king"}, {"kind": "me"}]}, 422, "kind"),
        ({"more": 1}, 422, "more"),
    ):
        answer = made(**changes)
        assert answer.status_code == status and word in answer.json()["error"]["message"], (changes, answer.text)


@pytest.mark.slow
def test_the_bot_of_the_docs_plays_a_whole_game(tmp_path: Path) -> None:
    bot = ROOT / "docs/examples/bot.py"
    assert len([line for line in bot.read_text().splitlines() if line.strip()]) <= 30
    with serving(tmp_path / "tables.db") as server:
        seats = [{"kind": "me", "name": "My bot"}, {"kind": "open"}]
        made = server.client.post("/api/v1/tables", json={"game": "loewenherz", "seats": seats}).json()
        playing = [
            subprocess.Popen([sys.executable, str(bot), server.url, made["id"], token], stdout=subprocess.PIPE, text=True)
            for token in (made["tokens"]["0"], made["invitations"]["1"])  # one at its own seat, one that is invited
        ]
        said = [process.communicate(timeout=120)[0] for process in playing]
        assert [process.returncode for process in playing] == [0, 0]
        assert said[0].startswith("My bot ends on place")
        assert sorted(text.split()[-1] for text in said) in (["1", "2"], ["1", "1"])
