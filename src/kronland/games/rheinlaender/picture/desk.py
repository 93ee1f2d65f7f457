"""Rheinländer: the desk. Piles, the hand, bastions, and what every player has."""

from __future__ import annotations

from functools import lru_cache

from kronland.core.desk import Arm, Card, Choice, Count, Desk, Face, Group, Plate, Row
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.drawing.desks import face
from kronland.games.drawing.heraldry import BRIGHT, CENTRED, INK, LIGHT, PAPER
from kronland.games.drawing.scenes import fact, part
from kronland.games.drawing.standings import still_to_come
from kronland.games.drawing.svg import path, rect, tag, text
from kronland.games.rheinlaender.picture.scene import Scene
from kronland.games.rheinlaender.rules.castles import DECLINE, MAN
from kronland.games.rheinlaender.rules.domains import CARDS as SECTION_CARDS
from kronland.games.rheinlaender.rules.ending import final_scoring
from kronland.games.rheinlaender.rules.state import Phase

TURN = N_("Turn {n}")
LAST_TURN = N_("last turn")
PILE, DISCARDS = N_("Cards to draw"), N_("Discards")
HAND = N_("Your hand")
SET_BASTION = N_("Set a bastion")
KNIGHTS, BASTIONS, CARDS, DUKES, BISHOPS, COINS = (
    N_("Knights in supply"),
    N_("Bastions in supply"),
    N_("Cards in hand"),
    N_("Dukes"),
    N_("Bishops"),
    N_("Money"),
)
ARCHBISHOP = N_("Archbishop")
HIDDEN_COINS = N_("Money: face down")
SIGNS = {MAN.name: "kl-helm", DECLINE.name: "kl-ruin"}


def status(scene: Scene) -> str:
    said = scene.words(TURN, n=int(scene.s.turn_number))
    return f"{said} · {scene.words(LAST_TURN)}" if scene.s.last_turn and not scene.s.ended else said


def desk(view: View) -> Desk:
    scene = Scene.of(view)
    return Desk(
        status(scene),
        view.prompt,
        tuple(_plate(scene, seat, points) for seat, points in enumerate(still_to_come(scene, final_scoring))),
        supplies=_supplies(scene),
        rows=_rows(scene),
        groups=_groups(scene),
        arms=(Arm("bastion", scene.words(SET_BASTION), "kl-bastion"),) if scene.choices["bastion"] else (),
    )


@part
def _supplies(scene: Scene) -> tuple[Count, ...]:
    discards = [str(card) for card in range(64) if int(scene.s.discards) >> card & 1]
    return (
        scene.count("kl-deck", int(scene.s.pile_size), PILE),
        Count("kl-discards", " ".join(discards) or "0", scene.words(DISCARDS)),
    )


# Cards ------------------------------------------------------------------------------------------------------------------------------


@part
def _rows(scene: Scene) -> tuple[Row, ...]:
    """The reader's hand. A card that was picked shows it; until its knight is set, a click on another changes the choice."""
    if scene.seat < 0:
        return ()
    playable = {card + 1: action for action, (card,) in scene.choices["card"]}
    choosing_field = scene.may_choose and scene.s.phase == Phase.FIELD
    cards = []
    for card in sorted(_known_cards(scene, scene.seat)):
        picked = choosing_field and card == scene.s.picked
        choices: tuple[Choice, ...] = ()
        if card in playable:
            choices = (scene.choice(playable[card], strong=True),)
        elif choosing_field and not picked:
            choices = (scene.choice(scene.view.game.space["card"].action(card - 1), instead=True),)
        said, place = SECTION_CARDS.say(card - 1, scene.words, scene.names), SECTION_CARDS.place(card - 1)
        cards.append(Card(card_face(card, picked), said, place, choices=choices, whole=True, dim=bool(playable) and card not in playable))
    return (Row("hand", scene.words(HAND), tuple(cards)),) if cards else ()


@lru_cache(maxsize=128)
def card_face(card: int, picked: bool = False) -> Face:
    """The number of the section over the river."""
    wave = "q7-6 14 0t14 0 14 0 14 0"
    return face(
        72,
        92,
        tag(
            "g",
            rect(1, 1, 70, 90, rx=6, fill=BRIGHT if picked else PAPER, stroke=INK, stroke_width=2.6 if picked else 1.4, class_="kl-card"),
            path(f"M8 68{wave}M8 78{wave}", "none", "#5f8f9c", 2.4),
            text(36, 50, str(card), 38, **CENTRED, font_weight="bold"),
            class_=LIGHT,
        ),
    )


@part
def _groups(scene: Scene) -> tuple[Group, ...]:
    plain = [verb.name for verb in scene.view.verbs if not verb.domains]
    choices = [
        scene.choice(action, sign=SIGNS.get(verb, ""), strong=verb != "decline") for verb in plain for action, _ in scene.choices[verb]
    ]
    return (Group(tuple(choices)),) if choices else ()


# The players ------------------------------------------------------------------------------------------------------------------------


@part
def _plate(scene: Scene, seat: int, to_come: int) -> Plate:
    counts = [
        scene.count("kl-helm", scene.of_seat("knights_left", seat), KNIGHTS),
        scene.count("kl-bastion-sign", scene.of_seat("bastions_left", seat), BASTIONS),
        scene.count("kl-deck", scene.of_seat("hand_size", seat), CARDS),
        scene.count("kl-king", scene.dukes_of(seat), DUKES),
        scene.count(f"kl-bishop-{seat}", scene.of_seat("bishops", seat), BISHOPS),
    ]
    coins = _known_coins(scene, seat)
    said = scene.count("", coins, COINS).whole if coins else scene.words(HIDDEN_COINS)
    badges = (Count("kl-archbishop", "", scene.words(ARCHBISHOP)),) if _is_archbishop(scene, seat) else ()
    return Plate(
        scene.names[seat],
        seat,
        seat,
        coins or "?",
        said,
        counts=tuple(counts),
        badges=badges,
        deciding=scene.is_deciding(seat),
        **scene.to_come(to_come),
    )


@fact
def _known_cards(scene: Scene, seat: int) -> tuple[int, ...]:
    return tuple(card for card in scene.s.hand[seat, : scene.s.hand_size[seat]].tolist() if card > 0)


@fact
def _known_coins(scene: Scene, seat: int) -> str:
    return str(int(scene.s.coins[seat])) if scene.shows_coins(seat) else ""


@fact
def _is_archbishop(scene: Scene, seat: int) -> bool:
    return bool(scene.s.archbishop == seat)
