"""Löwenherz - Der König kehrt zurück (2003), put together."""

from __future__ import annotations

from pathlib import Path

from kronland.core.chance import Generator
from kronland.core.game import Game, TieBreak
from kronland.core.words import N_
from kronland.games.drawing.heraldry import arms_of
from kronland.games.grid.picture import pointing
from kronland.games.koenig import components, guide
from kronland.games.koenig.picture import picture
from kronland.games.koenig.picture.scene import OWNERS
from kronland.games.koenig.positions import position
from kronland.games.koenig.rules import contents, ending, invariants, secrets, setup, taste
from kronland.games.koenig.rules.actions import COLOURS, SPACE
from kronland.games.koenig.rules.events import EVENTS
from kronland.games.koenig.rules.refusals import REFUSALS, Refusal
from kronland.games.koenig.rules.state import LAYOUT, End
from kronland.games.koenig.words import prompts, text

GAME = Game(
    id="koenig",
    title="Löwenherz - Der König kehrt zurück (2003)",
    about=N_("Princes divide the land while the king is abroad. Cards are played for land or sold for ducats."),
    version=2,
    earlier={1: Generator.SPLITMIX},
    seats=(2, 3, 4),
    seat_names=tuple(COLOURS.texts or ()),
    arms=tuple(map(arms_of, OWNERS)),
    minutes=60,
    options=(),
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
    tie_breaks=(TieBreak("L03-82", N_("ducats"), lambda s, seat: s.ducats[seat]),),
    reconstruction=N_("The tiles and the cards are our reconstruction; an owner's file can replace them."),
    points=lambda s, seat: s.score[seat],
    places=pointing.places,
    final_steps=guide.FINAL_STEPS,
    board=guide.BOARD,
    figures=guide.FIGURES,
    example=Path(__file__).with_name("example.json"),
    grammar=Path(__file__).with_name("grammar.txt"),
)
