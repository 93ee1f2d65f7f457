"""Brian Boru: what comes from outside and would lead play astray is refused, with the line and what would be right."""

from __future__ import annotations

import pytest

from kronland.core.errors import ComponentError, PositionError
from kronland.games.brianboru.components import FILE, load
from kronland.games.brianboru.positions.position import read
from kronland.games.brianboru.rules.state import LAYOUT

TABLE = "active: C2\nleader: red\nred: towns N1, table 5\nochre: towns C1\n"
ACTING = "active: C2\nwinner: ochre\nred: towns N1, table 5\nochre: towns C1, table 8\npurple: table 9\ngrey: table 10\n"
DEALT = """
    round: 1
    red: played 1 2 3
    dealt red: 1@0 2@0 7@1 8@1 13@2 14@2
    dealt ochre: 9@0 10@0 15@1 16@1 5@2 6@2
    dealt purple: 17@0 18@0 3@1 4@1 11@2 12@2
    dealt grey: 19@0 20@0 21@1 22@1 23@2 24@2
    tricks played: 1
    turn: red name
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("red: ² coins\nturn: red name", "line 1: coins: got '²'; expected a whole number from 0 to 99"),
        (f"red: {'9' * 5000} coins\nturn: red name", "line 1: coins: got '999"),
        ("decisions: 2147483647\nturn: red name", "line 1: decisions: got '2147483647'; expected a whole number from 0 to 1000000000"),
        # 20 cards stated for the last player, so that the first find none
        ("grey: holds " + " ".join(map(str, range(1, 21))) + "\nturn: red name", "line 1: grey has too many cards (BB-11)"),
        ("turn: red name, row 1", "line 1: 'row 1' is too much after 'name'"),
        # who is not the leader would wait for the leader's card
        ("marker: red\nleader: ochre\nturn: red name", "line 3: ochre leads the trick; expected the leader to name the town (BB-20)"),
        ("tricks played: 5\nturn: red name", "line 2: 5 tricks have been played; expected fewer than 5 before another one (BB-12)"),
        (TABLE + "turn: ochre card", None),
        (TABLE.replace("C1", "C1 C2") + "turn: ochre card", "line 5: ochre has a disc on C2; expected a free town to be active (BB-20)"),
        (TABLE.replace("table 5", "table 6") + "turn: ochre card", "line 5: the leader's card 6 does not fit C2 (BB-20)"),
        (ACTING + "turn: red row", None),
        (ACTING.replace("C1", "C1 C2") + "turn: red row", "line 7: ochre has a disc on C2; expected a free town to be active (BB-20)"),
        (ACTING.replace("winner: ochre", "winner: red") + "turn: red row", "line 7: the winner of the trick takes the primary row"),
        (
            "active: C2\nwinner: ochre\nred: table 20\nochre: table 24\nturn: red row",
            "line 5: the card 20 has one secondary row only, and leaves no choice (BB-22)",
        ),
        (
            "active: C2\nwinner: ochre\nred: towns N1, table 5, 4 coins\nochre: towns C1, table 8\nturn: red expand, row 1",
            "line 5: red has 4 coins; expected 5 or more to expand (BB-28)",
        ),
        # players who come later would find no region of their own
        ("red: towns N1\nochre: towns U1 B1 S1 D1 C1 L1\nturn: red start", "line 3: red has discs on N1; expected 0 (BB-3)"),
        ("marker: red\nred: towns N1 U1\nturn: ochre start", "line 3: red has discs on N1, U1; expected 1 (BB-3)"),
        ("marker: red\nred: towns N1\nturn: ochre start", None),
        # Brigid brings no town
        (
            "round: 1\nred: track 3\nmarriages: Brigid Aoife Niall Estrid Conall Cormac Aodhán Orlaith\nturn: red dowry",
            "line 4: Brigid brings no town (BB-41)",
        ),
        ("round: 4\nochre: track 3\nturn: red estrid", "line 3: red marries; expected the highest disc on the marriage track (BB-40)"),
        ("round: 4\nred: track 3\nestrid: red pact\nturn: red estrid", "line 4: Estrid serves a player already"),
        ("round: 4\nestrid: red pact\nred: married Estrid, towns N1\nturn: red name", "marriage card 7 is held by seat 0"),
        ("round: 1\nbattle: 0\nochre: towns N1\nturn: red lose ochre", "line 4: nobody loses a town while no raider is left"),
        # hands of which one runs out before the others
        (DEALT, "seat 0 has played 3 cards in 1 tricks"),
        ("red: table 5, towns N1\nturn: red name\ntricks played: 1", "cards lie on the table, where no trick is being played"),
    ],
)  # fmt: skip
def test_a_position_that_would_lead_astray_is_refused(text: str, message: str | None) -> None:
    if message is None:
        assert read(text).actors
        return
    with pytest.raises(PositionError) as problem:
        read(text)
    assert message in str(problem.value)


def test_amounts_have_room_for_the_most_that_a_text_may_say() -> None:
    for field in ("renown", "raiders", "church"):
        assert LAYOUT.dtype[field].base.itemsize > 1  # 99 and what can be bought for 99 coins is more than 127


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"points 4"', '"points 12345"', "is 'points 12345'; expected points 0-5"),
        ('"points 4"', '"renown 123"', "is 'renown 123'; expected points 0-5"),
        ('"red 525 120"', '"red ² 120"', "holds 'red ² 120'; expected a colour"),
        ('"red 525 120"', f'"red {"9" * 5000} 120"', "expected a colour"),
    ],
)
def test_a_component_file_that_would_lead_astray_is_refused(old: str, new: str, message: str) -> None:
    text = FILE.read_text("utf-8")
    assert old in text
    with pytest.raises(ComponentError, match=message):
        load(text.replace(old, new), "components")
