"""Brian Boru: `resample` is even (see `secrets`): against a count of every possible way of the cards through the draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from kronland.core.game import SPECTATOR, resampled
from kronland.core.kernel import interpreted
from kronland.games.brianboru.game import GAME
from kronland.games.brianboru.rules.state import CARD_COLOURS, CARDS, Colour, Phase, Stage
from kronland.lab.conformance import play_lively
from tests.games.brianboru.table import GREY, PURPLE, at
from tests.games.even import NEVER, evenness

pytestmark = pytest.mark.slow

Way = tuple[int, int]  # packet, and at which pass it was kept


class Accounts:
    """How many ways the cards can have gone, by what a seat has seen in the packets, and what all have seen since."""

    def __init__(self, s: Any, seat: int) -> None:
        self.s, self.seat, self.players = s, seat, int(s.players)
        self.way: list[Way] = [(int(s.packet[card]), int(s.pick[card])) for card in range(CARDS)]
        self.hidden = [card for card in range(CARDS) if self.owner(self.way[card]) != seat]
        self.ways = Counter(self.way[card] for card in self.hidden)
        self.leads = s.phase == Phase.NAME or (s.phase == Phase.CARD and s.seat == s.leader)

    def owner(self, way: Way) -> int:
        return (way[0] + way[1]) % self.players if way[1] >= 0 else -1

    def seen(self, way: Way) -> tuple[bool, ...]:
        packet, pick = way
        here = [packet < self.players and (packet + passes) % self.players == self.seat for passes in range(self.s.passes + 1)]
        return tuple(lies and (pick < 0 or pick >= passes) for passes, lies in enumerate(here))

    def fits(self, card: int, way: Way) -> bool:
        owner, player = self.owner(way), int(self.s.played_by[card])
        if self.seen(way) != self.seen(self.way[card]):
            return False
        return owner == player if player >= 0 else owner < 0 or not self.s.lacks[owner] >> CARD_COLOURS[card] & 1

    def owners(self, asked: int) -> dict[int, int]:
        """Of a card: how many accounts give it to each seat."""
        alike = [card for card in self.hidden if self.seen(self.way[card]) == self.seen(self.way[asked])]
        cards = [asked, *(card for card in alike if card != asked)]
        ways = sorted({self.way[card] for card in alike})
        fits = {card: [n for n, way in enumerate(ways) if self.fits(card, way)] for card in cards}

        @cache
        def rest(at: int, room: tuple[int, ...]) -> int:
            if at == len(cards):
                return 1
            return sum(room[n] * rest(at + 1, (*room[:n], room[n] - 1, *room[n + 1 :])) for n in fits[cards[at]] if room[n])

        found: Counter[int] = Counter()
        room = tuple(self.ways[way] for way in ways)
        for n in fits[asked]:
            found[self.owner(ways[n])] += room[n] * rest(1, (*room[:n], room[n] - 1, *room[n + 1 :]))
        return found


@pytest.mark.rule("BB-11", "BB-20")
@pytest.mark.parametrize("players", [3, 5])
def test_every_account_of_the_draft_and_the_tricks_is_as_likely_as_any_other(players: int) -> None:
    tried = Counter[str]()
    for match in play_lively(GAME, players, {}, seed=4):
        s, seat = match.state, 1
        draft, trick = s.stage == Stage.DRAFT and s.passes > 0, s.phase == Phase.CARD and s.trick > 1 and s.seat != s.leader
        if not (draft or trick) or tried["draft" if draft else "trick"]:
            continue
        tried["draft" if draft else "trick"] += 1
        if trick:  # as if two hands had not been able to lead
            for other in (0, 2):
                held = {CARD_COLOURS[card] for card in range(CARDS) if s.hand[other] >> card & 1}
                s.lacks[other] = sum(1 << colour for colour in range(4) if colour not in held)
        accounts = Accounts(s, seat)
        asked = [card for card in accounts.hidden if s.played_by[card] < 0][::3]
        expected = {str(card): accounts.owners(card) for card in asked}

        def look(twin: Any, accounts: Accounts = accounts, asked: list[int] = asked) -> dict[str, int]:
            packet, pick = twin.packet.tolist(), twin.pick.tolist()
            return {str(card): accounts.owner((packet[card], pick[card])) for card in asked}

        assert not accounts.leads
        assert evenness(s, seat, look, expected) > NEVER
        if tried["trick"]:
            break
    assert tried == {"draft": 1, "trick": 1}


LATE = """
    tricks played: 4
    active: N2
    winner: red
    red: played 1 2 5, table 25, holds {}
    ochre: holds {}
    purple: holds {}
    grey: holds {}
    turn: red finish, row primary, chosen
    """


@pytest.mark.rule("BB-11", "BB-20")
def test_what_is_left_to_one_hand_that_lacks_colours_counts_for_another() -> None:
    """The fewer blue cards Purple has, who lacks yellow and white, the more hands are left to Grey, who lacks yellow and red."""
    s = at(LATE.format("4 10", "7 14", "3 8, lacks yellow white", "6 13, lacks yellow red")).state
    left = [card for card in range(CARDS) if s.played_by[card] < 0]

    def hands(seat: int, cards: list[int]) -> list[tuple[int, ...]]:
        return list(combinations([card for card in cards if not s.lacks[seat] >> CARD_COLOURS[card] & 1], 2))

    def blue(cards: Iterable[int]) -> int:
        return sum(CARD_COLOURS[card] == Colour.BLUE for card in cards)

    expected = Counter[int]()
    for purple in hands(PURPLE, left):
        expected[blue(purple)] += len(hands(GREY, [card for card in left if card not in purple]))

    def look(twin: Any) -> dict[str, int]:
        return {"blue": blue(card for card in left if int(twin.hand[PURPLE]) >> card & 1)}

    assert evenness(s, SPECTATOR, look, {"blue": expected}, samples=240) > NEVER


@pytest.mark.rule("BB-20")
@pytest.mark.parametrize("lacking", [0, 1, 2, 4])
def test_where_all_hands_lack_the_same_no_deal_is_thrown_away(lacking: int) -> None:
    """Whatever the first of them take, as much is left to the others: so every twin costs as many numbers as any other."""
    hands = ("3 6", "9 14", "4 10", "7 12")
    s = at(LATE.format(*(f"{hand}, lacks red white" if seat < lacking else hand for seat, hand in enumerate(hands)))).state
    draws = set()
    for seed in range(30):
        twin = s.copy()
        with np.errstate(over="ignore"):
            interpreted(resampled)(twin, SPECTATOR, np.uint64(seed))
        draws.add(int(twin.draws))
    assert len(draws) == 1
