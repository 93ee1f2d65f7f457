"""How fast many games at once are, beside others. `python benchmarks/batch.py` prints, from one run:

- steps: random steps a second of one core in a batch of 4,096, each with the mask of what is legal and the observation, for each game;
- the same of Pgx (Go on 19 x 19, its largest board), of PettingZoo's Connect Four and of OpenSpiel's Quoridor, both driven from Python,
  as far as they are installed;
- the vector environment beside Gymnasium's AsyncVectorEnv of the single one, in steps of the seat that learns.

Seconds are those of processors, threads and children included, so that a busy machine changes them less than a clock would; the rounds of
all take turns, and the best of each counts. Games differ in what a step of theirs costs: the ratios say which class we are in.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

import kronland

GAMES = 4096
ROUNDS = 4
Round = Callable[[], float]  # plays for a while: steps a second


def processor_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def ours(game_id: str) -> Round:
    batch = kronland.batch(game_id, players=4, games=GAMES, restart=True, threads=1)

    def steps(count: int) -> None:
        for _ in range(count):
            batch.step(batch.sample())
            batch.observe()

    steps(200)  # games are at all stages by then
    return timed(steps, 40, GAMES)


def timed(play: Callable[[int], Any], count: int, games: int) -> Round:
    def a_round() -> float:
        gc.collect()
        began = processor_seconds()
        play(count)
        return count * games / (processor_seconds() - began)

    return a_round


def pgx_go() -> Round:
    import jax
    import pgx

    env = pgx.make("go_19x19")
    start, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(pgx.auto_reset_step if hasattr(pgx, "auto_reset_step") else env.step))
    pick = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype(jax.numpy.float32)), axis=-1))
    games = 256
    kept = {"state": start(jax.random.split(jax.random.key(0), games)), "key": jax.random.key(1)}

    def play(count: int) -> None:
        state, key = kept["state"], kept["key"]
        for _ in range(count):
            key, now = jax.random.split(key)
            state = step(state, pick(now, state.legal_action_mask))
        jax.block_until_ready(state.observation)
        kept.update(state=state, key=key)

    play(3)
    return timed(play, 12, games)


def connect_four() -> Round:
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    env.reset(seed=1)
    chance = np.random.default_rng(1)

    def play(count: int) -> None:
        done = 0
        while done < count:
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                continue
            env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
            done += 1

    return timed(play, 2000, 1)


def quoridor() -> Round:
    import pyspiel

    game = pyspiel.load_game("quoridor")
    chance = np.random.default_rng(1)
    kept = {"state": game.new_initial_state()}

    def play(count: int) -> None:
        state = kept["state"]
        for _ in range(count):
            if state.is_terminal():
                state = game.new_initial_state()
            state.observation_tensor(state.current_player())
            state.apply_action(int(chance.choice(np.flatnonzero(state.legal_actions_mask()))))
        kept["state"] = state

    return timed(play, 300, 1)


def vector(game_id: str) -> Round:
    from kronland.envs import gymnasium_vector_env

    env = gymnasium_vector_env(game_id, num_envs=1024, threads=1)
    chance = np.random.default_rng(1)
    kept = {"mask": env.reset(seed=1)[0]["action_mask"]}

    def play(count: int) -> None:
        for _ in range(count):
            kept["mask"] = env.step(masked(chance, kept["mask"]))[0]["action_mask"]

    play(3)
    return timed(play, 15, 1024)


def asynchronous(game_id: str) -> Round:
    import gymnasium

    from kronland.envs import gymnasium_env

    def one() -> Any:
        return gymnasium_env(game_id, opponents="random")

    def a_round() -> float:
        env = gymnasium.vector.AsyncVectorEnv([one] * 4)
        chance, seen = np.random.default_rng(1), env.reset(seed=1)[0]
        spent = [processor_seconds_of(env)]
        for _ in range(150):
            seen = env.step(masked(chance, seen["action_mask"]))[0]
        spent.append(processor_seconds_of(env))
        env.close()
        return 150 * 4 / (spent[1] - spent[0])

    return a_round


def processor_seconds_of(env: Any) -> float:
    """Of this process and of those of an environment, as long as they run."""
    seconds = processor_seconds()
    for process in env.processes:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        seconds += (int(fields[11]) + int(fields[12])) / 100
    return seconds


def masked(chance: Any, mask: Any) -> Any:
    """A legal action in each row, evenly; 0 where there is none."""
    rows, actions = np.nonzero(mask)
    firsts, counts = np.searchsorted(rows, np.arange(len(mask))), np.bincount(rows, minlength=len(mask))
    chosen = actions[np.minimum(firsts + (chance.random(len(mask)) * counts).astype(int), len(actions) - 1)]
    return np.where(counts > 0, chosen, 0)


def measured(only: list[str]) -> Iterator[tuple[str, Round]]:
    makers: dict[str, Callable[[], Round]] = {f"kronland {game_id}": lambda game_id=game_id: ours(game_id) for game_id in kronland.GAMES}
    makers |= {"pgx go_19x19": pgx_go, "pettingzoo connect_four": connect_four, "openspiel quoridor": quoridor}
    makers |= {"vector loewenherz": lambda: vector("loewenherz"), "async loewenherz": lambda: asynchronous("loewenherz")}
    for name, make in makers.items():
        if not only or any(word in name for word in only):
            with suppress(ImportError):
                yield name, make()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", help="words of the names of what is to be measured")
    rounds = dict(measured(parser.parse_args().only))
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, a_round in rounds.items():
            best[name] = max(best.get(name, 0.0), a_round())
    base = best.get("kronland loewenherz")
    for name, steps in best.items():
        ratio = {"ratio": round(base / steps, 1)} if base and not name.startswith(("kronland", "vector", "async")) else {}
        if name == "async loewenherz" and "vector loewenherz" in best:
            ratio = {"ratio": round(best["vector loewenherz"] / steps, 1)}
        print(json.dumps({"name": name, "steps_per_second_and_core": round(steps), **ratio}))


if __name__ == "__main__":
    main()
