"""Positions to try bots in."""

from __future__ import annotations

from collections.abc import Iterator

from kronland.bots import choose
from kronland.bots.engine.evaluation import features
from kronland.core.kernel import entry
from kronland.core.match import Match
from kronland.games import find_game


@entry
def describe(s, seat, out):
    """The features of a seat, called from Python; how far the game has come."""
    return features(s, seat, out)


def positions(game_id: str, games: int, every: int) -> Iterator[tuple[Match, int]]:
    """Positions of games of pages, with a seat that decides there."""
    game = find_game(game_id)
    for number in range(games):
        match = Match(game, game.seats[number % len(game.seats)], seed=number)
        while not match.over:
            if match.length % every == 0:
                for seat in match.actors:
                    yield match, seat
            match.play(choose(match.known(match.actors[0]), "page", 7919 * number + match.length), match.actors[0])
