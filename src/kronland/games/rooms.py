"""What a game is put together from, by the rooms that it lies in: they have the same names in each game of the house."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from kronland.games.drawing.desks import pictures
from kronland.games.drawing.heraldry import arms_of

# where in `rules` the kernels stand
KERNELS = {
    "setup": "setup",
    "refusal": "contents",
    "legal": "contents",
    "apply": "contents",
    "censor": "secrets",
    "hide": "secrets",
    "resample": "secrets",
    "points": "ending",
    "tie": "ending",
    "taste": "taste",
    "observe": "observation",
    "observe_at": "observation",
    "labour": "contents",
}


def rooms(package: str) -> dict[str, Any]:
    """All of a `Game` that follows from where it lies; what is its own, `game.py` says."""

    def room(name: str) -> ModuleType:
        return import_module(f"{package}.{name}")

    folder = Path(str(room("game").__file__)).parent
    components, guide, position = room("components"), room("guide"), room("positions.position")
    state, refusals = room("rules.state"), room("rules.refusals")
    kernels = {name: getattr(room(f"rules.{place}"), name, None) for name, place in KERNELS.items()}
    return {
        "seat_names": tuple(room("rules.domains").COLOURS.texts or ()),
        "arms": tuple(map(arms_of, room("picture.scene").OWNERS)),
        "layout": state.LAYOUT,
        "ends": state.End,
        "space": room("rules.contents").SPACE,
        "refusal_codes": refusals.Refusal,
        "refusals": refusals.REFUSALS,
        "events": room("rules.events").EVENTS,
        "kernels": {name: kernel for name, kernel in kernels.items() if kernel is not None},
        "invariants": room("rules.invariants").problems,
        "observation": room("rules.observation").OBSERVATION,
        "load_components": components.load,
        "read_position": position.read,
        "write_position": position.write,
        "table": room("table").table,
        "put": room("positions.editing").put,
        "take": room("positions.editing").take,
        "text": room("words.text").text,
        **pictures(room("picture.picture").board, room("picture.desk").desk, room("picture.scene").OWNERS),
        "happening": room("picture.happening").HAPPENING,
        "final_steps": guide.FINAL_STEPS,
        "ends_said": getattr(guide, "ENDS", {}),
        "figures": guide.FIGURES,
        "example": folder / "example.json",
        "grammar": folder / "grammar.txt",
    }
