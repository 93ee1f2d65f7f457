"""Brian Boru: what can happen, in words, with the rule that was applied."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from kronland.core.words import N_, NN_, EventKind, Words
from kronland.games.brianboru.rules.domains import CARD, COUNT, MARRIAGE, PAIR, PLAYERS, POINTS, REGION, ROW, TOWN


class Event(IntEnum):
    START_PLAYER = 1
    START_DISC = 2
    ROUND = 3
    FLEET = 4
    MARRIAGE_CARD = 5
    DEALT = 6
    KEPT = 7
    PASSED_ON = 8
    LAST_CARDS = 9
    MARKER_PASSES = 10
    NOBODY_LEADS = 11
    DISCARDED = 12
    TOWN_NAMED = 13
    CARD_PLAYED = 14
    TRICK_WON = 15
    PRIMARY = 16
    SECONDARY = 17
    TOWN_TAKEN = 18
    COINS = 19
    PAID = 20
    POINTS_LOST = 21
    COURTED = 22
    RAIDED = 23
    CHURCHED = 24
    BOUGHT_COURT = 25
    BOUGHT_RAID = 26
    BOUGHT_CHURCH = 27
    EXPANDED = 28
    VIKING_REMOVED = 29
    DROPPED = 30
    DONE = 31
    NO_WEDDING = 40
    WEDDING = 41
    WEDDING_POINTS = 42
    WEDDING_RENOWN = 43
    WEDDING_TOWN = 44
    TOWN_LAPSES = 45
    ESTRID_PACT = 46
    ESTRID_TRADE = 47
    ESTRID_POINTS = 48
    TRACK_COINS = 49
    TRACK_RENOWN = 50
    TRACK_TOWN = 51
    REPELLED = 60
    TOWN_LOST = 61
    NO_TOWN_TO_LOSE = 62
    SPOILS_RENOWN = 63
    SPOILS_POINTS = 64
    SPOILS_TIED = 65
    SECOND_SPOILS = 66
    MONASTERY = 70
    NO_MONASTERY = 71
    CHURCH_LEADER = 72
    CHURCH_TIED = 73
    CHURCH_FAVOUR = 74
    ABBEY = 75
    NO_ABBEY = 76
    TOKEN_OPENED = 80
    TOKEN_TAKEN = 81
    TOKEN_KEPT = 82
    TOKEN_TIED = 83
    TOKEN_VIKINGS = 84
    FINAL_COINS = 90
    FINAL_MARKER = 91
    FINAL_RENOWN = 92
    FINAL_TOKEN = 93
    FINAL_OPEN_TOKEN = 94
    FINAL_SPREAD = 95
    WINNER = 96
    SHARED_WIN = 97


_WHO, _TOWN, _REGION, _N, _POINTS = ("player", PLAYERS), ("town", TOWN), ("region", REGION), ("n", COUNT), ("points", POINTS)

OWN_LOSS = N_("{player} loses {town} to the Vikings.")


class LossKind(EventKind):
    """Who has chosen the town is told where it was somebody else."""

    def say(self, event: tuple[int, ...], words: Words, names: Sequence[str]) -> str:
        _, player, town, chooser, *_ = event
        if player != chooser:
            return super().say(event, words, names)
        return words(OWN_LOSS, player=PLAYERS.say(player, words, names), town=TOWN.say(town, words, names))


EVENTS: dict[int, EventKind] = {
    Event.START_PLAYER: EventKind("BB-3", N_("{player} begins and takes the town marker."), (_WHO,)),
    Event.START_DISC: EventKind("BB-3", N_("{player} puts the first disc on {town}."), (_WHO, _TOWN)),
    Event.ROUND: EventKind("BB-10", N_("Round {n} of {rounds}."), (_N, ("rounds", COUNT))),
    Event.FLEET: EventKind("BB-10", N_("The Vikings land with {n} raiders."), (_N,)),
    Event.MARRIAGE_CARD: EventKind("BB-10", N_("All court {marriage} in this round."), (("marriage", MARRIAGE),)),
    Event.DEALT: EventKind("BB-11", N_("Everyone is dealt {n} action cards."), (_N,)),
    Event.KEPT: EventKind(
        "BB-11",
        N_("{player} keeps {pair}."),
        (_WHO, ("pair", PAIR)),
        secret=("pair",),
        hidden=N_("{player} keeps two cards."),
    ),
    Event.PASSED_ON: EventKind("BB-11", N_("All pass the other cards to the left.")),
    Event.LAST_CARDS: EventKind("BB-11", N_("Everyone keeps what has come round at last.")),
    Event.MARKER_PASSES: EventKind("BB-20", N_("{player} holds no card for a free town; the marker passes on."), (_WHO,)),
    Event.NOBODY_LEADS: EventKind("BB-20", N_("Nobody can name a town; the tricks of this round are over.")),
    Event.DISCARDED: EventKind("BB-12", N_("The cards left in the hands are discarded unseen.")),
    Event.TOWN_NAMED: EventKind("BB-20", N_("{player} makes {town} the active town."), (_WHO, _TOWN)),
    Event.CARD_PLAYED: EventKind("BB-20", N_("{player} plays {card}."), (_WHO, ("card", CARD))),
    Event.TRICK_WON: EventKind("BB-21", N_("{player} wins {town} with {card}."), (_WHO, _TOWN, ("card", CARD))),
    Event.PRIMARY: EventKind("BB-22", N_("{player} takes the primary action of {card}."), (_WHO, ("card", CARD))),
    Event.SECONDARY: EventKind("BB-22", N_("{player} takes the {row} row of {card}."), (_WHO, ("row", ROW), ("card", CARD))),
    Event.TOWN_TAKEN: EventKind("BB-23", N_("{player} takes {town} and the town marker."), (_WHO, _TOWN)),
    Event.COINS: EventKind("BB-24", NN_("{player} gains {n} coin.", "{player} gains {n} coins.", "n"), (_WHO, _N)),
    Event.PAID: EventKind("BB-24", N_("{player} pays 1 coin."), (_WHO,)),
    Event.POINTS_LOST: EventKind(
        "BB-24",
        N_("{player} has no coin to pay and loses {points}."),
        (_WHO, _POINTS),
    ),
    Event.COURTED: EventKind("BB-25", N_("{player} moves up to space {n} of the marriage track."), (_WHO, _N)),
    Event.RAIDED: EventKind("BB-26", NN_("{player} takes {n} raider.", "{player} takes {n} raiders.", "n"), (_WHO, _N)),
    Event.CHURCHED: EventKind(
        "BB-26",
        NN_("{player} puts {n} disc in the church area.", "{player} puts {n} discs in the church area.", "n"),
        (_WHO, _N),
    ),
    Event.BOUGHT_COURT: EventKind("BB-25", N_("{player} pays 2 coins and moves up to space {n}."), (_WHO, _N)),
    Event.BOUGHT_RAID: EventKind("BB-26", N_("{player} pays 2 coins for one more raider."), (_WHO,)),
    Event.BOUGHT_CHURCH: EventKind("BB-26", N_("{player} pays 2 coins for one more disc in the church area."), (_WHO,)),
    Event.EXPANDED: EventKind("BB-28", N_("{player} pays 5 coins and expands to {town}."), (_WHO, _TOWN)),
    Event.VIKING_REMOVED: EventKind("BB-29", N_("{player} takes the Viking disc off {town}."), (_WHO, _TOWN)),
    Event.DROPPED: EventKind("BB-30", N_("The space is taken: {player} drops to space {n}."), (_WHO, _N)),
    Event.DONE: EventKind("BB-22", N_("{player} is done."), (_WHO,)),
    Event.NO_WEDDING: EventKind("BB-40", N_("Nobody has courted {marriage}; the card is removed."), (("marriage", MARRIAGE),)),
    Event.WEDDING: EventKind("BB-40", N_("{player} weds {marriage} and returns to space 0."), (_WHO, ("marriage", MARRIAGE))),
    Event.WEDDING_POINTS: EventKind("BB-40", N_("{player} scores {points} for the marriage."), (_WHO, _POINTS)),
    Event.WEDDING_RENOWN: EventKind("BB-40", N_("{player} gains {n} renown by the marriage."), (_WHO, _N)),
    Event.WEDDING_TOWN: EventKind("BB-41", N_("{player} gains {town} by the marriage."), (_WHO, _TOWN)),
    Event.TOWN_LAPSES: EventKind("BB-41", N_("No town is free there: {player} gains none."), (_WHO,)),
    Event.ESTRID_PACT: EventKind("BB-42", N_("{player} chooses the military pact with the Vikings."), (_WHO,)),
    Event.ESTRID_TRADE: EventKind("BB-42", N_("{player} chooses trade with the Vikings."), (_WHO,)),
    Event.ESTRID_POINTS: EventKind("BB-42", N_("{player} discards Estrid and scores {points}."), (_WHO, _POINTS)),
    Event.TRACK_COINS: EventKind(
        "BB-40",
        NN_("{player} gains {n} coin on the marriage track.", "{player} gains {n} coins on the marriage track.", "n"),
        (_WHO, _N),
    ),
    Event.TRACK_RENOWN: EventKind("BB-40", N_("{player} gains {n} renown on the marriage track."), (_WHO, _N)),
    Event.TRACK_TOWN: EventKind("BB-41", N_("{player} gains {town} on the marriage track."), (_WHO, _TOWN)),
    Event.REPELLED: EventKind("BB-50", N_("No raider is left: the Vikings are beaten back.")),
    Event.TOWN_LOST: LossKind(
        "BB-50", N_("{player} loses {town} to the Vikings; {chooser} chose it."), (_WHO, _TOWN, ("chooser", PLAYERS))
    ),
    Event.NO_TOWN_TO_LOSE: EventKind("BB-50", N_("{player} controls no town and loses none."), (_WHO,)),
    Event.SPOILS_RENOWN: EventKind("BB-51", N_("{player} has the most raiders and gains {n} renown."), (_WHO, _N)),
    Event.SPOILS_POINTS: EventKind("BB-51", N_("{player} scores {points} for renown and returns all raiders."), (_WHO, _POINTS)),
    Event.SPOILS_TIED: EventKind("BB-51", N_("A tie for the most raiders: nobody gains renown.")),
    Event.SECOND_SPOILS: EventKind("BB-51", N_("{player} now has the most raiders, scores {points} and returns one."), (_WHO, _POINTS)),
    Event.MONASTERY: EventKind("BB-60", N_("{player} puts a monastery on {town}."), (_WHO, _TOWN)),
    Event.NO_MONASTERY: EventKind("BB-60", N_("{player} controls no town without a monastery."), (_WHO,)),
    Event.CHURCH_LEADER: EventKind("BB-60", N_("{player} leads in the church, takes the town marker and gets all discs back."), (_WHO,)),
    Event.CHURCH_TIED: EventKind("BB-60", N_("The lead in the church is shared: nobody takes the town marker.")),
    Event.CHURCH_FAVOUR: EventKind(
        "BB-60", N_("{player} now leads in the church, scores {points} and takes one disc back."), (_WHO, _POINTS)
    ),
    Event.ABBEY: EventKind("BB-60", N_("{player} takes all discs back from the church area."), (_WHO,)),
    Event.NO_ABBEY: EventKind("BB-60", N_("{player} can put no monastery; the discs stay in the church area."), (_WHO,)),
    Event.TOKEN_OPENED: EventKind("BB-70", N_("The power token of {region} is turned up."), (_REGION,)),
    Event.TOKEN_TAKEN: EventKind("BB-71", N_("{player} has the most towns in {region} and takes its power token."), (_WHO, _REGION)),
    Event.TOKEN_KEPT: EventKind("BB-71", N_("{player} keeps the power token of {region}."), (_WHO, _REGION)),
    Event.TOKEN_TIED: EventKind("BB-71", N_("A tie for the most towns in {region}: its power token stays where it is."), (_REGION,)),
    Event.TOKEN_VIKINGS: EventKind("BB-71", N_("The Vikings have the most towns in {region}: nobody holds its power token."), (_REGION,)),
    Event.FINAL_COINS: EventKind("BB-80", N_("{player} scores {points} for the most coins."), (_WHO, _POINTS)),
    Event.FINAL_MARKER: EventKind("BB-80", N_("{player} scores {points} for the town marker."), (_WHO, _POINTS)),
    Event.FINAL_RENOWN: EventKind("BB-81", N_("{player} scores {points} for renown."), (_WHO, _POINTS)),
    Event.FINAL_TOKEN: EventKind("BB-81", N_("{player} scores {points} for the power token of {region}."), (_WHO, _REGION, _POINTS)),
    Event.FINAL_OPEN_TOKEN: EventKind(
        "BB-82", N_("{player} scores {points} for the most towns among the players in {region}."), (_WHO, _REGION, _POINTS)
    ),
    Event.FINAL_SPREAD: EventKind(
        "BB-83",
        NN_("{player} scores {points} for towns in {n} region.", "{player} scores {points} for towns in {n} regions.", "n"),
        (_WHO, _N, _POINTS),
    ),
    Event.WINNER: EventKind("BB-84", N_("{player} is High King with {total} points."), (_WHO, ("total", COUNT))),
    Event.SHARED_WIN: EventKind("BB-84", N_("{player} shares the win with {total} points."), (_WHO, ("total", COUNT))),
}
