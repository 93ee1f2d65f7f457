"""Brian Boru: what the parts of the picture draw from: one seat's view, read once."""

from __future__ import annotations

from itertools import groupby

from kronland.core.words import N_, NN_
from kronland.games.brianboru.rules.domains import CARD
from kronland.games.brianboru.rules.state import CARDS, Symbol
from kronland.games.drawing.heraldry import BLUE, GREY, OCHRE, PURPLE, RED
from kronland.games.drawing.scenes import BaseScene

OWNERS = (RED, OCHRE, PURPLE, GREY, BLUE)

# what the symbols of a card mean, for those who cannot see them; what comes several times is said as one would say it
SYMBOL_TEXTS = {
    Symbol.TOWN: N_("the active town"),
    Symbol.COIN: NN_("{n} coin", "{n} coins", "n"),
    Symbol.PAY: NN_("pay {n} coin", "pay {n} coins", "n"),
    Symbol.COURT: NN_("court once", "court {n} times", "n"),
    Symbol.RAID: NN_("{n} raider", "{n} raiders", "n"),
    Symbol.CHURCH: NN_("{n} church disc", "{n} church discs", "n"),
    Symbol.EXPAND5: N_("expand for 5 coins"),
    Symbol.REMOVE_VIKING: N_("remove a Viking disc"),
}
CARD_TEXT = N_("{card}. Winner: {primary}. Others: {rows}.")


class Scene(BaseScene):
    def card_rows(self, card: int) -> list[list[int]]:
        """The symbols of a card's rows, the primary one first."""
        rows = [[int(symbol) for symbol in row if symbol] for row in self.s.card_row[card]]
        return [row for row in rows if row]

    def say_row(self, row: list[int]) -> str:
        return ", ".join(self.words(SYMBOL_TEXTS[Symbol(symbol)], n=len(list(same))) for symbol, same in groupby(row))

    def say_card(self, card: int) -> str:
        """A card in words: its name and what it does."""
        primary, *others = (self.say_row(row) for row in self.card_rows(card))
        return self.words(CARD_TEXT, card=CARD.say(card, self.words, self.names), primary=primary, rows=" / ".join(others))

    def hand(self) -> list[int]:
        """The reader's own cards."""
        return _cards(int(self.s.hand[self.seat])) if self.seat >= 0 else []

    def packet(self) -> list[int]:
        return _cards(int(self.s.offer[self.seat])) if self.seat >= 0 else []


def _cards(mask: int) -> list[int]:
    return [card for card in range(CARDS) if mask >> card & 1]
