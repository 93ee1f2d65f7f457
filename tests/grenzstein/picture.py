"""Grenzstein: the position in words and as a picture."""

from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.drawing.heraldry import BLUE, CENTRED, INKED, RED, arms, button_face, owner_symbols, target
from kronland.games.drawing.sheets import MARGIN, Rows, whole
from kronland.games.drawing.svg import cut, fitted, group, text
from tests.grenzstein.state import CARDS, COLOURS, KINDS

OWNERS, WIDTH = (RED, BLUE), 760
TITLE, TABLE = N_("Grenzstein: the fields"), N_("At stake: {n}. Still face down: {fields}.")
PLAYER, SENT, NOBODY = N_("{player}: {n} points, {cards}"), N_("{cards}, somebody is out"), N_("nobody")


def player(view: View, seat: int) -> str:
    s, say = view.state, view.words
    cards = ", ".join(CARDS.say(card - 1, say, view.names) for card in range(1, KINDS + 1) for _ in range(s.hand[seat, card]))
    cards = cards or ("?" * int(s.held[seat]) or say(NOBODY))
    return say(PLAYER, player=view.names[seat], n=int(s.score[seat]), cards=say(SENT, cards=cards) if s.pick[seat] else cards)


def table(view: View) -> str:
    return view.words(TABLE, n=int(view.state.stake), fields=" ".join(map(str, view.state.covered.nonzero()[0])) or "-")


def words(view: View) -> str:
    return "\n".join([view.prompt, table(view), *(player(view, seat) for seat in range(len(COLOURS)))])


def draw(view: View, wide: bool = True) -> str:
    rows, space = Rows(WIDTH if wide else WIDTH / 2), view.game.space
    rows.line(view.prompt, 21, bold=True)
    rows.line(table(view), 17)
    for seat, owner in enumerate(OWNERS):
        x, y = rows.place(rows.width - 24, 38)
        rows.add(group(arms(owner, x + 14, y + 16), fitted(x + 34, y + 22, player(view, seat), 17, rows.width - 70, **INKED)))
    for action in view.legal:
        said, (x, y) = view.label(action), rows.place(180, 64)
        face = button_face(x + 2, y + 2, 174, 58, strong=True), text(x + 89, y + 37, cut(said, 18, 166), 18, **CENTRED)
        rows.add(target(space.verb_of(action).name, space.notation(action), said, said, *face))
    drawing, height = rows.drawn()
    placed = [group(drawing, x=MARGIN, y=MARGIN)], rows.width + 2 * MARGIN, height + 2 * MARGIN
    return whole(view, TITLE, words(view), [*map(owner_symbols, OWNERS)], placed)
