"""A verb: one kind of decision, declared once, in the chapter of the rules that it belongs to.

    KNIGHT = Verb(
        "knight", ALL_FIELDS,                                 # notation: knight L21
        label=N_("Set a knight: {field}"),
        prompt=N_("Set your knight."),
        lesson=N_("Knights on neighbouring fields form a duchy."),
        rules=("RH-20", "RH-11"),
    )

    @rule
    def knight_fields(s, seat): ...                           # what is legal now: the set, which nothing else decides
    @rule
    def why_no_knight(s, seat, field): ...                    # which rule keeps a field out of the set; asked of no other field
    @rule
    def set_knight(s, seat, field, log): ...                  # what comes of it

**The declaration** holds all that people read or type: name and domains (from which the notation follows), label, prompt, lesson, and the
rules to read. Page, text, guide and command line ask the verb, so that nothing about it stands elsewhere.

**The set** is the authority on what is legal. It is whatever fits: fields as words of 64 bits, cards as one word, yes or no for a verb
without parts. It is empty when something else is to be decided, so that `legal` can list all sets one after the other and `refusal` has no
other question than whether an action is in its set. The two cannot disagree. (Where most of many sets are empty `legal` may go by the phase
and spare asking them. What it lists still comes out of the sets; one that it forgot, the conformance suite finds.) Why something is not in
the set is looked for only when somebody asks; the reasons are checked, and numbered, from the most general to the most special, `NOT_NOW`
first.

**The kernels of a chapter know no action numbers.** They take parts (a field, a card), as the rules count them (`Domain.first`). Numbers
belong to `rules/contents.py`, the table of contents of a game:

    SPACE = ActionSpace(CARD, KNIGHT, ..., DONE)
    VERB, PART = SPACE.tables                                 # number -> verb, and its part; with more parts: VERB, ONE, TWO
    A_CARD, A_KNIGHT, ..., A_DONE = CARD.first, KNIGHT.first, ..., DONE.first

    n = list_fields(knight_fields(s, seat), A_KNIGHT, out, n)                                        # in `legal`
    if verb == A_KNIGHT:                                                                             # in `refusal`
        return ALLOWED if has_field(knight_fields(s, seat), part) else why_no_knight(s, seat, part)
    if verb == A_KNIGHT:                                                                             # in `apply`
        set_knight(s, seat, part, log)

In kernels a verb is called by the number of its first action, a plain global: Numba reads numbers and arrays from a kernel's globals, no
attributes of objects. Whether an action is a knight's is asked of the table, never of its place between other numbers, so verbs may come in
any order; but a record keeps notation, and lists keep their order, so that a new verb goes to the end.

**Prompts.** The first of the legal verbs asks (in the order of the space). Its prompt is a text, or a function of the view where the state
has a say in it or where other verbs are to be mentioned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kronland.core.errors import NotationError
from kronland.core.words import N_, Domain, Text

if TYPE_CHECKING:
    from kronland.core.view import View

OVER: Text = N_("The game is over.")
WAITING: Text = N_("Waiting for {player}.")


class Verb:
    """All actions of one kind: one for every combination of members of its domains."""

    def __init__(
        self,
        name: str,
        *domains: Domain,
        label: Text,  # what an action does, with a {place} for each domain
        prompt: Text | Callable[[View], str] | None = None,  # what somebody is asked who may do this; none for what goes with another verb
        lesson: Text | None = None,  # a sentence or two for who meets it for the first time
        rules: tuple[str, ...] = (),  # the rules that say what it is; the first is the one to read
        secret: bool = False,  # other seats learn that an action was chosen, not which one
        plainly: Callable[..., Text | None] | None = None,  # a plainer label for some members, where one place says what another has said
    ) -> None:
        self.name = name
        self.domains = domains
        self.label, self.prompt, self.lesson, self.rules = label, prompt, lesson, rules
        self.secret = secret
        self.plainly = plainly
        self.own = any(domain.own for domain in domains)  # its notation depends on who acts
        self.first = 0  # the number of its first action: the space counts
        self.size = 1
        for domain in domains:
            self.size *= len(domain)

    def __repr__(self) -> str:
        return f"<verb {self.usage()}>"

    def action(self, *members: int) -> int:
        number = 0
        for domain, member in zip(self.domains, members, strict=True):
            if not 0 <= member < len(domain):
                raise NotationError(f"there is no {domain.name} number {member}; there are {len(domain)}")
            number = number * len(domain) + member
        return self.first + number

    def members(self, action: int) -> tuple[int, ...]:
        number = action - self.first
        found = []
        for domain in reversed(self.domains):
            number, member = divmod(number, len(domain))
            found.append(member)
        return tuple(reversed(found))

    def label_for(self, members: tuple[int, ...]) -> Text:
        return (self.plainly and self.plainly(*members)) or self.label

    def usage(self) -> str:
        return " ".join([self.name, *(f"[{d.name}]" if "" in d.index else d.name.upper() for d in self.domains)])


def prompt(view: View) -> str:
    """What is to be decided, in words: what the first of the legal verbs asks."""
    s, words = view.state, view.words
    if s.ended:
        return words(OVER)
    if not view.legal:
        seat = next(seat for seat in range(s.players) if int(s.actors) >> seat & 1)
        return words(WAITING, player=view.names[seat])
    asked = next(verb.prompt for verb in view.verbs if verb.prompt)
    return words(asked) if isinstance(asked, Text) else asked(view)
