"""The picture of the 2003 game: one target for every legal action, and nothing that its reader may not know."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache

import pytest

from kronland.core.view import View
from kronland.games.koenig.game import GAME
from kronland.games.koenig.rules.contents import SPACE
from kronland.games.koenig.rules.state import Phase
from kronland.lab.conformance import play_lively
from tests.games.koenig.table import OCHRE, at, board

SVG = "{http://www.w3.org/2000/svg}"
draw = GAME.picture


@cache
def game_views(players: int) -> list[View]:
    """Views of deciding seats from whole games: the first of every set of verbs, and a sample of the rest."""
    views, seen = [], set[tuple[int, frozenset[str]]]()
    for seed in range(4):
        for number, match in enumerate(play_lively(GAME, players, {}, seed)):
            seat = match.actors[0] if match.actors else 0
            kinds = int(match.state.phase), frozenset(SPACE.verb_of(action).name for action in match.legal_actions(seat))
            if kinds not in seen or number % 60 == 0:
                seen.add(kinds)
                views.append(match.view(seat, ("de", "en")[number % 2]))
    return views


def targets(root: ET.Element) -> list[ET.Element]:
    return [e for e in root.iter() if "target" in e.get("class", "").split()]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_has_exactly_one_target_with_its_label(players: int) -> None:
    for view in game_views(players):
        found = targets(ET.fromstring(draw(view)))
        assert Counter(e.get("data-action") for e in found) == Counter(view.notation(action) for action in view.legal)
        for element in found:
            action = SPACE.parse(element.get("data-action", ""))
            assert element.findtext(f"{SVG}title") == view.label(action)
            assert view.label(action) in element.get("aria-label")
            assert [e for e in element if e.tag != f"{SVG}title"], "a target must show something"


def test_the_sample_has_every_verb_and_phase() -> None:
    """Otherwise the test above would prove little."""
    views = [view for players in (2, 3, 4) for view in game_views(players)]
    assert {SPACE.verb_of(action).name for view in views for action in view.legal} == set(SPACE.by_verb)
    assert {int(view.state.phase) for view in views} >= set(Phase)


def test_what_is_used_is_defined_and_nothing_comes_from_outside() -> None:
    for view in game_views(3):
        root = ET.fromstring(draw(view))
        defined = {f"#{e.get('id')}" for e in root.iter() if e.get("id")}
        assert {e.get("href") for e in root.iter(f"{SVG}use")} <= defined
        assert all(e.tag not in (f"{SVG}style", f"{SVG}script", f"{SVG}image") for e in root.iter())


def test_other_hands_show_their_backs_but_for_cards_from_the_market() -> None:
    figures = {"R1": "a1", "O1": "f6", "B1": "l12"}
    match = at(f"players: 3\n{board({}, figures)}\nred: holds a-border2 b-knight2* c-deserter\nturn: red card")
    panel = next(e for e in ET.fromstring(match.view(OCHRE).svg).iter() if e.get("class") == "kl-panel kl-panel-red")
    titles = [e.text for e in panel.iter(f"{SVG}title")]
    assert "a card of pile A" in titles and "a card of pile C" in titles and "2 knights (B), cost 4, value 3" in titles
    assert not any("2 borders" in (title or "") or "deserter" in (title or "") for title in titles)


def test_cards_alike_lie_on_one_another_with_the_buttons_they_share() -> None:
    """Of several the first alone had buttons, which looked as if the others could not be played."""
    for view in game_views(3):
        hand = next((row.cards for row in view.desk.rows if row.name == "hand"), ())
        assert len({card.said for card in hand}) == len(hand)
        if view.state.phase == Phase.CARD and view.legal:
            assert all(card.choices for card in hand)
    assert any(card.count > 1 for view in game_views(3) for row in view.desk.rows if row.name == "hand" for card in row.cards)
