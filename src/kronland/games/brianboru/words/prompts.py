"""Brian Boru: what is to be decided, in plain words."""

from __future__ import annotations

from kronland.core.view import View
from kronland.core.words import N_, Text
from kronland.games.brianboru.rules.actions import REGION, TOWN
from kronland.games.brianboru.rules.state import Phase, Symbol

WAITING = N_("Waiting for {player}.")
DRAFTING = N_("Everyone keeps two cards in secret.")
OVER = N_("The game is over.")
PROMPTS: dict[int, Text] = {
    Phase.START: N_("Put your first disc on a town in a region without discs."),
    Phase.DRAFT: N_("Keep two cards; the rest goes to the left."),
    Phase.NAME: N_("Name a free town: the trick is for it."),
    Phase.CARD: N_("Play a card."),
    Phase.ROW: N_("Choose one of the two rows of your card."),
    Phase.EXPAND: N_("Expand along a road for 5 coins, or finish."),
    Phase.REMOVE: N_("Choose the Viking disc to take off."),
    Phase.FINISH: N_("Nothing is left to choose; finish your action."),
    Phase.ESTRID: N_("Estrid offers a military pact or trade; or discard her for 4 points."),
    Phase.REWARD: N_("Put a disc on any free town."),
    Phase.MONASTERY: N_("Put a monastery on one of your towns."),
}
LEAD = N_("Play a card of the colour of {town}, or a white one.")
BUY: dict[int, Text] = {
    Symbol.COURT: N_("Buy more steps on the marriage track for 2 coins each, or go on."),
    Symbol.RAID: N_("Buy more raiders for 2 coins each, or go on."),
    Symbol.CHURCH: N_("Buy more discs in the church area for 2 coins each, or go on."),
}
DOWRY = N_("Put a disc on a free town in {region}.")
OWN_LOSS = N_("Choose the town that you lose to the Vikings.")
OTHERS_LOSS = N_("Choose the town that {player} loses to the Vikings.")


def prompt(view: View) -> str:
    s, words = view.state, view.words
    if s.ended:
        return words(OVER)
    if not view.legal:
        return words(DRAFTING) if s.phase == Phase.DRAFT else words(WAITING, player=view.names[s.seat])
    if s.phase == Phase.CARD and s.seat == s.leader:
        return words(LEAD, town=TOWN.say(int(s.active), words, view.names))
    if s.phase == Phase.BUY:
        return words(BUY[int(s.buying)])
    if s.phase == Phase.DOWRY:
        region = int(s.marriage_town[s.marriage[s.round_number - 1]])
        return words(DOWRY, region=REGION.say(region, words, view.names))
    if s.phase == Phase.LOSS:
        return words(OWN_LOSS) if s.victim == s.seat else words(OTHERS_LOSS, player=view.names[s.victim])
    return words(PROMPTS[int(s.phase)])
