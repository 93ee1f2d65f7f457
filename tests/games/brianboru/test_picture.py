"""The picture of Brian Boru: one target for every legal action, and nothing that its reader may not know."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest

from kronland.core.view import View
from kronland.games.brianboru.game import GAME
from kronland.games.brianboru.picture.scene import Scene
from kronland.games.brianboru.rules.state import Phase, Symbol
from tests.games.brianboru.table import OCHRE, RED, at, new

SVG = "{http://www.w3.org/2000/svg}"
draw = GAME.picture


@cache
def views(players: int) -> list[View]:
    """One view of the deciding seat for every kind of decision in a few games, and one of a finished game."""
    found: dict[int, View] = {}
    for seed in range(3):
        match, chance = new(players, seed), random.Random(seed)
        while not match.over:
            seat = match.actors[0]
            found.setdefault(int(match.state.phase), match.view(seat, "de" if seed % 2 else "en"))
            match.play(chance.choice(match.legal_actions(seat)), seat)
    return [*found.values(), match.view(RED)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_legal_action_has_exactly_one_target_with_a_label(players: int) -> None:
    assert len(views(players)) > 10
    for view in views(players):
        root = ET.fromstring(draw(view))
        targets = [element for element in root.iter() if "target" in (element.get("class") or "").split()]
        assert sorted(element.get("data-action") or "" for element in targets) == sorted(map(view.notation, view.legal))
        for element in targets:
            assert element.get("role") == "button" and element.get("tabindex") == "0" and element.get("aria-label")
            assert len(list(element)) > 1, "a target must have something to click on"


@pytest.mark.parametrize("players", [3, 5])
def test_no_inline_style_or_script_and_every_reference_is_defined(players: int) -> None:
    for view in views(players):
        svg = view.svg
        assert not re.search(r"\sstyle=", svg) and "<script" not in svg and not re.search(r"\son\w+=", svg)
        root = ET.fromstring(svg)
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        used = {element.get("href", "")[1:] for element in root.iter(f"{SVG}use")} | set(re.findall(r"url\(#([^)]*)\)", svg))
        assert used <= set(ids), used - set(ids)


def test_names_are_escaped() -> None:
    view = views(4)[0]
    odd = View(view.game, view.seat, view.state, view.legal, view.words, ["<b>&", *view.names[1:]])
    assert "<b>" not in odd.svg
    ET.fromstring(odd.svg)


def test_everything_lies_inside_the_picture() -> None:
    for view in views(5):
        root = ET.fromstring(view.svg)
        width, height = map(float, (root.get("viewBox") or "").split()[2:])
        blocks = [element for element in root if element.get("transform")]
        places = [tuple(map(float, re.findall(r"-?[\d.]+", element.get("transform") or "")[:2])) for element in blocks]
        assert len(places) == 8 and all(0 <= x < width and 0 <= y < height for x, y in places)


def test_what_the_map_tells() -> None:
    match = at(
        """
        round: 3
        tricks played: 3
        active: C2
        red: towns N1+, tokens B, married Aoife, holds 2 15 20
        ochre: towns C1!, 3 church
        turn: red card
        """
    )
    svg = match.view(RED).svg
    for said in ("N1, Northern Uí Néill: Red, with a monastery", "C1, Connaught: Ochre, under a Viking disc", "C2, Connaught, active town"):
        assert f"<title>{said}</title>" in svg
    assert "Power token of Bréifne" in svg and "Aoife" in svg and "Discs in the church area: 3" in svg
    other = match.view(OCHRE).svg
    assert svg.count("kl-card") == 3 and "kl-card" in other  # own hands only
    assert match.view().svg.count("kl-card") == 0


def test_a_power_token_beside_its_holder_is_not_called_like_a_town() -> None:
    """ "B 3" was the token of Bréifne and its three points, and B3 is a town there."""
    match = at("round: 3\ntricks played: 3\nactive: C2\nred: towns N1, tokens B, holds 2 15 20\nturn: red card")
    (token,) = (count for count in match.view(RED).desk.plates[RED].holds if "Bréifne" in count.said)
    assert token.value == "+3 B"


def test_several_of_one_sign_are_said_as_one_would_say_them() -> None:
    scene = Scene(new(4).view(RED))
    assert scene.say_row([Symbol.TOWN, Symbol.PAY, Symbol.PAY]) == "the active town, pay 2 coins"
    assert scene.say_row([Symbol.COIN] * 3 + [Symbol.EXPAND5]) == "3 coins, expand for 5 coins"
    assert scene.say_row([Symbol.COURT, Symbol.COURT, Symbol.COIN]) == "court 2 times, 1 coin"


def test_town_colours_are_told_apart_by_shape() -> None:
    svg = views(4)[0].svg
    shapes = {name: re.search(rf'<g id="bb-shape-{name}"><path d="([^"]*)"', svg) for name in ("yellow", "red", "blue", "white")}
    assert all(shapes.values()) and len({found.group(1) for found in shapes.values() if found}) == 4
    assert svg.count('class="kl-town"') == 53


def test_all_kinds_of_decisions_were_looked_at() -> None:
    seen = {int(view.state.phase) for players in (3, 4, 5) for view in views(players)}
    assert {int(phase) for phase in Phase} - seen <= {Phase.REMOVE, Phase.REWARD}
