"""The picture of Löwenherz (1997): one target for every legal action, and nothing that its reader may not know."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
import zlib
from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from kronland.core.match import Match
from kronland.core.view import View
from kronland.games import find_game
from kronland.games.drawing.heraldry import BLUE, points_scale
from kronland.games.drawing.svg import cut, escaped, number, tag, width_of
from kronland.games.loewenherz.game import GAME
from kronland.games.loewenherz.picture.scene import OWNERS
from kronland.games.loewenherz.rules.contents import SPACE
from kronland.games.loewenherz.rules.state import BOARD, LAYOUT, Phase

SVG = "{http://www.w3.org/2000/svg}"
draw = GAME.picture
SETUPS = [(2, "variable"), (3, "variable"), (3, "beginner"), (4, "variable"), (4, "beginner")]
SEEDS = range(3)


@cache
def game_views(players: int, setup: str, seed: int, open_money: str = "off") -> list[View]:
    """Views of deciding seats from a whole game: the first of every set of verbs, and a sample of the rest.

    The last view is of the finished game.
    """
    options = {"setup": setup, "open_money": open_money}
    match = Match(find_game("loewenherz"), players, options, seed)
    chance = random.Random(seed)
    views, seen, count = [], set[frozenset[str]](), 0
    while not match.over:
        seat = match.actors[0]
        by_verb: dict[str, list[int]] = defaultdict(list)
        for action in match.legal_actions(seat):
            by_verb[SPACE.verb_of(action).name].append(action)
        kinds = frozenset(by_verb)
        if kinds not in seen or count % 40 == 0:
            seen.add(kinds)
            views.append(match.view(seat))
        match.play(pick(by_verb, chance), seat)
        count += 1
    return [*views, match.view(0)]


def pick(by_verb: dict[str, list[int]], chance: random.Random) -> int:
    """Verbs are drawn before actions, so that rare ones come up. Regions grow towards one another along the right
    edge and alliances and deserters are kept, or there would hardly ever be a politics card to play."""
    if "expand" in by_verb:
        return min(by_verb["expand"], key=lambda action: way_to_the_right(SPACE["expand"].members(action)[0]))
    if "keep" in by_verb:
        return by_verb["keep"][0]
    if len(by_verb) > 1 and chance.random() < 0.9:
        by_verb.pop("done", None)
    return chance.choice(by_verb[chance.choice(sorted(by_verb))])


def way_to_the_right(field: int) -> tuple[int, int]:
    row, column = divmod(field, BOARD.columns)
    return -column, abs(row - 5)


def all_views() -> list[View]:
    return [view for players, setup in SETUPS for seed in SEEDS for view in game_views(players, setup, seed)]


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def targets(root: ET.Element) -> list[ET.Element]:
    return [e for e in root.iter() if "target" in e.get("class", "").split()]


def panel(root: ET.Element, colour: str) -> ET.Element:
    return next(e for e in root.iter() if e.get("class") == f"kl-panel kl-panel-{colour}")


def used(root: ET.Element) -> set[str]:
    return {e.get("href", "") for e in root.iter(f"{SVG}use")}


@pytest.mark.parametrize(("players", "setup"), SETUPS)
def test_every_legal_action_has_exactly_one_target_with_its_label(players: int, setup: str) -> None:
    for view in (view for seed in SEEDS for view in game_views(players, setup, seed)):
        found = targets(parsed(draw(view)))
        expected = Counter(view.notation(action) for action in view.legal)
        assert Counter(e.get("data-action") for e in found) == expected
        for element in found:
            action = SPACE.parse(element.get("data-action", ""))
            assert element.findtext(f"{SVG}title") == view.label(action)
            assert view.label(action) in element.get("aria-label")
            assert element.get("class") == f"target target-{SPACE.verb_of(action).name}"
            assert (element.get("role"), element.get("tabindex")) == ("button", "0")
            assert [e for e in element if e.tag != f"{SVG}title"], "a target must show something"


def test_the_sample_has_every_verb_and_phase() -> None:
    """Otherwise the test above would prove little."""
    views = all_views()
    assert {SPACE.verb_of(action).name for view in views for action in view.legal} == set(SPACE.by_verb)
    assert {int(view.state.phase) for view in views} >= set(Phase)


def test_the_picture_stands_alone_and_needs_no_inline_style() -> None:
    for view in all_views():
        root = parsed(draw(view))
        assert root.tag == f"{SVG}svg"
        assert root.findtext(f"{SVG}title")
        assert root.findtext(f"{SVG}desc")
        for element in root.iter():
            assert element.tag not in (f"{SVG}style", f"{SVG}script", f"{SVG}image")
            assert "style" not in element.attrib
            assert not [name for name in element.attrib if name.startswith("on")]
        ids = [e.get("id", "") for e in root.iter() if e.get("id")]
        assert len(ids) == len(set(ids))
        assert all(name.startswith("kl-") for name in ids)
        assert used(root) <= {f"#{name}" for name in ids}
        patterns = re.findall(r"url\(#([^)]*)\)", draw(view))
        assert set(patterns) <= set(ids)


def test_a_picture_with_choices_is_no_image_to_a_screen_reader() -> None:
    for view in all_views():
        role = parsed(draw(view)).get("role")
        assert role == ("group" if len(view.legal) else "img")


def test_spectators_see_no_targets_and_whose_decision_it_is() -> None:
    match = Match(find_game("loewenherz"), 4, {"setup": "beginner"}, 3, mode="python")
    svg = draw(match.view())
    assert not targets(parsed(svg))
    assert match.names()[match.actors[0]] in " ".join(parsed(svg).itertext())
    assert "kl-deciding" in "".join(e.get("class", "") for e in panel(parsed(svg), OWNERS[match.actors[0]].name).iter())


def test_equal_views_give_equal_bytes() -> None:
    for view in all_views()[::7]:
        twin = replace(view, state=view.state.copy(), legal=list(reversed(view.legal)))
        assert draw(view) == draw(twin)


@pytest.mark.parametrize(("open_money", "shown"), [("off", False), ("on", True)])
def test_other_players_money_is_shown_only_with_open_money(open_money: str, shown: bool) -> None:
    """L97-6."""
    for view in game_views(4, "beginner", 1, open_money)[:-1]:
        richer = view.state.copy()
        for other in set(range(4)) - {view.seat}:
            richer.ducats[other] += 1
            root = parsed(draw(view))
            assert ("#kl-ducats" in used(panel(root, OWNERS[other].name))) == shown
        assert "#kl-ducats" in used(panel(parsed(draw(view)), OWNERS[view.seat].name))
        assert (draw(view) != draw(replace(view, state=richer))) == shown


def test_hands_are_shown_as_far_as_the_reader_knows_them() -> None:
    hidden = 0
    for view in game_views(4, "beginner", 1)[:-1]:
        for seat in range(4):
            cards = used(panel(parsed(draw(view)), OWNERS[seat].name)) & {
                "#kl-rings", "#kl-deserter", "#kl-fief", "#kl-treasure"
            }  # fmt: skip
            if seat == view.seat:
                hand = [card for row in view.desk.rows if row.name == "hand" for card in row.cards]
                assert sum(card.count for card in hand) == view.state.hand_size[seat] and not cards
            elif view.state.hand_size[seat] and not cards:
                hidden += 1
    assert hidden


def test_owners_are_told_apart_without_colour() -> None:
    everyone = (*OWNERS, BLUE)
    assert len({owner.charge for owner in everyone}) == len({owner.hatching for owner in everyone}) == 5
    regions = 0
    for view in all_views():
        root = parsed(draw(view))
        for seat in range(int(view.state.players)):
            assert f"#kl-arms-{OWNERS[seat].name}" in used(panel(root, OWNERS[seat].name))
        for colour, owner in enumerate(OWNERS):
            marked = [e for e in root.iter() if e.get("class") == f"kl-region kl-region-{owner.name}"]
            assert len(marked) == sum(bool(row.any()) for row in view.state.region[colour * 4 : colour * 4 + 4])
            regions += len(marked)
            for region in marked:
                assert f"url(#kl-hatching-{owner.name})" in {e.get("fill") for e in region.iter()}
    assert regions > 100


def test_what_stands_on_the_board_is_drawn() -> None:
    for view in all_views():
        root = parsed(draw(view))
        board = next(e for e in root.iter() if e.get("class") == "kl-map")
        drawn = Counter(e.get("href") for e in board.iter(f"{SVG}use"))
        for colour, owner in enumerate(OWNERS):
            castles = int((view.state.castle_at[colour * 4 : colour * 4 + 4] >= 0).sum())
            figures = sum(int(word).bit_count() for word in view.state.figures[colour])
            assert drawn[f"#kl-castle-{owner.name}"] == castles
            assert drawn[f"#kl-knight-{owner.name}"] == figures - castles
        walls = next(e for e in board.iter() if e.get("class") == "kl-wall").get("d", "")
        assert walls.count("M") - 1 == 100 - view.state.borders_left  # all but the frame (L97-35)


def test_both_languages_are_drawn() -> None:
    match = Match(find_game("loewenherz"), 4, {"setup": "beginner"}, 3, mode="python")
    for language in ("de", "en"):
        view = match.view(match.actors[0], language)
        found = targets(parsed(draw(view)))
        assert [e.findtext(f"{SVG}title") for e in found] == [view.label(action) for action in view.legal]
        assert view.prompt in " ".join(parsed(draw(view)).itertext())


def test_hostile_names_stay_text() -> None:
    names = ['<script>alert("&")</script>', "]]>", "'\"><b>", "\N{SNOWMAN}" * 60]
    match = Match(find_game("loewenherz"), 4, {"setup": "beginner"}, 3, names, mode="python")
    root = parsed(draw(match.view(match.actors[0])))
    assert not [e for e in root.iter() if e.tag in (f"{SVG}script", f"{SVG}b")]
    assert names[1] in " ".join(root.itertext())


def test_the_board_is_of_moderate_size() -> None:
    assert max(len(zlib.compress(draw(replace(view, legal=[])).encode())) for view in all_views()) < 20_000


@pytest.mark.parametrize("scores", [[0, 0, 0, 0], [-13, 0, 133, 131], [100, 100, 100, 100], [-40, -40], [59, 60, 61]])
def test_scores_below_zero_and_beyond_a_hundred_have_a_place(scores: list[int]) -> None:
    """L97-56: a score may fall below zero."""
    scale = parsed(tag("svg", points_scale(780, list(zip(OWNERS, scores, strict=False))), xmlns=SVG[1:-1]))
    shields = [float(re.findall(r"[-\d.]+", e.get("transform", ""))[0]) for e in scale.iter(f"{SVG}use")]
    assert len(shields) == len(scores)
    assert all(10 <= x <= 770 for x in shields)
    assert all(b - a >= 24 for a, b in pairwise(sorted(shields)))
    dots = sorted(float(e.get("cx", "")) for e in scale.iter(f"{SVG}circle"))
    assert [a == b for a, b in pairwise(dots)] == [a == b for a, b in pairwise(sorted(scores))]


def test_an_empty_state_can_be_drawn() -> None:
    """A board before anything was set: nothing is assumed to be there."""
    view = Match(find_game("loewenherz"), 2, {}, 1, mode="python").view()
    blank = LAYOUT.new()
    blank.players, blank.actors = 2, 1
    blank.castle_at[:] = blank.ally_one[:] = blank.ally_other[:] = -1
    blank.politics_taker[:] = -1
    parsed(draw(replace(view, state=blank)))


def test_svg_text_is_escaped_and_numbers_are_short() -> None:
    assert tag("a", escaped("<&>"), class_="\"'<") == '<a class="&quot;&#x27;&lt;">&lt;&amp;&gt;</a>'
    assert [number(x) for x in (2, 2.0, -0.04, 1.26)] == ["2", "2", "0", "1.3"]
    assert tag("g", x=None, stroke_width=1.0) == '\n<g stroke-width="1"/>'
    assert cut("short", 10, 100) == "short"
    assert width_of(cut("far too long for this", 10, 60), 10) <= 60
