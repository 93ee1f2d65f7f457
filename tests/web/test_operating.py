"""For whoever runs a server: numbers for Prometheus, and a log that names requests and tells no secret."""

from __future__ import annotations

import io
import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from house import House, play

from kronland.web.logging import REQUEST, JsonLines, request_id
from kronland.web.metrics import METER, Meter

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """All that is logged, down to the least."""
    said = io.StringIO()
    handler = logging.StreamHandler(said)
    handler.setFormatter(JsonLines())
    loggers = [logging.getLogger(name) for name in ("kronland", "uvicorn", "sqlalchemy.engine")]
    before = [(logger.level, logger.propagate) for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
    yield said
    for logger, (level, propagate) in zip(loggers, before, strict=True):
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = propagate


def lines(said: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said.getvalue().splitlines()]


def test_every_line_of_a_request_has_its_id(house: House, logged: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = house.client.get("/", headers={"X-Request-ID": "from-the-proxy-1"})
    assert answer.headers["x-request-id"] == "from-the-proxy-1"
    assert [line["request"] for line in lines(logged) if line["message"] == "request"] == ["from-the-proxy-1"]
    table, _ = house.make("koenig", ("me", "me"), public=True)

    def stumbles(*_: Any) -> Any:
        raise ValueError("out of sorts")

    logged.truncate(0)
    logged.seek(0)
    monkeypatch.setattr(house.tables, "enter", stumbles)
    asked = house.asked("GET", f"/t/{table}")
    assert asked[0] == 500
    found = [line for line in lines(logged) if line["logger"] == "kronland.web"]
    assert {line["message"] for line in found} > {"request"} and len({line["request"] for line in found}) == 1, "also what went wrong"
    assert re.fullmatch("[0-9a-f]{16}", found[0]["request"]) and REQUEST.get() == ""


def test_an_id_is_taken_from_nobody_who_writes_nonsense() -> None:
    assert request_id("abcdefgh-1.2_3") == "abcdefgh-1.2_3"
    for asked in (None, "", "short", "x" * 65, "a b c d e f g", 'quote"quote"', "ümlautümlaut", "line\nline\nline"):
        assert re.fullmatch("[0-9a-f]{16}", request_id(asked))


def test_the_log_tells_no_secret(house: House, logged: io.StringIO) -> None:
    anna, ben = house.browser("Anna"), house.browser("Ben")
    table = anna.make("koenig", ("me", "open"))
    link, watching = anna.link(table, 1), anna.link(table, "watch")
    assert ben.get(link).status_code == 200 and ben.post(link, name="Ben").status_code == 303
    assert house.browser("Carl").post(watching).status_code == 303
    assert ben.get(f"/t/{table}", secret="in-a-query").status_code == 200
    assert ben.get("/s/no-such-link-at-all").status_code == 404
    _, programs = house.make("koenig", ("me", "me"))
    play(programs, 2)
    assert programs[0].post("actions", number=999, action="nonsense").status_code >= 400
    match = house.behind(table).match
    secrets = [anna.client.cookies["kl_visitor"], ben.client.cookies["kl_visitor"], link[3:], watching[3:], "no-such-link", "in-a-query"]
    secrets += [program.token or "" for program in programs] + [match.salt, f"{match.seed:x}"]
    said = logged.getvalue()
    assert '"request"' in said and all(secret and secret not in said for secret in secrets)


def test_the_log_tells_no_row_that_was_refused(logged: io.StringIO) -> None:
    """As psycopg words it: the statement's values are hidden, and the database tells them again."""
    refused = "null value violates a rule\nDETAIL:  Failing row contains (7, Anna-1234,\nargon2id$secret).\n[SQL: INSERT INTO accounts]\n"
    try:
        try:
            raise ValueError(refused)
        except ValueError as problem:
            raise RuntimeError(refused) from problem
    except RuntimeError as problem:
        logging.getLogger("kronland.web").error("refused: %s", problem, exc_info=problem)
    [line] = lines(logged)
    assert "secret" not in str(line) and "Anna" not in str(line)
    assert line["trace"].count("[SQL: INSERT INTO accounts]") == 2 and "RuntimeError: null value" in line["trace"]


def test_nothing_is_counted_unless_it_is_wanted(house: House) -> None:
    meter = Meter()
    meter.count("moves", game="koenig", by="person")
    with meter.timing("drawing"):
        meter.measure(streams=3)
    assert not meter.on and not METER.on
    assert house.client.get("/metrics").status_code == 404, "the application serves no numbers"


@pytest.mark.slow
def test_numbers_of_a_server() -> None:
    """In a process of its own: what is turned on stays on."""
    pytest.importorskip("prometheus_client")
    code = """
import os, socket, urllib.request
from fastapi.testclient import TestClient
from kronland.web import metrics
from kronland.web.app import create_app
from kronland.web.settings import Settings
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
with metrics.served(port), TestClient(create_app(Settings(mode="python", draws_ahead=False))) as client:
    made = client.post("/api/v1/tables", json={"game": "koenig", "seats": [{"kind": "me"}] * 2, "pace": 0}).json()
    for token in made["tokens"].values():
        headers = {"Authorization": f"Bearer {token}"}
        view = client.get(f"/api/v1/tables/{made['id']}/view", headers=headers).json()
        if view["legal"]:
            body = {"number": view["number"], "action": view["legal"][0]["notation"]}
            assert client.post(f"/api/v1/tables/{made['id']}/actions", json=body, headers=headers).status_code == 200
    print(urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode())
    print("SECRET" if made["id"] in str(made["tokens"]) else "")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment())
    assert done.returncode == 0, done.stderr
    found = dict(re.findall(r"^(kronland_\S+) (\S+)$", done.stdout, re.MULTILINE))
    assert float(found['kronland_moves_total{by="person",game="koenig"}']) >= 1
    assert float(found['kronland_requests_seconds_count{kind="make",status="2xx"}']) == 1
    assert float(found["kronland_writing_seconds_count"]) >= 2 and "kronland_streams" in found


def environment() -> dict[str, str]:
    import os

    return {**os.environ, "KRONLAND_MODE": "python", "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
