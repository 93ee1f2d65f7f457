"""Parts of a picture that are remembered: never those of another position, reader or language."""

from __future__ import annotations

import random
from itertools import product

import pytest

from kronland.core.desk import Desk
from kronland.core.match import Match
from kronland.core.view import View
from kronland.games import GAMES, find_game
from kronland.games.drawing.scenes import BaseScene, fact, forget, part
from kronland.games.drawing.trail import Trail


@pytest.mark.sampled
@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_remembered_is_what_would_be_drawn(game_id: str) -> None:
    """Two matches side by side, all readers in any order, who look now and then: with memory, and with a trail from one look to the next,
    each gets what it gets without."""
    chance, game = random.Random(3), find_game(game_id)
    matches = [
        Match(game, game.seats[0], seed=seed, mode="python", names=names)
        for seed, names in ((1, None), (2, ["<A>", "B", "C"][: game.seats[0]]))
    ]
    readers = list(product(matches, range(-1, game.seats[0]), ("de", "en")))
    trails = [Trail() for _ in readers]
    had: dict[int, Desk] = {}
    stayed = 0
    for _ in range(12):
        for match in matches:
            for _ in range(4):
                match.play(chance.choice(match.legal_actions(match.actors[0])), match.actors[0])
        looking = chance.sample(range(len(readers)), len(readers) * 2 // 3)
        drawn = [_drawn(*readers[reader], trails[reader]) for reader in looking]
        for reader, (_, desk, _) in zip(looking, drawn, strict=True):
            stayed += reader in had and any(old is new for old, new in zip(had[reader].plates, desk.plates, strict=False))
            had[reader] = desk
        for reader, drawing in zip(looking, drawn, strict=True):
            forget()
            assert _drawn(*readers[reader], None) == drawing, readers[reader][1:]
    assert stayed, "plates that have not changed are the same objects"


def _drawn(match: Match, seat: int, language: str, trail: Trail | None) -> tuple[str, Desk, str]:
    view = match.view(seat, language, trail)
    return match.game.board_picture(view), match.game.desk(view), match.game.picture(view)


def _view(seat: int, **fields: int) -> View:
    match = Match(find_game("loewenherz"), 3, seed=1, mode="python")
    view = match.view(seat)
    for name, value in fields.items():
        setattr(view.state, name, value)
    return view


def test_a_part_depends_on_what_it_reads_and_on_nothing_else() -> None:
    drawn: list[str] = []

    @fact
    def step_is_odd(scene: BaseScene) -> bool:
        return bool(scene.s.step % 2)

    @part
    def inner(scene: BaseScene) -> str:
        return f"round {scene.s.round_number}"

    @part
    def outer(scene: BaseScene) -> str:
        said = f"{inner(scene)}, {step_is_odd(scene)}, {scene.is_own(1)}"
        drawn.append(said)
        return said

    def says(view: View) -> str:
        return outer(BaseScene(view))

    assert says(_view(0)) == "round 0, False, False"
    assert says(_view(2, borders_left=3, step=2)) == "round 0, False, False", "neither of these makes a difference"
    assert len(drawn) == 1
    assert says(_view(1)) == "round 0, False, True"
    assert says(_view(0, round_number=4)) == "round 4, False, False", "what an inner part reads counts, too"
    assert says(_view(0, step=1)) == "round 0, True, False"
    assert len(drawn) == 4
