"""Brian Boru: what a seat may know, and what a resampled twin keeps of it."""

from __future__ import annotations

import numpy as np
import pytest

from kronland.core.layout import CHANCE, State
from kronland.core.match import Match
from kronland.games.brianboru.rules.invariants import problems
from kronland.games.brianboru.rules.state import CARD_COLOURS, CARDS, ESTRID, NOT_KEPT, UNKNOWN, Colour, Phase
from tests.games.brianboru.table import GREY, OCHRE, PURPLE, RED, at, new, play

TWINS = 60


def drafted(players: int, seed: int = 2) -> tuple[Match, list[list[set[int]]]]:
    """A match after its first draft, and what each seat saw in front of it at each pass."""
    match = new(players, seed)
    seen: list[list[set[int]]] = [[] for _ in range(players)]
    while match.state.phase != Phase.NAME:
        s = match.state
        if s.phase == Phase.DRAFT and match.actors == list(range(players)):
            for seat in range(players):
                seen[seat].append(cards(s.offer[seat]))
        play(match, list(match.legal)[-1])
    return match, seen


def cards(mask: int) -> set[int]:
    return {card for card in range(CARDS) if int(mask) >> card & 1}


def twins(match: Match, seat: int) -> list[State]:
    return [match.twin(seat, seed) for seed in range(TWINS)]


@pytest.mark.rule("BB-11")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_twins_keep_what_a_seat_saw_in_the_draft(players: int) -> None:
    match, seen = drafted(players)
    own = cards(match.state.hand[RED])
    for twin in twins(match, RED):
        assert not problems(twin)
        assert cards(twin.hand[RED]) == own
        for passes, packet in enumerate(seen[RED]):
            # a card that was passed on was kept further to the left, or came back in the end
            for card in packet - own:
                assert twin.packet[card] == (RED - passes) % players and twin.pick[card] > passes
            # and a card that was not there had been kept before, or was in another packet
            for card in set(range(CARDS)) - packet:
                assert twin.packet[card] != (RED - passes) % players or twin.pick[card] < passes or card in own


@pytest.mark.rule("BB-11")
def test_twins_vary_what_the_seat_cannot_know() -> None:
    match, seen = drafted(4)
    known = seen[RED][0] | seen[RED][1] | cards(match.state.hand[RED])
    undealt = {next(card for card in range(CARDS) if twin.packet[card] == 4) for twin in twins(match, RED)}
    assert len(undealt) > 5 and not undealt & known
    passed_on = next(iter(sorted(seen[RED][0] - cards(match.state.hand[RED]))))
    holders = {seat for twin in twins(match, RED) for seat in range(4) if passed_on in cards(twin.hand[seat])}
    assert len(holders) > 1 and RED not in holders


def test_twins_for_a_spectator_keep_played_cards() -> None:
    match, _ = drafted(4)
    play(match, *[next(iter(match.legal))])
    for _ in range(4):
        play(match, next(iter(match.legal)))
    played = {card: int(match.state.played_by[card]) for card in range(CARDS) if match.state.played_by[card] >= 0}
    assert len(played) == 4
    hands = set()
    for twin in twins(match, -1):
        assert not problems(twin)
        assert all((twin.packet[card] + twin.pick[card]) % 4 == seat for card, seat in played.items())
        hands.add(int(twin.hand[RED]))
    assert len(hands) > TWINS // 2


@pytest.mark.rule("BB-20")
def test_twins_keep_that_the_leader_can_play_to_the_town_that_was_named() -> None:
    match = at("tricks played: 3\nred: towns N1, holds 2 3 6\nochre: towns C1, holds 5 9 20\nturn: red name")
    play(match, "name n3")
    for twin in twins(match, OCHRE):
        assert any(CARD_COLOURS[card] in (Colour.RED, Colour.WHITE) for card in cards(twin.hand[RED]))


@pytest.mark.rule("BB-20")
def test_twins_keep_what_a_passed_marker_has_shown() -> None:
    match = at("tricks played: 3\nred: towns N1, holds 2 5 8, lacks yellow white\npurple: towns C1, holds 1 20 3\nturn: purple name")
    held = set()
    for twin in twins(match, OCHRE):
        assert not any(CARD_COLOURS[card] in (Colour.YELLOW, Colour.WHITE) for card in cards(twin.hand[RED]))
        held |= cards(twin.hand[RED])
    assert len(held) > 3


@pytest.mark.rule("BB-11")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_in_the_draft_a_seat_knows_that_the_cards_before_it_are_not_kept(players: int) -> None:
    """Of what it has passed on it knows the packet, and not who has kept it since."""
    match = new(players, 3)
    while match.state.phase != Phase.DRAFT or match.state.passes == 0:
        play(match, list(match.legal)[-1])
    for seat in range(players):
        s, seen = match.state, match.view(seat).state
        for card in range(CARDS):
            if card in cards(s.offer[seat]):
                assert (seen.packet[card], seen.pick[card]) == (s.packet[card], NOT_KEPT)
            elif card not in cards(s.hand[seat]):
                passed_on = s.packet[card] == seat
                assert (seen.packet[card], seen.pick[card]) == (s.packet[card] if passed_on else UNKNOWN, UNKNOWN)


@pytest.mark.rule("BB-2")
def test_decks_and_removed_cards_are_hidden_and_only_estrids_place_is_known() -> None:
    match, _ = drafted(4)
    state = match.view(RED).state
    deck = state.marriage.tolist()
    assert deck[0] == match.state.marriage[0] and deck[3] == ESTRID
    assert [deck[n] for n in (1, 2, 4, 5, 6, 7)] == [UNKNOWN] * 6
    assert state.fleet[0] == match.state.fleet[0] and sorted(state.fleet[1:]) == state.fleet[1:].tolist()
    following = {int(twin.marriage[1]) for twin in twins(match, RED)}
    assert len(following) == 6 and ESTRID not in following
    assert all(twin.marriage[3] == ESTRID for twin in twins(match, RED))
    assert len({tuple(twin.fleet) for twin in twins(match, RED)}) > 20


@pytest.mark.rule("BB-12")
def test_a_card_discarded_unseen_stays_unseen() -> None:
    match = at(
        """
        tricks played: 5
        active: C2
        winner: red
        red: towns N1, table 18, holds 1
        ochre: towns C1, holds 2
        purple: towns M1, holds 3
        grey: towns L1, holds 4
        turn: red finish, row primary, chosen
        """
    )
    play(match, "done")
    assert match.state.phase == Phase.LOSS
    views = {seat: match.view(seat).state for seat in (RED, OCHRE)}
    assert views[RED].pick[0] >= 0 and views[OCHRE].pick[0] == UNKNOWN
    discarded = {next(card for card in range(4) if (twin.packet[card] + twin.pick[card]) % 4 == GREY) for twin in twins(match, OCHRE)}
    assert len(discarded) > 1


def test_nothing_secret_is_in_the_view_of_others() -> None:
    match, _ = drafted(5)
    for seat in (RED, PURPLE, -1):
        state = match.view(seat).state
        assert not any(state[name] for name in CHANCE)
        assert all(not state.hand[other] and not state.offer[other] for other in range(5) if other != seat)
        hidden = [card for card in range(CARDS) if seat < 0 or not int(match.state.hand[seat]) >> card & 1]
        assert all(state.pick[card] == UNKNOWN for card in hidden)
        assert np.array_equal(state.hand_size, match.state.hand_size)


def test_after_the_end_nothing_needs_hiding() -> None:
    match = new(3, 5)
    while not match.over:
        play(match, next(iter(match.legal)))
    assert np.array_equal(match.view(RED).state.packet, match.state.packet)
    assert match.why("done", RED) is not None and match.why("done", RED).reason == "game_over"
