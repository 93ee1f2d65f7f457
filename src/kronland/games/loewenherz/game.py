"""Löwenherz (1997), put together."""

from __future__ import annotations

from kronland.core.chance import Generator
from kronland.core.game import Game, Option, TieBreak
from kronland.core.words import N_
from kronland.games.grid.picture import pointing
from kronland.games.loewenherz.rules import ending, trial
from kronland.games.rooms import rooms

GAME = Game(
    id="loewenherz",
    title="Löwenherz (1997)",
    about=N_("Princes enclose land round their castles while the king lies dying. Borders, knights, negotiation and duels."),
    wins=N_("When the king dies, most points win: mostly for the fields and towns of your regions."),
    turn=N_(
        "In each round three actions lie open; everyone chooses one, then they are carried out: "
        "setting borders and knights, expanding regions, taking ducats or politics cards."
    ),
    first_game={"setup": "beginner"},
    version=2,
    earlier={1: Generator.SPLITMIX},
    seats=(2, 3, 4),
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
    prompt=trial.asked,
    tie_breaks=(TieBreak("L97-90", N_("ducats, treasures included"), ending.tie),),
    longest=5_000,
    left_open=frozenset(
        {"politics_pile", "politics_take", "politics_taker", "politics_shown", "politics_spent"}
    ),  # cards of one kind are alike
    points_lie_open=True,
    places=pointing.places,
    closing=("done", "accept"),
    **rooms(__package__),
)
