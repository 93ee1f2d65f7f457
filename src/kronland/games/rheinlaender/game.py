"""Rheinländer, put together."""

from __future__ import annotations

from pathlib import Path

from kronland.core.chance import Generator
from kronland.core.game import Game, Option
from kronland.core.words import N_
from kronland.games.drawing.heraldry import arms_of
from kronland.games.rheinlaender import components, guide
from kronland.games.rheinlaender.picture import picture
from kronland.games.rheinlaender.picture.scene import OWNERS
from kronland.games.rheinlaender.positions import position
from kronland.games.rheinlaender.rules import contents, ending, invariants, secrets, setup, taste
from kronland.games.rheinlaender.rules.domains import COLOURS
from kronland.games.rheinlaender.rules.events import EVENTS
from kronland.games.rheinlaender.rules.refusals import REFUSALS, Refusal
from kronland.games.rheinlaender.rules.state import LAYOUT, End
from kronland.games.rheinlaender.words import text

GAME = Game(
    id="rheinlaender",
    title="Rheinländer",
    about=N_(
        "Knights settle along the river and join into duchies; who has the most of them in one is its duke. "
        "Castles, churches, cities and an archbishop."
    ),
    version=2,
    earlier={1: Generator.SPLITMIX},
    seats=(3, 4, 5),
    seat_names=tuple(COLOURS.texts or ()),
    arms=tuple(map(arms_of, OWNERS)),
    minutes=45,
    options=(
        Option(
            "archbishop",
            N_("Archbishop at the end"),
            (
                ("off", N_("off: the archbishop is worth nothing at the end")),
                ("on", N_("on: the archbishop is worth 5 coins at the end")),
            ),
            "on",
            "archbishop_counts",
            "RH-51",
        ),
        Option(
            "open_money",
            N_("Open money"),
            (
                ("off", N_("off: the page shows only your own coins")),
                ("on", N_("on: everyone's coins are shown")),
            ),
            "off",
            "open_money",
            "RH-27",
        ),
    ),
    layout=LAYOUT,
    space=contents.SPACE,
    refusal_codes=Refusal,
    refusals=REFUSALS,
    events=EVENTS,
    ends=End,
    kernels={
        "setup": setup.setup,
        "refusal": contents.refusal,
        "legal": contents.legal,
        "apply": contents.apply,
        "censor": secrets.censor,
        "resample": secrets.resample,
        "result": ending.result,
        "taste": taste.taste,
    },
    load_components=components.load,
    text=text.text,
    picture=picture.draw,
    invariants=invariants.problems,
    read_position=position.read,
    write_position=position.write,
    longest=5_000,
    reconstruction=N_(
        "The course of the river, the island, the places of the buildings and the mix of their tokens are our reconstruction; "
        "an owner of the box can use the real ones with a component file."
    ),
    final_steps=guide.FINAL_STEPS,
    board=guide.BOARD,
    figures=guide.FIGURES,
    example=Path(__file__).with_name("example.json"),
    grammar=Path(__file__).with_name("grammar.txt"),
)
