"""The functions of `core.marching` made for a game: with all that they call, and compiled when they are asked for."""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.cuda import types

from kronland.core import listing, marching, masking
from kronland.core.abreast import PICKED, REGISTERS, array, digest_of, helpers_of, parts_type, twins_of
from kronland.core.candidates import list_candidates, try_candidates
from kronland.core.cuda import OPTIONS, DeviceFunction, Twins, launchable, record
from kronland.core.game import Game, hide
from kronland.core.sharing import copying, near_fields
from kronland.core.sketching import SKETCHED, words_for
from kronland.core.stepping import step_games

MAKERS = ("abreast", "cuda", "march", "marching", "named", "sharing", "sketching")
MASKED = {
    listing.append: masking.append,
    listing.append_series: masking.append_series,
    listing.append_bits: masking.append_bits,
    listing.append_word: masking.append_word,
    listing.append_places: masking.append_places,
}
MARKING = ("look",)  # functions whose `legal` marks; in others it picks
SKETCHING = ("watch",)  # functions whose `observe` sketches; in others it writes


def argument_types(game: Game) -> dict[str, tuple[Any, ...]]:
    """The types of the arguments of all functions in `core.marching`."""
    states, words, parts = array(record(game.layout.dtype)), array(types.uint64, 2), parts_type(game)
    whole, chance = types.int64, types.uint64
    small, large, wide, flags = array(types.int32), array(types.int64), array(types.uint64), array(types.boolean)
    table, mask, seen = array(types.int32, 2), array(types.boolean, 2), array(types.uint8, 2)
    shares, results, log = array(types.float32, 2), array(types.float64, 2), array(types.int32, 2)
    begun = (wide, chance, whole, large, parts, log)  # seeds, how far they are apart, players, options, components, room for events
    line = (table, table, table, whole)  # queues, the next ones, lengths, and which row of them
    return {
        "sort_by_verb": (states, states, large, whole, small, mask, small, large, table, table, whole),
        "decide": (states, states, large, small, log, whole, whole, whole, flags, results, table, *line),
        "prepare": (states, words, small, *begun),
        "renew": (states, words, words, small, *begun, table, table, whole),
        "look": (states, states, small, small, mask, whole, table, table, whole),
        "others_choose": (states, states, whole, wide, small, small, large, small, *line),
        "sort_by_phase": (states, small, table, table, whole),
        "pick": (states, states, chance, small, small, large, table, table, whole),
        "copy_games": (words, small, whole, small, words),
        "watch": (states, words, states, small, whole, small, small, seen, wide),
        "watch_places": (states, states, whole, small, small, whole, whole, seen),
        "count_rows": (small, whole, large),
        "add_up": (large,),
        "list_rows": (mask, small, large, chance, small, small),
        "make_twins": (states, states, small, chance),
        "try_rows": (states, states, whole, small, small, small, log, flags, shares, seen),
    }


class March:
    """What a GPU runs for the batches of a game: each function is compiled for it, or read from the disk, when it is asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.picking = twins_of(game)
        self._marking = Twins(game.layout.dtype, MASKED, self.picking)
        self._sketching = Twins(game.layout.dtype, SKETCHED, self.picking)
        self._types, self._ready = argument_types(game), dict[str, Any]()

    def function(self, name: str) -> tuple[Any, tuple[Any, ...]]:
        """A function with all that it calls."""
        twins = self._marking if name in MARKING else self._sketching if name in SKETCHING else self.picking
        names = helpers_of(self.game, twins, common_fields(self.game))
        names["set_up"] = DeviceFunction(twins.function(marching.set_up, **names), OPTIONS)
        if name in SKETCHING:
            names |= self._for_sketches()
            for writer in (marching.write_flags, marching.write_counters):
                names[writer.__name__] = DeviceFunction(twins.function(writer, **names), OPTIONS)
        return twins.function(getattr(marching, name), **names), self._types[name]

    def _for_sketches(self) -> dict[str, Any]:
        """Where in the memory of a block what lies: of each game copies of what is censored, then its sketch."""
        observation = self.game.observation
        if observation is None:
            return {}
        secret, near = near_fields(self.game, hide)
        flags, counters = words_for(observation)
        step = (len(secret) + flags + counters) | 1  # odd: so threads that write the same word of their games use different banks of memory
        return {
            "SECRET": secret,
            "STEP": step,
            "ROOM": step * (marching.WARP + 1),  # one more: who reads the last 16 numbers of a row reads on in the next
            "SIZE": observation.size,
            "FLAGS_AT": len(secret),
            "COUNTERS_AT": len(secret) + flags,
            "COUNTER_WORDS": counters,
            "copied": copying(common_fields(self.game), near),
        }

    def __getitem__(self, name: str) -> Any:
        if name not in self._ready:
            instead = (*PICKED.values(), *MASKED.values(), *SKETCHED.values())
            digest = digest_of(self.game, MAKERS, step_games, list_candidates, try_candidates, *instead)
            function, arguments = self.function(name)
            self._ready[name] = launchable(function, arguments, digest, max_registers=REGISTERS)
        return self._ready[name]

    def names(self) -> list[str]:
        return list(self._types)


@cache
def march_for(game: Game) -> March:
    return March(game)


def common_fields(game: Game) -> frozenset[str]:
    """What is the same in all games of a batch: what is printed, how many play, and with which options."""
    return game.layout.printed | {"players", *(option.kept_in for option in game.options)}
