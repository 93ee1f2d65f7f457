"""What bots make of the 2003 game, for docs/koenig-balance.md: ends, plays and sales, ducats left, seats, and what becomes of each card.

python docs/examples/balance.py squire@trained --games 200
python docs/examples/balance.py squire@net --games 200 --components mine.toml
"""

import argparse
import json
from collections import Counter
from contextlib import suppress

import kronland


class Figures(kronland.Visitor):
    def __init__(self):
        self.games, self.ends, self.done = 0, Counter(), Counter()
        self.cards = {"played": Counter(), "sold": Counter(), "taken": Counter()}
        self.wins, self.ducats, self.points, self.best, self.decisions = Counter(), [], [], [], 0

    def decided(self, match, seat, action, events):
        verb, *parts = action.split()
        self.done[verb] += 1
        self.decisions += 1
        if verb in ("play", "sell", "take"):
            self.cards[{"play": "played", "sell": "sold", "take": "taken"}[verb]][" ".join(parts)] += 1

    def over(self, match):
        self.games += 1
        self.ends[match.game.ends(int(match.state.ended)).name.lower()] += 1
        results = match.results()
        for seat, result in enumerate(results):
            self.wins[seat] += result["share"]
            self.points.append(result["points"])
            self.ducats.append(match.board.players[seat].ducats)
        self.best.append(max(result["points"] for result in results))

    def told(self):
        def mean(numbers):
            return round(sum(numbers) / max(1, len(numbers)), 1)

        seats = max(1, len(self.ducats))
        return {
            "games": self.games,
            "ends": dict(self.ends),
            "decisions": round(self.decisions / max(1, self.games)),
            "best_points": mean(self.best),
            "points": mean(self.points),
            "ducats_left": mean(self.ducats),
            "a_seat": {verb: round(count / seats, 1) for verb, count in sorted(self.done.items())},
            "wins_by_seat": {seat: round(share / max(1, self.games), 3) for seat, share in sorted(self.wins.items())},
            "cards_a_game": {
                what: {card: round(count / max(1, self.games), 2) for card, count in sorted(cards.items())}
                for what, cards in self.cards.items()
            },
        }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=5000)
    parser.add_argument("--mode")
    parser.add_argument("--components")
    given = parser.parse_args()
    figures = Figures()
    with suppress(KeyboardInterrupt):  # whoever ends it is told of the games that are over
        kronland.gather(
            "koenig",
            figures,
            games=given.games,
            players=given.players,
            bots=given.bot,
            seed=given.seed,
            mode=given.mode,
            components=given.components,
        )
    print(json.dumps(figures.told(), indent=1))
