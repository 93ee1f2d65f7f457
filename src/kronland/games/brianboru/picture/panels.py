"""Brian Boru, the picture: the table (round, marriage track, battle and church) and a panel for every player."""

from __future__ import annotations

from kronland.core.words import N_, Text
from kronland.games.brianboru.picture.chart import count_towns
from kronland.games.brianboru.picture.scene import OWNERS, Scene
from kronland.games.brianboru.picture.signs import REWARD_SIGNS, card_chip, disc
from kronland.games.brianboru.rules.domains import REGION
from kronland.games.brianboru.rules.invariants import ROUNDS
from kronland.games.brianboru.rules.state import ESTRID, MARRIAGE_NAMES, MARRIAGES, REGIONS, SPACES, Reward, Stage
from kronland.games.drawing.heraldry import BOLD, BRIGHT, CENTRED, EDGE, FADED, GOLD, INK, INKED, LIGHT, PAPER, SHEET, arms, sheet
from kronland.games.drawing.scenes import part
from kronland.games.drawing.sheets import Block, emphasis
from kronland.games.drawing.svg import Markup, escaped, fitted, group, joined, path, rect, tag, text, use, width_of

ROUND, SETTING_UP = N_("Round {n} of {rounds}"), N_("Set-up")
COURTED = N_("Marriage: {name}")
BENEFIT_POINTS, BENEFIT_RENOWN, BENEFIT_TOWN = N_("{n} points"), N_("{n} renown"), N_("a town in {region}")
BENEFIT_ESTRID = N_("pact, trade or 4 points")
TRACK, BATTLE, CHURCH = N_("Marriage track"), N_("Battle area"), N_("Church area")
MARKER = N_("town marker")
T_COINS, T_RENOWN, T_RAIDERS, T_CHURCH = N_("Coins"), N_("Renown"), N_("Raiders"), N_("Discs in the church area")
T_TOWNS, T_HAND = N_("Towns controlled"), N_("Cards in hand")
CHOSEN = N_("has chosen")
PACT, TRADE = N_("military pact"), N_("trade")
TOKEN = N_("Power token of {region}")


def status(scene: Scene) -> str:
    number = int(scene.s.round_number)
    return scene.words(ROUND, n=number, rounds=ROUNDS[scene.players]) if number else scene.words(SETTING_UP)


# The table ------------------------------------------------------------------------------------------------


@part
def table(scene: Scene) -> Block:
    height = 226.0
    parts = [
        text(16, 28, status(scene), 20, **BOLD),
        *_marriage(scene),
        _track(scene, 10, 66),
        _battle(scene, 10, 168),
        _church(scene, 186, 168),
    ]
    return tag("g", sheet(0, 0, scene.column, height), *parts, class_="kl-table"), height


def _marriage(scene: Scene) -> list[Markup]:
    """This round's marriage card and what it brings."""
    s, words = scene.s, scene.words
    if not s.round_number or s.ended:
        return []
    card = int(s.marriage[s.round_number - 1])
    benefits = [words(BENEFIT_ESTRID)] if card == ESTRID else []
    if s.marriage_points[card]:
        benefits.append(words(BENEFIT_POINTS, n=int(s.marriage_points[card])))
    if s.marriage_renown[card]:
        benefits.append(words(BENEFIT_RENOWN, n=int(s.marriage_renown[card])))
    if s.marriage_town[card] >= 0:
        benefits.append(words(BENEFIT_TOWN, region=REGION.say(int(s.marriage_town[card]), words, scene.names)))
    said = f"{words(COURTED, name=MARRIAGE_NAMES[card])} ({', '.join(benefits)})"
    return [use("kl-rings", 26, 47), fitted(44, 53, said, 16, scene.column - 60, **INKED)]


def _track(scene: Scene, x: float, y: float) -> Markup:
    """Spaces 0 to the top, with their rewards below and the players' discs on them."""
    pitch = (scene.column - 20) / SPACES
    parts = [tag("title", escaped(scene.words(TRACK)))]
    for space in range(SPACES):
        left = space * pitch
        top = space == SPACES - 1
        parts.append(
            rect(
                left + 1,
                0,
                pitch - 2,
                64,
                rx=5,
                fill=GOLD if top else SHEET,
                fill_opacity=0.55 if top else 1,
                stroke=EDGE,
                stroke_width=1.4,
            )
        )
        parts.append(text(left + 7, 13, str(space), 10.5, fill=FADED, class_="kl-faded"))
        signs = REWARD_SIGNS[Reward(int(scene.s.track[space]))] if not top else ("kl-king",)
        for n, sign in enumerate(signs):
            parts.append(use(sign, left + pitch / 2 + 20 * (n - (len(signs) - 1) / 2), 78, 0.8))
        here = [seat for seat in range(scene.players) if scene.s.court[seat] == space]
        for n, seat in enumerate(here):
            parts.append(disc(OWNERS[seat], *_spot(n, len(here), left + pitch / 2)))
    return group(*parts, x=x, y=y, class_="kl-track")


def _spot(number: int, count: int, middle: float) -> tuple[float, float]:
    """Places for one to five discs on a space."""
    if count == 1:
        return middle, 35
    spots = ((-12, 25), (12, 25), (-12, 49), (12, 49), (0, 37))
    return middle + spots[number][0], spots[number][1]


def _battle(scene: Scene, x: float, y: float) -> Markup:
    parts = [
        tag("title", escaped(f"{scene.words(BATTLE)}: {int(scene.s.battle)}")),
        rect(0, 0, 166, 46, rx=5, fill="#eacfc4", stroke=EDGE, stroke_width=1.4),
        text(8, 15, scene.words(BATTLE), 12, **INKED, font_style="italic"),
        use("bb-raider", 62, 31, 1.1),
        text(82, 38, f"× {int(scene.s.battle)}", 20, **BOLD),
    ]
    return group(*parts, x=x, y=y, class_=f"kl-battle {LIGHT}")


def _church(scene: Scene, x: float, y: float) -> Markup:
    parts = [
        tag("title", escaped(scene.words(CHURCH))),
        rect(0, 0, scene.column - 196, 46, rx=5, fill="#cfdde8", stroke=EDGE, stroke_width=1.4),
        text(8, 15, scene.words(CHURCH), 12, **INKED, font_style="italic"),
    ]
    there = [seat for seat in range(scene.players) if scene.s.church[seat]]
    for n, seat in enumerate(there):
        left = 22 + (scene.column - 220) / 5 * n
        parts.append(disc(OWNERS[seat], left, 31))
        parts.append(text(left + 15, 37, f"× {int(scene.s.church[seat])}", 16, **BOLD))
    return group(*parts, x=x, y=y, class_=f"kl-church {LIGHT}")


# The players ----------------------------------------------------------------------------------------------


@part
def panel(scene: Scene, seat: int) -> Block:
    s, owner, words = scene.s, OWNERS[seat], scene.words
    possessions = _possessions(scene, seat)
    height = 104 if possessions else 70
    score = str(int(s.points[seat]))
    edge = f"M8 1.5H56V{height - 1.5}H8A6.5 6.5 0 0 1 1.5 {height - 8}V8A6.5 6.5 0 0 1 8 1.5Z"
    parts = [
        sheet(0, 0, scene.column, height, **emphasis(scene.is_deciding(seat))),
        path(edge, owner.colour, fill_opacity=0.22),
        arms(owner, 29, 35, 1.6),
        fitted(70, 27, scene.names[seat], 19, 190, **BOLD),
        text(scene.column - 16, 34, score, 28, text_anchor="end", **BOLD),
    ]
    if seat == s.marker:
        parts.append(tag("g", tag("title", escaped(words(MARKER))), use("bb-marker", 46, height - 16)))
    right = scene.column - 34 - width_of("00", 28)
    if s.card_of[seat] >= 0:
        card = int(s.card_of[seat])
        crown = [use("kl-king", -16, 14)] if seat == s.winner else []
        title = tag("title", escaped(scene.say_card(card)))
        parts.append(group(title, card_chip(card, 0, 0), *crown, x=right - 56, y=8))
    elif s.stage == Stage.DRAFT and not scene.is_deciding(seat):
        parts.append(text(right - 4, 27, words(CHOSEN), 14, text_anchor="end", font_style="italic", **INKED))
    stats = [
        ("kl-ducats", int(s.coins[seat]), T_COINS),
        ("bb-renown", int(s.renown[seat]), T_RENOWN),
        ("bb-town", count_towns(scene, seat), T_TOWNS),
        ("bb-raider", int(s.raiders[seat]), T_RAIDERS),
        ("bb-church", int(s.church[seat]), T_CHURCH),
        ("kl-deck", int(s.hand_size[seat]), T_HAND),
    ]
    parts += [_stat(scene, *stat, 80 + (scene.column - 136) / 6 * n, 49) for n, stat in enumerate(stats)]
    parts += possessions
    return tag("g", *parts, class_=f"kl-panel kl-panel-{owner.name}"), height


def _stat(scene: Scene, sign: str, value: int, said: Text, x: float, y: float) -> Markup:
    title = tag("title", escaped(f"{scene.words(said)}: {value}"))
    return tag("g", title, use(sign, x, y, 0.85), text(x + 16, y + 6, str(value), 17, **INKED))


def _possessions(scene: Scene, seat: int) -> list[Markup]:
    """Power tokens and marriage cards, one beside the other."""
    s, words, names = scene.s, scene.words, scene.names
    parts: list[Markup] = []
    x = 80.0
    for region in range(len(REGIONS)):
        if s.token[region] == seat:
            title = tag("title", escaped(words(TOKEN, region=REGION.say(region, words, names))))
            label = text(0, 5, REGIONS[region], 13, **CENTRED, font_weight="bold")
            points = joined(
                [
                    rect(11, 0, 18, 15, rx=3, fill=PAPER, stroke=INK, stroke_width=0.9),
                    text(20, 12, str(int(s.token_points[region])), 12, **CENTRED),
                ]
            )
            parts.append(group(title, use("bb-token-up", 0, 0, 0.9), label, points, x=x, y=82, class_=LIGHT))
            x += 48
    for card in range(MARRIAGES):
        if s.spouse[card] == seat:
            said = MARRIAGE_NAMES[card]
            if card == ESTRID and (s.pact == seat or s.trade == seat):
                said += f" ({words(PACT if s.pact == seat else TRADE)})"
            width = width_of(said, 14) + 34
            face = rect(0, 0, width, 26, rx=4, fill=BRIGHT, fill_opacity=0.35, stroke=FADED, stroke_width=1.1)
            parts.append(group(face, use("kl-rings", 16, 13, 0.8), text(30, 18, said, 14, **INKED), x=x - 14, y=69))
            x += width + 8
    return parts
