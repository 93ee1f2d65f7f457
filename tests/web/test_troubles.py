"""A database that is locked or gone: everyone is told so within seconds, nobody waits behind another, and all goes on by itself after."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any

import pytest
from house import House, wait_for

from kronland.web import health
from kronland.web.bots import pacing
from kronland.web.errors import Unavailable
from kronland.web.health import Health
from kronland.web.live import following
from kronland.web.live.live import Live
from kronland.web.safety import patience
from kronland.web.safety.patience import PatientLock
from kronland.web.store import store

pytestmark = pytest.mark.slow

PATIENCE = 3.0  # seconds: what is not locked must be done by then, on a machine that has much else to do
SECONDS = 10 * PATIENCE  # for all requests together; one after another they would take twice that


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PATIENCE", PATIENCE)
    monkeypatch.setattr(health, "FRESH", 0.0)
    monkeypatch.setattr(pacing, "LONGEST_PAUSE", 0.2)


def locked(database: str) -> Any:
    """Another process has begun to write, and does not come to its end."""
    other = sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return closing(other)


def test_a_locked_database_answers_in_a_sentence_and_comes_back(opened: Callable[..., Any], hasty: None) -> None:
    with opened() as house:
        anna, ludwig = house.browser("Anna"), house.browser("Ludwig", "de")
        table, german = anna.make(kinds=("me", "guest")), ludwig.make(kinds=("me", "guest"))
        playing, _ = house.make("koenig", ("bot",) * 3, public=True)
        behind = house.behind(table)
        action = next(iter(behind.match.legal_for(behind.actors[0])))
        with locked(house.tables.settings.database):
            began = time.monotonic()
            said = anna.act(table, behind.actors[0], behind.number, action)
            assert said.status_code == 503 and "cannot be reached just now" in said.text and said.headers["retry-after"]
            assert "nicht erreichbar" in ludwig.post(f"/t/{german}/chat", text="hallo").text
            answer = house.client.post("/api/v1/tables", json={"game": "koenig", "seats": [{"kind": "me"}] * 3})
            assert answer.status_code == 503 and answer.json()["error"]["code"] == "unavailable" and answer.headers["retry-after"]
            codes: list[int] = []
            rows = [
                threading.Thread(target=lambda: codes.append(anna.post(f"/t/{table}/chat", text="anybody there?").status_code))
                for _ in range(20)
            ]
            for row in rows:
                row.start()
            for row in rows:
                row.join(60)
            assert codes == [503] * 20 and time.monotonic() - began < SECONDS, "they stood in a row"
            assert anna.get(f"/t/{table}").status_code == 200, "reading goes on"
            health = house.client.get("/healthz")
            assert health.status_code == 503
            assert {name: health.json()[name] for name in ("store", "writes", "bots", "live")} == {
                "store": True, "writes": False, "bots": True, "live": True
            }  # fmt: skip
            number = house.behind(playing).number
        wait_for(lambda: house.client.get("/healthz").status_code == 200)
        assert anna.act(table, behind.actors[0], house.behind(table).number, action).status_code == 303, "the same move, made now"
        wait_for(lambda: house.behind(playing).number > number + 2)


def test_a_database_that_is_gone_comes_back(opened: Callable[..., Any], mortal_postgres: Any, hasty: None) -> None:
    with opened(database=mortal_postgres.url) as house:
        anna = house.browser("Anna")
        table = anna.make(kinds=("me", "guest"))
        playing, _ = house.make("koenig", ("bot",) * 3, public=True)
        mortal_postgres.stop()
        try:
            began = time.monotonic()
            page = anna.get(f"/t/{table}")
            assert page.status_code == 503 or page.status_code == 200, "what is in memory can be shown"
            said = anna.post(f"/t/{table}/chat", text="hello")
            assert said.status_code == 503 and "cannot be reached just now" in said.text
            assert house.browser().get("/").status_code == 503
            assert house.client.get("/api/v1/tables").json()["error"]["code"] == "unavailable"
            health = house.client.get("/healthz")
            assert health.status_code == 503 and not health.json()["store"] and not health.json()["writes"]
            assert time.monotonic() - began < SECONDS
        finally:
            mortal_postgres.start()
        wait_for(lambda: house.client.get("/healthz").status_code == 200)
        assert anna.post(f"/t/{table}/chat", text="hello").status_code == 303
        number = house.behind(playing).number
        wait_for(lambda: house.behind(playing).number > number)


def test_a_row_that_another_transaction_holds_is_not_waited_for_long(opened: Callable[..., Any], mortal_postgres: Any, hasty: None) -> None:
    with opened(database=mortal_postgres.url) as house, house.tables.store.engine.connect() as other:
        anna = house.browser("Anna")
        table = anna.make(kinds=("me", "guest"))
        other.exec_driver_sql("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE")
        began = time.monotonic()
        assert anna.post(f"/t/{table}/chat", text="hello").status_code == 503
        assert house.browser().get("/").status_code == 503
        assert time.monotonic() - began < SECONDS
        other.rollback()
        assert anna.post(f"/t/{table}/chat", text="hello").status_code == 303


class Row:
    """In place of a lock: others have it before us, each until some moment, and come to a good end or not. Time passes as it is waited."""

    def __init__(self, lock: PatientLock, others: list[tuple[float, bool]]) -> None:
        self.lock, self.others, self.now = lock, list(others), 0.0

    def monotonic(self) -> float:
        return self.now

    def acquire(self, blocking: bool = True, timeout: float = 0.0) -> bool:
        if not blocking:
            return not self.others
        end = self.now + timeout
        while self.others and self.others[0][0] <= end:
            self.now, well = self.others.pop(0)
            if well:
                self.lock._moved = self.now
        self.now = end if self.others else self.now
        return not self.others


@pytest.mark.parametrize(
    ("others", "waited"),
    [
        ([(1.5, True), (3.0, True), (4.5, True), (6.0, True)], 6.0),  # a row that moves
        ([(1.5, True), (9.0, True)], None),  # one that moved once
        ([(1.5, False), (3.0, False)], None),  # all are turned away: that is no way forward
        ([(moment / 2, True) for moment in range(99)], None),  # no row is waited in for ever
    ],
)
def test_who_stands_in_a_row_that_moves_waits(monkeypatch: pytest.MonkeyPatch, others: Any, waited: float | None) -> None:
    """After a restart 200 tables come back at once, and their moves were refused after two seconds though each was written at once."""
    lock = PatientLock(2.0)
    row = Row(lock, others)
    monkeypatch.setattr(patience, "monotonic", row.monotonic)
    monkeypatch.setattr(lock, "_lock", row)
    lock._moved = 0.0
    if waited is None:
        with pytest.raises(Unavailable), lock:
            pass
        assert row.now <= 2.0 * patience.MOST
    else:
        lock.__enter__()
        assert row.now == waited


def test_what_comes_to_a_bad_end_moves_no_row() -> None:
    lock = PatientLock(2.0)
    before = lock._moved
    with suppress(Unavailable), lock:
        raise Unavailable
    assert lock._moved == before
    with lock:
        pass
    assert lock._moved > before


# /healthz ---------------------------------------------------------------------------------------------------------------------------


def test_it_says_what_works_and_tells_no_secret(house: House) -> None:
    anna = house.browser("Anna")
    table = anna.make(kinds=("me", "guest"))
    said = house.client.get("/healthz")
    assert said.status_code == 200 and said.json()["status"] == "ok" and said.json()["set_aside"] == 0
    assert table not in said.text and "sqlite" not in said.text and "Anna" not in said.text


class Wrong:
    alive = False


def test_a_thread_that_has_died_is_an_alarm(house: House) -> None:
    app = house.app.state  # type: ignore[attr-defined]
    works = {"bots": app.bots, "live": app.live, "others": app.others}
    for name in works:
        found = Health(house.tables, **{**works, name: Wrong()}).look()
        assert found["status"] == "failing" and not found["following" if name == "others" else name]
    stuck = Live()
    stuck.loop = app.live.loop
    assert stuck.alive
    stuck._drawn_since = time.monotonic() - 60
    assert not stuck.alive


def test_live_pages_that_follow_no_other_server_are_an_alarm(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Other servers' changes were no longer read, and nothing said so."""
    with opened() as house:
        others, look = house.app.state.others, house.app.state.health._look
        assert others.alive and look()["following"]
        with monkeypatch.context() as moment:
            moment.setattr(following, "LATE", -1.0)  # no look is as fresh as that
            assert not others.alive and look()["status"] == "failing"
        looked = others._looked

        def fails() -> None:
            raise OSError("the network is gone")

        with monkeypatch.context() as moment:
            moment.setattr(house.tables, "catch_up_all", fails)
            failed = threading.Event()
            moment.setattr(following.LOG, "exception", lambda *_: failed.set())
            assert failed.wait(120)
            before = others._looked
            failed.clear()
            assert failed.wait(120) and others._looked == before, "a look that failed is none"
        wait_for(lambda: others._looked > looked and others.alive)
        others.stop()
        others._thread.join(120)
        assert not others.alive, "a thread that has ended"
    with opened(database="sqlite://") as alone:
        assert alone.app.state.others.alive, "nobody else can reach it"


def test_asking_often_looks_seldom(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    now, looks = [0.0], []
    app = house.app.state  # type: ignore[attr-defined]
    found = Health(house.tables, app.bots, app.live, app.others, lambda: now[0])
    monkeypatch.setattr(found.tables.store, "check_writing", lambda: looks.append(now[0]))
    for moment in range(100):
        now[0] = moment / 10
        found.look()
    assert looks == [0.0, 2.0, 4.0, 6.0, 8.0]


def test_tables_that_are_set_aside_are_counted(house: House) -> None:
    app = house.app.state  # type: ignore[attr-defined]
    house.tables.damaged["x" * 16] = "line 7 of the log"
    try:
        found = Health(house.tables, app.bots, app.live, app.others).look()
        assert found["set_aside"] == 1 and found["status"] == "ok", "all others are served"
    finally:
        house.tables.damaged.clear()
