"""What stands between the world and the application: limits on size and rate, the origin of what acts, headers, the visitor's cookie.

One ASGI layer, outside of everything else: whatever answers, errors too, goes out with these headers.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from threading import Lock
from time import monotonic, perf_counter
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kronland.core.words import N_, Text
from kronland.web.logging import REQUEST, request_id
from kronland.web.metrics import METER
from kronland.web.pages.answers import TOO_LARGE, refusal_answer
from kronland.web.safety.addresses import counted_as
from kronland.web.safety.keys import hashed
from kronland.web.safety.visitors import COOKIE
from kronland.web.settings import Settings

LOG = logging.getLogger("kronland.web")

LONGEST_BODY = 16 * 1024
LONGEST_IMPORT = 64 * 1024  # where a whole game is imported: with an owner's components and position some are longer than a usual body
IMPORTS = ("/import",)
COOKIE_AGE = 2 * 365 * 24 * 3600

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "media-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

# What may be done how often: so many at once, then so many a second. By visitor or seat, and ten times that by address.
RATES = {
    "make": (12, 0.1), "join": (20, 0.2), "sign": (15, 0.1), "chat": (6, 0.5), "hint": (6, 0.2), "ask": (10, 1 / 20),
    "act": (120, 25.0), "look": (400, 100.0),
}  # fmt: skip
BY_ADDRESS = 10
STRANGERS = (60, 1.0)  # who acts without a known cookie may be made a visitor: so many of one address
MOST_BUCKETS = 20_000

WRONG_ORIGIN = N_("That request came from another site.")
TOO_FAST = N_("That was too much at once. Please wait a moment.")


class Buckets:
    """Token buckets: each holds so many drops and fills at a rate."""

    def __init__(self) -> None:
        self._level: OrderedDict[Any, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def wait(self, key: Any, most: float, rate: float) -> float:
        """Take a drop: 0 if there was one, else the seconds until there is."""
        now = monotonic()
        with self._lock:
            level, then = self._level.pop(key, (most, now))
            level = min(most, level + (now - then) * rate)
            allowed = level >= 1
            self._level[key] = (level - 1 if allowed else level, now)
            while len(self._level) > MOST_BUCKETS:
                self._level.popitem(last=False)
        return 0.0 if allowed else (1 - level) / rate


def reading(method: str) -> bool:
    return method in ("GET", "HEAD", "OPTIONS")


def kind_of(method: str, path: str) -> str:
    """Which limit a request counts against."""
    if reading(method):
        return "join" if path.startswith(("/s/", "/w/")) else "look"
    last = path.rstrip("/").rpartition("/")[2]
    if last in ("chat", "hint"):
        return last
    if last == "join" or path.startswith(("/s/", "/w/")):
        return "join"
    if path.startswith("/account/"):
        return "sign"
    if last in ("ask", "report"):
        return "ask"
    if last in ("tables", "new", "import", "play-on", "rematch", "play-now", "link", "watch-link"):
        return "make"
    return "act"


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.buckets = Buckets()
        self._known: dict[str, None] = {}  # hashes of cookies and tokens that have proved good
        self._guard = Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = perf_counter()
        headers, method, path = Headers(scope=scope), scope["method"], scope["path"]
        state = scope.setdefault("state", {})
        status, request = 0, request_id(headers.get("x-request-id"))
        REQUEST.set(request)  # for good: each request is a task of its own, and what fails is logged outside of us

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._add_headers(MutableHeaders(scope=message), state, request)
            await send(message)

        try:
            await self._guarded(scope, _limited(receive, _longest(path)), send_guarded, headers, method, path)
        finally:
            self._remember(headers, path, state)
            LOG.info("request", extra={"method": method, "path": shown(path), "status": status, "ms": _since(began)})
            METER.took("requests", perf_counter() - began, kind=_counted_kind(method, path), status=f"{status // 100}xx")

    async def _guarded(self, scope: Scope, receive: Receive, send: Send, headers: Headers, method: str, path: str) -> None:
        if wait := self._wait(scope, headers, method, path):
            await _refuse(scope, send, 429, TOO_FAST, wait)
            return
        if not reading(method) and not self._same_origin(headers, scope):
            await _refuse(scope, send, 403, WRONG_ORIGIN)
            return
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:12]) > _longest(path):
            await _refuse(scope, send, 413, TOO_LARGE)
            return
        await self.app(scope, receive, send)

    def _wait(self, scope: Scope, headers: Headers, method: str, path: str) -> float:
        if not self.settings.limits or path.startswith(("/static/", "/picture/")) or path == "/healthz":
            return 0.0
        kind = kind_of(method, path)
        most, rate = RATES[kind]
        address = counted_as((scope.get("client") or ("", 0))[0])
        by_address = self.buckets.wait((kind, address), BY_ADDRESS * most, BY_ADDRESS * rate)
        # A cookie or token that nobody has checked costs nothing to invent: all such of one address count as one visitor.
        who = self._known_as(headers, path)
        if who is None and not reading(method) and not path.startswith("/api/"):  # it may make a new visitor
            by_address = by_address or self.buckets.wait(("stranger", address), *STRANGERS)
        return by_address or self.buckets.wait(("one", kind, who or address), most, rate)

    def _known_as(self, headers: Headers, path: str) -> str | None:
        key = hashed(_shown_by(headers, path))
        return key if key in self._known else None

    def _remember(self, headers: Headers, path: str, state: dict[str, Any]) -> None:
        """Whoever answered has checked the cookie or token, and found somebody."""
        if state.get("recognised"):
            with self._guard:
                self._known[hashed(_shown_by(headers, path))] = None
                while len(self._known) > MOST_BUCKETS:
                    self._known.pop(next(iter(self._known)))

    def _same_origin(self, headers: Headers, scope: Scope) -> bool:
        """A browser says where a request comes from. A program with a seat's token in hand is no browser being misled."""
        if headers.get("authorization", "").lower().startswith("bearer "):
            return True
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        if origin is None or (origin == "null" and headers.get("sec-fetch-site") == "same-origin"):
            return True  # with our Referrer-Policy a browser's form says "null"; Sec-Fetch-Site still tells
        ours = {headers.get("host", "")}
        if self.settings.public_url:
            ours.add(urlsplit(self.settings.public_url).netloc)
        try:
            return urlsplit(origin).netloc in ours
        except ValueError:
            return False

    def _add_headers(self, headers: MutableHeaders, state: dict[str, Any], request: str) -> None:
        headers["X-Request-ID"] = request
        for name, value in HEADERS.items():
            headers[name] = value
        if self.settings.secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"
        if "Cache-Control" not in headers:  # what is public and lasting says so itself
            headers["Cache-Control"] = "no-store"
        if key := state.get("new_key"):
            parts = [f"{COOKIE}={key}", "Path=/", f"Max-Age={COOKIE_AGE}", "HttpOnly", "SameSite=Lax"]
            headers.append("Set-Cookie", "; ".join(parts + ["Secure"] * self.settings.secure))


async def _refuse(scope: Scope, send: Send, status: int, text: Text, wait: float | None = None) -> None:
    """The application is not asked at all."""

    async def nothing() -> Message:
        return {"type": "http.disconnect"}

    await refusal_answer(Request(scope), status, text, wait)(scope, nothing, send)


class TooLarge(HTTPException):
    """Told to whoever reads the body, in a form that frameworks hand on as it is."""

    def __init__(self) -> None:
        super().__init__(413)


def _longest(path: str) -> int:
    return LONGEST_IMPORT if path in IMPORTS else LONGEST_BODY


def _limited(receive: Receive, longest: int) -> Receive:
    """A body that does not say how long it is, is counted while it comes."""
    got = 0

    async def counted() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > longest:
            raise TooLarge
        return message

    return counted


def _shown_by(headers: Headers, path: str) -> str:
    """What a request is known by: a program by its token, a page by its cookie; the other means nothing there."""
    return headers.get("authorization", "") if path.startswith("/api/") else _cookie(headers)


def _cookie(headers: Headers) -> str:
    return next((part for part in headers.get("cookie", "").split("; ") if part.startswith(f"{COOKIE}=")), "")


def shown(path: str) -> str:
    """A path for the log: secret links keep their secret."""
    start = next((start for start in ("/s/", "/w/", "/mail/confirm/", "/mail/stop/") if path.startswith(start)), None)
    return path[:200] if start is None else f"{start}..."


def _counted_kind(method: str, path: str) -> str:
    """What a request is counted as: streams last as long as a page is open, files are many and cheap."""
    if path.endswith(("/events", "/wait")):
        return "stream"
    return "file" if path.startswith(("/static/", "/picture/")) else kind_of(method, path)


def _since(began: float) -> float:
    return round((perf_counter() - began) * 1000, 1)
