"""What can go wrong at a table. Each error carries its HTTP status and is said in the reader's language."""

from __future__ import annotations

from typing import Any

from kronland.core.errors import KronlandError
from kronland.core.record import BadRecord, said
from kronland.core.why import Why
from kronland.core.words import N_, Text, words


class WebError(KronlandError):
    status = 400
    code = "bad-input"
    rule: str | None = None

    def __init__(self, text: Text, **places: Any) -> None:
        self.text, self.places = text, places
        super().__init__(self.say("en"))

    def say(self, language: str) -> str:
        speak = words(language)
        return speak(self.text, **{name: speak(place) if isinstance(place, Text) else place for name, place in self.places.items()})


class BadInput(WebError):
    """A form or a request that says something impossible."""


class BadNotation(BadInput):
    """A text that names no action. What is wrong with it the rules layer says in English alone; other languages get an example of
    what was begun, or else all the verbs."""

    def __init__(self, verbs: str, problem: KronlandError, example: str = "") -> None:
        self.problem = problem
        if example:
            super().__init__(N_("That names no action. It is written like this: {example}"), example=example)
        else:
            super().__init__(N_("That names no action. Each begins with one of these: {verbs}."), verbs=verbs)

    def say(self, language: str) -> str:
        return f"That names no action: {str(self.problem).rstrip('.')}." if language == "en" else super().say(language)


class UnreadRecord(BadInput):
    """A record that cannot be read: a sentence, and apart from it where, what was found there and what would be right."""

    WHERE = (("line", N_("line {number}")), ("column", N_("column {number}")), ("action", N_("action {number}")))

    def __init__(self, problem: BadRecord) -> None:
        self.problem = problem
        super().__init__(N_("That record cannot be read. {about}"), about=problem.about)

    def details(self, language: str) -> list[tuple[str, str]]:
        """(what, text) for a list beside the sentence."""
        speak, problem = words(language), self.problem
        where = ", ".join(speak(text, number=problem.where[name]) for name, text in self.WHERE if name in problem.where)
        found, right = said(problem.found, language), "" if problem.expected is None else said(problem.expected, language)
        told = ((N_("Where"), where), (N_("Found"), found), (N_("Right would be"), right))
        return [(speak(what), text) for what, text in told if text]


class NotFound(WebError):
    """No such table, seat or link; or none that this visitor may know of, which sounds the same."""

    status, code = 404, "not-found"


class Forbidden(WebError):
    """Not this visitor's seat, not its turn to do this."""

    status, code = 403, "forbidden"


class Conflict(WebError):
    """Somebody was faster: the position is another one by now."""

    status, code = 409, "conflict"

    def __init__(self) -> None:
        super().__init__(N_("The table has moved on in the meantime. Here is how it stands now."))


class Damaged(WebError):
    """What is kept of a table cannot be read. It is set aside, and waits for somebody to repair it."""

    status, code = 500, "damaged"

    def __init__(self, table_id: str) -> None:
        super().__init__(
            N_("What is kept of this table cannot be read. Nothing of it is lost, and whoever runs this server has been told.")
        )
        self.table_id = table_id


class Refused(WebError):
    """The rules forbid it; `rule` says which one."""

    status, code = 422, "refused"

    def __init__(self, why: Why) -> None:
        KronlandError.__init__(self, str(why))
        self.why, self.rule = why, why.rule

    def say(self, language: str) -> str:
        return self.why.words(language)


class TooMany(WebError):
    """Too fast; `wait` is how many seconds to pause."""

    status, code = 429, "too-many"

    def __init__(self, wait: float) -> None:
        super().__init__(N_("That was too much at once. Please wait a moment."))
        self.wait = wait


class Unavailable(WebError):
    """The database does not answer, or somebody else holds it."""

    status, code = 503, "unavailable"

    def __init__(self) -> None:
        super().__init__(N_("The tables cannot be reached just now. Please try again in a moment."))
