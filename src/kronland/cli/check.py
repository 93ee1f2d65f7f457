"""`kronland check`: the conformance suite on as many games as asked for, or hostile texts, on all cores."""

from __future__ import annotations

import time
from typing import Annotated, Literal

import typer

from kronland.cli.asked import GameId, Games, Json, Options, Seed, SetUp, check_seeds, options_of

SHOWN = 20  # violations: the first ones tell


def check(
    game_id: GameId,
    games: Games = 20,
    players: Annotated[int | None, typer.Option(help="How many play; every number in turn, if not said.")] = None,
    seed: Seed = 0,
    setup: SetUp = None,
    option: Options = None,
    hostile: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Try N hostile records, positions and component files instead; each has a seed of its own."),
    ] = None,
    mode: Annotated[
        Literal["native", "cuda"] | None,
        typer.Option(help="With cuda: random games on a GPU, every tenth decision and the ends compared with compiled rules, to the byte."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play random games with every invariant and conformance property checked; exit code 1 if one is violated."""
    if hostile is not None:
        _check_hostile(game_id, hostile, seed, as_json)
        return
    if mode == "cuda":
        _check_on_gpu(game_id, games, seed, players, options_of(option, setup), as_json)
        return
    from kronland.cli.shown import console, prepare, print_json, progress
    from kronland.core.kernel import DEFAULT_MODE
    from kronland.games import find_game
    from kronland.lab.checking import check_on_all_cores

    game = find_game(game_id)
    check_seeds(seed, games)
    chosen = options_of(option, setup)
    prepare(game, DEFAULT_MODE, as_json)
    began = time.perf_counter()
    with progress(f"checking {game.title}", games, as_json) as done:
        report = check_on_all_cores(game.id, games, seed, players, chosen or None, done)
    seconds = time.perf_counter() - began
    if as_json:
        print_json(
            {
                "game": game.id,
                "games": report.games,
                "decisions": report.decisions,
                "probes": report.probes,
                "violations": len(report.violations),
                "first_violations": report.violations[:SHOWN],
                "seconds": round(seconds, 3),
            }
        )
    else:
        out = console()
        for text in report.violations[:SHOWN]:
            out.print(f"violated: {text}", markup=False)
        verdict = f"{len(report.violations)} violations" if report.violations else "no violation"
        out.print(
            f"{game.title}: {report.games} games, {report.decisions:,} decisions, {report.probes:,} probes in {seconds:.1f} s: {verdict}"
        )
    if report.violations:
        raise typer.Exit(1)


def _check_on_gpu(game_id: str, games: int, seed: int, players: int | None, options: dict[str, str], as_json: bool) -> None:
    """The same games on the GPU and on the CPU."""
    from kronland.cli.shown import console, prepare, prepare_gpu, print_json, progress
    from kronland.core.kernel import check_device
    from kronland.core.warm import PLAYOUTS
    from kronland.games import find_game
    from kronland.lab.gpu import check_on_gpu

    game = find_game(game_id)
    check_seeds(seed, games)
    check_device()
    prepare(game, "native", as_json, PLAYOUTS)
    prepare_gpu(game, game.seats[-1], as_json)
    began = time.perf_counter()
    with progress(f"comparing {game.title}", games, as_json) as done:
        found = check_on_gpu(game, games, seed, players, options, done)
    seconds = time.perf_counter() - began
    if as_json:
        numbers = {"games": found.games, "decisions": found.decisions, "states": found.states, "violations": len(found.violations)}
        print_json({"game": game.id, **numbers, "first_violations": found.violations[:SHOWN], "seconds": round(seconds, 3)})
    else:
        out = console()
        for text in found.violations[:SHOWN]:
            out.print(f"violated: {text}", markup=False)
        verdict = f"{len(found.violations)} differ" if found.violations else "all the same bytes"
        numbers_said = f"{found.games} games, {found.decisions:,} decisions, {found.states:,} states compared in {seconds:.1f} s"
        out.print(f"{game.title}: {numbers_said}: {verdict}")
    if found.violations:
        raise typer.Exit(1)


def _check_hostile(game_id: str, count: int, seed: int, as_json: bool) -> None:
    """Texts that somebody could send: refused in one line, or played on to the end without harm."""
    from kronland.cli.shown import console, print_json, progress, say
    from kronland.games import find_game
    from kronland.lab.hostile_run import check_hostile

    game = find_game(game_id)
    check_seeds(seed, count)
    say("the rules are compiled with checks of their own, once, about two minutes")
    began = time.perf_counter()
    with progress(f"hostile texts for {game.title}", count, as_json) as done:
        outcome = check_hostile(game.id, count, seed, progress=done)
    seconds = time.perf_counter() - began
    if as_json:
        found = [{"seed": finding.seed, "kind": finding.kind, "what": finding.what, "text": finding.text} for finding in outcome.findings]
        numbers = {"tried": outcome.tried, "accepted": outcome.accepted, "decisions": outcome.decisions, "seconds": round(seconds, 3)}
        print_json({"game": game.id, **numbers, "findings": len(found), "first_findings": found[:SHOWN]})
    else:
        out = console()
        for finding in outcome.findings[:SHOWN]:
            out.print(str(finding), markup=False)
        verdict = f"{len(outcome.findings)} findings" if outcome.findings else "no finding"
        numbers_said = f"{outcome.tried:,} texts, {outcome.accepted:,} accepted, {outcome.decisions:,} decisions in {seconds:.1f} s"
        out.print(f"{game.title}: {numbers_said}: {verdict}")
    if outcome.findings:
        raise typer.Exit(1)
