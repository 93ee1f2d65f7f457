"""Löwenherz (1997), put together."""

from __future__ import annotations

from pathlib import Path

from kronland.core.chance import Generator
from kronland.core.game import Game, Option, TieBreak
from kronland.core.kernel import interpreted
from kronland.core.words import N_
from kronland.games.drawing.heraldry import arms_of
from kronland.games.grid.picture import pointing
from kronland.games.loewenherz import components, guide
from kronland.games.loewenherz.picture import picture
from kronland.games.loewenherz.picture.scene import OWNERS
from kronland.games.loewenherz.positions import position
from kronland.games.loewenherz.rules import contents, ending, invariants, secrets, setup, taste
from kronland.games.loewenherz.rules.actions import COLOURS, SPACE
from kronland.games.loewenherz.rules.events import EVENTS
from kronland.games.loewenherz.rules.refusals import REFUSALS, Refusal
from kronland.games.loewenherz.rules.state import LAYOUT, End
from kronland.games.loewenherz.words import prompts, text

GAME = Game(
    id="loewenherz",
    title="Löwenherz (1997)",
    about=N_("Princes enclose land round their castles while the king lies dying. Borders, knights, negotiation and duels."),
    version=2,
    earlier={1: Generator.SPLITMIX},
    seats=(2, 3, 4),
    seat_names=tuple(COLOURS.texts or ()),
    arms=tuple(map(arms_of, OWNERS)),
    minutes=90,
    options=(
        Option(
            "setup",
            N_("Set-up"),
            (
                ("variable", N_("variable: the board is laid at random, and the players set their castles")),
                ("beginner", N_("beginner: a fixed board, everyone owns a first region")),
            ),
            "variable",
            "beginner",
            "L97-2",
            not_with={"beginner": (2,)},
        ),
        Option(
            "open_money",
            N_("Open money"),
            (
                ("off", N_("off: the page shows only your own ducats")),
                ("on", N_("on: everyone's ducats are shown")),
            ),
            "off",
            "open_money",
            "L97-6",
        ),
    ),
    layout=LAYOUT,
    space=SPACE,
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
    prompt=prompts.prompt,
    text=text.text,
    picture=picture.draw,
    invariants=invariants.problems,
    read_position=position.read,
    write_position=position.write,
    tie_breaks=(TieBreak("L97-90", N_("ducats, treasures included"), lambda s, seat: interpreted(ending.wealth)(s, seat)),),
    longest=5_000,
    points=lambda s, seat: s.score[seat],
    places=pointing.places,
    closing=("done", "accept"),
    final_steps=guide.FINAL_STEPS,
    board=guide.BOARD,
    figures=guide.FIGURES,
    example=Path(__file__).with_name("example.json"),
    grammar=Path(__file__).with_name("grammar.txt"),
)
