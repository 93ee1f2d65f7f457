"""Records of many games in one file: one record a line (JSON lines).

Random play at full speed keeps no history. Its games are played again here, seed by seed with the same choices, through `Match`,
which does; the final states must agree byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TextIO

import numpy as np

from kronland.core.chance import STEP, mixed
from kronland.core.errors import RecordError
from kronland.core.game import Game
from kronland.core.kernel import interpreted
from kronland.core.layout import differences, same
from kronland.core.match import Match
from kronland.core.play import Batch
from kronland.core.record import Record, read, text_of, write
from kronland.games import find_game

WORD = 2**64


def random_match(game: Game, players: int, seed: int, options: Mapping[str, str], mode: str, components: str | None) -> Match:
    """The game that `core.play.playout` plays with this seed, with its history."""
    match = Match(game, players, options, seed, mode=mode, components=components, salt=f"simulated {seed}")
    mix = interpreted(mixed)
    with np.errstate(over="ignore"):
        chance = int(mix(np.uint64(seed)))
        for _ in range(game.longest):
            if match.over:
                break
            seat = match.actors[0]
            choices = match.legal_actions(seat)
            chance = (chance + int(STEP)) % WORD
            match.play(choices[(int(mix(np.uint64(chance))) >> 32) * len(choices) >> 32], seat)
    return match


def record_games(
    file: TextIO,
    batch: Batch,
    players: int,
    seed: int,
    options: Mapping[str, str],
    mode: str,
    components: str | None = None,
    single: bool = False,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Write the record of every game of a batch whose first game had this seed; a single one as readable as records are."""
    for number, final in enumerate(batch.states):
        match = random_match(batch.game, players, seed + number, options, mode, components)
        assert same(match.state, final), f"seed {seed + number} went another way: {differences(match.state, final)}"
        text = write(match)
        file.write(text if single else json.dumps(json.loads(text), ensure_ascii=False) + "\n")
        if progress:
            progress(1)


def load_game(file: Path, number: int | None = None) -> Record:
    """A record file, or game `number` (from 1) of a file with one record a line."""
    text = text_of(file)
    lines = text.splitlines()
    several = len(lines) > 1 and _is_object(lines[0])
    count = len(lines) if several else 1
    if number is None and several:
        raise RecordError(f"{file}: holds {count} games; expected --game N with N from 1 to {count}")
    if number is not None and number > count:
        raise RecordError(f"{file}: there is no game {number}; expected 1 to {count}")
    if several:
        assert number is not None
        text = "\n" * (number - 1) + lines[number - 1]  # so that errors name the line of the file
    return read(text, find_game, str(file))


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except json.JSONDecodeError:
        return False
