"""How whatever goes wrong is answered: for people a page, for programs JSON, in the reader's language and never as a traceback."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from kronland.core.words import LANGUAGES, N_, Text, Words, words
from kronland.web.errors import TooMany, Unavailable, WebError
from kronland.web.pages.rendering import refusal, render
from kronland.web.safety.visitors import Visitor, asked_language, remembered_language, visitor_of

LOG = logging.getLogger("kronland.web")

TOO_LARGE = N_("That is more than a request may hold.")
NOT_UNDERSTOOD = N_("That request could not be understood: {problem}")
# What was wrong with a part of a request, by how its kind of error begins; anything else is told to programs as their libraries do.
WRONG: dict[str, Text] = {
    "missing": N_("{where} is missing"),
    "int_": N_("{where}: a whole number is expected"),
    "float_": N_("{where}: a number is expected"),
    "bool_": N_("{where}: true or false is expected"),
    "string_too_long": N_("{where} is too long"),
    "json_": N_("it is no JSON"),
}
OTHERWISE = N_("{where} is not what is expected")
NOTHING_HERE = N_("There is nothing at this address.")
NOT_THIS_WAY = N_("That cannot be done this way.")
OUR_FAULT = N_("Something went wrong here. It has been noted.")

CODES = {403: "forbidden", 404: "not-found", 405: "not-this-way", 413: "too-large", 429: "too-many"}
TEXTS: dict[int, Text] = {404: NOTHING_HERE, 405: NOT_THIS_WAY}
LONGEST_PLACE = 60  # signs of the name of what was wrong in a request
SOON = 2.0  # seconds after which it is worth another try


def _answer(request: Request, status: int, code: str, message: str, rule: str | None = None, wait: float | None = None) -> Response:
    answer: Response
    message = message.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair must not break the answer, wherever it came from
    if for_programs(request):
        answer = _json(status, code, message, rule)
    else:
        # A page that was asked for too early comes by itself when it can; a form that was sent is not sent again.
        again = int(wait) if status == 503 and wait and request.method == "GET" else 0
        back = {} if request.method == "GET" else {"here": "/"}  # there may be no page at the address of a form
        answer = render(request, "error.html", status, number=status, message=message, rule=rule, again=again, **back)
    return _after(answer, wait)


def for_programs(request: Request) -> bool:
    return str(request.scope["path"]).startswith("/api/")


def _json(status: int, code: str, message: str, rule: str | None = None) -> Response:
    return JSONResponse({"error": {"code": code, "message": message, "rule": rule or None}}, status)


def _after(answer: Response, wait: float | None) -> Response:
    if wait is not None:
        answer.headers["Retry-After"] = str(int(wait) + 1)
    return answer


def _language(request: Request) -> str:
    if not for_programs(request):
        try:
            return visitor_of(request).language
        except Unavailable:  # then the page is made for a passer-by
            request.state.visitor = Visitor(None, "", asked_language(request))
            return asked_language(request)
    said = request.query_params.get("language")
    return said if said in LANGUAGES else asked_language(request)


def refusal_answer(request: Request, status: int, text: Text, wait: float | None = None) -> Response:
    """What is turned away before anybody has looked at it: answered from memory alone, so that it costs less than to ask for it."""
    answer: Response
    language = remembered_language(request)
    if for_programs(request):
        asked = request.query_params.get("language")
        message = words(asked if asked in LANGUAGES else language)(text)
        answer = _json(status, CODES[status], message)
    else:
        answer = HTMLResponse(refusal(language, status, text), status)
    return _after(answer, wait)


def _wrong(request: Request, problem: RequestValidationError, speak: Words) -> str:
    """What was wrong with a request, in the reader's language."""
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])[:LONGEST_PLACE]
    text = next((text for kind, text in WRONG.items() if first["type"].startswith(kind)), None)
    if text is None and for_programs(request):
        return f"{where}: {first['msg']}"[:200]
    return speak(text or OTHERWISE, where=where)


def problem_answer(request: Request, problem: Exception) -> Response:
    """A plain function: it runs in a thread, and may ask the store."""
    if isinstance(problem, HTTPException) and problem.status_code == 413:
        return refusal_answer(request, 413, TOO_LARGE)
    language = _language(request)
    if isinstance(problem, WebError):
        wait = problem.wait if isinstance(problem, TooMany) else SOON if isinstance(problem, Unavailable) else None
        return _answer(request, problem.status, problem.code, problem.say(language), problem.rule, wait)
    if isinstance(problem, RequestValidationError):
        return _answer(request, 422, "not-understood", words(language)(NOT_UNDERSTOOD, problem=_wrong(request, problem, words(language))))
    if isinstance(problem, HTTPException):
        text = TEXTS.get(problem.status_code)
        said = words(language)(text) if text else words(language)(NOT_UNDERSTOOD, problem=str(problem.detail)[:200])
        answer = _answer(request, problem.status_code, CODES.get(problem.status_code, "not-understood"), said)
        answer.headers.update(problem.headers or {})
        return answer
    LOG.error("a request failed", exc_info=problem)
    return _answer(request, 500, "our-fault", words(language)(OUR_FAULT))


def add_error_handlers(app: FastAPI) -> None:
    for kind in (WebError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, problem_answer)
