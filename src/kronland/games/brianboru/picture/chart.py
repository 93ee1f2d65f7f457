"""Brian Boru, the picture: the map of Ireland with regions, roads and towns, and a target for every town that can be chosen."""

from __future__ import annotations

from functools import cache, lru_cache

from kronland.core.words import N_
from kronland.games.brianboru.components import published_map
from kronland.games.brianboru.picture.ireland import BORDERS, COAST, HEIGHT, LAND, LEFT, TOP, WIDTH
from kronland.games.brianboru.picture.names import SIZE, Place, Side, sides
from kronland.games.brianboru.picture.scene import OWNERS, Scene
from kronland.games.brianboru.picture.signs import disc, shape
from kronland.games.brianboru.rules.domains import REGION, TOWN
from kronland.games.brianboru.rules.invariants import towns_in
from kronland.games.brianboru.rules.state import FACE_DOWN, REGIONS, TOWNS
from kronland.games.drawing.heraldry import BOLD, BRIGHT, CENTRED, FADED, INK, INKED, MORTAR, PAPER, STONE, arms
from kronland.games.drawing.land import Thing, scattered
from kronland.games.drawing.outlines import ABOVE
from kronland.games.drawing.scenes import part
from kronland.games.drawing.svg import (
    Markup,
    Pieces,
    Value,
    circle,
    escaped,
    group,
    joined,
    kept,
    moved,
    path,
    pieces,
    rect,
    tag,
    text,
    use,
)

SEA, SHORE = "#d3dfdd", "#e4ebe4"
WASHES = ("#efe0b4", "#e0dcae", "#ecd3ac", "#e3e2bd", "#efd0bb", "#e6dcae", "#eddfba", "#dcdfb6")
# where a region's name and token stand, away from its towns and their names; that of Dubhlinn stands in the sea
LABELS = {
    "N": (398, 76),
    "U": (632, 95),
    "B": (404, 219),
    "S": (500, 336),
    "D": (677, 324),
    "C": (246, 224),
    "L": (588, 460),
    "M": (302, 624),
}
SIGN = 0.85  # how large they are drawn
HILLS = ((196, 296), (262, 248), (436, 596), (600, 545), (404, 108), (226, 722), (262, 748), (560, 240))
TREES = ((344, 420), (512, 470), (346, 690), (230, 560), (474, 650), (160, 330))

T_VIKINGS = N_("under a Viking disc")
T_MONASTERY = N_("with a monastery")
T_ACTIVE = N_("active town")
T_REGION = N_("{region}: {points} points from {n} towns")


@cache
def places() -> tuple[Place, ...]:
    return tuple((x - LEFT, y - TOP) for x, y in published_map().place)


@cache
def name_sides() -> tuple[Side, ...]:
    """On which side of each town its name stands."""
    signs = [(x - 44, y - 34, x + 44, y + 14) for x, y in LABELS.values()]
    return sides([token.upper() for token in TOWN.tokens], places(), published_map().roads, signs)


def region_of(town: int) -> int:
    return REGIONS.index(TOWN.tokens[town][0].upper())


@part
def draw_map(scene: Scene) -> Pieces:
    """The same for all who have nothing to choose."""
    return pieces(
        "g",
        _ground(),
        _roads(),
        *(_region_sign(scene, region) for region in range(len(REGIONS))),
        _towns(scene),
        *_targets(scene),
        tag("g", *(_region_words(scene, region) for region in range(len(REGIONS))), _names(scene), id=ABOVE, pointer_events="none"),
        class_="kl-board",
    )


@cache
def _ground() -> Markup:
    """Sea, coast, regions and a few hills and woods."""
    waves = [
        path(f"M{x} {y}q6-5 12 0t12 0t12 0", "none", "#b4c8c8", 1.3)
        for x, y in (
            (40, 90),
            (70, 130),
            (20, 560),
            (52, 600),
            (630, 720),
            (600, 770),
            (650, 30),
            (30, 430),
            (560, 820),
            (400, 842),
            (660, 260),
        )
    ]
    return kept(
        rect(0, 0, WIDTH, HEIGHT, rx=7, fill=SEA, stroke=FADED, stroke_width=1.5, class_="kl-sea"),
        *waves,
        path(COAST, SHORE, SHORE, 20),
        path(COAST, "none", "#c3d2cf", 1.4, stroke_dasharray="7 4"),
        tag("clipPath", tag("path", d=COAST), id="bb-coast"),
        tag("g", *(path(d, wash, wash, 1) for d, wash in zip(LAND, WASHES, strict=True)), clip_path="url(#bb-coast)"),
        tag("g", *(path(d, "none", MORTAR, 1.6, stroke_dasharray="2 5") for d in BORDERS), clip_path="url(#bb-coast)"),
        tag("g", scattered(Thing("mountain", x, y, n) for n, (x, y) in enumerate(HILLS)), opacity=0.5),
        tag("g", scattered(Thing("forest", x, y, n) for n, (x, y) in enumerate(TREES)), opacity=0.5),
        path(COAST, "none", INK, 2.2, class_="kl-coast"),
    )


@cache
def _roads() -> Markup:
    parts = []
    chart = published_map()
    for one, other in chart.roads:
        (x1, y1), (x2, y2) = places()[one], places()[other]
        if (one, other) in chart.sea:  # by boat, in a bow round the headland
            parts.append(path(f"M{x1:g} {y1:g}Q{x1 - 6:g} {y2 - 6:g} {x2:g} {y2:g}", "none", "#4d6f86", 3, stroke_dasharray="3 7"))
        else:
            line = f"M{x1:g} {y1:g}Q{(x1 + x2) / 2 + (y2 - y1) * 0.06:.1f} {(y1 + y2) / 2 + (x1 - x2) * 0.06:.1f} {x2:g} {y2:g}"
            parts += [path(line, "none", MORTAR, 6), path(line, "none", STONE, 3.4)]
    return kept(*parts, class_="kl-roads")


@part
def _region_sign(scene: Scene, region: int) -> Markup:
    """The region's threshold and power token, beside a held one the holder's arms."""
    s = scene.s
    x, y = LABELS[REGIONS[region]]
    holder, points, needed = int(s.token[region]), int(s.token_points[region]), int(s.threshold[region])
    name = REGION.say(region, scene.words, scene.names)
    parts = [
        tag("title", escaped(scene.words(T_REGION, region=name, points=points, n=needed))),
        use("bb-town", -37, -3, 0.85),
        use("bb-token-down" if holder == FACE_DOWN else "bb-token-up", 4, -3),
    ]
    if holder >= 0:
        parts.append(arms(OWNERS[holder], 33, -3, 0.95))
    return group(*parts, x=x, y=y, scale=SIGN, class_="kl-region-sign")


@part
def _region_words(scene: Scene, region: int) -> Markup:
    """What is written on it: the region's name, how many towns turn its token up, and the token's points."""
    s = scene.s
    x, y = LABELS[REGIONS[region]]
    points, needed = int(s.token_points[region]), int(s.threshold[region])
    name = REGION.say(region, scene.words, scene.names)
    if int(s.token[region]) == FACE_DOWN:
        parts = [circle(16, 8, 8, PAPER, INK, 1), text(16, 12.5, str(points), 12, **CENTRED)]
    else:
        parts = [text(4, 3.5, str(points), 17, **CENTRED, font_weight="bold")]
    halo: dict[str, Value] = {"stroke": PAPER, "stroke_width": 3, "stroke_opacity": 0.7, "paint_order": "stroke"}
    parts += [text(-25, 3, str(needed), 15, **BOLD, **halo), text(0, -24, name, 18, **CENTRED, font_style="italic", **halo)]
    return group(*parts, x=x, y=y, scale=SIGN)


@part
def _towns(scene: Scene) -> Markup:
    return joined(_town(scene, town) for town in range(TOWNS))


def _town(scene: Scene, town: int) -> Markup:
    s = scene.s
    owner = next((seat for seat in range(scene.players) if int(s.disc[seat]) >> town & 1), -1)
    held, monastery = bool(int(s.vikings) >> town & 1), bool(int(s.monastery) >> town & 1)
    colour = next(colour for colour in range(3) if int(s.town_colour[colour]) >> town & 1)
    said = _say_town(scene, town, owner, held, monastery)
    return _drawn_town(town, said, colour, owner, held, monastery, bool(town == s.active))


@lru_cache(maxsize=2000)
def _drawn_town(town: int, said: str, colour: int, owner: int, held: bool, monastery: bool, active: bool) -> Markup:
    x, y = places()[town]
    parts = [tag("title", escaped(said))]
    if active:
        parts += [circle(0, 0, 22, "none", INK, 4), circle(0, 0, 22, "none", BRIGHT, 2)]
    parts.append(shape(colour, 0, 0))
    if owner >= 0:
        parts.append(disc(OWNERS[owner], 0, 0))
    elif not held:  # houses on the badge of their colour
        parts.append(use("bb-houses"))
    if held:
        parts.append(use("bb-viking", 3.5, -3.5))
    if monastery:
        parts.append(use("bb-monastery", 13, -11))
    if active:
        parts.append(use("bb-marker", -15, -17))
    piece = f"disc {owner}{' viking' if held else ''}" if owner >= 0 or held else None  # what the page brings in with a motion
    return kept(*parts, transform=moved(x, y), class_="kl-town", data_place=TOWN.place(town), data_piece=piece)


@part
def _names(scene: Scene) -> Markup:
    """Of the towns, over the rings round them."""
    halo: dict[str, Value] = {"stroke": PAPER, "stroke_width": 2.5, "stroke_opacity": 0.6, "paint_order": "stroke"}
    parts = []
    for town, ((x, y), side) in enumerate(zip(places(), name_sides(), strict=True)):
        name = TOWN.say(town, scene.words, scene.names)
        parts.append(text(x + side.x, y + side.y, name, SIZE, **INKED, text_anchor=side.anchor))
    return kept(*parts, **halo)


def _say_town(scene: Scene, town: int, owner: int, held: bool, monastery: bool) -> str:
    words, names = scene.words, scene.names
    region = REGION.say(region_of(town), words, names)
    name = TOWN.say(town, words, names)
    said = [f"{name}, {region}: {names[owner]}" if owner >= 0 else f"{name}, {region}"]
    said += [words(T_VIKINGS)] * held + [words(T_MONASTERY)] * monastery + [words(T_ACTIVE)] * (town == int(scene.s.active))
    return ", ".join(said)


SIGNS_OF_VERBS = {"remove": "bb-remove", "lose": "bb-viking", "monastery": "bb-monastery"}


def _targets(scene: Scene) -> list[Markup]:
    """A ring round every town that can be chosen, in the order of towns, so that the keyboard walks the map region by region."""
    found = []
    for verb in ("settle", "name", "expand", "remove", "lose", "monastery"):
        for action, (town,) in scene.choices[verb]:
            x, y = places()[town]
            around = circle(0, 0, 23, BRIGHT, fill_opacity=0, class_="kl-hit")
            ring = joined([around, circle(0, 0, 20.5, "none", INK, 5.5), circle(0, 0, 20.5, "none", BRIGHT, 3)])
            badge = [use(SIGNS_OF_VERBS[verb], 13, 13, 0.8)] if verb in SIGNS_OF_VERBS else []
            found.append((town, scene.target(action, group(ring, *badge, x=x, y=y))))
    return [drawing for _, drawing in sorted(found, key=lambda pair: pair[0])]


def count_towns(scene: Scene, seat: int) -> int:
    """Towns that a player controls."""
    return len(towns_in(scene.s.disc[seat]) - towns_in(scene.s.vikings))
