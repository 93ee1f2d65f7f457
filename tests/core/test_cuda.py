"""The third speed: what can be held without a GPU, and with one that it plays as the compiled rules do.

Without a driver kernels are read, typed and lowered for CUDA to LLVM: whatever numba-cuda cannot do with a kernel fails there. What this
cannot see is what comes after it, the optimiser, the assembler and the GPU itself: these were run on one (benchmarks/gpu).
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import kronland
from kronland.cli.app import app
from kronland.core import listing
from kronland.core.errors import UsageError
from kronland.core.game import hide, observe_at
from kronland.core.kernel import DEFAULT_MODE, ON_GPU, check_device, interpreted, source_behind
from kronland.core.log import NO_LOG
from kronland.core.named import source_of, sources_below
from kronland.core.observing import put_above_0, put_at, put_bits, put_set_bits, put_set_bits_of, put_word
from kronland.core.play import play_batch
from kronland.games import GAMES, find_game

if DEFAULT_MODE == "python":
    pytest.skip("nothing is compiled", allow_module_level=True)


from kronland.core import picking
from kronland.core.abreast import PICKED, functions
from kronland.core.cuda import record, tables_in_global_memory
from kronland.core.march import MASKED, March, common_fields
from kronland.core.sharing import Sharing
from kronland.core.warm import without_collecting

HOPPER = (9, 0)


class Hopper:
    compute_capability = HOPPER


@pytest.fixture
def no_driver(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Device functions are compiled for the GPU that is there; here it is none, and one is made up."""
    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", Hopper)
    with without_collecting(), tables_in_global_memory():
        yield


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_all_kernels_type_and_lower_for_cuda(game_id: str, no_driver: None) -> None:
    from numba.cuda import types
    from numba.cuda.compiler import compile_cuda

    game, march = find_game(game_id), March(find_game(game_id))
    launched = list(functions(game, march.picking, common_fields(game)).values())  # set-up, legal actions, and what comes of them
    launched += [march.function(name) for name in march.names()]  # the same for batches, and what they show
    for function, arguments in launched:
        assert compile_cuda(function, types.void, arguments, cc=HOPPER).library is not None
    state = Sharing(record(game.layout.dtype), common_fields(game))
    for name in ("refusal", "taste"):  # nothing that is launched asks these yet
        source = source_behind(game.kernels[name], game.layout.dtype)
        assert source is not None
        arguments = tuple(state if parameter == "s" else types.int64 for parameter in inspect.signature(source).parameters)
        march.picking.of(game.kernels[name]).compile_device(arguments)


def places(before: int, name: str, *arguments: Any) -> None:
    """A kernel that lists, the one that picks in its place, and the one that marks: the same number, and the same actions."""
    out, kernel = np.zeros(before + 80, np.int32), getattr(listing, name)
    n = interpreted(kernel)(out, before, *arguments)
    for wanted in range(n + 1):
        pick = np.array([wanted, -1], np.int64)
        assert interpreted(PICKED[kernel])(pick, before, *arguments) == n
        assert pick[picking.FOUND] == (out[wanted] if before <= wanted < n else -1)
    mask = np.zeros(1000, np.bool_)
    assert interpreted(MASKED[kernel])(mask, before, *arguments) == n
    assert np.flatnonzero(mask).tolist() == sorted(out[before:n].tolist())


def test_picking_and_marking_find_what_listing_lists() -> None:
    rng = np.random.default_rng(7)
    number_of = rng.permutation(192)
    with np.errstate(over="ignore"):
        for bits in [0, 1, 1 << 63, 2**64 - 1, *(int(rng.integers(2**63)) & int(rng.integers(2**63)) for _ in range(8))]:
            places(3, "append_word", 500, np.uint64(bits))
            places(2, "append_places", 40, 3, number_of, 128, np.uint64(bits))
        for bits in (0, 5, 0b1011000, 2**31 - 1):
            places(1, "append_bits", 9, bits)
        for count in (-2, 0, 1, 17):
            places(4, "append_series", 100, 7, count)
        places(5, "append", 77)


def test_every_way_to_list_has_one_to_pick() -> None:
    ways = {name for name in vars(listing) if name.startswith("append")}
    assert ways == {kernel.__name__ for kernel in PICKED} == {kernel.__name__ for kernel in MASKED}


def test_what_a_gpu_writes_of_an_observation_is_what_the_others_write() -> None:
    """It writes what is not 0, where the others write all."""
    rng = np.random.default_rng(3)
    sets = [int(rng.integers(2**63)) & int(rng.integers(2**63)) for _ in range(4)]

    def alike(kernel: Any, other: Any, *arguments: Any) -> None:
        first, second = np.zeros(300, np.uint8), np.zeros(300, np.uint8)
        source = source_behind(kernel, None)
        assert source is not None and ON_GPU[source] is source_behind(other, None)
        with np.errstate(over="ignore"):
            ends = interpreted(kernel)(first, 5, *arguments), interpreted(other)(second, 5, *arguments)
        assert ends[0] == ends[1] and np.array_equal(first, second)

    for bits in sets:
        alike(put_bits, put_set_bits, 25, bits & 0x1FFFFFF)
        alike(put_word, put_set_bits_of, 53, np.uint64(bits & (2**53 - 1)))
    for value in (-3, 0, 1, 254, 255, 256, 1000):
        alike(put_at, put_above_0, value)


@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_gpu_reads_from_one_game_is_the_same_in_all(game_id: str) -> None:
    """On a GPU all games of a batch read it from one of them."""
    game = find_game(game_id)
    fields = common_fields(game)
    assert game.layout.printed < fields
    for players in game.seats:
        begun = game.start(players, game.check_options(players, {}), 1, game.load_components(), NO_LOG, "python")
        ended = play_batch(game, players, 20, seed=2)
        for name in fields:
            assert np.all(ended.states[name] == begun[name]), name


@pytest.mark.parametrize("game_id", GAMES)
def test_places_of_a_board_show_nothing_that_is_hidden(game_id: str) -> None:
    """A GPU fills them from states that are not censored."""
    game = find_game(game_id)
    dtype = game.layout.dtype
    hidden, shown = (set().union(*sources_below([source_of(kernel, dtype)], dtype).values()) for kernel in (hide, observe_at))
    assert hidden & shown & set(game.layout.places) <= common_fields(game)


def test_without_numba_cuda_or_a_gpu_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    for ask in (lambda: play_batch(find_game("koenig"), 3, 1, mode="cuda"), lambda: kronland.batch("koenig", 3, 1, mode="cuda")):
        with pytest.raises(UsageError, match=r"^mode cuda needs an NVIDIA GPU with its driver, .*; expected mode native or python$"):
            ask()
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    with pytest.raises(UsageError, match=r"^mode cuda needs numba-cuda, .*; expected pip install 'kronland\[cuda\]', or mode native$"):
        check_device()


@pytest.mark.parametrize("command", ["simulate koenig --games 1 --mode cuda", "check koenig --games 1 --mode cuda"])
def test_the_command_line_refuses_it_as_other_bad_input(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    refused = CliRunner().invoke(app, command.split())
    assert refused.exit_code == 2 and not refused.stdout
    assert refused.stderr.count("\n") == 1 and refused.stderr.startswith("kronland: mode cuda needs an NVIDIA GPU")


@pytest.mark.gpu
@pytest.mark.parametrize("game_id", GAMES)
def test_a_gpu_plays_as_the_compiled_rules_do(game_id: str) -> None:
    from kronland.lab.gpu import check_on_gpu

    game = find_game(game_id)
    found = check_on_gpu(game, 64)
    assert found.games == 64 and not found.violations
    there, here = (play_batch(game, game.seats[-1], 1000, 5, mode=mode) for mode in ("cuda", "native"))
    assert there.states.tobytes() == here.states.tobytes()
    assert np.array_equal(there.decisions, here.decisions)


@pytest.mark.gpu
@pytest.mark.parametrize("game_id", GAMES)
def test_a_batch_on_a_gpu_is_the_batch_of_the_compiled_rules(game_id: str) -> None:
    from kronland.lab.gpu_batches import compare_batches

    game, players = find_game(game_id), find_game(game_id).seats[-1]
    options = game.check_options(players, {})
    assert compare_batches(game, players, options, 64, 5)[1] == []
    assert compare_batches(game, players, options, 64, 5, restart=True, learner=1, steps=40)[1] == []
