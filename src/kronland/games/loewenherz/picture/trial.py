"""Löwenherz (1997): the trial of power on the desk: a conversation about one sum, in names, and the secret bids of a duel."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from kronland.core.desk import Choice, Remark, Side
from kronland.core.view import View
from kronland.core.words import N_, NN_
from kronland.games.loewenherz.picture.scene import Scene
from kronland.games.loewenherz.rules.domains import TREASURES
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.state import MOST_NAMED, Offer, Phase

YOU_PAY, PAYS_YOU = N_("You pay {player}"), N_("{player} pays you")
SAID_YOU_PAY = NN_("You pay {player} {n} ducat and get the action.", "You pay {player} {n} ducats and get the action.", "n")
SAID_PAYS_YOU = NN_("{player} pays you {n} ducat and gets the action.", "{player} pays you {n} ducats and gets the action.", "n")
SAID_PAYS = NN_("{player} pays {other} {n} ducat and gets the action.", "{player} pays {other} {n} ducats and gets the action.", "n")
ACCEPT_PAY, ACCEPT_PAID = N_("Accept: you pay {player}"), N_("Accept: {player} pays you")
BID, BID_WITH = N_("Bid"), N_("Bid treasure {values} and")
PRICE = N_("Price in ducats")


def talk(scene: Scene, view: View) -> tuple[Remark, ...]:
    """The offers so far, in names (L97-21). Of a position that was read there is the last one."""
    s, found = view.state, []
    if s.phase != Phase.NEGOTIATE:
        return ()
    for event in view.heard() if view.heard else ():
        if event[0] == Event.NEGOTIATION:
            break
        if event[0] in (Event.OFFER_PAY, Event.OFFER_DEMAND):
            found.append(_remark(scene, event[1], event[0] == Event.OFFER_PAY, event[2]))
    if not found and s.offer:
        found.append(_remark(scene, _rival(scene, int(s.seat)), s.offer == Offer.PAY, int(s.offer_sum)))
    return tuple(reversed(found))


def _remark(scene: Scene, speaker: int, pays: bool, amount: int) -> Remark:
    other = _rival(scene, speaker)
    payer, payee = (speaker, other) if pays else (other, speaker)
    said = SAID_YOU_PAY if payer == scene.seat else SAID_PAYS_YOU if payee == scene.seat else SAID_PAYS
    named = payee if payer == scene.seat else payer
    return Remark(speaker, scene.words(said, player=scene.names[named], other=scene.names[payee], n=amount))


def _rival(scene: Scene, seat: int) -> int:
    """The other one of two who negotiate."""
    return next(n for n in range(scene.players) if int(scene.s.rivals) >> n & 1 and n != seat)


def answers(scene: Scene) -> tuple[Choice, ...]:
    """To accept names the price, and who pays it."""
    s = scene.s
    if s.phase != Phase.NEGOTIATE or not s.offer or not scene.may_choose:
        return ()
    other = scene.names[_rival(scene, scene.seat)]
    pays = s.offer == Offer.DEMAND
    price = scene.count("kl-ducats", int(s.offer_sum), PRICE)
    said = scene.words(ACCEPT_PAY if pays else ACCEPT_PAID, player=other)
    look: dict[str, Any] = {"costs": (price,)} if pays else {"brings": (price,)}
    accepted = scene.choices["accept"]
    if not accepted:
        return (scene.refused(scene.view.game.space["accept"].action(), said, **look),)
    return (scene.choice(accepted[0][0], said, strong=True, **look),)


def offers(scene: Scene) -> tuple[Side, ...]:
    """What I pay, or what I am paid. How much the other has is not told by how far one can go, unless money lies open (L97-6)."""
    sides = []
    for verb, whose in (("offer", YOU_PAY), ("demand", PAYS_YOU)):
        sums = tuple(scene.choice(action, str(amount)) for action, (amount,) in scene.choices[verb])
        if sums:
            said = scene.words(whose, player=scene.names[_rival(scene, scene.seat)])
            most = MOST_NAMED if verb == "demand" and not scene.s.open_money else len(sums) - 1
            sides.append(Side(said, sums, f"{verb} {{n}}", most))
    return tuple(sides)


def bids(scene: Scene) -> tuple[Side, ...]:
    """By the treasures that go with them (L97-22)."""
    by_set: dict[int, list[Choice]] = defaultdict(list)
    for action, (amount, treasures) in scene.choices["bid"]:
        by_set[treasures].append(scene.choice(action, str(amount)))
    found = []
    for treasures, choices in sorted(by_set.items()):
        values = " + ".join(map(str, TREASURES.values[treasures]))
        said = scene.words(BID_WITH, values=values) if treasures else scene.words(BID)
        notation = f"bid {{n}}{choices[0].notation.removeprefix('bid 0')}"
        found.append(Side(said, tuple(choices), notation, len(choices) - 1))
    return tuple(found)
