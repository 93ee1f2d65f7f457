"""The picture of Rheinländer: one target for every legal action, every section's number, and nothing that its reader may not know."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
import zlib
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from kronland.core.files import PACKAGE
from kronland.core.match import Match
from kronland.core.record import load
from kronland.core.view import View
from kronland.games import find_game
from kronland.games.drawing.outlines import ABOVE
from kronland.games.rheinlaender.game import GAME
from kronland.games.rheinlaender.picture.course import NARROW, WIDTH, course_of
from kronland.games.rheinlaender.picture.scene import OWNERS, Scene
from kronland.games.rheinlaender.rules.contents import SPACE
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.state import BASTION, ISLAND, RIVER, Phase
from kronland.lab.conformance import play_lively
from tests.games.rheinlaender.table import at, new

SVG = "{http://www.w3.org/2000/svg}"
draw = GAME.picture


@cache
def game_views(players: int, open_money: str = "off") -> list[View]:
    """Views of deciding seats from a whole game: the first of every set of verbs, and a sample of the rest; last the finished game."""
    views, seen = [], set[frozenset[str]]()
    last: Match | None = None
    for number, match in enumerate(play_lively(GAME, players, {"open_money": open_money}, players)):
        last = match
        if match.over:
            break
        kinds = frozenset(action.split()[0] for action in match.legal)
        if kinds not in seen or number % 25 == 0:
            seen.add(kinds)
            views.append(match.view(match.actors[0]))
    assert last is not None
    return [*views, last.view(0)]


def all_views() -> list[View]:
    return [view for players in (3, 4, 5) for view in game_views(players)]


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def targets(root: ET.Element) -> list[ET.Element]:
    return [e for e in root.iter() if "target" in e.get("class", "").split()]


def panel(root: ET.Element, colour: str) -> ET.Element:
    return next(e for e in root.iter() if e.get("class") == f"kl-panel kl-panel-{colour}")


def used(root: ET.Element) -> list[str]:
    return [e.get("href", "") for e in root.iter(f"{SVG}use")]


def test_every_legal_action_has_exactly_one_target_with_its_label() -> None:
    for view in all_views():
        found = targets(parsed(draw(view)))
        assert Counter(e.get("data-action") for e in found) == Counter(map(view.notation, view.legal))
        for element in found:
            action = SPACE.parse(element.get("data-action", ""))
            assert element.findtext(f"{SVG}title") == view.label(action)
            assert view.label(action) in element.get("aria-label")
            assert (element.get("role"), element.get("tabindex")) == ("button", "0")
            assert [e for e in element if e.tag != f"{SVG}title"], "a target must show something"


def test_the_sample_has_every_verb_and_phase() -> None:
    """Otherwise the test above would prove little."""
    assert {SPACE.verb_of(action).name for view in all_views() for action in view.legal} == set(SPACE.by_verb)
    assert {int(view.state.phase) for view in all_views()} == {0, *Phase}


def test_the_picture_stands_alone_and_needs_no_inline_style() -> None:
    for view in all_views():
        svg = draw(view)
        root = parsed(svg)
        assert root.findtext(f"{SVG}title") and root.findtext(f"{SVG}desc")
        for element in root.iter():
            assert element.tag not in (f"{SVG}style", f"{SVG}script", f"{SVG}image")
            assert not [name for name in element.attrib if name == "style" or name.startswith("on")]
        ids = [e.get("id", "") for e in root.iter() if e.get("id")]
        assert len(ids) == len(set(ids)) and all(name.startswith("kl-") for name in ids)
        assert set(used(root)) <= {f"#{name}" for name in ids}
        assert set(re.findall(r"url\(#([^)]*)\)", svg)) <= set(ids)
        assert root.get("role") == ("group" if len(view.legal) else "img")


def test_the_number_of_every_section_is_always_there_and_on_top() -> None:
    for view in all_views():
        root = parsed(draw(view))
        board = next(e for e in root.iter() if e.get("class") == "kl-board")
        assert board[-1].get("id") == ABOVE and board[-1].get("pointer-events") == "none"  # a click on a number is one on its field
        numbers = board[-1][-1]
        assert numbers.get("class") == "kl-sections"  # drawn last, over figures, buildings and what can be chosen
        said = Counter(e.text for e in numbers.iter(f"{SVG}text"))
        islands = {name for name in said if name and name.startswith("I")}  # what the log calls them
        assert set(said) - islands == {str(n) for n in range(1, 55)} and islands == {f"I{n}" for n in range(1, len(islands) + 1)} != set()
        sizes = {float(e.get("font-size", 0)) for e in numbers.iter(f"{SVG}text")}
        assert max(sizes) >= 18


@pytest.mark.parametrize("width", [WIDTH, NARROW])
def test_fields_do_not_overlap_and_lie_on_the_sheet(width: int) -> None:
    course = course_of(new().state, width)
    assert len(course.plots) == 157
    for plot in course.plots.values():
        assert all(0 < x < course.width and 0 < y < course.height for x, y in plot.outline)
    for (one, here), (other, there) in combinations(course.plots.items(), 2):
        assert math.dist(here.centre, there.centre) > 24, (ALL_FIELDS.tokens[one], ALL_FIELDS.tokens[other])
        if math.dist(here.centre, there.centre) < 120:
            assert not inside(here.centre, there.outline), (ALL_FIELDS.tokens[one], ALL_FIELDS.tokens[other])


def inside(point: tuple[float, float], outline: tuple[tuple[float, float], ...]) -> bool:
    (x, y), odd = point, False
    for (x1, y1), (x2, y2) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            odd = not odd
    return odd


@pytest.mark.parametrize("width", [WIDTH, NARROW])
def test_neighbours_are_drawn_as_neighbours(width: int) -> None:
    """Fields that touch by the rules share a border line in the picture; it is the other way round but for the rocks of the island."""
    s = new().state
    plots = course_of(s, width).plots
    for one, other in combinations(plots, 2):
        shared = set(plots[one].outline) & set(plots[other].outline)
        if other in s.touching[one]:
            near = min(math.dist(a, b) for a in plots[one].outline for b in plots[other].outline)
            assert near < 12, (ALL_FIELDS.tokens[one], ALL_FIELDS.tokens[other])
        elif len(shared) > 1:
            assert max(one, other) >= RIVER and min(one, other) >= ISLAND, (ALL_FIELDS.tokens[one], ALL_FIELDS.tokens[other])


def test_what_stands_on_the_map_is_drawn() -> None:
    for view in all_views():
        root = parsed(draw(view))
        board = next(e for e in root.iter() if e.get("class") == "kl-map")
        drawn = Counter(used(board))
        s = view.state
        for seat, owner in enumerate(OWNERS):
            assert drawn[f"#kl-knight-{owner.name}"] == (s.on == seat).sum()
            assert drawn[f"#kl-castle-{owner.name}"] == (s.castle_knight[: s.spots] == seat).sum()
        assert drawn["#kl-bastion"] == (s.on == BASTION).sum()
        assert drawn["#kl-church"] == (s.building == 2).sum()
        assert used(next(e for e in root.iter() if e.get("id") == ABOVE)).count("#kl-king") == (s.duke >= 0).sum()
        tints = Counter(e.get("class") for e in board.iter() if e.get("class", "").startswith("kl-duchy kl-duchy-"))
        for seat, owner in enumerate(OWNERS):
            assert tints[f"kl-duchy kl-duchy-{owner.name}"] == sum(s.duke[number] == seat for number in s.duchy if number)


def words_of(drawing: ET.Element) -> list[str | None]:
    return [text.text for text in drawing.iter(f"{SVG}text")]


@pytest.mark.rule("RH-27")
@pytest.mark.parametrize(("open_money", "shown"), [("off", False), ("on", True)])
def test_other_players_money_is_shown_only_with_open_money(open_money: str, shown: bool) -> None:
    for view in game_views(4, open_money)[:-1]:
        root = parsed(draw(view))
        richer = view.state.copy()
        for other in set(range(4)) - {view.seat}:
            richer.coins[other] += 1
            assert (view.desk.plates[other].points != "?") == shown == ("?" not in words_of(panel(root, OWNERS[other].name)))
        assert view.desk.plates[view.seat].points == str(view.state.coins[view.seat])
        assert (draw(view) != draw(replace(view, state=richer))) == shown


def test_hands_are_shown_to_their_owners_only() -> None:
    match = at("players 4\nhand red 17 18 19 20 21\nturn red")
    for seat in range(-1, 4):
        hand = [row for row in match.view(seat).desk.rows if row.name == "hand"]
        shown = [card.place for row in hand for card in row.cards]
        assert ("card 17" in shown) == (seat == 0) and ('data-place="card 17"' in match.view(seat).svg) == (seat == 0)


def test_the_archbishop_is_shown() -> None:
    match = at("spot L2-L3 church\nknights ochre L2 L3")
    root = parsed(match.view().svg)
    assert [OWNERS[seat].name for seat in range(3) if "#kl-archbishop" in used(panel(root, OWNERS[seat].name))] == ["ochre"]


def test_both_languages_are_drawn_and_hostile_names_stay_text() -> None:
    names = ['<script>alert("&")</script>', "]]>", "\N{SNOWMAN}" * 60]
    match = Match(GAME, 3, seed=3, names=names, mode="python")
    for language in ("de", "en"):
        view = match.view(match.actors[0], language)
        root = parsed(view.svg)
        assert view.prompt in " ".join(root.itertext())
        assert not [e for e in root.iter() if e.tag == f"{SVG}script"]
        assert names[1] in " ".join(root.itertext())


def test_the_picture_is_of_moderate_size_and_the_same_for_equal_views() -> None:
    for view in all_views()[::3]:
        assert draw(view) == draw(replace(view, state=view.state.copy(), legal=list(reversed(view.legal))))
    assert max(len(zlib.compress(draw(replace(view, legal=[])).encode())) for view in all_views()) < 40_000


def test_banks_can_be_read_in_dark_colours() -> None:
    """The land is light there too, but their names stand beside it."""
    style = (PACKAGE / "web" / "static" / "dark.css").read_text("utf-8")
    fill, halo = (re.search(rf"\.kl-banks text {{[^}}]*\b{what}: #(\w{{6}})", style) for what in ("fill", "stroke"))
    assert fill and halo and min(bytes.fromhex(fill[1])) > 0x90 > 0x40 > max(bytes.fromhex(halo[1]))


def test_banks_are_named_along_the_river_and_values_of_cities_lie_over_figures() -> None:
    """The river turns, so that nobody could tell which bank is meant by "left bank 47"; a knight beside a city hid what it is worth."""
    for view in all_views():
        board = next(e for e in parsed(draw(view)).iter() if e.get("class") == "kl-board")
        banks = next(e for e in board.iter() if e.get("class") == "kl-banks")
        assert Counter(words_of(banks))["left bank"] >= 6 and Counter(words_of(banks))["right bank"] >= 6
        layers = [e.get("class") for e in board.iter()]
        last_figure = max((place for place, layer in enumerate(layers) if layer == "kl-duke"), default=0)
        assert "kl-city-value" in layers and layers.index("kl-city-value") > last_figure


def test_no_number_lies_over_another():
    """Where an island begins in a point, its first number once lay on that of the river beside it."""
    record = load(find_game("rheinlaender").example, find_game)
    scene = Scene.of(record.replay(0, "python").view(0))
    plots = scene.course.plots
    river = [plot.number for field, plot in plots.items() if field >= RIVER]
    island = [scene.number_place(field) for field in plots if ISLAND <= field < RIVER]
    assert island and all(math.dist(one, other) > 22 for one in island for other in river)
