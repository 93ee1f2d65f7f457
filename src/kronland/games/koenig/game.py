"""Löwenherz – Der König kehrt zurück (2003), put together."""

from __future__ import annotations

from kronland.core.chance import Generator
from kronland.core.game import Game, TieBreak
from kronland.core.words import N_
from kronland.games.grid.picture import pointing
from kronland.games.koenig.rules import ending
from kronland.games.rooms import rooms

GAME = Game(
    id="koenig",
    title="Löwenherz – Der König kehrt zurück (2003)",
    about=N_("Princes divide the land while the king is abroad. Cards are played for land or sold for ducats."),
    wins=N_("Whoever reaches the king token first wins. Points come from forests, villages, the royal city and monopolies of mines."),
    turn=N_("In your turn you play one card, and pay for what it does, or sell it; then you refill your hand."),
    version=2,
    earlier={1: Generator.SPLITMIX},
    seats=(2, 3, 4),
    minutes=60,
    options=(),
    tie_breaks=(TieBreak("L03-82", N_("ducats"), ending.tie),),
    reconstruction=N_("The tiles and the cards are our reconstruction; an owner's file can replace them."),
    points_lie_open=True,
    places=pointing.places,
    **rooms(__package__),
)
