"""Text from outside is looked at here, once, before anything else reads it: path, query, headers, cookies, JSON, forms and file names.

Half a surrogate pair cannot be written as UTF-8, and PostgreSQL keeps no NUL: a request that holds one anywhere is refused as a whole, with
a sentence. Whatever comes behind this layer can be stored, logged and answered. What is inside of a text that is JSON itself, a record, is
checked by the same rule where it is read, in `core/record.py`. How long a text may be is checked where it is kept.
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kronland.core.kept import is_plain
from kronland.core.words import N_
from kronland.web.errors import BadInput
from kronland.web.pages.answers import problem_answer

UNKEPT = N_("That holds characters that cannot be kept: half of a surrogate pair, or a NUL. Please send it without them.")
ONLY_UTF_8 = N_("Text in another character set than UTF-8 is not read. Please send it as UTF-8.")
NO_HOST = N_("The request names no host that could be understood.")
MOST_FIELDS = 60
CHARSET = re.compile(r"charset\*?\s*=\s*\"?'?([^\s;\"']*)")
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


class Outside:
    """The layer of the application that does it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            _check_head(request)
            body = await _gathered(receive) if request.method in ("POST", "PUT", "PATCH", "DELETE") else b""
            if body is None:  # whoever sent it has gone
                return
            if body:
                await _check_body(scope, body)
        except (BadInput, HTTPException) as problem:
            answer = await run_in_threadpool(problem_answer, request, problem)
            await answer(scope, receive, send)
            return
        await self.app(scope, _told_again(body, receive), send)


def _check(*texts: str) -> None:
    if not all(map(is_plain, texts)):
        raise BadInput(UNKEPT)


def check_all(value: Any) -> None:
    """All texts of a value as JSON brings it, keys too."""
    todo = [value]
    while todo:
        found = todo.pop()
        if isinstance(found, str):
            _check(found)
        elif isinstance(found, dict):
            todo += [*found.keys(), *found.values()]
        elif isinstance(found, list):
            todo += found


def _check_head(request: Request) -> None:
    _check(request.scope["path"], *request.query_params.keys(), *request.query_params.values())
    _check(*(value.decode("latin-1") for _, value in request.scope["headers"]), *request.cookies.values())
    try:
        _ = urlsplit(f"http://{request.headers.get('host', '')}").port
    except ValueError:
        raise BadInput(NO_HOST) from None


async def _gathered(receive: Receive) -> bytes | None:
    """The whole body, which the layer before this one keeps short; None if it did not come to its end."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return bytes(body)


async def _check_body(scope: Scope, body: bytes) -> None:
    said = Request(scope).headers.get("content-type", "").lower()
    kind = said.partition(";")[0].strip()
    if not set(CHARSET.findall(said)) <= {"utf-8", "utf8"}:
        raise BadInput(ONLY_UTF_8)  # some of Python's other ones take seconds for a page of text
    if kind in FORMS:
        form = await _form(scope, body)
        for name, value in form.multi_items():
            _check(name, value.filename or "" if isinstance(value, UploadFile) else value)
        scope.setdefault("state", {})["form"] = form
        return
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return  # no JSON: where some was expected it is refused as such
    check_all(value)


async def _form(scope: Scope, body: bytes) -> FormData:
    try:
        return await Request(scope, _told_again(body, _never)).form(max_files=1, max_fields=MOST_FIELDS)
    except UnicodeError:  # of a character set that the form itself has named
        raise BadInput(UNKEPT) from None


def _told_again(body: bytes, then: Receive) -> Receive:
    told = False

    async def receive() -> Message:
        nonlocal told
        if told:
            return await then()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def _never() -> Message:
    return {"type": "http.disconnect"}
