"""Brian Boru: the action cards of a text position: hands, packets, discards, and the ways that they have gone (see `draft`)."""

from __future__ import annotations

from kronland.core.layout import State
from kronland.games.brianboru.positions.lines import Lines, error, whole
from kronland.games.brianboru.rules.invariants import DEAL
from kronland.games.brianboru.rules.state import CARDS, COLOUR_NAMES, Phase, Stage

TRICKS = {3: 7, 4: 5, 5: 5}


class RoundCards:
    def __init__(self, s: State, lines: Lines) -> None:
        self.s, self.lines = s, lines

    def deal(self) -> None:
        """Put every card of the round where the text says, or fills it in."""
        s, lines = self.s, self.lines
        players, size = int(s.players), DEAL[int(s.players)]
        last_pass = (size - 1) // 2
        drafting = s.phase == Phase.DRAFT
        s.passes = lines.number("passes", 0, last_pass - 1 if drafting else last_pass, 0 if drafting else last_pass)
        most = 4 if s.four_tricks else TRICKS[players]
        usual = 0 if drafting or s.stage == Stage.TRICK else 1 if s.stage <= Stage.ROW else most
        s.trick = lines.number("tricks played", 0, most, usual)
        kept: list[list[int]] = []
        seen: list[list[int]] = []
        for seat in range(players):
            held, played, sees = (lines.cards(seat, name) for name in ("holds", "played", "sees"))
            if s.card_of[seat] >= 0 and int(s.card_of[seat]) not in played:
                played.append(int(s.card_of[seat]))
            for card in played:
                s.played_by[card] = seat
            kept.append([*held, *(card for card in played if card not in held)])
            seen.append(sees)
        if any(f"dealt {colour}" in lines.entries for colour in COLOUR_NAMES):
            self._dealt(kept, seen)
        else:
            self._fill(kept, seen)

    def _dealt(self, kept: list[list[int]], seen: list[list[int]]) -> None:
        """The ways of the cards as they are stated; what hands and packets are stated must agree."""
        s, lines = self.s, self.lines
        s.packet[:] = s.players
        for seat in range(s.players):
            number, said = lines.entry(f"dealt {COLOUR_NAMES[seat]}")
            for token in said.split():
                value, at, passes = token.partition("@")
                card = whole(number, value, "a card", 1, CARDS) - 1
                if s.packet[card] != s.players:
                    raise error(number, f"the card {value} is dealt twice")
                s.packet[card] = seat
                s.pick[card] = whole(number, passes, "the passes before a card was kept", 0, int(s.passes)) if at else -1
        for card in range(CARDS):
            if s.packet[card] < s.players:
                travelled = int(s.pick[card]) if s.pick[card] >= 0 else int(s.passes)
                self._put(card, (int(s.packet[card]) + travelled) % int(s.players), s.pick[card] >= 0)
        for seat in range(s.players):
            for name, said_cards, found in (("holds", kept, s.hand), ("sees", seen, s.offer)):
                for card in said_cards[seat]:
                    if s.played_by[card] != seat and not int(found[seat]) >> card & 1:
                        number = lines.lists.get((seat, name), (lines.last, []))[0]
                        raise error(number, f"{COLOUR_NAMES[seat]} {name} {card + 1}, but it was dealt another way")

    def _put(self, card: int, seat: int, kept: bool) -> None:
        """A card into the hand or the packet where its way leads; after the tricks no hand is left."""
        s = self.s
        if not kept:
            s.offer[seat] |= 1 << card
        elif s.played_by[card] < 0 and s.stage <= Stage.ROW and not s.ended:
            s.hand[seat] |= 1 << card
            s.hand_size[seat] += 1

    def _fill(self, kept: list[list[int]], seen: list[list[int]]) -> None:
        """Complete hands, discards and packets from the lowest cards that are nowhere stated; then the ways follow."""
        s, lines = self.s, self.lines
        players, size = int(s.players), DEAL[int(s.players)]
        stated = [card for cards in (*kept, *seen) for card in cards]
        for card in stated:
            if stated.count(card) > 1:
                raise error(lines.last, f"the card {card + 1} is in two places")
        spare = [card for card in range(CARDS) if card not in stated]
        drafting = s.phase == Phase.DRAFT
        s.packet[:] = players
        wanted = []  # of each seat: cards kept, cards in the packet, cards played that are not stated
        for seat in range(players):
            chosen = not int(s.actors) >> seat & 1
            hand = 2 * int(s.passes) + 2 * chosen if drafting else size
            packet = size - 2 * int(s.passes) - 2 * chosen if drafting else 0
            gone = int(s.trick) + (s.stage == Stage.TRICK and s.card_of[seat] >= 0)
            played = sum(s.played_by[card] == seat for card in kept[seat])
            if len(kept[seat]) > hand or len(seen[seat]) > packet or played > gone or len(kept[seat]) - played > hand - gone:
                raise error(lines.entry(COLOUR_NAMES[seat])[0], f"{COLOUR_NAMES[seat]} has too many cards (BB-11)")
            wanted.append((hand, packet, gone - played))
        for seat, (hand, packet, unseen) in enumerate(wanted):
            for _ in range(unseen):
                s.played_by[spare[0]] = seat
                kept[seat].append(spare.pop(0))
            while len(kept[seat]) < hand:
                kept[seat].append(spare.pop(0))
            while len(seen[seat]) < packet:
                seen[seat].append(spare.pop(0))
            for place, card in enumerate(kept[seat]):
                s.pick[card] = min(place // 2, (size - 1) // 2)
                s.packet[card] = (seat - s.pick[card]) % players
                self._put(card, seat, True)
            for card in seen[seat]:
                s.packet[card] = (seat - int(s.passes)) % players
                self._put(card, seat, False)
