"""Grenzstein: the position in words, the stone as a picture, and the desk."""

from kronland.core.desk import Desk, Group, Plate
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.drawing.desks import Board
from kronland.games.drawing.heraldry import BLUE, CENTRED, INK, RED, STONE, owner_symbols, signs
from kronland.games.drawing.scenes import BaseScene
from kronland.games.drawing.sheets import sheet
from kronland.games.drawing.svg import path, tag, text
from tests.grenzstein.state import CARDS, COLOURS, KINDS

OWNERS = (RED, BLUE)
TITLE, TABLE = N_("Grenzstein: the fields"), N_("At stake: {n}. Still face down: {fields}.")
PLAYER, SENT, NOBODY = N_("{player}: {n} points, {cards}"), N_("{cards}, somebody is out"), N_("nobody")


def cards(view: View, seat: int) -> str:
    s, say = view.state, view.words
    held = ", ".join(CARDS.say(card - 1, say, view.names) for card in range(1, KINDS + 1) for _ in range(s.hand[seat, card]))
    held = held or ("?" * int(s.held[seat]) or say(NOBODY))
    return say(SENT, cards=held) if s.pick[seat] else held


def player(view: View, seat: int) -> str:
    return view.words(PLAYER, player=view.names[seat], n=int(view.state.score[seat]), cards=cards(view, seat))


def table(view: View) -> str:
    return view.words(TABLE, n=int(view.state.stake), fields=" ".join(map(str, view.state.covered.nonzero()[0])) or "-")


def words(view: View) -> str:
    return "\n".join([view.prompt, table(view), *(player(view, seat) for seat in range(len(COLOURS)))])


def board(view: View) -> Board:
    stone = path("M120 170V80C120 20 240 20 240 80V170Z", STONE, INK, 3), text(180, 125, str(int(view.state.stake)), 48, **CENTRED)
    drawing = (tag("g", sheet(0, 0, 360, 200), *stone, class_="kl-board"),)
    return Board(TITLE, words(view), [*map(owner_symbols, OWNERS), signs()], drawing, 360, 200)


def desk(view: View) -> Desk:
    scene, s = BaseScene(view), view.state
    plates = (
        Plate(
            view.names[seat],
            seat,
            seat,
            str(int(s.score[seat])),
            player(view, seat),
            note=cards(view, seat),
            deciding=scene.is_deciding(seat),
        )
        for seat in range(len(COLOURS))
    )
    send = tuple(scene.choice(action, strong=True) for action in view.legal)
    return Desk(table(view), view.prompt, tuple(plates), groups=(Group(send),) if send else ())
