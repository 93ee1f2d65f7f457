"""Golden records: a few whole games kept in the repository, which together show everything that can happen.

`python -m kronland.lab.golden GAME FOLDER` plays lively random games and keeps the fewest that it finds which together contain every way of
ending, every verb, every event and every kind of card. The test suite replays them: a rule that changes their outcome must raise
the rules version. Records of the new version are then made in a folder of its own (`tests/golden/GAME/rules-2`); those of a version that
can still be played (`Game.earlier`) stay, and must lead where they led.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kronland.core.game import Game
from kronland.core.log import HIDDEN
from kronland.core.match import Match
from kronland.core.record import write
from kronland.games import find_game
from kronland.lab.conformance import play_lively, set_ups

TRIED = 240
CARDS = {"kind", "card", "task", "marriage", "building", "row"}  # domains whose members are kinds of cards or tokens

Feature = tuple[str | int, ...]


def features(match: Match) -> set[Feature]:
    """What a finished game shows."""
    found: set[Feature] = {("end", match.game.end_name(match.state))}
    found |= {("verb", notation.split()[0]) for _, notation in match.history}
    for number in range(len(match.history) + 1):
        for seat in range(match.players):
            for event in match.events(seat, number):
                kind = match.game.events[event[0]]
                found.add(("event", event[0]))
                for (_, domain), value in zip(kind.places, event[1:], strict=True):
                    if domain.name in CARDS and value != HIDDEN:
                        found.add(("card", domain.name, value))
    return found


def choose(game: Game, tried: int = TRIED, seed: int = 0) -> list[Match]:
    """The games to keep: always the one that adds most to those kept already."""
    ups = set_ups(game)
    played = []
    for number in range(tried):
        players, options = ups[number % len(ups)]
        *_, match = play_lively(game, players, options, seed + number)
        played.append((match, features(match)))
    kept: list[Match] = []
    missing = set().union(*(shown for _, shown in played))
    while missing:
        match, shown = max(played, key=lambda pair: len(pair[1] & missing))
        kept.append(match)
        missing -= shown
    return kept


def main() -> None:
    game, folder = find_game(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    for match in choose(game):
        file = folder / f"{match.players}-players-seed-{match.seed}.json"
        file.write_text(write(match), "utf-8")
        print(file, len(match.history))


if __name__ == "__main__":
    main()
