"""Rheinländer: what is to be decided, in plain words."""

from __future__ import annotations

from kronland.core.view import View
from kronland.core.words import N_, Text
from kronland.games.rheinlaender.rules.state import Phase

WAITING = N_("Waiting for {player}.")
OVER = N_("The game is over.")
PROMPTS: dict[int, Text] = {
    Phase.CARD: N_("Play a card."),
    Phase.FIELD: N_("Set your knight with card {card}."),
    Phase.CASTLE: N_("A first knight has come to a castle in your duchy: put a knight on the castle, or leave it empty."),
    Phase.BASTION: N_("Set a bastion, or finish the turn."),
}
BASTION_FIRST = N_("Play a card, or set a bastion first.")
EXCHANGE = N_("Set your knight with card {card}, or have the archbishop replace one.")
FINISH = N_("Finish the turn, or take the bastion back.")


def prompt(view: View) -> str:
    s, words = view.state, view.words
    if s.ended:
        return words(OVER)
    if not view.legal:
        seat = next(seat for seat in range(s.players) if int(s.actors) >> seat & 1)
        return words(WAITING, player=view.names[seat])
    verbs = {view.game.space.range_of(action).verb for action in view.legal}
    if s.phase == Phase.FIELD:
        return words(EXCHANGE if "replace" in verbs else PROMPTS[Phase.FIELD], card=int(s.picked))
    if s.phase == Phase.CARD and "bastion" in verbs:
        return words(BASTION_FIRST)
    if s.phase == Phase.BASTION and s.bastion_set:
        return words(FINISH)
    return words(PROMPTS[s.phase])
