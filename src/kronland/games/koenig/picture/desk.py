"""Löwenherz (2003): the desk. Supplies, points, hand and market with what can be done with each card, and what every player has."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kronland.core.desk import Card, Choice, Count, Desk, Group, Plate, Row, Track
from kronland.core.view import View
from kronland.core.words import N_, NN_
from kronland.games.drawing.desks import points_track
from kronland.games.drawing.land import MINES
from kronland.games.drawing.scenes import fact, part
from kronland.games.drawing.standings import still_to_come
from kronland.games.grid.picture.desk import alliance_counts, neutral_plate
from kronland.games.koenig.picture.scene import COUNTED, OWNERS, TASK_SIGNS, Scene, back_face
from kronland.games.koenig.rules.domains import CARDS, TASKS
from kronland.games.koenig.rules.domains import MINES as MINE_NAMES
from kronland.games.koenig.rules.ending import final_scoring
from kronland.games.koenig.rules.pacts import ALLIANCE, DESERTER
from kronland.games.koenig.rules.refill import market_guard
from kronland.games.koenig.rules.state import BACK, DECK, KING_TOKEN, MARKET_REFILLS, MINE_KINDS, NO_CARD, PILE_NAMES, Phase, Task
from kronland.games.koenig.words.text import BACKS, MONOPOLY, NEUTRAL, card_text

SETTING_UP = N_("Set-up")
TURN_OF = N_("{player}'s turn")
OVER = N_("The end")
DECK_CARDS, BORDERS, TOKEN = N_("Cards in the deck"), N_("Borders in supply"), N_("Points at the king token")
POINTS = N_("Points")
HAND = N_("Your hand")
MARKET = N_("Market")
MARKET_EMPTY = N_("The market is empty.")
REFILLS_LEFT = NN_("one more refill", "{n} more refills", "n")
NO_REFILL = N_("closed: refill from the deck")
REGIONS, KNIGHTS, DUCATS = N_("Regions"), N_("Knights in supply"), N_("Ducats")
MEANINGS = {task: verb.lesson for task, verb in ((Task.DESERTER, DESERTER), (Task.ALLIANCE, ALLIANCE)) if verb.lesson}
SELL, COST = N_("Sell"), N_("Price in ducats")


def status(scene: Scene) -> str:
    s = scene.s
    if s.ended:
        return scene.words(OVER)
    if s.phase in (Phase.CASTLE, Phase.START_KNIGHT):
        return scene.words(SETTING_UP)
    return scene.words(TURN_OF, player=scene.names[s.turn])


def desk(view: View) -> Desk:
    scene = Scene.of(view)
    to_come = (
        still_to_come(scene, final_scoring) if view.state.drawn >= DECK else [0] * scene.players
    )  # the king's return adds nothing (L03-80)
    plates = [_plate(scene, seat, points) for seat, points in enumerate(to_come)]
    if scene.players == 2:
        plates.append(neutral_plate(scene, scene.regions_of(scene.players), NEUTRAL, REGIONS, KNIGHTS))
    nothing_else = len(view.legal) == 1  # to finish is loud only then
    done = tuple(scene.choice(action, strong=nothing_else) for action, _ in scene.choices["done"])
    return Desk(
        status(scene),
        view.prompt,
        tuple(plates),
        supplies=_supplies(scene),
        rows=(*_hand(scene), _market(scene)),
        groups=(Group(done),) if done else (),
        tracks=(_points(scene),),
    )


@part
def _supplies(scene: Scene) -> tuple[Count, ...]:
    s = scene.s
    return (
        scene.count("kl-deck", DECK - int(s.drawn), DECK_CARDS),
        scene.count("kl-border", int(s.borders_left), BORDERS),
        scene.count("kl-king", KING_TOKEN[scene.players], TOKEN),
        *alliance_counts(scene, scene.alliances()),
    )


@part
def _points(scene: Scene) -> Track:
    points = scene.s.score[: scene.players].tolist()
    return points_track(scene.words(POINTS), scene.names, OWNERS, points, KING_TOKEN[scene.players])


# Cards ------------------------------------------------------------------------------------------------------------------------------


@part
def _hand(scene: Scene) -> tuple[Row, ...]:
    """The reader's own cards. Cards alike are one choice, so they lie on one another."""
    if scene.seat < 0:
        return ()
    held = [kind for kind, _ in _known_cards(scene, scene.seat)]
    sold = {card: action for action, (card,) in scene.choices["sell"]}
    cards = []
    for kind, count in Counter(held).items():
        number = int(scene.s.kind_card[kind])
        choices: list[Choice] = []
        if number in sold:
            choices = [_play(scene, number, kind, task) for task, _ in scene.symbols(kind)]
            choices.append(_sale(scene, sold[number], kind))
        said, meaning, _ = _told(scene, kind)
        cards.append(Card(scene.face(kind), said, CARDS.place(number), count, tuple(choices), meaning=meaning))
    return (Row("hand", scene.words(HAND), tuple(cards)),) if cards else ()


def _told(scene: Scene, kind: int) -> tuple[str, str, str]:
    """What a card says, what its sign does where that is not plain to see (L03-50, L03-60), and what such cards are called."""
    said = card_text(scene.view, kind)
    task = scene.symbols(kind)[0][0]
    if task not in MEANINGS:
        return said, "", ""
    name = TASKS.say(task - 1, scene.words, scene.names)
    return said, scene.words(MEANINGS[task]), name[:1].upper() + name[1:]


def _play(scene: Scene, card: int, kind: int, task: Task) -> Choice:
    """A card for one of its actions; one that is too dear, or that nothing could come of, is shown with the reason (L03-13)."""
    action = scene.view.game.space["play"].action(card, task - 1)
    shown = TASKS.say(task - 1, scene.words, scene.names)
    look: dict[str, Any] = {"sign": TASK_SIGNS[task], "costs": (scene.count("kl-ducats", -int(scene.s.kind_cost[kind]), COST),)}
    shown = shown[:1].upper() + shown[1:]
    legal = any(action == other for other, _ in scene.choices["play"])
    return scene.choice(action, shown, strong=True, **look) if legal else scene.refused(action, shown, **look)


def _sale(scene: Scene, action: int, kind: int) -> Choice:
    gain = Count("kl-ducats", f"+{int(scene.s.kind_sale[kind])}", scene.words(DUCATS))
    return scene.choice(action, scene.words(SELL), brings=(gain,))


@part
def _market(scene: Scene) -> Row:
    """What lies there; when the hand is refilled, each card and the deck are choices."""
    s = scene.s
    taken = {card: action for action, (card,) in scene.choices["take"]}
    cards = []
    for action, _ in scene.choices["draw"]:
        letter = PILE_NAMES[BACK - int(s.deck[s.drawn])]
        said = scene.words(BACKS, n=1, pile=letter)
        cards.append(Card(back_face(letter), said, choices=(scene.choice(action, strong=True),), whole=True))
    kinds = [kind for kind in range(s.kinds) if s.market[kind]]
    for kind in kinds:
        number = int(s.kind_card[kind])
        choices = (scene.choice(taken[number], strong=True),) if number in taken else ()
        said, meaning, name = _told(scene, kind)
        count = int(s.market[kind])
        cards.append(Card(scene.face(kind), said, CARDS.place(number), count, choices, whole=True, meaning=meaning, name=name))
    title = scene.words(MARKET) if kinds else scene.words(MARKET_EMPTY)
    guard = market_guard(s, scene.words)
    left = MARKET_REFILLS - int(s.market_refills)
    told = "" if not guard else scene.words(REFILLS_LEFT, n=left) if left else scene.words(NO_REFILL)
    return Row("market", title, tuple(cards), told, guard or "")


# The players ------------------------------------------------------------------------------------------------------------------------


@part
def _plate(scene: Scene, seat: int, to_come: int) -> Plate:
    counts = (
        scene.count("kl-ducats", scene.of_seat("ducats", seat), DUCATS),
        scene.count("kl-region", scene.regions_of(seat), REGIONS),
        scene.count("kl-helm", scene.of_seat("knights_left", seat), KNIGHTS),
    )
    mines = [mine for mine in range(MINE_KINDS) if scene.of_seat("monopolies", seat) >> mine & 1]
    badges = [Count(f"kl-{MINES[mine]}-ore", "", _monopoly(scene, mine)) for mine in mines]
    holds = () if scene.is_own(seat) else tuple(_held(scene, kind) for kind, _ in _known_cards(scene, seat))
    points = str(scene.of_seat("score", seat))
    said = f"{scene.words(POINTS)}: {points}"
    return Plate(
        scene.names[seat],
        seat,
        seat,
        points,
        said,
        counts=counts,
        holds=holds,
        badges=tuple(badges),
        deciding=scene.is_deciding(seat),
        **scene.to_come(to_come),
    )


def _monopoly(scene: Scene, mine: int) -> str:
    return scene.words(MONOPOLY, mine=MINE_NAMES.say(mine, scene.words, scene.names))


def _held(scene: Scene, kind: int) -> Count:
    """A card of another hand: its back, or what is on it."""
    said = card_text(scene.view, kind)
    if kind <= BACK:
        return Count(f"kl-back-{PILE_NAMES[BACK - kind]}", "", said)
    task, size = scene.symbols(kind)[0]
    return Count(TASK_SIGNS[task], str(size) if task in COUNTED else "", said)


@fact
def _known_cards(scene: Scene, seat: int) -> tuple[tuple[int, bool], ...]:
    """The kinds of the cards in a hand as the reader knows them, and whether they lie open."""
    cards = zip(scene.s.hand[seat].tolist(), scene.s.hand_open[seat].tolist(), strict=True)
    return tuple((kind, bool(is_open)) for kind, is_open in cards if kind != NO_CARD)
