"""What stands between the world and a table: sizes, rates, origins, headers; and that no input makes the server stumble."""

from __future__ import annotations

import html
import json
import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from house import House, finished
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse

from kronland.core.record import write
from kronland.web.errors import BadInput
from kronland.web.lobby.wishes import KINDS, SeatWish, _wished_seat
from kronland.web.safety.cleaning import clean, clean_chat, clean_name
from kronland.web.safety.guard import BY_ADDRESS, RATES, STRANGERS, Buckets, Guard, shown
from kronland.web.safety.visitors import COOKIE, Visitor, asked_language
from kronland.web.settings import Settings

pytestmark = pytest.mark.slow

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE tables; --",
    "{{ 7 * 7 }}{% raw %}",
    "</svg><script>alert(1)</script>",
    "&lt;b&gt;",
    "javascript:alert(1)",
]


@pytest.fixture(scope="module")
def strict_house(opened: Callable[..., Any]) -> Iterator[House]:
    with opened(limits=True, public_url="https://games.example.org") as house:
        yield house


def test_headers_of_every_answer(house: House) -> None:
    table, _ = house.make(public=True)
    paths = ["/", "/nowhere", f"/t/{table}", f"/t/{table}/events/x", "/api/v1/games", "/api/v1/nowhere", "/static/kronland.css", "/healthz"]
    for path in paths:
        headers = house.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy, path
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert path.startswith("/static/") or "no-store" in headers["cache-control"]


def test_the_cookie_is_for_the_server_alone(house: House, strict_house: House) -> None:
    fresh = TestClient(house.app, follow_redirects=False)
    assert "set-cookie" not in fresh.get("/").headers, "who only looks leaves no trace"
    cookie = fresh.post("/settings", data={"name": "Anna"}).headers["set-cookie"]
    assert cookie.startswith("kl_visitor=") and "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Secure" not in cookie
    assert len(cookie.split(";")[0].removeprefix("kl_visitor=")) >= 22, "128 bits and more"
    assert "set-cookie" not in fresh.post("/settings", data={"name": "Anna"}).headers
    safe = TestClient(strict_house.app, follow_redirects=False)
    assert "Secure" in safe.post("/settings", data={"name": "Anna"}).headers["set-cookie"]
    assert "max-age" in safe.get("/").headers["strict-transport-security"]


def test_keys_are_stored_hashed(house: House) -> None:
    anna = house.browser("Anna")
    table = anna.make(kinds=("me", "open"))
    keys = [anna.link(table, 1)[3:], anna.link(table, "watch")[3:], anna.client.cookies["kl_visitor"]]
    assert all(len(key) >= 22 for key in keys)
    with house.tables.store.read() as connection:
        stored = [
            str(connection.exec_driver_sql(f"SELECT * FROM {name}").all()) for name in ("keys", "visitors", "tables", "seats", "owners")
        ]
    assert not any(key in rows for key in keys for rows in stored)


def test_no_secret_in_the_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        anna, ben = house.browser("Anna"), house.browser("Ben")
        table = anna.make(kinds=("me", "open"))
        link = anna.link(table, 1)
        ben.get(link)
        ben.post(link)
        ben.get(link)
    logged = " ".join(str(record.__dict__) for record in caplog.records if record.name.startswith(("kronland", "uvicorn")))
    assert "/s/..." in logged and link[3:] not in logged
    assert anna.client.cookies["kl_visitor"] not in logged


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"Origin": "http://testserver"}, True),
        ({"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://testserver.evil.example"}, False),
        ({"Origin": "http://[bad"}, False),
        ({"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Origin": "http://testserver", "Sec-Fetch-Site": "cross-site"}, False),
    ],
)
def test_other_sites_cannot_act(house: House, headers: dict[str, str], allowed: bool) -> None:
    anna = house.browser("Anna")
    table = anna.make()
    for path, form in (("/settings", {"name": "Mallory"}), (f"/t/{table}/chat", {"text": "hello"}), ("/new", {"game": "loewenherz"})):
        assert (anna.client.post(path, data=form, headers=headers).status_code == 403) is not allowed
    answer = anna.client.post("/api/v1/tables", json={}, headers=headers)
    assert (answer.status_code == 403) is not allowed
    assert anna.client.get("/", headers=headers).status_code == 200


def test_bodies_are_limited(house: House) -> None:
    anna = house.browser("Anna")
    table, seats = house.make()
    assert anna.post("/settings", name="x" * 20_000).status_code == 413
    assert seats[0].post("chat", text="x" * 20_000).status_code == 413
    assert anna.post("/settings", name="x" * 10_000).status_code == 303

    def drip() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * 1000

    endless = house.client.post(f"/api/v1/tables/{table}/chat", content=drip(), headers={"Content-Type": "application/json"})
    assert endless.status_code == 413, "a body that does not tell its length is counted"
    for length in ("-1", "abc", "1" * 40):
        answer = house.client.post("/settings", content=b"", headers={"Content-Length": length})
        assert answer.status_code in (400, 413)
    refused = anna.post("/import", text="x" * 40_000)
    assert refused.status_code == 400 and "x" * 40_000 in refused.text, "what was pasted is still there"
    assert anna.post("/import", text="x" * 50_000).status_code == 400
    assert anna.post("/import", text="x" * 600_000).status_code == 413


@pytest.fixture
def timeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """What may be done again after a while may not yet, however long the requests take on this machine."""
    now = time.monotonic()
    monkeypatch.setattr("kronland.web.safety.guard.monotonic", lambda: now)


def test_rates_are_limited(strict_house: House, timeless: None) -> None:
    origin = {"Origin": "https://games.example.org"}
    client = TestClient(strict_house.app, "https://testserver", follow_redirects=False, headers=origin)
    assert client.post("/settings", data={"name": "Anna", "level": "page"}).status_code == 303
    answers = [client.post("/play-now", data={"game": "loewenherz"}) for _ in range(16)]
    codes = [answer.status_code for answer in answers]
    assert codes[:10] == [303] * 10 and codes[-1] == 429
    assert int(answers[-1].headers["retry-after"]) >= 1
    table = answers[0].headers["location"]
    codes = [client.post(f"{table}/chat", data={"text": f"line {n}"}).status_code for n in range(10)]
    assert codes[0] == 303 and codes[-1] == 429
    # Inventing new cookies does not help for long.
    codes = []
    for number in range(260):
        client.cookies["kl_visitor"] = f"{number:032d}"
        codes.append(client.post("/w/nothing").status_code)
    assert codes[0] == 404 and codes[-1] == 429
    assert client.get("/").status_code == 200, "looking is still allowed"


def test_strangers_of_one_address_wait_and_programs_do_not(opened: Callable[..., Any], timeless: None) -> None:
    """A form may make a new visitor of whoever sends it: so many at once. A program is none, and has its own limits."""
    with opened(limits=True) as house:
        for _ in range(STRANGERS[0]):
            assert house.client.post("/api/v1/nothing").status_code == 404
        codes = [TestClient(house.app, follow_redirects=False).post("/settings", data={"name": "A"}).status_code for _ in range(90)]
        assert codes[: STRANGERS[0]] == [303] * STRANGERS[0] and codes[-1] == 429


def test_an_address_may_do_ten_times_as_much_as_one_visitor(timeless: None) -> None:
    """A club behind one address: everybody there has a share."""
    guard = Guard(PlainTextResponse("here"), Settings(limits=True))
    scope = {"type": "http", "client": ("192.0.2.1", 1)}

    def chat(member: int) -> float:
        headers = Headers({"cookie": f"{COOKIE}={member}"})
        guard._remember(headers, "/t/x/chat", {"recognised": True})
        return guard._wait(scope, headers, "POST", "/t/x/chat")

    most, _ = RATES["chat"]
    assert [chat(1) > 0 for _ in range(most + 1)] == [False] * most + [True]
    members = [chat(member) > 0 for member in range(2, 12 * most)]
    allowed = BY_ADDRESS * most - most - 1
    assert members == [False] * allowed + [True] * (len(members) - allowed)


def test_what_is_made_for_one_reader_is_kept_by_nobody(house: House) -> None:
    for path in ("/", "/nothing"):
        assert house.client.get(path).headers["cache-control"] == "no-store"


def test_a_path_in_the_log_is_short_and_tells_no_secret() -> None:
    assert [len(shown("/" + "x" * length)) for length in (10, 199, 200, 5000)] == [11, 200, 200, 200]
    assert {shown("/s/abc"), shown("/w/abc")} == {"/s/...", "/w/..."}


TOLD = {
    403: ("Diese Anfrage kam von einer fremden Seite.", "That request came from another site."),
    413: ("Das ist mehr, als eine Anfrage enthalten darf.", "That is more than a request may hold."),
    429: ("Das war zu viel auf einmal. Bitte warte einen Moment.", "That was too much at once. Please wait a moment."),
}


@pytest.mark.parametrize("status", TOLD)
def test_what_is_turned_away_is_told_like_any_error(opened: Callable[..., Any], status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was bare text in the browser's language; and nothing is read for it from the database, for it is the answer to a flood."""
    with opened(limits=True) as house:
        anna = house.browser("Anna", "en")
        assert anna.post("/settings", language="de").status_code == 303 and anna.get("/").status_code == 200
        if status == 429:
            monkeypatch.setattr(Buckets, "wait", lambda *_: 3.0)

        def refused(path: str, client: TestClient) -> Any:
            headers = {"Origin": "https://evil.example"} if status == 403 else {}
            return client.post(path, content=b"x" * (70_000 if status == 413 else 10), headers=headers)

        def asked(*_: Any) -> None:
            raise AssertionError("the database was asked")

        monkeypatch.setattr(type(house.tables.store), "read", asked)
        monkeypatch.setattr(type(house.tables.store), "write", asked)
        german, english = TOLD[status]
        for path in ("/settings", "/import", "/t/nowhere/chat"):
            page = refused(path, anna.client)
            assert page.status_code == status and page.headers["content-type"].startswith("text/html")
            assert german in page.text and '<html lang="de">' in page.text and 'href="/"' in page.text, "a page with a way on"
            assert "default-src 'none'" in page.headers["content-security-policy"]
        stranger = TestClient(house.app, headers={"Accept-Language": "fr, en;q=0.5", "Cookie": "kl_visitor=" + "x" * 32})
        assert english in html.unescape(refused("/settings", stranger).text)
        for query, said in (("", english), ("?language=de", german), ("?language=fr", english)):
            answer = refused(f"/api/v1/tables{query}", stranger)
            assert answer.json()["error"]["message"] == said and answer.status_code == status
        assert (answer.headers.get("retry-after") == "4") == (status == 429)
        if status == 413:
            endless = anna.client.post("/settings", content=iter([b"x" * 1000] * 70))
            assert endless.status_code == 413 and german in endless.text, "one that does not say how long it is"


def test_buckets_fill_again() -> None:
    buckets = Buckets()
    assert [buckets.wait("a", 2, 50.0) == 0 for _ in range(3)] == [True, True, False]
    assert buckets.wait("b", 2, 50.0) == 0
    import time

    time.sleep(0.05)
    assert buckets.wait("a", 2, 50.0) == 0


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_and_lines_stay_text(house: House, text: str) -> None:
    anna = house.browser(text)
    table = anna.make(public="yes", **{"name-1": text})
    assert anna.post(f"/t/{table}/chat", text=text).status_code == 303
    shown = clean_name(text)
    for page in ("/", f"/t/{table}", f"/t/{table}/fragment", f"/t/{table}/at/0", "/settings"):
        body = anna.get(page).text
        assert "<script>alert" not in body and "<img src=x" not in body
        if "<" in shown or "&" in shown:
            assert shown not in body, f"{page} shows it as it is"
        assert shown in html.unescape(body), f"{page} does not show it"
    assert house.client.get(f"/api/v1/tables/{table}").json()["seats"][0]["name"] == shown


def test_cleaning() -> None:
    assert clean_name("  An\u202ena\n\t B\u0000en  ") == "Anna Ben"
    assert clean_name("\u200b\u2066\ufeff") == "" and clean_name("\u3164") == "" and clean_name("\u200d") == ""
    assert clean_name("Z\u0351\u0352\u0353\u0354\u0355algo").startswith("Z") and len(clean_name("Z" + "\u0351" * 50)) <= 4
    assert clean_name("Jürgen Müller-Łódź 王") == "Jürgen Müller-Łódź 王"
    assert clean_name("👩\u200d🌾") == "👩\u200d🌾" and clean_name("❤\ufe0f Anna") == "❤\ufe0f Anna" and clean_name("👩\u200d") == "👩"
    assert {clean_name(f"An{unseen}na") for unseen in "\u200d\ufe0f\u034f\u180b\u17b4\U000e0100\u2060"} == {"Anna"}
    assert len(clean_chat("x" * 9000)) == 500
    assert clean_name("\ud800x") == "x"


def test_cleaning_looks_at_so_much_and_no_more() -> None:
    """Nobody waits for a million invisible characters; eight of them for each that may be shown are enough."""
    assert clean("\u200b" * (8 * 24 - 1) + "x", 24) == "x" and clean("\u200b" * (8 * 24) + "x", 24) == ""
    assert clean_name("Z\u0351\u0351\u0351a\u0351") == "Z\u0351\u0351a\u0351", "two accents on each letter"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("fr, de;q=0.8, en;q=0.7", "de"),
        ("de;q=0.1, en;q=0.2", "en"),
        ("de;q=0, fr", "en"),
        ("de;q=x, en;q=0.1", "en"),
        ("x" * 497 + ",de", "de"),
        ("x" * 498 + ",de", "en"),  # no more than 500 characters are looked at
    ],
)
def test_the_language_that_a_browser_likes_best(header: str, language: str) -> None:
    assert asked_language(HTTPConnection({"type": "http", "headers": [(b"accept-language", header.encode())]})) == language


@pytest.mark.parametrize(
    ("length", "status"), [(b"0", 200), (b"12", 200), (b"\xb2", 413), (b"-1", 413), (b"x", 413), (b"", 413), (b"9" * 30, 413)]
)
def test_a_length_that_is_no_number_is_too_large(length: bytes, status: int) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await PlainTextResponse("here")(scope, receive, send)

    async def ask() -> list[int]:
        told: list[int] = []

        async def send(message: Any) -> None:
            told.append(message.get("status", 0))

        scope = {"type": "http", "method": "GET", "path": "/", "client": ("127.0.0.1", 1), "headers": [(b"content-length", length)]}
        await Guard(app, Settings(limits=False))(scope, None, send)  # type: ignore[arg-type]
        return told

    assert finished(ask())[0] == status


def test_only_bots_have_a_level() -> None:
    visitor = Visitor(None, "", "en")
    for kind in KINDS:
        if kind != "bot":
            assert _wished_seat(0, SeatWish(kind, level="dragon"), visitor).level is None
    with pytest.raises(BadInput):
        _wished_seat(0, SeatWish("bot", level="dragon"), visitor)


@given(st.text(max_size=200))
def test_what_is_clean_stays_clean(text: str) -> None:
    once = clean_name(text)
    assert clean_name(once) == once
    assert len(once) <= 24 and "\n" not in once and not any(ord(character) < 32 for character in once)


# No input makes the server stumble --------------------------------------------------------------------------------------------------

anything = st.text(max_size=40)
values = st.one_of(
    anything, st.integers(-(10**20), 10**20).map(str), st.sampled_from(["-1", "0", "1", "2", "", "done", "NaN", "1e999", "\x00"])
)
PATHS = [
    "/play-now", "/language", "/settings", "/new", "/import", "/s/x", "/w/x", "/t/{t}/act", "/t/{t}/undo", "/t/{t}/redo", "/t/{t}/reset",
    "/t/{t}/met", "/t/{t}/eyes", "/t/{t}/chat", "/t/{t}/join", "/t/{t}/pace", "/t/{t}/take-over", "/t/{t}/give-back", "/t/{t}/link",
    "/t/{t}/revoke", "/t/{t}/play-on", "/t/{t}/rematch", "/t/{t}/start",
]  # fmt: skip
FIELDS = ["seat", "number", "action", "text", "name", "game", "language", "back", "pace", "at", "kind-0", "kind-1", "option-setup", "met"]


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(path=st.sampled_from(PATHS), form=st.dictionaries(st.sampled_from(FIELDS), values, max_size=8))
def test_no_form_makes_it_stumble(house: House, path: str, form: dict[str, str]) -> None:
    browser, table = playing(house)
    answer = browser.client.post(path.format(t=table), data=form)
    assert answer.status_code < 500, (path, form, answer.text[:500])
    assert "Traceback" not in answer.text


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    path=st.sampled_from(
        ["/t/{t}/at/{x}", "/t/{x}", "/t/{t}/about", "/rules/{x}", "/picture/{x}/mid.svg", "/s/{x}", "/new", "/static/{x}"]
    ),
    x=anything,
    query=st.dictionaries(st.sampled_from(["eyes", "action", "place", "x", "y", "game", "since", "saved", "language"]), values, max_size=4),
)
def test_no_address_makes_it_stumble(house: House, path: str, x: str, query: dict[str, str]) -> None:
    from urllib.parse import quote

    browser, table = playing(house)
    answer = browser.client.get(path.format(t=table, x=quote(x, safe="")), params=query)
    assert answer.status_code < 500, (path, x, query, answer.text[:500])


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_record_makes_it_stumble(house: House, data: st.DataObject) -> None:
    """Records that were right, with one value changed."""
    behind = house.behind(playing(house)[1])
    with behind.lock:
        record = json.loads(write(behind.match))
    key = data.draw(st.sampled_from(sorted(record)))
    leaf = st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), anything)
    record[key] = data.draw(
        st.one_of(leaf, st.lists(leaf, max_size=4), st.lists(anything, max_size=4), st.dictionaries(anything, leaf, max_size=3))
    )
    answer = house.browser("Anna").post("/import", text=json.dumps(record))
    assert answer.status_code in (303, 400), (key, record[key], answer.status_code)


_playing: dict[int, tuple[Any, str]] = {}


def playing(house: House) -> tuple[Any, str]:
    """A browser at a table of its own, the same one for all tries."""
    if id(house) not in _playing:
        browser = house.browser("Fuzz")
        _playing[id(house)] = browser, browser.make()
    return _playing[id(house)]
