"""Brian Boru, put together."""

from __future__ import annotations

from kronland.core.chance import Generator
from kronland.core.game import Game, Option, TieBreak
from kronland.core.words import N_
from kronland.games.brianboru.rules import draft, ending
from kronland.games.rooms import rooms

GAME = Game(
    id="brianboru",
    title="Brian Boru",
    about=N_("Who will be High King of Ireland? Cards won and lost in tricks bring towns, marriages, raids and monasteries."),
    wins=N_("Most points win: for regions in which you have most towns, for marriages, for fighting Vikings, for the church."),
    turn=N_(
        "In each round everyone picks cards, then plays them in tricks for towns: the highest card of the town's colour wins it, "
        "all others carry out one of the lower rows of their card."
    ),
    version=2,
    earlier={1: Generator.SPLITMIX},
    seats=(3, 4, 5),
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
    prompt=draft.asked,
    tie_breaks=(
        TieBreak("BB-84", N_("power tokens"), ending.tokens_of),
        TieBreak("BB-84", N_("marriage cards"), ending.marriages_of),
    ),
    longest=2_000,
    keeps_components=False,
    points_lie_open=True,
    **rooms(__package__),
)
