"""The arena: bots play one another, and what comes out is measured.

Games come in groups: each group has one deal (seed) and one line-up, which is played once from every rotation of the seats, so that no bot
profits from a seat or a deal. Rotations that are the same line-up again would be the same game again, and are not played: three equal bots
play every game on a deal of its own. The games of a group are not independent, the groups are: confidence comes from the groups.
Finished games go to a file at once, a line each; an arena that was interrupted goes on from there.
"""

from __future__ import annotations

import hashlib
import json
import math
import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from kronland.bots.engine.choosing import choose, find_bot
from kronland.bots.engine.evaluation import weights_file
from kronland.bots.engine.warming import prepare
from kronland.bots.outside import SECONDS
from kronland.core.errors import UsageError
from kronland.core.files import cache_root, going_on
from kronland.core.game import Game
from kronland.core.kernel import package_digest
from kronland.core.match import Match
from kronland.core.record import write
from kronland.core.shares import Z_95, wilson
from kronland.core.view import Known
from kronland.games import find_game
from kronland.lab.spreading import RayCluster

BEGIN = '{"number": '  # of a line about a game
TICK = 1e-4  # seconds: times are kept as whole numbers of this


@dataclass(frozen=True)
class Arena:
    """Who plays what how often."""

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int
    mode: str = "native"
    twins: bool = False  # ask every bot twice: in the state, and in one that its seat could not tell from it
    limit: float = SECONDS  # that a bot from outside may think about a decision

    def line_up(self, number: int) -> tuple[str, ...]:
        """The bots of a game by seat: every choice of as many bots as there are seats, in every rotation that is another line-up."""
        _, chosen, turn = self._place(number)
        return rotated(chosen, turn)

    def group(self, number: int) -> int:
        """Which group a game belongs to: its games share a deal and their bots, and no other game has either."""
        return self._place(number)[0]

    def deal(self, number: int) -> int:
        return self.seed + self.group(number)

    def _place(self, number: int) -> tuple[int, tuple[str, ...], int]:
        """The group of a game, the bots chosen for it, and how far the seats are turned."""
        choices = list(combinations(self.bots, self.players))
        sizes = [rotations(chosen) for chosen in choices]
        rounds, left = divmod(number, sum(sizes))
        for place, (chosen, size) in enumerate(zip(choices, sizes, strict=True)):
            if left < size:
                return rounds * len(choices) + place, chosen, left
            left -= size
        raise AssertionError("a rest is smaller than what it is the rest of")

    def file(self) -> Path:
        """Where its finished games are kept; another program, other weights, another bot from outside or another arena keep their own."""
        weights, network = weights_file(self.game).read_text("utf-8"), weights_file(self.game).with_suffix(".npz")
        if network.exists():
            weights += hashlib.sha256(network.read_bytes()).hexdigest()
        brought = [outside.digest() for bot in self.bots if (outside := find_bot(bot).outside)]
        text = json.dumps([self.game, self.players, self.bots, self.seed, self.mode, self.twins, package_digest(), weights, *brought])
        return cache_root() / "arena" / f"{self.game}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.jsonl"


def rotated(chosen: tuple[str, ...], turn: int) -> tuple[str, ...]:
    return chosen[turn:] + chosen[:turn]


def rotations(chosen: tuple[str, ...]) -> int:
    """How many different line-ups come of turning the seats: one if all are the same bot, otherwise mostly as many as there are seats."""
    return next(turn for turn in range(1, len(chosen) + 1) if rotated(chosen, turn) == chosen)


def check_arena(
    game: Game,
    bots: Sequence[str],
    players: int | None,
    games: int,
    seed: int,
    mode: str,
    twins: bool = False,
    limit: float = SECONDS,
) -> Arena:
    """An arena as asked for; what cannot be is an error."""
    for bot in bots:
        found = find_bot(bot)
        if found.seconds and twins:
            level = bot.partition(":")[0]
            raise UsageError(f"{bot} thinks against the clock and never chooses the same for sure; take one like {level}:100")
        if found.outside:
            found.outside.check()
    count = game.check_players(players if players is not None else len(bots))
    if len(bots) < count:
        raise UsageError(f"{len(bots)} bots for {count} seats; name at least {count} (one may be named several times)")
    return Arena(game.id, count, tuple(bots), games, seed, mode, twins, limit)


def play_game(arena: Arena, number: int, with_record: bool = False) -> dict[str, Any]:
    """One game: shares, points and ranks by seat, and how long each decision took that was one."""
    game, seats = find_game(arena.game), arena.line_up(number)
    match = Match(game, arena.players, seed=arena.deal(number), mode=arena.mode, names=seats, salt=f"arena {number}")
    times: dict[str, list[int]] = {bot: [] for bot in seats}
    peeks = 0
    while not match.over:
        seat = match.actors[0]
        seed = (arena.deal(number) * 1_000_003 + match.length) * 8 + seat
        began = time.perf_counter()
        action = _asked(arena, match.known(seat), seats[seat], seed)
        if len(match.legal_actions(seat)) > 1:
            times[seats[seat]].append(round((time.perf_counter() - began) / TICK))
            if arena.twins:
                twin = Known.of_rules(game, match.twin(seat, seed), seat, arena.mode)
                peeks += _asked(arena, twin, seats[seat], seed) != action
        match.play(action, seat)
    results = match.results()
    line: dict[str, Any] = {"number": number, "game": game.id, "deal": arena.deal(number), "seats": list(seats), "decisions": match.length}
    line.update({name: [row[name] for row in results] for name in ("share", "points", "rank")})
    line["times"] = times
    if arena.twins:
        line["peeks"] = peeks
    if with_record:
        line["record"] = json.loads(write(match))
    return line


def _asked(arena: Arena, known: Known, bot: str, seed: int) -> int:
    return choose(known, bot, seed, arena.mode, arena.limit if find_bot(bot).outside else None)


def finished(file: Path, arena: Arena, with_records: bool = False) -> list[dict[str, Any]]:
    """The games of an arena that are done already, each with all that is asked of it; a last line that was cut off is none."""
    try:
        texts = file.read_text("utf-8", "replace").split("\n") if file.exists() else []
    except OSError as problem:
        raise UsageError(f"{file}: cannot be read ({problem.strerror}); expected a file of --results, or none yet") from None
    wanted = [*(["record"] if with_records else []), *(["peeks"] if arena.twins else [])]
    lines: dict[int, dict[str, Any]] = {}  # a game that was played again because something was missing stands there twice
    for place, text in enumerate(texts, 1):
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            if text.startswith(BEGIN) or BEGIN.startswith(text):  # cut off, or empty
                continue
            line = None
        number = line.get("number") if isinstance(line, dict) else None
        if not isinstance(number, int) or not isinstance(line.get("seats"), list):
            raise UsageError(f"{file}, line {place}: is no game of an arena; expected a file of --results, or none yet")
        if not 0 <= number < arena.games or line.get("game", arena.game) != arena.game or any(name not in line for name in wanted):
            continue
        if (tuple(line["seats"]), line.get("deal")) == (arena.line_up(number), arena.deal(number)):
            lines[number] = line
    return list(lines.values())


def run_arena(
    arena: Arena,
    file: Path,
    processes: int | None = None,
    with_records: bool = False,
    progress: Callable[[int], None] | None = None,
    cluster: RayCluster | None = None,
) -> list[dict[str, Any]]:
    """Play what is not yet done, on all cores, or all over a cluster; bots that think on several threads get as many cores."""
    lines = finished(file, arena, with_records)
    done = {line["number"] for line in lines}
    left = [number for number in range(arena.games) if number not in done]
    if progress:
        progress(len(lines))
    threads = max(find_bot(bot).threads for bot in arena.bots)
    workers = min(len(left), processes or max(1, (os.cpu_count() or 1) // threads))
    with going_on(file) as stream:

        def keep(line: dict[str, Any]) -> None:
            stream.write(json.dumps(line, ensure_ascii=False) + "\n")
            stream.flush()
            lines.append(line)
            if progress:
                progress(1)

        if cluster is not None:
            for _, line in cluster.done(play_there, [(arena, number, with_records) for number in left], threads):
                keep(line)
        elif workers == 1:
            _get_ready(arena)
            for number in left:
                keep(play_game(arena, number, with_records))
        elif workers:
            with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _get_ready, (arena,)) as pool:
                try:
                    for future in as_completed([pool.submit(play_game, arena, number, with_records) for number in left]):
                        keep(future.result())
                except BaseException:  # a bot that fails would do so in the games to come as well
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise
    return sorted(lines, key=lambda line: int(line["number"]))


def play_there(arena: Arena, number: int, with_record: bool) -> dict[str, Any]:
    """One game as one job of many."""
    if arena not in _ready:
        _get_ready(arena)
        _ready.add(arena)
    return play_game(arena, number, with_record)


_ready: set[Arena] = set()  # of this process


def _get_ready(arena: Arena) -> None:
    """Load all machine code, which takes seconds: the first decision of a bot is not to be blamed for it."""
    if arena.mode == "native":
        prepare(find_game(arena.game))


# What came out ----------------------------------------------------------------------------------------------------------------------


def independent_games(groups: Sequence[tuple[float, int]]) -> float:
    """As how many independent games the games of these groups count; a group is what was won in it, and of how many games.

    The spread of whole groups about the common share tells how sure that share is, however the games of a group hang together: as sure as
    that of so many games that do not. A spread that comes from few groups is itself not sure, so Student's distribution is taken instead
    of the normal one. Where nothing can be told (one group, or all won, or all lost) each group counts as one game.
    """
    count, won, games = len(groups), sum(wins for wins, _ in groups), sum(size for _, size in groups)
    if count < 2 or won in (0, games):
        return count
    share = won / games
    spread = sum((wins - share * size) ** 2 for wins, size in groups) * count / (count - 1) / games**2
    if spread < 1e-12:  # every group alike, as where one bot sits on all seats
        return math.inf
    return share * (1 - share) / spread * (Z_95 / student(count - 1)) ** 2


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution, by the series of Cornish and Fisher: within 1 % from 4 degrees of freedom on."""
    z = Z_95
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


@dataclass
class Standing:
    """The pooled figures of one bot."""

    bot: str
    games: int = 0
    wins: float = 0.0
    points: float = 0.0
    times: list[int] = field(default_factory=list)
    groups: dict[int, tuple[float, int]] = field(default_factory=dict)  # what was won in each group, of how many games
    rating: Any = None

    def figures(self) -> dict[str, Any]:
        share = self.wins / max(1, self.games)
        low, high = wilson(share, independent_games(list(self.groups.values())))
        times = np.array(self.times or [0]) * TICK
        return {
            "bot": self.bot,
            "games": self.games,
            "deals": len(self.groups),
            "win_share": round(share, 4),
            "win_share_low": round(low, 4),
            "win_share_high": round(high, 4),
            "points": round(self.points / max(1, self.games), 2),
            "rating": round(float(self.rating.mu), 2),
            "rating_sigma": round(float(self.rating.sigma), 2),
            "decisions": len(self.times),
            "seconds_mean": round(float(times.mean()), 5),
            "seconds_p99": round(float(np.quantile(times, 0.99)), 5),
            "seconds_p999": round(float(np.quantile(times, 0.999)), 5),
        }


def standings(arena: Arena, lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The figures of every bot, best rating first. A bot that sat several times in a game is rated by the mean of its seats."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    table = {bot: Standing(bot, rating=model.rating(name=bot)) for bot in arena.bots}
    for line in lines:
        seats = line["seats"]
        rated = model.rate([[table[bot].rating] for bot in seats], ranks=line["rank"])
        for bot in set(seats):
            own = [rated[seat][0] for seat, name in enumerate(seats) if name == bot]
            table[bot].rating = model.rating(
                mu=sum(rating.mu for rating in own) / len(own), sigma=sum(rating.sigma for rating in own) / len(own), name=bot
            )
            table[bot].times += line["times"][bot]
        for seat, bot in enumerate(seats):
            table[bot].games += 1
            table[bot].wins += line["share"][seat]
            won, games = table[bot].groups.get(line["deal"], (0.0, 0))
            table[bot].groups[line["deal"]] = (won + line["share"][seat], games + 1)
            table[bot].points += line["points"][seat]
    return sorted((standing.figures() for standing in table.values()), key=lambda figures: -float(figures["rating"]))
