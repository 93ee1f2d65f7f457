"""Brian Boru: the desk. The draft, the trick and the hand as cards, the marriage track, and what every player has."""

from __future__ import annotations

from kronland.core.desk import Card, Choice, Count, Desk, Face, Group, Plate, Row, Track
from kronland.core.kernel import interpreted
from kronland.core.view import View
from kronland.core.words import N_, NN_
from kronland.games.brianboru.picture.chart import count_towns
from kronland.games.brianboru.picture.scene import OWNERS, SYMBOL_TEXTS, Scene
from kronland.games.brianboru.picture.signs import REWARD_SIGNS, SYMBOL_SIGNS, card_face, disc
from kronland.games.brianboru.rules.domains import CARD, CARD_PAIRS, REGION
from kronland.games.brianboru.rules.ending import final_scoring
from kronland.games.brianboru.rules.setup import rounds_of
from kronland.games.brianboru.rules.state import (
    ESTRID,
    MARRIAGE_NAMES,
    MARRIAGES,
    PAY_POINTS,
    REGIONS,
    SPACES,
    Phase,
    Reward,
    Stage,
    Symbol,
)
from kronland.games.drawing.desks import face, points_track
from kronland.games.drawing.heraldry import EDGE, FADED, GOLD, SHEET
from kronland.games.drawing.scenes import fact, part
from kronland.games.drawing.standings import still_to_come
from kronland.games.drawing.svg import Value, rect, tag, text, use

ROUND, SETTING_UP = N_("Round {n} of {rounds}"), N_("Set-up")
COURTED = N_("Marriage: {name}")
BENEFIT_POINTS, BENEFIT_RENOWN, BENEFIT_TOWN = N_("{n} points"), N_("{n} renown"), N_("a town in {region}")
BENEFIT_ESTRID = N_("pact, trade or 4 points")
TRACK, BATTLE = N_("Marriage track"), N_("Raiders in the battle area")
POINTS = N_("Points")
MARKER = N_("town marker")
T_COINS, T_RENOWN, T_RAIDERS, T_CHURCH = N_("Coins"), N_("Renown"), N_("Raiders"), N_("Discs in the church area")
T_TOWNS, T_HAND = N_("Towns controlled"), N_("Cards in hand")
CHOSEN = N_("has chosen")
PACT, TRADE = N_("military pact"), N_("trade")
TOKEN = N_("Power token of {region}")
PACKET, KEPT, HAND, TRICK = N_("Keep two of these"), N_("Kept so far"), N_("Your hand"), N_("The trick")
WINS = N_("wins the trick")
SHORT = NN_("one coin short: costs up to {points} points", "{n} coins short: costs up to {points} points", "n")


def status(scene: Scene) -> str:
    number = int(scene.s.round_number)
    return scene.words(ROUND, n=number, rounds=interpreted(rounds_of)(scene.players)) if number else scene.words(SETTING_UP)


def desk(view: View) -> Desk:
    scene = Scene.of(view)
    return Desk(
        " · ".join([status(scene), *_marriage(scene)]),
        view.prompt,
        tuple(_plate(scene, seat, points) for seat, points in enumerate(still_to_come(scene, final_scoring))),
        supplies=(scene.count("bb-raider", int(scene.s.battle), BATTLE),),
        rows=tuple(row for row in (_trick(scene), _packet(scene), _hand(scene)) if row.cards),
        groups=_groups(scene),
        tracks=(_track(scene), _points(scene)),
    )


@part
def _marriage(scene: Scene) -> tuple[str, ...]:
    """This round's marriage card and what it brings."""
    s, words = scene.s, scene.words
    if not s.round_number or s.ended:
        return ()
    card = int(s.marriage[s.round_number - 1])
    benefits = [words(BENEFIT_ESTRID)] if card == ESTRID else []
    if s.marriage_points[card]:
        benefits.append(words(BENEFIT_POINTS, n=int(s.marriage_points[card])))
    if s.marriage_renown[card]:
        benefits.append(words(BENEFIT_RENOWN, n=int(s.marriage_renown[card])))
    if s.marriage_town[card] >= 0:
        benefits.append(words(BENEFIT_TOWN, region=REGION.say(int(s.marriage_town[card]), words, scene.names)))
    return (f"{words(COURTED, name=MARRIAGE_NAMES[card])} ({', '.join(benefits)})",)


# Tracks -----------------------------------------------------------------------------------------------------------------------------

PITCH = 42


@part
def _track(scene: Scene) -> Track:
    """Spaces 0 to the top, with their rewards below and the players' discs on them."""
    parts, said = [], []
    for space in range(SPACES):
        left, top = space * PITCH, space == SPACES - 1
        fill, opacity = (GOLD, 0.55) if top else (SHEET, 1)
        look: dict[str, Value] = {"rx": 5, "fill": fill, "fill_opacity": opacity, "stroke": EDGE, "stroke_width": 1.4}
        parts.append(rect(left + 1, 0, PITCH - 2, 60, **look, class_=None if top else "kl-sheet"))
        parts.append(text(left + 5, 15, str(space), 15, fill=FADED, class_="kl-faded"))
        signs = REWARD_SIGNS[Reward(int(scene.s.track[space]))] if not top else ("kl-king",)
        for n, sign in enumerate(signs):
            parts.append(use(sign, left + PITCH / 2 + 17 * (n - (len(signs) - 1) / 2), 74, 0.8))
        here = [seat for seat in range(scene.players) if scene.s.court[seat] == space]
        for n, seat in enumerate(here):
            parts.append(disc(OWNERS[seat], *_spot(n, len(here), left + PITCH / 2), 0.85))
            said.append(f"{scene.names[seat]}: {space}")
    drawn = face(SPACES * PITCH, 86, tag("g", *parts, class_="kl-track"))
    return Track(f"{scene.words(TRACK)}. {', '.join(said)}", drawn, near=_courts(scene))


def _courts(scene: Scene) -> bool:
    """Whether the reader decides about steps on it."""
    if not scene.may_choose:
        return False
    rows = scene.card_rows(int(scene.s.card_of[scene.seat]))[1:] if scene.choices["row"] else []
    return any(Symbol.COURT in row for row in rows) or (scene.s.phase == Phase.BUY and scene.s.buying == Symbol.COURT)


def _spot(number: int, count: int, middle: float) -> tuple[float, float]:
    """Places for one to five discs on a space."""
    if count == 1:
        return middle, 36
    spots = ((-9, 26), (9, 26), (-9, 46), (9, 46), (0, 36))
    return middle + spots[number][0], spots[number][1]


@part
def _points(scene: Scene) -> Track:
    points = scene.s.points[: scene.players].tolist()
    return points_track(scene.words(POINTS), scene.names, OWNERS, points)


# Cards ------------------------------------------------------------------------------------------------------------------------------


@part
def _trick(scene: Scene) -> Row:
    """What was played lies there until the trick is settled."""
    s, cards = scene.s, []
    for seat in range(scene.players):
        if s.card_of[seat] >= 0:
            badge = Count("kl-king", "", scene.words(WINS)) if seat == s.winner else None
            cards.append(_card(scene, int(s.card_of[seat]), seat=seat, badge=badge))
    return Row("trick", scene.words(TRICK), tuple(cards), middle=True)


@part
def _packet(scene: Scene) -> Row:
    """Two of its cards are kept: a click on each."""
    pairs = scene.choices["keep"]
    if not pairs:
        return Row("packet", "", ())
    cards = tuple(_card(scene, card, token=str(card + 1)) for card in scene.packet())
    kept = tuple(scene.choice(action, strong=True, parts=tuple(str(card + 1) for card in CARD_PAIRS[pair])) for action, (pair,) in pairs)
    return Row("packet", scene.words(PACKET), cards, pick=2, choices=kept)


@part
def _hand(scene: Scene) -> Row:
    """The reader's own cards; those that can be played are choices."""
    playable = {card: action for action, (card,) in scene.choices["play"]}
    cards = []
    for card in scene.hand():
        choices: tuple[Choice, ...] = ()
        badge = None
        if card in playable:
            most = max(_missing(scene, row) for row in scene.card_rows(card))  # of its dearest row
            warning = _say_short(scene, most)
            badge = Count("bb-pay", _cost(most), warning) if warning else None
            choices = (scene.choice(playable[card], strong=True, more=f". {warning[:1].upper()}{warning[1:]}" if warning else ""),)
        cards.append(_card(scene, card, choices=choices, dim=bool(playable) and card not in playable, badge=badge))
    title = KEPT if scene.s.stage == Stage.DRAFT else HAND
    return Row("hand", scene.words(title), tuple(cards))


def _card(
    scene: Scene,
    card: int,
    choices: tuple[Choice, ...] = (),
    dim: bool = False,
    token: str = "",
    seat: int = -1,
    badge: Count | None = None,
) -> Card:
    said, place = scene.say_card(card), CARD.place(card)
    return Card(_face(scene, card), said, place, choices=choices, whole=True, token=token, dim=dim, seat=seat, badge=badge)


@part
def _face(scene: Scene, card: int) -> Face:
    return card_face(card, scene.card_rows(card))


def _missing(scene: Scene, row: list[int]) -> int:
    """How many coins the reader would be short of (BB-24)."""
    coins, missing = int(scene.s.coins[scene.seat]), 0
    for symbol in row:
        if symbol == Symbol.COIN:
            coins += 1
        elif symbol == Symbol.PAY:
            coins, missing = max(0, coins - 1), missing + (coins == 0)
    return missing


def _cost(missing: int) -> str:
    """In points."""
    return f"\N{MINUS SIGN}{missing * PAY_POINTS}"


def _say_short(scene: Scene, missing: int) -> str:
    return scene.words(SHORT, n=missing, points=missing * PAY_POINTS) if missing else ""


# Choices without a card -------------------------------------------------------------------------------------------------------------


@part
def _groups(scene: Scene) -> tuple[Group, ...]:
    rows = [_row(scene, action, row + 1) for action, (row,) in scene.choices["row"]]
    bought = _purchase(scene)
    plain = [scene.choice(action, strong=True) for verb in ("pact", "trade", "decline", "done") for action, _ in scene.choices[verb]]
    groups = Group(tuple(rows)), Group((*bought, *plain))
    return tuple(group for group in groups if group.choices)


def _purchase(scene: Scene) -> list[Choice]:
    """One more of what the row has given; where coins, raiders or the track do not allow it, with the reason (BB-25, BB-26)."""
    if scene.s.phase != Phase.BUY or not scene.may_choose:
        return []
    action, sign = scene.view.game.space["buy"].action(), SYMBOL_SIGNS[Symbol(int(scene.s.buying))]
    return [scene.choice(action, sign=sign, strong=True) if scene.choices["buy"] else scene.refused(action, sign=sign)]


def _row(scene: Scene, action: int, row: int) -> Choice:
    symbols = scene.card_rows(int(scene.s.card_of[scene.seat]))[row]
    brings = tuple(Count(SYMBOL_SIGNS[Symbol(found)], "", scene.words(SYMBOL_TEXTS[Symbol(found)], n=1)) for found in symbols)
    missing = _missing(scene, symbols)
    warning = _say_short(scene, missing)
    costs = (Count("bb-pay", _cost(missing), warning),) if warning else ()
    more = f": {scene.say_row(symbols)}" + (f" ({warning})" if warning else "")
    return scene.choice(action, more=more, costs=costs, brings=brings, strong=True)


# The players ------------------------------------------------------------------------------------------------------------------------


@part
def _plate(scene: Scene, seat: int, to_come: int) -> Plate:
    counts = (
        scene.count("kl-ducats", scene.of_seat("coins", seat), T_COINS),
        scene.count("bb-renown", scene.of_seat("renown", seat), T_RENOWN),
        scene.count("bb-town", count_towns(scene, seat), T_TOWNS),
        scene.count("bb-raider", scene.of_seat("raiders", seat), T_RAIDERS),
        scene.count("bb-church", scene.of_seat("church", seat), T_CHURCH),
        scene.count("kl-deck", scene.of_seat("hand_size", seat), T_HAND),
    )
    badges = (Count("bb-marker", "", scene.words(MARKER)),) if _has_marker(scene, seat) else ()
    points = scene.count("", scene.of_seat("points", seat), POINTS)
    return Plate(
        scene.names[seat],
        seat,
        seat,
        points.value,
        points.whole,
        counts=counts,
        holds=_possessions(scene, seat),
        badges=badges,
        note=scene.words(CHOSEN) if _has_chosen(scene, seat) else "",
        deciding=scene.is_deciding(seat),
        **scene.to_come(to_come),
    )


def _possessions(scene: Scene, seat: int) -> tuple[Count, ...]:
    """Power tokens and marriage cards."""
    s, words, names = scene.s, scene.words, scene.names
    found = []
    for region in range(len(REGIONS)):
        if s.token[region] == seat:
            said = words(TOKEN, region=REGION.say(region, words, names))
            # Points first: "S 5" would be the town that the board calls S5.
            found.append(Count("bb-token-small", f"+{int(s.token_points[region])} {REGIONS[region]}", said))
    for card in range(MARRIAGES):
        if s.spouse[card] == seat:
            said = MARRIAGE_NAMES[card]
            if card == ESTRID and (s.pact == seat or s.trade == seat):
                said += f" ({words(PACT if s.pact == seat else TRADE)})"
            found.append(Count("kl-rings", said, words(COURTED, name=said)))
    return tuple(found)


@fact
def _has_marker(scene: Scene, seat: int) -> bool:
    return bool(scene.s.marker == seat)


@fact
def _has_chosen(scene: Scene, seat: int) -> bool:
    s = scene.s
    return bool(s.stage == Stage.DRAFT and s.round_number and not scene.is_deciding(seat) and s.card_of[seat] < 0)
