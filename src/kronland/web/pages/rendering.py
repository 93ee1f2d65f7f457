"""Templates: how a page is made, with words in the reader's language and addresses of static files that change with their content."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, Template
from jinja2.bccache import Bucket
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from kronland.core.files import PACKAGE, cache_root
from kronland.core.words import Text, words
from kronland.web.errors import Unavailable
from kronland.web.pages import club_texts, people_texts, texts
from kronland.web.pages.compiling import DIGEST, Direct
from kronland.web.safety.cleaning import LONGEST_CHAT, LONGEST_NAME, LONGEST_NOTATION
from kronland.web.safety.visitors import visitor_of

WEB = Path(__file__).parent.parent
STATIC = WEB / "static"


class Kept(FileSystemBytecodeCache):
    """Templates as Python reads them, beside compiled rules, for the next start. Where they cannot be written they serve this one alone."""

    def __init__(self) -> None:
        folder = cache_root() / "templates" / f"{hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:16]}-{DIGEST}"
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        super().__init__(str(folder))

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except Exception:  # it is damaged, or not for us to read: it can be made again
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


class Quick(Environment):
    """Pages are mostly dicts: their values are found without trying for an attribute first, whose absence would be an exception."""

    code_generator_class = Direct

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)


@cache
def environment() -> Environment:
    made = Quick(
        bytecode_cache=Kept(),
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    longest = {"name": LONGEST_NAME, "chat": LONGEST_CHAT, "notation": LONGEST_NOTATION}
    words_of = {"T": texts, "C": club_texts, "P": people_texts}
    made.globals.update(words_of, asset=asset, picture_version=source_digest(), build=build(), longest=longest)
    return made


@cache
def asset(name: str) -> str:
    """The address of a static file, with a digest of what is in it: it may be cached for ever."""
    return f"/static/{name}?v={hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:10]}"


@cache
def build() -> str:
    """Changes with the pages and their scripts: a page of another build does not fit what the server brings it."""
    digest = hashlib.sha256()
    for file in sorted(file for folder in ("static", "templates") for file in (WEB / folder).rglob("*") if file.is_file()):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:10]


@cache
def source_digest() -> str:
    """Changes when a picture may be drawn otherwise."""
    digest = hashlib.sha256()
    for file in sorted((WEB.parent / "games").rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:10]


def html(request: Request, name: str, **context: Any) -> str:
    visitor = visitor_of(request)
    return _page(
        name,
        visitor.language,
        {"here": _here(request), "my_name": visitor.name, "scheme": visitor.preferences.scheme, "is_host": visitor.host, **context},
    )


def _here(request: Request) -> str:
    """Where to come back to with other words or colours: this page, with what was asked of it."""
    return f"{request.url.path}?{request.url.query}" if request.url.query and request.method == "GET" else request.url.path


def _page(name: str, language: str, context: Mapping[str, Any]) -> str:
    usual = {"language": language, "say": words(language), "my_turn": False, "scheme": "", "is_host": False, "news": None}
    return template(name).render({**usual, **context})


@cache
def refusal(language: str, status: int, text: Text) -> str:
    """The page of an error that is the same for everybody: made once, for it is told to those who ask too much."""
    shown = {"number": status, "message": words(language)(text), "rule": None, "again": 0}
    return _page("error.html", language, {"here": "/", "my_name": "", **shown})


@cache
def template(name: str) -> Template:
    return environment().get_template(name)


@cache
def macro(file: str, name: str) -> Any:
    """A macro of a template as a function."""
    return getattr(template(file).module, name)


def render(request: Request, name: str, status: int = 200, **context: Any) -> Response:
    """A page. It is made for one reader, so nobody on the way may keep it."""
    if status == 200 and visitor_of(request).known and "news" not in context:
        with suppress(Unavailable):
            context["news"] = len(request.app.state.notices.of(visitor_of(request).id, on_page=True))
    return HTMLResponse(html(request, name, **context), status, {"Cache-Control": "no-store"})


def by_script(request: Request) -> bool:
    """Whether the page's own script asks: it wants the changed part instead of a redirection."""
    return request.headers.get("kronland-script") == "yes"


def is_tall(request: Request) -> bool:
    """Whether the picture is to be stacked for an upright screen: what the page's script has measured, else what the browser says."""
    shape = request.cookies.get("kl_shape")
    if shape in ("tall", "wide"):
        return shape == "tall"
    return "Mobi" in request.headers.get("user-agent", "")


def is_scripted(request: Request) -> bool:
    """Whether the page's script has been at work in this browser."""
    return "kl_shape" in request.cookies
