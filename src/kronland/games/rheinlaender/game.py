"""Rheinländer, put together."""

from __future__ import annotations

from kronland.core.chance import Generator
from kronland.core.game import Game, Option
from kronland.core.words import N_, NN_
from kronland.games.rooms import rooms

GAME = Game(
    id="rheinlaender",
    title="Rheinländer",
    about=N_(
        "Knights settle along the river and join into duchies; whoever has the most of them in one is its duke. "
        "Castles, churches, cities and an archbishop."
    ),
    wins=N_("Most money wins: dukes are paid for their duchies, at the end or when they lose them."),
    points_said=N_("Money"),
    points_counted=NN_("one coin", "{n} coins", "n"),
    turn=N_("In your turn you play a card, set a knight with it, and draw a card."),
    version=2,
    earlier={1: Generator.SPLITMIX},
    seats=(3, 4, 5),
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
    longest=5_000,
    # Duchies may have other numbers, and what is known of hands may be made up or still noted.
    left_open=frozenset({"duchy", "duke", "strength", "worth", "churches", "extent", "eras", "came", "odds", "past", "past_size"}),
    reconstruction=N_(
        "The course of the river, the island, the places of the buildings and the mix of their tokens are our reconstruction; "
        "an owner of the box can use the real ones with a component file."
    ),
    **rooms(__package__),
)
