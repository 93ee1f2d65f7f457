"""Löwenherz (1997): what is to be decided, in plain words."""

from __future__ import annotations

from kronland.core.view import View
from kronland.core.words import N_, NN_, Text
from kronland.games.loewenherz.rules.actions import SPACE
from kronland.games.loewenherz.rules.state import Offer, Phase

WAITING = N_("Waiting for {player}.")
BIDDING = N_("The secret bids for the duel are being made.")
OVER = N_("The game is over.")
PROMPTS: dict[int, Text] = {
    Phase.CASTLE: N_("Set a castle on free farmland."),
    Phase.START_KNIGHT: N_("Set a knight on farmland beside the castle."),
    Phase.CARD: N_("Lay a decision card."),
    Phase.REMOVE: N_("Choose the knight that deserts."),
    Phase.SETTLE: N_("Set your knight in your own region."),
    Phase.BID: N_("Duel: make your secret bid."),
    Phase.PILE: N_("Choose the pile of politics cards that you want to look through, or finish."),
    Phase.KEEP: N_("Choose the card that you keep."),
}
NEUTRAL_CASTLE = N_("Set a castle of the neutral colour on free farmland.")
TWO_CARDS = N_("Lay two decision cards.")
CARD_OR_POLITICS = N_("Lay a decision card, or play a politics card first.")
TWO_CARDS_OR_POLITICS = N_("Lay two decision cards, or play a politics card first.")
FIRST_OFFER = N_("Negotiate: make an offer, or break off and fight a duel.")
OFFER_PAY = NN_("You are offered {n} ducat for leaving the action.", "You are offered {n} ducats for leaving the action.", "n")
OFFER_DEMAND = NN_("You can have the action for {n} ducat.", "You can have the action for {n} ducats.", "n")
ANSWER = N_("Accept, make another offer, or break off.")
LAST_ANSWER = N_("Accept, or break off.")
BORDERS = NN_("Set a border, or finish.", "Set up to {n} borders, or finish.", "n")
TWO_KNIGHTS_OR_EXPANSION = N_("Set two knights, or set a knight and expand a region, or finish.")
KNIGHT_OR_EXPANSION = N_("Set a knight, expand a region, or finish.")
KNIGHTS = NN_("Set a knight, or finish.", "Set up to {n} knights, or finish.", "n")
EXPANSION = N_("Expand a region, or finish.")
SECOND_FIELD_OR_KNIGHT = N_("Expand the same region to a second field, set a knight, or finish.")
SECOND_FIELD = N_("Expand the same region to a second field, or finish.")
FINISH = N_("There is nothing left to do: finish the action.")


def prompt(view: View) -> str:
    s, words = view.state, view.words
    if s.ended:
        return words(OVER)
    if not view.legal:
        if s.phase == Phase.BID:
            return words(BIDDING)
        return words(WAITING, player=view.names[s.seat])
    verbs = {SPACE.verb_of(action).name for action in view.legal}
    if s.phase == Phase.CASTLE and s.placed >= s.players * (4 if s.players == 2 else 3):
        return words(NEUTRAL_CASTLE)
    if s.phase == Phase.CARD:
        two = s.seat == s.start and s.players < 4
        if verbs & {"alliance", "deserter"}:
            return words(TWO_CARDS_OR_POLITICS if two else CARD_OR_POLITICS)
        return words(TWO_CARDS) if two else words(PROMPTS[Phase.CARD])
    if s.phase == Phase.NEGOTIATE:
        return _negotiation_prompt(view, verbs)
    if s.phase == Phase.BORDER:
        return words(BORDERS, n=int(s.left)) if "border" in verbs else words(FINISH)
    if s.phase == Phase.KNIGHT:
        return words(_knight_prompt(view, verbs), n=int(s.left))
    return words(PROMPTS[s.phase])


def _negotiation_prompt(view: View, verbs: set[str]) -> str:
    s, words = view.state, view.words
    if s.offer == Offer.NONE:
        return words(FIRST_OFFER)
    offer = words(OFFER_PAY if s.offer == Offer.PAY else OFFER_DEMAND, n=int(s.offer_sum))
    return f"{offer} {words(ANSWER if 'offer' in verbs else LAST_ANSWER)}"


def _knight_prompt(view: View, verbs: set[str]) -> Text:
    s = view.state
    if "expand" not in verbs:
        return KNIGHTS if "knight" in verbs else FINISH
    if s.expanding >= 0:
        return SECOND_FIELD_OR_KNIGHT if "knight" in verbs else SECOND_FIELD
    if "knight" not in verbs:
        return EXPANSION
    return TWO_KNIGHTS_OR_EXPANSION if s.left == 2 else KNIGHT_OR_EXPANSION
