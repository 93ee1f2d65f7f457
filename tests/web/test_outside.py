"""Texts that no database can keep or no answer can write, in every place of every route: they are refused in words, and nothing stumbles.

The routes are the application's own table, so that a new one is tried without being named here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.routing import iter_route_contexts
from house import House

from kronland.core.match import Match
from kronland.core.record import write
from kronland.games import find_game

pytestmark = pytest.mark.slow

NUL, HIGH, LOW = "a\0b", "a\ud800b", "\udfff"
UNKEPT = [NUL, HIGH, LOW]
ODD = [*UNKEPT, "x" * 9000, "9" * 5000, "²", "[", "\r\nX: y", "\ufffe\u202e"]

FORM = {
    "seat": "0", "number": "0", "action": "done", "text": "hello", "name": "Anna", "game": "loewenherz", "language": "en", "back": "/",
    "pace": "1", "at": "0", "kind-0": "me", "kind-1": "bot-page", "name-0": "Anna", "option-setup": "standard", "met": "loewenherz:border",
    "level": "page", "hints": "yes", "sure": "yes", "endpoint": "https://push.example.org/x", "address": "a@example.org", "every": "900",
    "zone": "UTC", "quiet-from": "22:00", "turn push": "yes",
}  # fmt: skip
HEADERS = [
    "authorization", "accept-language", "cookie", "host", "origin", "last-event-id", "user-agent", "kronland-script", "kronland-page",
    "content-type", "sec-fetch-site", "x-forwarded-for", "accept-encoding", "content-length", "range", "if-modified-since",
]  # fmt: skip
QUERY = ["language", "action", "place", "since", "page", "game", "eyes", "x", "version", "saved", "to"]
COOKIES = ["kl_visitor", "kl_eyes", "kl_shape", "other"]
KNOWN = {"game": "loewenherz", "kind": "me", "level": "page", "action": "done", "name": "Anna", "title": "", "text": "hello"}


@pytest.fixture(scope="module")
def outside(database: str, opened: Callable[..., Any]) -> Iterator[House]:
    with opened(database=database) as house:
        yield house


class Site:
    """A house with a table in it, and somebody who sits there."""

    def __init__(self, house: House) -> None:
        self.house, self.anna = house, house.browser("Anna")
        self.table = self.anna.make(kinds=("me", "open"), public="yes")
        form = {"game": "loewenherz", "name": "Cup", "players": 3, "rounds": 2, "system": "swiss", "clock": "move-86400", "out": "bot"}
        self.tournament = self.anna.post("/tournaments/new", **form).headers["location"].rpartition("/")[2]
        self.token = self.anna.link(self.table, 0)[3:].encode()
        self.cookie = f"kl_visitor={self.anna.client.cookies['kl_visitor']}".encode()
        self.wrong: list[str] = []
        self.tried = 0
        self._turns: dict[int, int] = {}

    def some(self, texts: Sequence[Any], count: int = 2) -> list[Any]:
        """The next ones in turn: over all routes every place meets every text, without each route trying all of them in every place."""
        first = self._turns.get(len(texts), 0)
        self._turns[len(texts)] = first + count
        return [texts[number % len(texts)] for number in range(first, first + count)]

    def routes(self) -> list[tuple[str, str, Any]]:
        found = []
        for route in iter_route_contexts(self.house.app.routes):  # type: ignore[attr-defined]
            for method in sorted((route.methods or {"GET"}) - {"HEAD"}):
                found.append((method, route.path or "", route))
        return found

    def path(self, pattern: str, text: str | None = None) -> str:
        """A path of the route: with what is there, or with the text in place of each part that it names."""

        def part(match: re.Match[str]) -> str:
            there = {
                "tournament_id": self.tournament,
                "table_id": self.table,
                "game_id": "loewenherz",
                "stage": "mid",
                "colour": "red",
                "number": "0",
                "token": "nothing",
            }
            return quoted(text) if text is not None else there.get(match[1], "x")

        return re.sub(r"{(\w+)(?::\w+)?}", part, pattern) + (f"/{quoted(text)}" if text is not None and pattern == "/static" else "")

    def ask(self, method: str, path: str, what: str, query: bytes = b"", headers: Any = (), body: bytes = b"") -> int:
        known = [] if any(name == b"cookie" for name, _ in headers) else [(b"cookie", self.cookie)]
        if path.startswith("/api/") and not any(name == b"authorization" for name, _ in headers):
            known.append((b"authorization", b"Bearer " + self.token))
        if path.endswith("/wait"):
            query += b"&timeout=0"  # there is nothing to wait for
        status, said = self.house.asked(method, path, query, [*known, *headers], body)
        self.tried += 1
        if status >= 500 or b"Traceback" in said:
            self.wrong.append(f"{status} {method} {path[:60]}: {what}")
        return status


def quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def form_of(fields: dict[str, str]) -> bytes:
    return "&".join(f"{quoted(name)}={quoted(value)}" for name, value in fields.items()).encode()


def multipart(name: bytes, value: bytes, file: bytes | None = None) -> bytes:
    more = b"" if file is None else b'; filename="' + file + b'"'
    return b'--x\r\nContent-Disposition: form-data; name="' + name + b'"' + more + b"\r\n\r\n" + value + b"\r\n--x--\r\n"


@pytest.fixture(scope="module")
def site(outside: House) -> Site:
    return Site(outside)


def check(site: Site, at_least: int) -> None:
    wrong, tried, site.wrong, site.tried = site.wrong, site.tried, [], 0
    assert tried >= at_least and not wrong, f"{len(wrong)} of {tried} stumble:\n" + "\n".join(wrong[:40])


def test_in_paths_and_queries(site: Site) -> None:
    for method, pattern, _ in site.routes():
        for text in site.some(ODD):
            site.ask(method, site.path(pattern, text), f"path {text[:9]!r}")
        for name, text in zip(site.some(QUERY, 3), site.some(ODD, 3), strict=True):
            site.ask(method, site.path(pattern), f"query {name}={text[:9]!r}", f"{name}={quoted(text)}".encode())
        for text in site.some(ODD, 1):
            site.ask(method, site.path(pattern), f"name in a query {text[:9]!r}", f"{quoted(text)}=1".encode())
        site.ask(method, site.path(pattern), "raw bytes in a query", b"action=\xff\xfe%00&place=\xed\xa0\x80")
    check(site, 300)


def test_in_headers_and_cookies(site: Site) -> None:
    raw = [b"a\0b", b"\xed\xa0\x80", b"\xff\xfe", b"[", b"9" * 5000, b"x" * 9000, b'"\\000"', b"\xb2", b"bearer \xff", b"=;=,"]
    for method, pattern, _ in site.routes():
        for name, value in zip(site.some(HEADERS, 4), site.some(raw, 4), strict=True):
            site.ask(method, site.path(pattern), f"{name}: {value[:9]!r}", b"", [(name.encode(), value)], b"{}")
        for name, value in zip(site.some(COOKIES), site.some(raw), strict=True):
            cookies = site.cookie + b"; " + name.encode() + b"=" + value
            site.ask(method, site.path(pattern), f"cookie {name}={value[:9]!r}", b"", [(b"cookie", cookies)], b"{}")
    check(site, 300)


def test_in_forms_and_files(site: Site) -> None:
    kind = (b"content-type", b"application/x-www-form-urlencoded")
    for method, pattern, _ in site.routes():
        if method != "POST" or pattern.startswith("/api/"):
            continue
        path = site.path(pattern)
        for name in FORM:
            for text in site.some(ODD, 1):
                site.ask(method, path, f"{name}={text[:9]!r}", b"", [kind], form_of({**FORM, name: text}))
        for text in site.some(ODD, 1):
            site.ask(method, path, f"name {text[:9]!r}", b"", [kind], form_of({**FORM, text: "x"}))
        for charset in site.some((b"utf-8", b"unicode_escape", b"punycode", b"idna", b"utf-16", b"nonsense", b"\xff"), 3):
            head = (b"content-type", b"multipart/form-data; boundary=x; charset=" + charset)
            for piece in site.some((b"a\0b", b"\xed\xa0\x80", b"\\ud800\\x00", b"\xff", b"\xd8\x00"), 1):
                bodies = (
                    multipart(b"text", piece),
                    multipart(piece, b"x"),
                    multipart(b"file", piece, b"a.json"),
                    multipart(b"file", b"x", piece),
                )
                for body in bodies:
                    site.ask(method, path, f"{charset!r} {piece!r}", b"", [head], body)
    check(site, 500)


def leaves(schema: Any, defs: Any) -> Any:
    """A body that fits a description, with a mark for each text that may be anything."""
    schema = defs[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    if "anyOf" in schema:
        schema = next(one for one in schema["anyOf"] if one.get("type") != "null")
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        named = {name: leaves(part, defs) for name, part in schema.get("properties", {}).items()}
        return named or {"key": "value"}
    if schema.get("type") == "array":
        return [leaves(schema["items"], defs)] * 2
    return {"string": "text", "integer": 0, "number": 1.0, "boolean": True}[schema.get("type", "string")]


def changed(value: Any, text: str) -> Iterator[Any]:
    """The body with the text in one place, for each place: values, names, and the whole of it."""
    if isinstance(value, dict):
        for key, part in value.items():
            for other in changed(part, text):
                yield {**value, key: other}
            yield {**{name: one for name, one in value.items() if name != key}, text: part}
    elif isinstance(value, list):
        for other in changed(value[0], text):
            yield [other, *value[1:]]
    yield text


def fitting(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: fitting(part, name) for name, part in value.items()} if key != "options" else {"setup": "standard"}
    if isinstance(value, list):
        return [fitting(part, key) for part in value]
    return KNOWN.get(key, value)


def test_in_json_bodies(site: Site) -> None:
    paths = site.house.app.openapi()  # type: ignore[attr-defined]
    kind = (b"content-type", b"application/json")
    for pattern, methods in paths["paths"].items():
        if "post" not in methods:
            continue
        body = {}
        if "requestBody" in methods["post"]:
            schema = methods["post"]["requestBody"]["content"]["application/json"]["schema"]
            body = fitting(leaves(schema, paths["components"]["schemas"]))
        for text in site.some(ODD, 3):
            for one in changed(body, text):
                site.ask("POST", site.path(pattern), json.dumps(one)[:60], b"", [kind], json.dumps(one).encode())
        for raw in (b'"\xed\xa0\x80"', b"\xff", b"[" * 9000, b"\0", "{}".encode("utf-16"), b'{"text": "\xed\xa0\x80"}', b"9" * 9000):
            site.ask("POST", site.path(pattern), repr(raw[:20]), b"", [kind], raw)
    check(site, 100)


def record() -> dict[str, Any]:
    match = Match(find_game("loewenherz"), 2, seed=1, names=["Anna", "Bert"], mode="python")
    match.play(next(iter(match.legal)))
    found: dict[str, Any] = json.loads(write(match))
    return found


def test_in_records(site: Site) -> None:
    """Inside of a text that itself is kept: the escapes of its JSON."""
    good = record()
    kind = (b"content-type", b"application/x-www-form-urlencoded")
    assert site.ask("POST", "/import", "a good record", b"", [kind], form_of({"text": json.dumps(good)})) == 303
    for text in [*ODD, "1 " + NUL, "² castle a1", "9" * 5000 + " done"]:
        for key, value in site.some(list(good.items()), 7):
            more = [*value, text] if isinstance(value, list) else {**value, text: text} if isinstance(value, dict) else {"setup": text}
            for other in (text, [text, text], more):
                body = json.dumps({**good, key: other})
                status = site.ask("POST", "/import", f"{key}: {json.dumps(other)[:30]}", b"", [kind], form_of({"text": body}))
                assert status in (303, 400) or site.wrong
        file = json.dumps({**good, "salt": text}).encode()
        site.ask(
            "POST", "/import", "file", b"", [(b"content-type", b"multipart/form-data; boundary=x")], multipart(b"file", file, b"a.json")
        )
    site.ask("POST", "/import", "lone bytes", b"", [kind], b"text=%FF%FE%00")
    check(site, 200)


@pytest.mark.parametrize(("language", "said"), [("en", "cannot be kept"), ("de", "nicht aufbewahrt werden")])
def test_the_refusal_is_one_sentence_in_the_language_of_the_reader(site: Site, language: str, said: str) -> None:
    anna = site.house.browser("Anna", language)
    table = anna.make(kinds=("me", "guest"))  # no bot changes it meanwhile
    before = site.house.behind(table).version
    for text in ("\0", "%00"):
        page = anna.client.post(
            f"/t/{table}/chat", content=f"text=a%00b{text}", headers={"Content-Type": "application/x-www-form-urlencoded"}
        )
        assert page.status_code == 400 and said in page.text and "<h1>" in page.text
    answer = anna.client.post("/api/v1/tables", content='{"game": "\\ud800"}', headers={"Content-Type": "application/json"})
    assert answer.status_code == 400 and said in answer.json()["error"]["message"]
    assert site.house.behind(table).version == before and not site.house.behind(table).chat


def test_a_text_that_is_too_long_is_refused_where_it_would_be_kept(site: Site) -> None:
    for key, value, word in (("salt", "x" * 9000, "salt"), ("names", ["y" * 9000, "z"], "names")):
        answer = site.anna.post("/import", text=json.dumps({**record(), key: value}))
        assert answer.status_code == 400 and word in answer.text
    assert site.anna.post("/import", text=json.dumps({**record(), "salt": "x" * 64})).status_code == 303
