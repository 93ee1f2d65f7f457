"""What environments show of a game: numbers with the legal actions, and pictures for people."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import gymnasium
import numpy as np

from kronland.core.batch import GameBatch
from kronland.core.errors import UsageError
from kronland.core.game import Game
from kronland.core.given import described, quoted, whole_number
from kronland.core.kernel import mode_for
from kronland.games import find_game

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH = 900  # of a picture, in pixels


def spaces_of(game: Game) -> tuple[Any, Any]:
    """What is seen and what can be done: numbers with a mask, and the numbers of actions."""
    assert game.observation is not None
    highs, size = game.observation.highs, game.space.size
    seen = gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(np.zeros_like(highs), highs, dtype=np.uint8),
            "action_mask": gymnasium.spaces.Box(0, 1, (size,), np.int8),
        }
    )
    return seen, gymnasium.spaces.Discrete(size)


def check_reset(options: Any) -> None:
    """Who gives options to a reset means those of the game, and would wonder at a game without them."""
    if options:
        raise UsageError(
            f"reset() takes no options, but was given {quoted(options)}; expected those of the game when the environment is made"
        )


class OneGame:
    """One game being played, as environments need it."""

    def __init__(self, game_id: str, players: int, options: Mapping[str, str] | None, mode: str | None, render_mode: str | None) -> None:
        if render_mode is not None and not (isinstance(render_mode, str) and render_mode in RENDER_MODES):
            raise UsageError(f"unknown render mode {quoted(render_mode)}; the modes are {', '.join(RENDER_MODES)}")
        self.batch = GameBatch(find_game(game_id), players, 1, mode_for(mode), options=options, threads=1)
        self.game, self.render_mode = self.batch.game, render_mode
        if self.game.observation is None:
            raise UsageError(f"{self.game.title} has no observations; expected a game whose kernels have `observe`")

    @property
    def seat(self) -> int:
        """Who is to decide, -1 when the game is over."""
        return int(self.batch.actors[0])

    @property
    def over(self) -> bool:
        return bool(self.batch.done[0])

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the win."""
        return [float(share) for share in self.batch.results[0]] if self.over else [0.0] * self.batch.players

    def seen(self, seat: int) -> dict[str, Any]:
        """What a seat may know, and what it may do: nothing while another one decides."""
        mask = self.batch.mask[0].astype(np.int8) if seat == self.seat else np.zeros(self.game.space.size, np.int8)
        return {"observation": self.batch.seen_by(0, seat), "action_mask": mask}

    def play(self, action: int) -> None:
        """One decision; a wrong one is told in one line and changes nothing."""
        if not 0 <= action < self.game.space.size:
            count, first = int(self.batch.counts[0]), int(self.batch.legal[0, 0])
            raise UsageError(f"there is no action {quoted(action)}; expected one of {count} legal actions, such as {first}")
        self.batch.step([action])

    def render(self, seat: int) -> Any:
        """The position as it is shown to a seat; -1 is a spectator, who may know the least."""
        if self.render_mode is None:
            raise UsageError(f"nothing can be rendered without a render mode; expected one of {', '.join(RENDER_MODES)} when it is made")
        view = self.batch.match(0).view(seat)
        if self.render_mode == "human":
            print(view.text)
            return None
        if self.render_mode == "ansi":
            return view.text
        return view.svg if self.render_mode == "svg" else pixels(view.svg)


def action_number(given: Any) -> int:
    number = whole_number(given)
    if number is None:
        raise UsageError(f"expected the number of a legal action; got {described(given)}")
    return number


def pixels(svg: str) -> Any:
    """A picture as rows of red, green and blue."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as problem:
        raise UsageError(f"{problem.name} cannot be imported; expected the extra `rl`: pip install 'kronland[rl]'") from None
    png = resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, background="#ffffff")
    return np.array(Image.open(BytesIO(bytes(png))).convert("RGB"))
