"""The conformance suite on all cores: every game is checked in one of several processes, and their reports are put together."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import fields

from kronland.games import find_game
from kronland.lab.conformance import Report, check_games


def check_on_all_cores(
    game_id: str,
    games: int,
    seed: int = 0,
    players: int | None = None,
    options: dict[str, str] | None = None,
    progress: Callable[[int], None] | None = None,
    workers: int | None = None,
) -> Report:
    """As `check_games`, with the same games in the same order."""
    workers = min(workers or os.cpu_count() or 1, games)
    if workers == 1:
        return check_games(find_game(game_id), games, seed, players, options, progress)
    found: dict[int, Report] = {}
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        asked = {pool.submit(_check_one, game_id, number, seed, players, options): number for number in range(games)}
        try:
            for done in as_completed(asked):
                found[asked[done]] = done.result()
                if progress:
                    progress(1)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return together([found[number] for number in range(games)])


def _check_one(game_id: str, number: int, seed: int, players: int | None, options: dict[str, str] | None) -> Report:
    return check_games(find_game(game_id), number + 1, seed, players, options, start=number)


def together(reports: list[Report]) -> Report:
    """What several reports say in all."""
    whole = Report()
    for report in reports:
        for part in fields(Report):
            one, two = getattr(whole, part.name), getattr(report, part.name)
            setattr(whole, part.name, one | two if type(one) is dict else one + two)  # what is counted is added up
    return whole
