"""Löwenherz (2003): what is to be decided, in plain words."""

from __future__ import annotations

from kronland.core.view import View
from kronland.core.words import N_, NN_, Text
from kronland.games.koenig.rules.actions import COLOURS
from kronland.games.koenig.rules.state import MARKET_REFILLS, Phase
from kronland.games.koenig.words.text import market_guard

WAITING = N_("Waiting for {player}.")
OVER = N_("The game is over.")
PROMPTS: dict[int, Text] = {
    Phase.CASTLE: N_("Set a castle on a free meadow."),
    Phase.START_KNIGHT: N_("Set its knight on a meadow or in a forest beside the castle."),
    Phase.CARD: N_("Play a card or sell one."),
    Phase.DESERTER: N_("Choose the two regions between which a knight deserts."),
    Phase.SETTLE: N_("Set your knight in your region."),
    Phase.REMOVE: N_("Choose the knight that leaves the region."),
    Phase.ALLIANCE: N_("Choose the two regions that become allies for good."),
    Phase.REFILL: N_("Refill your hand from the deck or from the market."),
}
NEUTRAL_CASTLE = N_("Set a castle of the neutral colour, {colour}, on a free meadow.")
BORDERS = NN_("Set a border.", "Set up to {n} borders.", "n")
MORE_BORDERS = NN_("Set one more border, or finish.", "Set up to {n} more borders, or finish.", "n")
KNIGHTS = NN_("Set a knight.", "Set up to {n} knights.", "n")
MORE_KNIGHTS = NN_("Set one more knight, or finish.", "Set up to {n} more knights, or finish.", "n")
FIELDS = NN_("Take a field for one of your regions.", "Take up to {n} fields for one of your regions.", "n")
MORE_FIELDS = NN_("Take one more field for the same region, or finish.", "Take up to {n} more fields for the same region, or finish.", "n")
FROM_DECK = N_("Refill your hand from the deck.")
FINISH = N_("Nothing is left to do here; finish the action.")

COUNTED: dict[int, tuple[Text, Text]] = {
    Phase.BORDER: (BORDERS, MORE_BORDERS),
    Phase.KNIGHT: (KNIGHTS, MORE_KNIGHTS),
    Phase.EXPAND: (FIELDS, MORE_FIELDS),
}


def prompt(view: View) -> str:
    s, words = view.state, view.words
    if s.ended:
        return words(OVER)
    if not view.legal:
        return words(WAITING, player=view.names[s.seat])
    if s.phase == Phase.CASTLE and s.placed >= s.players * 4:
        return words(NEUTRAL_CASTLE, colour=COLOURS.say(int(s.players), words, view.names))
    if Phase.BORDER <= s.phase <= Phase.ALLIANCE and [view.game.space.verb_of(a).name for a in view.legal] == ["done"]:
        return words(FINISH)
    if s.phase in COUNTED:
        return words(COUNTED[s.phase][int(s.steps > 0)], n=int(s.left))
    if s.phase == Phase.REFILL and (guard := market_guard(s, words)):
        return f"{words(PROMPTS[s.phase] if s.market_refills < MARKET_REFILLS else FROM_DECK)} {guard}"
    return words(PROMPTS[s.phase])
