"""Löwenherz (1997): what is to be decided, in plain words."""

from __future__ import annotations

from kronland.core.view import View
from kronland.core.words import N_, NN_, Text
from kronland.games.loewenherz.state import Offer, Phase

WAITING = N_("Waiting for {player}.")
BIDDING = N_("Secret bids are being made.")
OVER = N_("The game is over.")
PROMPTS: dict[int, Text] = {
    Phase.CASTLE: N_("Set a castle on free farmland."),
    Phase.START_KNIGHT: N_("Set its knight on farmland beside the castle."),
    Phase.CARD: N_("Lay a decision card, or play a politics card first."),
    Phase.REMOVE: N_("Choose the knight that deserts."),
    Phase.SETTLE: N_("Set your knight in your own region."),
    Phase.BID: N_("Bid in secret for the action."),
    Phase.PILE: N_("Choose a pile of politics cards to look at, or finish."),
    Phase.KEEP: N_("Keep one card of the pile."),
}
NEUTRAL_CASTLE = N_("Set a castle of the neutral colour on free farmland.")
TWO_CARDS = N_("Lay two decision cards, or play a politics card first.")
FIRST_OFFER = N_("Make an offer, or break off for a duel.")
ANSWER_PAY = NN_(
    "You are offered {n} ducat to step back. Accept, make another offer, or break off.",
    "You are offered {n} ducats to step back. Accept, make another offer, or break off.",
    "n",
)
ANSWER_DEMAND = NN_(
    "You may act for {n} ducat. Accept, make another offer, or break off.",
    "You may act for {n} ducats. Accept, make another offer, or break off.",
    "n",
)
BORDERS = NN_("Set {n} more border, or finish.", "Set {n} more borders, or finish.", "n")
KNIGHT_OR_EXPANSION = N_("Set a knight or expand a region, or finish.")
TWO_KNIGHTS = N_("Set two knights, or one knight and expand a region, or finish.")
KNIGHT = N_("Set a knight, or finish.")
SECOND_FIELD = N_("Take a second field for the same region, or go on.")
FINISH = N_("Nothing is left to do here; finish the action.")


def prompt(view: View) -> str:
    s, words = view.state, view.words
    if s.ended:
        return words(OVER)
    if not view.legal:
        if s.phase == Phase.BID:
            return words(BIDDING)
        return words(WAITING, player=view.names[s.seat])
    if s.phase == Phase.CASTLE and s.placed >= s.players * (4 if s.players == 2 else 3):
        return words(NEUTRAL_CASTLE)
    if s.phase == Phase.CARD and s.seat == s.start and s.players < 4:
        return words(TWO_CARDS)
    if s.phase == Phase.NEGOTIATE:
        if s.offer == Offer.NONE:
            return words(FIRST_OFFER)
        return words(ANSWER_PAY if s.offer == Offer.PAY else ANSWER_DEMAND, n=int(s.offer_sum))
    if s.phase == Phase.BORDER:
        return words(BORDERS, n=int(s.left)) if len(view.legal) > 1 else words(FINISH)
    if s.phase == Phase.KNIGHT:
        return words(_knight_prompt(view))
    return words(PROMPTS[s.phase])


def _knight_prompt(view: View) -> Text:
    s = view.state
    if len(view.legal) == 1:
        return FINISH
    if s.expanding >= 0:
        return SECOND_FIELD
    if s.left == 2:
        return TWO_KNIGHTS
    return KNIGHT_OR_EXPANSION if s.expansions else KNIGHT
