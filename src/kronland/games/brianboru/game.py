"""Brian Boru, put together."""

from __future__ import annotations

from pathlib import Path

from kronland.core.chance import Generator
from kronland.core.game import Game, Option, TieBreak
from kronland.core.kernel import interpreted
from kronland.core.words import N_
from kronland.games.brianboru import components, guide
from kronland.games.brianboru.picture import picture
from kronland.games.brianboru.picture.scene import OWNERS
from kronland.games.brianboru.positions import position
from kronland.games.brianboru.rules import contents, draft, ending, invariants, secrets, setup, taste
from kronland.games.brianboru.rules.domains import COLOURS
from kronland.games.brianboru.rules.events import EVENTS
from kronland.games.brianboru.rules.refusals import REFUSALS, Refusal
from kronland.games.brianboru.rules.state import LAYOUT, End
from kronland.games.brianboru.words import text
from kronland.games.drawing.heraldry import arms_of

GAME = Game(
    id="brianboru",
    title="Brian Boru",
    about=N_("Who will be High King of Ireland? Cards won and lost in tricks bring towns, marriages, raids and monasteries."),
    version=2,
    earlier={1: Generator.SPLITMIX},
    seats=(3, 4, 5),
    seat_names=tuple(COLOURS.texts or ()),
    arms=tuple(map(arms_of, OWNERS)),
    minutes=75,
    options=(
        Option(
            "tricks",
            N_("Tricks with five players"),
            (
                ("five", N_("five: all cards are played")),
                ("four", N_("four: the last card is discarded unseen")),
            ),
            "five",
            "four_tricks",
            "BB-12",
            not_with={"four": (3, 4)},
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
    prompt=draft.asked,
    text=text.text,
    picture=picture.draw,
    invariants=invariants.problems,
    read_position=position.read,
    write_position=position.write,
    tie_breaks=(
        TieBreak("BB-84", N_("power tokens"), lambda s, seat: interpreted(ending.tokens_of)(s, seat)),
        TieBreak("BB-84", N_("marriage cards"), lambda s, seat: interpreted(ending.marriages_of)(s, seat)),
    ),
    longest=2_000,
    keeps_components=False,
    points=lambda s, seat: s.points[seat],
    final_steps=guide.FINAL_STEPS,
    board=guide.BOARD,
    figures=guide.FIGURES,
    example=Path(__file__).with_name("example.json"),
    grammar=Path(__file__).with_name("grammar.txt"),
)
