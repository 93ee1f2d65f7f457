"""Rheinländer: `resample` is even (see `secrets`): against every possible deal of a small deck, and against games played at random."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest

from kronland.core.game import resampled
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.layout import CHANCE, differences, same
from kronland.core.log import NO_LOG
from kronland.games.rheinlaender.rules import cards, eras, secrets
from kronland.games.rheinlaender.rules.state import HAND, NONE, RIVER, SHUFFLE_CARD, Phase
from tests.games.even import NEVER, SAMPLES, chi_square, evenness
from tests.games.rheinlaender.table import at

pytestmark = pytest.mark.slow

Hands = tuple[frozenset[int], ...]


class Deck:
    """A table with few cards, of which all that happens is drawing and playing, by the kernels of the rules.

    Beside it goes every possibility of what seat 0 cannot know, with its probability: other hands, card by card, found by following all of
    them through everything that seat 0 sees. This knows nothing of eras and odds.
    """

    def __init__(self, players: int, size: int, seed: int, follow: bool = True) -> None:
        self.chance = random.Random(seed)
        self.s = at(f"players {players}\nturn red").state
        self.s.sections, self.s.discards = size, np.uint64(0)
        deck = self.chance.sample(range(1, size + 1), size)
        for seat in range(players):
            self.s.hand[seat, :HAND] = [deck.pop() for _ in range(HAND)]
        self.s.pile[:] = NONE
        self.stack([*deck, SHUFFLE_CARD])
        self.others = range(1, players)
        hidden = frozenset(range(1, size + 1)) - self.hand(0)
        self.possible: dict[Hands, float] = dict.fromkeys(splits(hidden, [HAND] * (players - 1)) if follow else (), 1.0)

    def hand(self, seat: int) -> frozenset[int]:
        return frozenset(self.s.hand[seat, : self.s.hand_size[seat]].tolist())

    def stack(self, pile: list[int]) -> None:
        self.chance.shuffle(pile)
        self.s.pile[: len(pile)], self.s.pile_size = pile, len(pile)

    def turn(self, seat: int, card: int) -> None:
        """A card is played and one drawn, as in the rules; the possibilities follow."""
        with np.errstate(over="ignore"):
            in_mode(cards.lay_off, "python")(self.s, seat, card)
            self.follow_play(seat, card)
            while self.s.pile[self.s.pile_size - 1] == SHUFFLE_CARD:
                self.shuffle_anew()
            in_mode(cards.draw_card, "python")(self.s, seat, NO_LOG)
        self.follow_draw(seat, int(self.s.hand[seat, HAND - 1]))

    def shuffle_anew(self) -> None:
        """RH-18, as in the rules, but by a chance of its own: that of a state is the same in every test."""
        for seat in range(self.s.players):
            in_mode(eras.begin_era, "python")(self.s, seat, self.s.discards)
        pile = [*self.s.pile[: self.s.pile_size].tolist(), *self.discards()]
        self.s.discards = np.uint64(0)
        self.stack(pile)

    def discards(self) -> list[int]:
        return [card for card in range(64) if int(self.s.discards) >> card & 1]

    def follow_play(self, seat: int, card: int) -> None:
        if seat:
            self.possible = {
                tuple(hand - {card} if n == seat else hand for n, hand in enumerate(hands, 1)): weight
                for hands, weight in self.possible.items()
                if card in hands[seat - 1]
            }

    def follow_draw(self, seat: int, card: int) -> None:
        """`card` is what seat 0 sees; of other draws all that could be drawn is possible, out of a pile as large in every possibility."""
        everything = frozenset(range(1, int(self.s.sections) + 1)) - set(self.discards())
        after: dict[Hands, float] = defaultdict(float)
        for hands, weight in self.possible.items():
            own = self.hand(0) - {card} if seat == 0 else self.hand(0)
            pile = everything.difference(own, *hands)
            if seat == 0 and card in pile:
                after[hands] += weight
            for drawn in pile if seat else ():
                after[tuple(hand | {drawn} if n == seat else hand for n, hand in enumerate(hands, 1))] += weight
        self.possible = dict(after)

    def rule_out(self, seat: int, useless: Iterable[int]) -> None:
        """RH-15: everybody sees that a hand has none of some cards."""
        gone = frozenset(useless)
        with np.errstate(over="ignore"):
            in_mode(eras.begin_era, "python")(self.s, seat, np.uint64(sum(1 << card for card in gone)))
        if seat:
            self.possible = {hands: weight for hands, weight in self.possible.items() if not hands[seat - 1] & gone}

    def play_at_random(self, turns: int) -> None:
        for number in range(turns):
            seat = number % int(self.s.players)
            self.turn(seat, self.chance.choice(sorted(self.hand(seat))))

    def turn_at_random(self, seat: int, new: frozenset[int]) -> tuple[bool, bool]:
        """Whether a new card was played, and whether one was drawn; nothing is shuffled anew."""
        while self.s.pile[self.s.pile_size - 1] == SHUFFLE_CARD:
            self.stack(self.s.pile[: self.s.pile_size].tolist())
        card = self.chance.choice(sorted(self.hand(seat)))
        self.turn(seat, card)
        return card in new, int(self.s.hand[seat, HAND - 1]) in new

    def expected(self) -> dict[str, dict[object, float]]:
        """What to look at: where each card is, which card each hidden hand has together with which, and all hands."""
        wanted: dict[str, dict[object, float]] = {"hands": dict(self.possible)}
        for hands, weight in self.possible.items():
            for card in range(1, int(self.s.sections) + 1):
                cells = wanted.setdefault(f"card {card}", defaultdict(float))
                cells[next((n for n, hand in enumerate(hands, 1) if card in hand), 0)] += weight
        return wanted

    def look(self, s) -> dict[str, object]:
        hands = tuple(frozenset(s.hand[seat, : s.hand_size[seat]].tolist()) for seat in self.others)
        where = {card: n for n, hand in enumerate(hands, 1) for card in hand}
        seen: dict[str, object] = {"hands": hands}
        for card in range(1, int(s.sections) + 1):
            seen[f"card {card}"] = where.get(card, 0)
        return seen


def splits(cards: frozenset[int], sizes: list[int]) -> Iterable[Hands]:
    if not sizes:
        yield ()
        return
    for hand in combinations(sorted(cards), sizes[0]):
        for rest in splits(cards - set(hand), sizes[1:]):
            yield (frozenset(hand), *rest)


@pytest.mark.rule("RH-18")
@pytest.mark.parametrize(("turns", "seed"), [(0, 1), (5, 2), (9, 3)])
def test_every_deal_of_a_small_deck_is_as_likely_as_it_has_accounts(turns: int, seed: int) -> None:
    deck = Deck(3, 16, seed)
    deck.play_at_random(turns)
    assert turns < 4 or deck.s.eras[1:3].min() > 1  # the cards were shuffled anew
    assert evenness(deck.s, 0, deck.look, deck.expected()) > NEVER


@pytest.mark.rule("RH-15")
def test_what_a_hand_was_seen_to_lack_weighs_on_it_and_no_other() -> None:
    deck = Deck(3, 16, 8)
    deck.play_at_random(5)
    for seat in (1, 2):
        lacking = sorted(frozenset(range(1, 17)) - deck.hand(seat))
        deck.rule_out(seat, lacking[seat::2])
        deck.play_at_random(2)
    assert evenness(deck.s, 0, deck.look, deck.expected(), SAMPLES // 5) > NEVER  # most deals are thrown away here, which takes long


@pytest.mark.rule("RH-15")
def test_whoever_has_picked_a_card_holds_one_that_allows_something_and_has_picked_such() -> None:
    deck = Deck(3, 16, 9)
    deck.play_at_random(7)
    s = deck.s
    s.seat, s.phase, s.archbishop = 1, Phase.FIELD, NONE
    s.near[:] = 0
    useful = {max(deck.hand(1)), max(deck.hand(2))}
    assert any(not hands[0] & useful for hands in deck.possible)  # hands from which nothing can have been picked
    for section in range(1, 17):  # one river field is free, or none
        s.on[s.section_land[section]] = 2
        s.on[RIVER + section - 1] = NONE if section in useful else 2
    s.picked = max(deck.hand(1))
    expected: dict[object, float] = defaultdict(float)
    for hands, weight in deck.possible.items():
        for card in hands[0] & useful:
            expected[hands, card] += weight / len(hands[0] & useful)

    def look(twin):
        return {"hands and pick": (deck.look(twin)["hands"], int(twin.picked))}

    assert evenness(s, 0, look, {"hands and pick": expected}) > NEVER


def test_the_same_knowledge_and_the_same_chance_give_the_same_deal() -> None:
    """Whatever the truth is: nothing is taken from how the cards lie."""
    deck = Deck(3, 16, 6)
    deck.play_at_random(12)
    anew = in_mode(resampled, "python")
    with np.errstate(over="ignore"):
        for seed in range(20):
            one, twin = deck.s.copy(), deck.s.copy()
            anew(twin, 0, np.uint64(1000 + seed))
            for s in (one, twin):
                anew(s, 0, np.uint64(seed))
            assert same(one, twin)


def test_odds_are_the_same_whenever_they_are_asked_for() -> None:
    """They may lie far behind, further than there is room for notes, or be brought up to date at every turn."""
    late, prompt = Deck(3, 16, 12, follow=False), Deck(3, 16, 12, follow=False)
    for number in range(60):
        for deck in (late, prompt):
            deck.turn(number % 3, deck.chance.choice(sorted(deck.hand(number % 3))))
        prompt.s = eras.caught_up(prompt.s)
    assert late.s.eras.max() > 1 and late.s.past_size.max() > prompt.s.past_size.max() == 0
    assert late.s.odds.any()  # there was no more room at least once
    assert set(differences(eras.caught_up(late.s), prompt.s)) <= set(CHANCE)


def test_hands_are_as_in_games_played_at_random() -> None:
    """A whole deck, too large to follow every deal: games in which everybody plays any card, kept where seat 0 would have seen the same.

    After nine turns each, 27 cards that were played are shuffled back: the new ones. All that matters then is where new cards are played,
    and where seat 0 draws them. A hand plays any of its five cards as likely as another, so these games weigh no account more than another.
    """
    deck = Deck(3, 54, 3, follow=False)
    for turn in range(27):
        deck.turn_at_random(turn % 3, frozenset())
    new = frozenset(deck.discards())
    assert len(new) == 27
    deck.shuffle_anew()
    seen = [deck.turn_at_random(turn % 3, new) for turn in range(6)]
    chance = random.Random(7)

    def again() -> tuple[int, int] | None:
        cards = chance.sample(range(27), 27)  # the old ones
        hands = [[cards.pop() for _ in range(HAND)] for _ in range(3)]
        cards += range(100, 127)
        chance.shuffle(cards)
        for turn, (played, drawn) in enumerate(seen):
            seat, place = turn % 3, chance.randrange(HAND)
            card, hands[seat][place] = hands[seat][place], cards.pop()
            if (card >= 100) != played or (seat == 0 and (hands[0][place] >= 100) != drawn):
                return None
        return sum(card >= 100 for card in hands[1]), sum(card >= 100 for card in hands[2])

    found = Counter(counts for _ in range(20_000) if (counts := again()) is not None)
    assert found.total() > 10
    drawn: Counter[object] = Counter()
    for seed in range(SAMPLES):
        twin = deck.s.copy()
        with np.errstate(over="ignore"):
            in_mode(resampled, DEFAULT_MODE)(twin, 0, np.uint64(seed))
        drawn[tuple(len(new & set(twin.hand[seat].tolist())) for seat in (1, 2))] += 1
    together = found + drawn  # of one distribution, if both are of the same
    assert chi_square(found, together) > NEVER
    assert chi_square(drawn, together) > NEVER


def bits(some: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << card for card in some))


@pytest.mark.rule("RH-18")
def test_a_card_that_leaves_fewer_to_others_is_drawn_as_seldom() -> None:
    """Draws of two hands, cards {1, 2} and {2, 3}: the three deals are alike, though only one begins with card 2."""
    deck = Deck(3, 16, 8)
    could_be, many = np.zeros(secrets.KINDS, np.uint64), np.zeros(secrets.KINDS, np.int64)
    order = np.array([secrets.ERAS, 2 * secrets.ERAS])
    for kind, possible in zip(order, ((1, 2), (2, 3)), strict=True):
        could_be[kind], many[kind] = bits(possible), 2
    hidden, found = bits((1, 2, 3)), Counter[tuple[int, int]]()
    chosen = np.zeros((secrets.SEATS, HAND), np.int64)
    with np.errstate(over="ignore"):
        while found.total() < 1000:
            if in_mode(secrets._fill, "python")(deck.s, order, 2, hidden, could_be, many, False, True, chosen):
                found[int(chosen[1, 0]), int(chosen[2, 0])] += 1
    assert chi_square(found, {(1, 2): 1 / 3, (1, 3): 1 / 3, (2, 3): 1 / 3}) > NEVER


@pytest.mark.rule("RH-18")
def test_an_era_of_which_no_card_is_left_is_forgotten() -> None:
    """Else eras would run out, and what is known of a hand with them."""
    s = Deck(3, 16, 8).s
    low, high = bits(range(1, 9)), bits(range(9, 17))
    begin = in_mode(eras.begin_era, "python")
    begin(s, 1, low)
    assert s.eras[1] == 2
    begin(s, 1, high)  # all cards have been seen elsewhere: none is left of the first era
    assert s.eras[1] == 2 and s.came[1, 1] == high


@pytest.mark.rule("RH-18")
def test_every_kind_of_draw_gets_its_guess() -> None:
    """Evenness does not depend on the guess, only how often a deal is thrown away: no kind may be forgotten."""
    kinds = np.array([secrets.ERAS, 2 * secrets.ERAS])
    many, mean, guess = (np.zeros(secrets.KINDS, kind) for kind in (np.int64, np.float64, np.float64))
    many[kinds], mean[kinds] = (2, 4), 1.0
    in_mode(secrets._guess_for, "python")(2, kinds, many, mean, NONE, guess)
    assert 0 < guess[kinds[0]] < guess[kinds[1]]


@pytest.mark.rule("RH-18")
def test_of_the_deals_that_are_tried_one_is_soon_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """With five players twenty hidden cards are in hands when the others are shuffled anew, and then there are hardly more cards that these
    can be than there are draws: each of 8,000 deals was thrown away there, which took long and was not even."""
    deal = in_mode(secrets._deal_mixed, "python")
    monkeypatch.setitem(deal.__globals__, "EVEN", 100)
    monkeypatch.setitem(deal.__globals__, "POSSIBLE", 100)
    deck = Deck(5, 54, 4, follow=False)
    crowded = 0
    for number in range(120):
        deck.turn(number % 5, deck.chance.choice(sorted(deck.hand(number % 5))))
        s = eras.caught_up(deck.s)
        hidden = bits(frozenset(range(1, 55)) - set(deck.discards()) - deck.hand(0))
        crowded += int(s.eras[1:].min()) > 1 and s.pile_size > 25
        with np.errstate(over="ignore"):
            assert deal(s, 0, hidden, np.uint64(0), np.zeros((secrets.SEATS, HAND), np.int64)), f"after {number} turns"
    assert crowded
