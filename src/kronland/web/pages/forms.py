"""What the form of a page has sent, and the way back to the table.

Every form works without JavaScript: it posts and is sent back to a page (303).
"""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData

from kronland.web.errors import BadInput
from kronland.web.lobby.wishes import LONGEST_PACE
from kronland.web.pages import texts as T

WHOLE = re.compile("-?[0-9]{1,9}")


async def posted(request: Request) -> FormData:
    """As `outside.Outside` has read and checked it; an empty one, if what was sent is no form."""
    form: FormData | None = getattr(request.state, "form", None)
    return form if form is not None else FormData()


Form = Annotated[FormData, Depends(posted)]


def word(form: FormData, name: str) -> str:
    found = form.get(name, "")
    return found if isinstance(found, str) else ""


def whole(form: FormData, name: str) -> int:
    """A whole number from a form."""
    text = word(form, name)
    if not WHOLE.fullmatch(text):
        raise BadInput(T.NOT_A_NUMBER, name=name)
    return int(text)


def chosen_pace(text: str, usual: float) -> float:
    """Seconds between two moves of bots."""
    try:
        found = float(text)
    except ValueError:
        return usual
    return found if 0 <= found <= LONGEST_PACE else usual


def back_to(table_id: str) -> Response:
    return RedirectResponse(f"/t/{table_id}", 303)


def chosen_scheme(text: str) -> str:
    """Light, dark, or else as the system has it."""
    return text if text in ("light", "dark") else ""


def local_path(back: str) -> str:
    """Where a form leads back to: a page of ours, whatever was said."""
    return back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
