"""Löwenherz (1997): the desk. The action card with who has chosen what, politics cards, offers and bids, and what every player has."""

from __future__ import annotations

from kronland.core.desk import Card, Choice, Count, Desk, Face, Group, Plate, Row, Stepper, Track
from kronland.core.view import View
from kronland.core.words import N_, NN_
from kronland.games.drawing.desks import face, points_track
from kronland.games.drawing.heraldry import (
    BRIGHT,
    CENTRED,
    FADED,
    INK,
    LIGHT,
    PAPER,
    SHEET,
    arms,
)
from kronland.games.drawing.scenes import fact, part
from kronland.games.drawing.standings import still_to_come
from kronland.games.drawing.svg import Value, circle, rect, tag, text, use, wrapped
from kronland.games.grid.picture.desk import alliance_counts, neutral_plate
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.loewenherz.picture.scene import OWNERS, TASK_SIGNS, Scene, kind_sign
from kronland.games.loewenherz.picture.trial import answers, bids, offers, talk
from kronland.games.loewenherz.rules.domains import CARDS, DECISIONS, KINDS
from kronland.games.loewenherz.rules.ending import final_scoring
from kronland.games.loewenherz.rules.state import KIND_OF, Phase, Task

ROUND = N_("Round {round}")
SETTING_UP = N_("Set-up")
BID_MADE = N_("has bid")
NEUTRAL = N_("neutral")
START_PLAYER = N_("start player")
POINTS = N_("Points")
REGIONS, KNIGHTS = N_("Regions"), N_("Knights in supply")
POLITICS, DUCATS = N_("Politics cards"), N_("Ducats")
DECK, BORDERS = N_("Action cards to come"), N_("Borders in supply")
PILES = (N_("Politics cards in pile 1"), N_("Politics cards in pile 2"))
ACTION_CARD, HAND, PILE_OPEN = N_("Action card"), N_("Your politics cards"), N_("The pile")
# What politics cards are good for (L97-70, L97-72, L97-73, L97-74), by the first word of their notation.
MEANINGS = {
    "alliance": N_("A region of yours and one of another colour beside it can no longer expand into one another."),
    "deserter": N_("A region of another colour beside one of yours loses a knight, and you set one in yours."),
    "treasure": N_("Is worth its number in a duel, for a knight in a forest, or to end an alliance; nothing is given back."),
    "fief": N_("Scores its number at the end of the game."),
}
SORTS = {"treasure": N_("Treasure"), "fief": N_("Fief")}  # of which there are several values
YOUR_OFFER, YOUR_BID = N_("Your offer"), N_("Your bid")
PILE = NN_("Pile {pile} ({count} card)", "Pile {pile} ({count} cards)", "count")


def status(scene: Scene) -> str:
    number = int(scene.s.round_number)
    return scene.words(ROUND, round=number) if number else scene.words(SETTING_UP)


def desk(view: View) -> Desk:
    scene = Scene.of(view)
    plates = [_plate(scene, seat, points) for seat, points in enumerate(still_to_come(scene, final_scoring))]
    if scene.players < len(OWNERS) and scene.castles_of(scene.players):
        plates.append(neutral_plate(scene, scene.regions_of(scene.players), NEUTRAL, REGIONS, KNIGHTS))
    return Desk(
        status(scene),
        view.prompt,
        tuple(plates),
        supplies=_supplies(scene),
        rows=_rows(scene),
        groups=_groups(scene),
        tracks=(_points(scene),),
        talk=talk(scene, view),
    )


@part
def _supplies(scene: Scene) -> tuple[Count, ...]:
    s = scene.s
    return (
        scene.count("kl-deck", int(s.deck_size) - int(s.drawn), DECK),
        scene.count("kl-politics", int(s.pile_size[0]), PILES[0]),
        scene.count("kl-politics", int(s.pile_size[1]), PILES[1]),
        scene.count("kl-border", int(s.borders_left), BORDERS),
        *alliance_counts(scene, scene.alliances()),
    )


@part
def _points(scene: Scene) -> Track:
    points = scene.s.score[: scene.players].tolist()
    return points_track(scene.words(POINTS), scene.names, OWNERS, points)


# Cards ------------------------------------------------------------------------------------------------------------------------------


def _rows(scene: Scene) -> tuple[Row, ...]:
    rows = [_actions(scene), _pile(scene), _hand(scene)]
    return tuple(row for row in rows if row.cards)


@part
def _actions(scene: Scene) -> Row:
    """The action card: one decision card is chosen by a click on its action, two by a click on each (L97-11).

    By itself, for it is the same for all who have nothing to choose."""
    single = {DECISIONS[cards][0]: action for action, (cards,) in scene.choices["card"] if len(DECISIONS[cards]) == 1}
    pairs = [(action, DECISIONS[cards]) for action, (cards,) in scene.choices["card"] if len(DECISIONS[cards]) > 1]
    cards = []
    for number, (task, size) in enumerate(scene.tasks()):
        free = any(number in pair for _, pair in pairs)
        choices = (scene.choice(single[number], strong=True),) if number in single else ()
        said = f"{number + 1}: {scene.task_text(task, size)}"
        token = str(number + 1) if free else ""
        cards.append(Card(_action_face(scene, number), said, CARDS.place(number), choices=choices, whole=True, token=token))
    kept = tuple(scene.choice(action, strong=True, parts=tuple(str(n + 1) for n in pair)) for action, pair in pairs)
    return Row("actions", scene.words(ACTION_CARD), tuple(cards), pick=2 if pairs else 0, choices=kept)


@part
def _action_face(scene: Scene, number: int) -> Face:
    """One action of the card, with the arms of those who chose it."""
    task, size = scene.tasks()[number]
    current = number == scene.s.step
    fill, width = (BRIGHT, 2.4) if current else (PAPER, 1.4)
    parts = [rect(1, 1, 122, 106, rx=6, fill=fill, stroke=INK, stroke_width=width, class_="kl-active" if current else "kl-card")]
    who: list[int] = []
    if task not in (Task.SILVER, Task.KING):  # these are nobody's choice
        said: dict[str, Value] = {**CENTRED, "fill": PAPER, "class_": "kl-number"}
        parts += [circle(18, 18, 12, INK), text(18, 23.5, str(number + 1), 16, **said)]
        who = [seat for seat in range(scene.players) if scene.s.laid[seat] >> number & 1]
    parts.append(use(TASK_SIGNS[task], 62, 44, 1.3))
    parts += [arms(OWNERS[seat], 110 - 21 * n, 18, 0.85) for n, seat in enumerate(reversed(who))]
    lines = wrapped(scene.task_text(task, size).split(), 14.5, 116)[:3]
    parts += [text(62, 86 + 15 * n - 7.5 * (len(lines) - 1), line, 14.5, **CENTRED) for n, line in enumerate(lines)]
    return face(124, 108, tag("g", *parts, class_=LIGHT))


@part
def _pile(scene: Scene) -> Row:
    """The politics cards that can be kept."""
    cards = [_politics(scene, kind, (scene.choice(action, strong=True),)) for action, (kind,) in scene.choices["keep"]]
    return Row("pile", scene.words(PILE_OPEN), tuple(cards))


@part
def _hand(scene: Scene) -> Row:
    kinds = known_cards(scene, scene.seat) if scene.seat >= 0 else ()
    counted = dict.fromkeys(kinds, 0)
    for kind in kinds:
        counted[kind] += 1
    return Row("hand", scene.words(HAND), tuple(_politics(scene, kind, (), count) for kind, count in counted.items()))


def _politics(scene: Scene, kind: int, choices: tuple[Choice, ...], count: int = 1) -> Card:
    said = KINDS.say(kind, scene.words, scene.names)
    sort = KINDS.tokens[kind].partition("-")[0]
    return Card(
        _politics_face(scene, kind),
        said[:1].upper() + said[1:],
        count=count,
        choices=choices,
        whole=True,
        meaning=scene.words(MEANINGS[sort]),
        name=scene.words(SORTS[sort]) if sort in SORTS else "",
    )


@part
def _politics_face(scene: Scene, kind: int) -> Face:
    sign, value = kind_sign(kind)
    said = KINDS.say(kind, scene.words, scene.names)
    parts = [
        rect(1, 1, 114, 98, rx=6, fill=PAPER, stroke=INK, stroke_width=1.4, class_="kl-card"),
        rect(5, 5, 106, 90, rx=4, fill=SHEET, stroke=FADED, stroke_width=0.8, class_="kl-card-inner"),
        use(sign, 58, 34, 1.7),
    ]
    if value:
        parts += [circle(94, 22, 13, PAPER, INK, 1.1), text(94, 28, str(value), 17, **CENTRED)]
    lines = wrapped((said[:1].upper() + said[1:]).split(), 14, 104)[:2]
    parts += [text(58, (79 if len(lines) == 1 else 71) + 16 * n, line, 14, **CENTRED) for n, line in enumerate(lines)]
    return face(116, 100, tag("g", *parts, class_=LIGHT))


# Choices without a card -------------------------------------------------------------------------------------------------------------


@part
def _groups(scene: Scene) -> tuple[Group | Stepper, ...]:
    """Breaking off stands last, and softly: it cannot be taken back. To finish is loud only when nothing else is left to do."""
    chosen, short = _ends(scene)
    groups: list[Group | Stepper] = [
        Group(short),
        Group(answers(scene)),
        Group(tuple(_look(scene, action, pile) for action, (pile,) in scene.choices["pile"])),
        Stepper(scene.words(YOUR_OFFER), offers(scene), "kl-ducats"),
        Stepper(scene.words(YOUR_BID), bids(scene), "kl-ducats"),
        Group((*chosen, *(scene.choice(action, strong=len(scene.view.legal) == 1) for action, _ in scene.choices["done"]))),
        Group(tuple(scene.choice(action, quiet=True) for action, _ in scene.choices["break"])),
    ]
    return tuple(group for group in groups if group.choices)


def _look(scene: Scene, action: int, pile: int) -> Choice:
    shown = scene.words(PILE, pile=pile + 1, count=int(scene.s.pile_size[pile]))
    return scene.choice(action, shown, sign="kl-politics", strong=True)


def _ends(scene: Scene) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    """Alliances that can be ended, and those that nothing in the purse pays for: they are shown with the reason (L97-71)."""
    chosen = [scene.choice(action) for action, _ in scene.choices["end"]]
    open_now = {slot for _, (slot, _) in scene.choices["end"]}
    own = [n for n, pair in enumerate(scene.alliances_by_slot()) if pair and any(castle // CASTLES_EACH == scene.seat for castle in pair)]
    if not scene.may_choose or scene.s.phase == Phase.BID:
        return tuple(chosen), ()
    short = [scene.refused(scene.view.game.space["end"].action(slot, 0)) for slot in own if slot not in open_now]
    return tuple(chosen), tuple(short)


# The players ------------------------------------------------------------------------------------------------------------------------


@part
def _plate(scene: Scene, seat: int, to_come: int) -> Plate:
    s = scene.s
    counts = [
        scene.count("kl-region", scene.regions_of(seat), REGIONS),
        scene.count("kl-helm", scene.of_seat("knights_left", seat), KNIGHTS),
        scene.count("kl-politics", scene.of_seat("hand_size", seat), POLITICS),
    ]
    if scene.is_own(seat) or s.open_money or s.ended:  # L97-6
        counts.append(scene.count("kl-ducats", scene.of_seat("ducats", seat), DUCATS))
    holds = () if scene.is_own(seat) else tuple(_held(scene, kind) for kind in known_cards(scene, seat))
    badges = (Count("kl-king", "", scene.words(START_PLAYER)),) if _is_first(scene, seat) else ()
    points = scene.count("", scene.of_seat("score", seat), POINTS)
    return Plate(
        scene.names[seat],
        seat,
        seat,
        points.value,
        points.whole,
        counts=tuple(counts),
        holds=holds,
        badges=badges,
        note=scene.words(BID_MADE) if _has_bid(scene, seat) else "",
        deciding=scene.is_deciding(seat),
        **scene.to_come(to_come),
    )


def _held(scene: Scene, kind: int) -> Count:
    sign, value = kind_sign(kind)
    return Count(sign, str(value) if value else "", KINDS.say(kind, scene.words, scene.names))


@fact
def known_cards(scene: Scene, seat: int) -> tuple[int, ...]:
    """The kinds of the politics cards that the reader knows to be in this hand."""
    takers, spent = scene.s.politics_taker.tolist(), scene.s.politics_spent.tolist()
    cards = zip(takers, spent, KIND_OF, strict=True)
    return tuple(kind for taker, is_spent, kind in cards if taker == seat and not is_spent)


@fact
def _is_first(scene: Scene, seat: int) -> bool:
    return bool(scene.s.start == seat)


@fact
def _has_bid(scene: Scene, seat: int) -> bool:
    s = scene.s
    return bool(s.phase == Phase.BID and int(s.rivals) >> seat & 1 and not scene.is_deciding(seat))
