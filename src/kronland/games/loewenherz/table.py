"""Löwenherz (1997): what lies on the table, for programs. `match.board` has all of it, `match.view(seat).board` what a seat may know."""

from __future__ import annotations

from dataclasses import dataclass

from kronland.core.layout import State
from kronland.games.grid.table import Land, land_of
from kronland.games.loewenherz.rules.domains import ALL_CASTLES, DECISIONS, KINDS, TREASURES
from kronland.games.loewenherz.rules.state import (
    BOARD,
    COLOUR_NAMES,
    IN_PILE,
    KIND_OF,
    POLITICS_CARDS,
    Offer,
    Phase,
    Task,
    Terrain,
)

TERRAINS = [terrain.name.lower() for terrain in Terrain]
SIZED = (Task.DUCATS, Task.BORDER, Task.KNIGHT)


@dataclass(frozen=True)
class Player:
    """A player, with what may be known of cards, money and bid; None stands for what may not."""

    seat: int
    colour: str
    points: int
    ducats: int | None
    knights_left: int
    politics: tuple[str | None, ...]  # politics cards in hand: `treasure-8`
    laid: tuple[int, ...]  # the actions chosen with the decision cards: 1, 2, 3
    bid: int | None  # ducats, once a bid is made
    bid_treasures: tuple[int, ...] | None


@dataclass(frozen=True)
class Alliance:
    """Two regions that are allied; `number` is what `end` calls it."""

    number: int
    castle: str
    other: str


@dataclass(frozen=True)
class Table(Land):
    """Everything on the table."""

    players: tuple[Player, ...]
    phase: str  # what is to be decided: `card`, `border`, `bid` ...
    round: int
    start: int  # the start player's seat
    card: tuple[str, ...]  # the actions of the card turned up: `ducats 4`, `border 2`, `knight 1`
    action: int | None  # which of them is being settled: 1, 2, 3
    left: int  # borders, or knights and expansions, that may still be set
    alliances: tuple[Alliance, ...]
    offer: tuple[str, int] | None  # the standing offer: `pay` or `demand`, and how much
    cards_left: int  # action cards to come
    deck: tuple[tuple[str, ...], ...] | None  # these, the next one first: known to nobody
    piles: tuple[int, int]  # how many politics cards lie there
    looked_at: tuple[str, ...]  # politics cards of the pile that the reader looks at


def table(s: State, seat: int | None) -> Table:
    """The table from a whole state, or from one that was censored for a seat."""
    setting_up = s.phase in (Phase.CASTLE, Phase.START_KNIGHT)
    return Table(
        **land_of(s, BOARD, COLOUR_NAMES, TERRAINS),
        players=tuple(_player(s, player, seat) for player in range(s.players)),
        phase="over" if s.ended else Phase(int(s.phase)).name.lower(),
        round=int(s.round_number),
        start=int(s.start),
        card=() if setting_up or not s.drawn else _card(s, int(s.deck[s.drawn - 1])),
        action=None if s.phase in (Phase.CASTLE, Phase.START_KNIGHT, Phase.CARD) or s.ended else int(s.step) + 1,
        left=int(s.left),
        alliances=tuple(
            Alliance(slot + 1, ALL_CASTLES.tokens[s.ally_one[slot]], ALL_CASTLES.tokens[s.ally_other[slot]])
            for slot in range(len(s.ally_one))
            if s.ally_one[slot] >= 0
        ),
        offer=(Offer(int(s.offer)).name.lower(), int(s.offer_sum)) if s.phase == Phase.NEGOTIATE and s.offer else None,
        cards_left=int(s.deck_size - s.drawn),
        deck=tuple(_card(s, int(card)) for card in s.deck[s.drawn : s.deck_size]) if seat is None else None,
        piles=(int(s.pile_size[0]), int(s.pile_size[1])),
        looked_at=_looked_at(s) if seat in (None, int(s.seat)) else (),
    )


def _card(s: State, card: int) -> tuple[str, ...]:
    """The actions of a card, as a program reads them; king and silver stand alone."""
    slots = [(Task(int(slot) >> 4), int(slot) & 15) for slot in s.card[card] if slot]
    return tuple(f"{task.name.lower()} {size}" if task in SIZED else task.name.lower() for task, size in slots)


def _player(s: State, player: int, seat: int | None) -> Player:
    knows = seat is None or seat == player
    open_money = knows or bool(s.open_money) or bool(s.ended)  # L97-6
    held = [card for card in range(POLITICS_CARDS) if s.politics_taker[card] == player and not s.politics_spent[card]]
    seen: list[str | None] = [KINDS.tokens[KIND_OF[card]] for card in held]
    bid = s.phase == Phase.BID and int(s.bid[player]) >= 0 and knows
    return Player(
        seat=player,
        colour=COLOUR_NAMES[player],
        points=int(s.score[player]),
        ducats=int(s.ducats[player]) if open_money else None,
        knights_left=int(s.knights_left[player]),
        politics=(*seen, *[None] * (int(s.hand_size[player]) - len(seen))),
        laid=next((tuple(n + 1 for n in cards) for cards in DECISIONS if s.laid[player] == sum(1 << n for n in cards)), ()),
        bid=int(s.bid[player]) if bid else None,
        bid_treasures=tuple(TREASURES.values[int(s.bid_treasures[player])]) if bid else None,
    )


def _looked_at(s: State) -> tuple[str, ...]:
    if s.looking < 0:
        return ()
    pile = [card for card in range(POLITICS_CARDS) if s.politics_pile[card] == s.looking and s.politics_taker[card] == IN_PILE]
    return tuple(KINDS.tokens[KIND_OF[card]] for card in pile)
