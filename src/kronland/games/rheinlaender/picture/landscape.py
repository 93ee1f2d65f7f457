"""Rheinländer, the picture: the map. The river with its fields, islands and duchies, buildings, figures, and what can be chosen on it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from kronland.games.drawing.heraldry import (
    BRIGHT,
    FADED,
    GOLD,
    INK,
    MORTAR,
    PAPER,
    SEAL,
    SHEET,
    STONE,
    Owner,
    knight,
)
from kronland.games.drawing.land import WASH, Thing, scattered
from kronland.games.drawing.outlines import ABOVE, placed
from kronland.games.drawing.scenes import part
from kronland.games.drawing.svg import (
    NOTHING,
    Markup,
    Pieces,
    Value,
    circle,
    group,
    joined,
    kept,
    number,
    path,
    pieces,
    rect,
    tag,
    text,
    use,
)
from kronland.games.rheinlaender.picture.course import FRAME, STREAM, Course, Plot, Point
from kronland.games.rheinlaender.picture.scene import OWNERS, Scene
from kronland.games.rheinlaender.picture.symbols import FORT
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS, LEFT_BANK, RIGHT_BANK
from kronland.games.rheinlaender.rules.state import BASTION, ISLAND, LEFT, NONE, RIGHT, RIVER, SECTIONS, Building, Phase

WATER, DEEP, RIPPLE = "#c4dcdf", "#5f8f9c", "#8fb8c0"
MEADOW = "#e2e4b8"
KNIGHT = 0.92  # how large a figure is drawn
AFLOAT = 0.8
BESIDE = 8  # how far from its field the name of a bank stands
NAMED_EVERY = 7  # sections: there the banks are called by their names


def draw_map(scene: Scene) -> Pieces:
    return pieces(
        "g",
        _sheet(scene.course),
        _countryside(scene.course),
        _fields(scene),
        _duchies(scene),
        _river(scene),
        _banks(scene),
        _buildings(scene),
        _figures(scene),
        class_="kl-map",
    )


def draw_numbers(scene: Scene) -> Markup:
    """With the dukes, whose duchies have a value: over all that stands on the map, and whatever lights its fields up."""
    return tag("g", _dukes(scene), _values(scene), _numbers(scene), id=ABOVE, pointer_events="none")


# Lines ------------------------------------------------------------------------------------------------------------------------------


def straight(points: Iterable[Point], close: bool = True) -> str:
    first, *rest = points
    return f"M{_at(first)}L{' '.join(_at(point) for point in rest)}" + ("Z" if close else "")


def smooth(points: list[Point]) -> str:
    """A curve past the points: each is the bend between the middles of its sides."""
    parts = [f"M{_at(points[0])}"]
    for (x, y), (nx, ny) in pairwise(points[1:]):
        parts.append(f"Q{number(x)} {number(y)} {number((x + nx) / 2)} {number((y + ny) / 2)}")
    return "".join([*parts, f"L{_at(points[-1])}"])


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


@lru_cache(maxsize=2000)
def _outline(course: Course, field: int) -> str:
    return straight(course.plots[field].outline)


def shape(course: Course, field: int, fill: str, **more: Value) -> Markup:
    return tag("path", d=_outline(course, field), fill=fill, **more)


def ground(course: Course, field: int, fill: str, **more: Value) -> Markup:
    """A field itself, under all that lies and stands on it: the place that is pointed at."""
    return shape(course, field, fill, **more, data_place=ALL_FIELDS.place(field))


# The land ---------------------------------------------------------------------------------------------------------------------------


def _sheet(course: Course) -> Markup:
    frame: dict[str, Value] = {"fill": "none", "stroke": MORTAR}
    return joined(
        [
            rect(0, 0, course.width, course.height, rx=7, fill=SHEET, class_="kl-paper"),
            rect(FRAME - 4, FRAME - 4, course.width - 2 * FRAME + 8, course.height - 2 * FRAME + 8, stroke_width=2.2, **frame),
            rect(FRAME, FRAME, course.width - 2 * FRAME, course.height - 2 * FRAME, stroke_width=0.8, **frame),
        ]
    )


@lru_cache(maxsize=8)
def _countryside(course: Course) -> Markup:
    """Woods and hills where no field is, and a compass in the widest gap."""
    places = [point for plot in course.plots.values() for point in (*plot.outline[::2], plot.centre)]
    free: list[tuple[float, Point]] = []
    for row in range(int(course.height) // 30):
        for column in range(int(course.width) // 30):
            jitter = (row * 7 + column * 13) % 11 - 5
            point = (30.0 * column + 15 + jitter, 30.0 * row + 15 + (row * 5 + column * 3) % 9 - 4)
            inside = 34 < point[0] < course.width - 34 and 36 < point[1] < course.height - 36
            away = min(math.dist(point, place) for place in places)
            if inside and away > 24:
                free.append((away, point))
    roomy = [(away, (x, y)) for away, (x, y) in free if away > 46 and 56 < x < course.width - 56 and 56 < y < course.height - 56]
    widest = max(roomy, default=(0.0, (-99.0, -99.0)))
    compass = [use("kl-compass", *widest[1])] if roomy else []
    wild = [
        Thing("mountain" if away > 40 and n % 3 == 0 else "forest", *point, n)
        for n, (away, point) in enumerate(free)
        if math.dist(point, widest[1]) > 62
    ]
    hills = scattered((thing for thing in wild if thing.name == "mountain"), 0.8)
    woods = scattered((thing for thing in wild if thing.name == "forest"), 0.62)
    return kept(*compass, hills, woods, class_="kl-countryside", opacity=0.75)


@part
def _fields(scene: Scene) -> Markup:
    """Furrows on those where nobody stands."""
    free = [(field, *plot.centre) for field, plot in scene.course.plots.items() if field < ISLAND and scene.on[field] == NONE]
    furrows = scattered((Thing("farmland", x, y, field * 7) for field, x, y in free), 0.85)
    return joined([_grounds(scene.course), kept(furrows, opacity=0.6)])


@lru_cache(maxsize=8)
def _grounds(course: Course) -> Markup:
    parts = []
    for field in course.plots:
        if field < RIVER:
            fill, name = (MEADOW, "kl-field kl-isle") if field >= ISLAND else (WASH["farmland"], "kl-field")
            parts.append(ground(course, field, fill, stroke=MORTAR, stroke_width=1.1, class_=name))
    return kept(*parts)


@part
def _duchies(scene: Scene) -> Markup:
    """Fields of a duchy in the colour and hatching of its duke; grey without one."""
    parts = []
    for field in scene.course.plots:
        if scene.duchy[field] and field < RIVER:
            parts.append(_tint(scene, field))
    return joined(parts)


def _tint(scene: Scene, field: int) -> Markup:
    course, ruler = scene.course, scene.ruler(field)
    if ruler == NONE:
        return kept(shape(course, field, INK, fill_opacity=0.13, class_="kl-duchy"))
    owner = OWNERS[ruler]
    name = f"kl-duchy kl-duchy-{owner.name}"
    return kept(
        shape(course, field, owner.colour, stroke=owner.colour, stroke_width=2.2, fill_opacity=0.3, class_=name),
        shape(course, field, f"url(#kl-hatching-{owner.name})", fill_opacity=0.28),
    )


# The river --------------------------------------------------------------------------------------------------------------------------


@part
def _river(scene: Scene) -> Markup:
    course = scene.course
    tints = [_tint(scene, field) for field in course.plots if field >= RIVER and scene.duchy[field]]
    return joined([_water(course), *tints, _shores(course)])


@lru_cache(maxsize=8)
def _water(course: Course) -> Markup:
    parts = []
    for end, out in ((0.0, -course.rim(0)), (course.steps, course.rim(-1))):  # it comes from beyond the map, and leaves it
        corners = ((end, -STREAM), (end + out, -STREAM), (end + out, STREAM), (end, STREAM))
        parts.append(path(straight(course.point(*corner) for corner in corners), WATER, class_="kl-water"))
    rivers = [ground(course, field, WATER, stroke=RIPPLE, stroke_width=1.2, class_="kl-water") for field in course.plots if field >= RIVER]
    return kept(*parts, *rivers)


@lru_cache(maxsize=8)
def _shores(course: Course) -> Markup:
    left, right, *isles = course.shores()
    return kept(
        path(smooth(course.current()), "none", PAPER, 2, stroke_dasharray="9 17", stroke_opacity=0.9, class_="kl-current"),
        *(path(smooth(line), "none", DEEP, 3, class_="kl-shore") for line in (left, right)),
        *(path(straight(line), "none", DEEP, 2.4, class_="kl-shore") for line in isles),
        *_cliffs(course),
    )


def _cliffs(course: Course) -> list[Markup]:
    """Where an island's field lies at an arm but does not belong to it, rocks stand on the shore."""
    parts = []
    for stretch in course.stretches:
        for n, isle in enumerate(stretch.isles):
            for lane, side in ((stretch.lanes[n], 0), (stretch.lanes[n + 1], 1)):
                for field, _, _ in isle:
                    if not any(field in course.land[section] for section in lane.sections):
                        outline = course.plots[field].outline
                        half = len(outline) // 2
                        shore = straight(outline[:half] if side == 0 else outline[half:], close=False)
                        parts.append(path(shore, "none", MORTAR, 7, class_="kl-cliff"))
                        parts.append(path(shore, "none", STONE, 4.4, stroke_dasharray="1 7", class_="kl-cliff"))
    return parts


@part
def _banks(scene: Scene) -> Markup:
    """Which bank is called the left one, and which the right: beside the first section, where the river comes in, and every so often along
    it, for it turns."""
    parts = [
        _bank_name(scene, scene.course.plots[first + section], first == LEFT, scene.words(said, number="").strip())
        for first, said in ((LEFT, LEFT_BANK), (RIGHT, RIGHT_BANK))
        for section in range(NAMED_EVERY, SECTIONS, NAMED_EVERY)
        if first + section in scene.course.plots
    ]
    for first, said in ((LEFT, LEFT_BANK), (RIGHT, RIGHT_BANK)):
        if plot := scene.course.plots.get(first):
            x, y = FRAME + 12, plot.centre[1]
            turned = f"rotate(-90 {number(x)} {number(y)})"
            words = scene.words(said, number="").strip()
            parts.append(text(x, y, words, 14, text_anchor="middle", font_style="italic", fill=MORTAR, transform=turned))
    return kept(*parts, class_="kl-banks")


def _bank_name(scene: Scene, plot: Plot, is_left: bool, said: str) -> Markup:
    """Along the outer edge of a field, where no figure stands, never upside down."""
    half = len(plot.outline) // 2
    outer = plot.outline[:half] if is_left else plot.outline[half:]
    (x1, y1), (x2, y2) = outer[0], outer[-1]
    x, y = outer[len(outer) // 2]
    away = math.dist((x, y), plot.centre)
    x, y = x + (x - plot.centre[0]) * BESIDE / away, y + (y - plot.centre[1]) * BESIDE / away
    angle = (math.degrees(math.atan2(y2 - y1, x2 - x1)) + 90) % 180 - 90
    turned = f"rotate({number(angle)} {number(x)} {number(y)})"
    return text(x, y + 4, said, 12, text_anchor="middle", font_style="italic", fill=MORTAR, transform=turned)


@part
def _numbers(scene: Scene) -> Markup:
    """The number of every section on its water, in a place that no figure takes; on islands, the sections of the field, and its own."""
    parts = []
    for field, plot in scene.course.plots.items():
        if field >= RIVER:
            x, y = plot.number
            parts.append(text(x, y + 7, str(field - RIVER + 1), 21))
        elif field >= ISLAND:
            x, y = scene.number_place(field)
            owners = [section for section, fields in scene.course.land.items() if field in fields]
            for n, section in enumerate(owners):
                parts.append(text(x, y - 2 + 14 * (n - (len(owners) - 1) / 2), str(section), 13))
            below = y + 10 + 14 * (len(owners) - 1) / 2
            parts.append(text(x, below, ALL_FIELDS.tokens[field], 11.5, font_style="italic", font_weight="normal"))
    halo: dict[str, Value] = {"stroke": PAPER, "stroke_width": 3, "stroke_linejoin": "round", "paint_order": "stroke"}
    return kept(*parts, font_weight="bold", text_anchor="middle", fill=INK, class_="kl-sections", **halo)


# What stands on it ------------------------------------------------------------------------------------------------------------------

CITIES = {Building.CITY_2: 2, Building.CITY_3: 3, Building.CITY_4: 4}


@part
def _buildings(scene: Scene) -> Markup:
    parts = []
    for spot, building, (one, other) in scene.spots():
        x, y = scene.course.between(one, other)
        ruler = max(scene.ruler(one), scene.ruler(other))
        owner = int(scene.s.castle_knight[spot])
        if building == Building.CASTLE:
            parts.append(group(_castle(owner), x=x, y=y, class_="kl-building"))
        elif building == Building.CHURCH:
            parts.append(group(_church(ruler), x=x, y=y, class_="kl-building"))
        else:
            parts.append(group(use("kl-town-0", 0, 0, 0.8), x=x, y=y, class_="kl-building"))
    return kept(*parts)


@part
def asked_castle(scene: Scene) -> Markup:
    """The castle that a duke is asked about, lit; the answers are on the desk."""
    s = scene.s
    if s.phase != Phase.CASTLE:
        return NOTHING
    x, y = scene.course.between(*map(int, s.spot_field[s.spot_of[s.arrived, s.castles_settled]]))
    return tag("g", circle(x, y, 23, "none", INK, 6.5), circle(x, y, 23, "none", BRIGHT, 4), class_="kl-asked")


def _castle(owner: int) -> Markup:
    """An empty castle is grey stone; a manned one has its knight's colour, with the crest on it."""
    if owner == NONE:
        return use("kl-ruin")
    return use(f"kl-castle-{OWNERS[owner].name}", 0, 0, 0.74)


def _church(ruler: int) -> Markup:
    """With a duke it has a bishop (RH-40): his mitre in the duke's colour."""
    parts = [use("kl-church")]
    if ruler != NONE:
        parts.append(group(mitre(OWNERS[ruler]), x=13, y=-12, scale=0.8))
    return joined(parts)


@part
def _values(scene: Scene) -> Markup:
    """What cities are worth, above whatever stands beside them, in the gap between two figures."""
    parts = []
    for _, building, (one, other) in scene.spots():
        if building in CITIES:
            x, y = scene.course.between(one, other)
            disc = circle(0, 12, 8, PAPER, INK, 1.2, class_="kl-roundel")
            value = text(0, 16.5, str(CITIES[building]), 13, font_weight="bold", text_anchor="middle", fill=INK)
            parts.append(group(disc, value, x=x, y=y, class_="kl-city-value"))
    return kept(*parts)


def mitre(owner: Owner | None) -> Markup:
    """A bishop's mitre in the colour of a player, the archbishop's in gold."""
    colour, name = (GOLD, "kl-gold") if owner is None else (owner.colour, f"kl-{owner.name}")
    return joined([path("M-8 8C-10-2-4-9 0-12 4-9 10-2 8 8Z", colour, INK, 1.3, class_=name), use("kl-mitre")])


@part
def _figures(scene: Scene) -> Markup:
    parts = []
    for field, thing in enumerate(scene.on):
        if thing == BASTION:
            parts.append(use("kl-bastion", *scene.place(field)))
    for field, seat in scene.knights():
        x, y = scene.place(field)
        parts.append(knight(OWNERS[seat], x, y + 1, KNIGHT if field < ISLAND else AFLOAT))
    return joined(parts)


@part
def _dukes(scene: Scene) -> Markup:
    dukes = {duchy: int(scene.s.duke[duchy]) for duchy in sorted({duchy for duchy in scene.duchy if duchy})}
    return joined(_crown(scene, duchy, duke) for duchy, duke in dukes.items() if duke != NONE)


def _crown(scene: Scene, duchy: int, duke: int) -> Markup:
    """The duke: a crown over one of his knights, near the middle of the duchy, with the value of the duchy (RH-26)."""
    fields = scene.fields_of(duchy)
    own = [field for field in fields if scene.on[field] == duke] or fields
    x, y = scene.place(own[len(own) // 2])
    value = str(int(scene.s.worth[duchy]) + 1)
    coin = joined(
        [
            circle(17, 1, 8.5, GOLD, INK, 1.2, class_="kl-value"),
            text(17, 5.5, value, 12.5, font_weight="bold", text_anchor="middle", fill=INK),
        ]
    )
    return group(use("kl-king", 0, 0, 1.05), coin, x=x - 2, y=y - 24, class_="kl-duke")


# What can be chosen -----------------------------------------------------------------------------------------------------------------


def field_targets(scene: Scene) -> list[Markup]:
    """In the order of fields: along one bank, then the other, the islands, the river."""
    marks = (("knight", _knight_mark), ("replace", _replace_mark), ("bastion", _bastion_mark))
    found = [(field, action, mark) for verb, mark in marks for action, (field,) in scene.choices[verb]]
    # a bastion could stand on nearly every field: these wait for a button of the desk
    return [
        scene.target(action, *mark(scene, field), armed=mark is _bastion_mark)
        for field, action, mark in sorted(found, key=lambda item: item[:2])
    ]


def _knight_mark(scene: Scene, field: int) -> list[Markup]:
    x, y = scene.place(field)
    return [
        shape(scene.course, field, BRIGHT, stroke=INK, stroke_width=2, fill_opacity=0.5, class_="kl-mark"),
        circle(x, y, 16, BRIGHT, INK, 1.2, stroke_dasharray="4 2.5", class_="kl-mark"),
        use("kl-helm", x, y + 1),
    ]


def _replace_mark(scene: Scene, field: int) -> list[Markup]:
    x, y = scene.place(field)
    return [
        shape(scene.course, field, BRIGHT, stroke=INK, stroke_width=2, fill_opacity=0.25, class_="kl-mark"),
        circle(x, y, 22, "none", INK, 5),
        circle(x, y, 22, "none", BRIGHT, 3, class_="kl-mark"),
        circle(x + 16, y - 16, 9, SEAL, PAPER, 1.2),
        path(f"M{x + 11:.1f} {y - 18:.1f}h9l-3-3M{x + 21:.1f} {y - 14:.1f}h-9l3 3", "none", PAPER, 1.8),
    ]


def _bastion_mark(scene: Scene, field: int) -> list[Markup]:
    fort = placed(FORT, *scene.place(field))
    look: dict[str, Value] = {"fill_opacity": 0.56, "stroke_opacity": 0.8, "stroke_dasharray": "3 2", "class_": "kl-mark"}
    hit = shape(scene.course, field, PAPER, fill_opacity=0.01, class_="kl-hit")
    return [hit, tag("path", d=fort, fill=BRIGHT, stroke=FADED, stroke_width=1.1, **look)]
