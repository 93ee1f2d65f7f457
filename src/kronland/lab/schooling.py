"""Learning a network from self-play, by temporal differences: what a position is worth is what the next one is, and in the end the result.

Players are greedy: each action that comes to mind is carried out on what the deciding seat knows (`bots.engine.ground`), and the one after
which it expects most is taken; now and then one is taken by hunch. The first network says nothing, so these are squires with the trained
linear weights, without their second look; from there it goes on by itself. PyTorch does it, on the processor or on a GPU.

- Games go on where they are from round to round, and begin at random moments: else all of them would be in the same phase, and what is
  learned of one phase would be forgotten in the next.
- At some tables the others are an earlier self, at some they play by the linear weights alone. So it does not run in circles, and what it
  wins at the latter is the curve.
- Each table is seen through the eyes of one seat, which changes from table to table; what is learned is what that seat sees.
- Who plays, and what is saved, is the mean of the weights over the last steps, which plays better than any of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np

from kronland.bots.engine.evaluation import linear_name, read_weights
from kronland.bots.engine.network import FIRST, SECOND, in_steps
from kronland.core.errors import UsageError
from kronland.core.game import Game
from kronland.core.shares import wilson
from kronland.lab.schooling_tables import MOST_THOUGHT_OF, USUAL_PLAYERS, School, Tables, find_torch

FOES, SELVES = 0.1, 0.2  # parts of the tables: where others play by linear weights, and where they are an earlier self
SELVES_KEPT = 6


class Learner:
    """A network that is taught."""

    def __init__(self, game: Game, school: School, device: str = "cpu") -> None:
        self.torch = torch = find_torch()
        self.game, self.school, self.device = game, school, device
        torch.manual_seed(school.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.tables = Tables(game, school, device)
        tables = self.tables
        self.linear = torch.from_numpy(read_weights(game.id, linear_name(game.id)).astype(np.float32)).to(device)
        self.scale = self._scale()
        shapes = {
            "first": (tables.size, FIRST, 0.05),
            "dense": (tables.seats * tables.features + 1, FIRST, 0.1),
            "second": (FIRST, SECOND, (2 / FIRST) ** 0.5),
            "last": (SECOND, tables.seats, 0.0),
        }
        start = torch.Generator().manual_seed(school.seed)
        self.net = {name: (torch.randn(*size, generator=start) * spread).to(device) for name, (*size, spread) in shapes.items()}
        self.net |= {
            name: tables.new((size,), "float32") for name, size in (("bias", FIRST), ("second_bias", SECOND), ("last_bias", tables.seats))
        }
        for part in self.net.values():
            part.requires_grad_(True)
        self.optimizer = torch.optim.AdamW(self.net.values(), lr=school.rate, weight_decay=school.fade / school.rate)
        self.mean = {name: part.detach().clone() for name, part in self.net.items()}
        self.learned = 0
        self.selves: list[dict[str, Any]] = []
        self.rows: list[dict[str, Any]] = []
        numbers = torch.arange(school.games, device=device)
        self.foes = numbers < int(FOES * school.games)
        self.others = numbers < int((FOES + SELVES) * school.games)  # of these the first are the foes
        self.viewers = (torch.div(numbers * 7919, 3, rounding_mode="floor") % tables.players.long()).to(torch.int32)
        self.chance = torch.Generator(device=device)
        self.round = 0

    def _scale(self) -> Any:
        """What each number that is seen is multiplied with: counters vary by more than one."""
        torch, tables = self.torch, self.tables
        seen, _ = tables.view((tables.players * 0).to(torch.int32))
        part = seen[: min(len(seen), 4096)].float()
        return 1 / torch.clamp(2 * part.std(0), min=1.0)

    # Judging --------------------------------------------------------------------------------------------------------------------------

    def worth(self, dense: Any) -> Any:
        """The linear worth of each seat, counted from the viewer."""
        tables, far = self.tables, dense[:, -1:]
        features = dense[:, :-1].view(len(dense), tables.seats, tables.features)
        weights = self.linear[0] * (1 - far) + self.linear[1] * far
        return self.torch.einsum("nsf,nf->ns", features, weights)

    def said(self, net: dict[str, Any], seen: Any, dense: Any) -> Any:
        """What a network says of each seat."""
        torch = self.torch
        first = net["first"] * self.scale[:, None]
        if torch.is_grad_enabled() or self.device == "cpu":
            one = seen.float() @ first
        else:
            one = (seen.half() @ first.half()).float()
        one = torch.relu(one + dense @ net["dense"] + net["bias"])
        return torch.relu(one @ net["second"] + net["second_bias"]) @ net["last"] + net["last_bias"]

    def logits(self, net: dict[str, Any] | None, seen: Any, dense: Any, players: Any) -> Any:
        worth = self.worth(dense)
        if net is not None:
            worth = worth + self.said(net, seen, dense)
        absent = self.torch.arange(self.tables.seats, device=self.device)[None] >= players[:, None]
        return worth.masked_fill(absent, -1e9)

    def choose(self) -> Any:
        """What whoever decides takes in each game."""
        torch, tables = self.torch, self.tables
        tables.settle()
        with torch.no_grad():
            game, place, seen, dense, over, ends = tables.candidates()
            players, movers = tables.players[game], tables.movers[game].long()
            shares = torch.softmax(self.logits(self.mean, seen, dense, players), 1)[:, 0]
            foreign = self.others[game] & (movers != self.viewers[game])
            for which, net in ((foreign & self.foes[game], None), (foreign & ~self.foes[game], self._earlier())):
                rows = torch.nonzero(which)[:, 0]
                if len(rows):
                    shares[rows] = torch.softmax(self.logits(net, seen[rows], dense[rows], players[rows]), 1)[:, 0]
            won = ends[:, 0].gather(1, movers[:, None])[:, 0]
            shares = torch.where(over, won, shares)
            values = torch.full((tables.count, MOST_THOUGHT_OF), -1.0, device=self.device)
            values[game, place] = shares
            best = values.argmax(1)
            careless = torch.rand(tables.count, generator=self.chance, device=self.device) < self.school.careless
            best = torch.where(careless & ~self.foes, 0, best)
            return tables.picked.gather(1, best[:, None])[:, 0]

    def _earlier(self) -> dict[str, Any] | None:
        return self.selves[self.round % len(self.selves)] if self.selves else None

    def pace(self, part: float) -> None:
        """Learn at the rate for when this part of the rounds is over."""
        school = self.school
        rate = school.rate * min(1.0, max(school.slowest, (1 - part) / school.slower))
        for group in self.optimizer.param_groups:
            group["lr"], group["weight_decay"] = rate, school.fade / rate

    # Learning -------------------------------------------------------------------------------------------------------------------------

    def teach(self) -> dict[str, Any]:
        """One round: some decisions in all games, then learn from what was seen."""
        torch, school, tables = self.torch, self.school, self.tables
        began = time.perf_counter()
        tables.draws = np.random.default_rng([school.seed, 2, self.round])
        self.chance.manual_seed(school.seed * 1_000_003 + self.round)
        seen = torch.zeros((school.steps, tables.count, tables.size), dtype=torch.uint8, device=self.device)
        dense = torch.zeros((school.steps, *tables.dense.shape), device=self.device)
        expected = torch.zeros((school.steps + 1, tables.count, tables.seats), device=self.device)
        ended = torch.zeros((school.steps, tables.count), dtype=torch.bool, device=self.device)
        results = torch.zeros((school.steps, tables.count, tables.seats), device=self.device)
        won = games = 0.0
        ended_all = torch.zeros((), dtype=torch.int64, device=self.device)
        for step in range(school.steps + 1):
            now = tables.view(self.viewers)
            with torch.no_grad():
                expected[step] = torch.softmax(self.logits(self.mean, *now, tables.players), 1)
            if step == school.steps:
                break
            seen[step], dense[step] = now
            tables.step(self.choose())
            ended[step], results[step] = tables.done, self._result()
            against = tables.done & self.foes
            own = tables.ends[:, 0].gather(1, self.viewers[:, None].long())[:, 0]
            usual = against & (tables.players == USUAL_PLAYERS)
            won, games = won + (own * usual).sum(), games + usual.sum()
            ended_all += tables.done.sum()
        loss = self._learn(seen, dense, self._targets(expected, ended, results))
        if self.round % school.new_self == school.new_self - 1:
            self.selves.append({name: part.clone() for name, part in self.mean.items()})
            if len(self.selves) > SELVES_KEPT:
                del self.selves[1]  # the first stays, those that follow are thinned out
        self.round += 1
        row = {
            "round": self.round,
            "loss": round(float(loss), 5),
            "won": float(won),
            "against": int(games),
            "games": int(ended_all),
            "decisions": school.steps * tables.count,
            "seconds": round(time.perf_counter() - began, 3),
        }
        self.rows.append(row)
        return row

    def _result(self) -> Any:
        """What is learned of the games that are over: shares, counted from the viewer."""
        torch, school, tables = self.torch, self.school, self.tables
        shares, points = tables.ends[:, 0], tables.ends[:, 1]
        seats = torch.arange(tables.seats, device=self.device)[None]
        points = points.masked_fill(seats >= tables.players[:, None], -1e9)
        most = points.max(1, keepdim=True).values
        near = torch.softmax((points - most) / torch.clamp(school.close * most.abs(), min=1.0), 1)
        shares = torch.where(seats >= tables.players[:, None], 0.0, shares)
        mixed = (1 - school.points_part) * shares + school.points_part * near
        players = tables.players[:, None].long()
        return torch.where(seats < players, mixed.gather(1, (self.viewers[:, None].long() + seats) % players), 0.0)

    def _targets(self, expected: Any, ended: Any, results: Any) -> Any:
        """What each position should have been worth, from the last one back."""
        trace, later = self.school.trace, expected[-1]
        targets = self.torch.zeros_like(results)
        for step in range(self.school.steps - 1, -1, -1):
            later = (1 - trace) * expected[step + 1] + trace * later
            later = self.torch.where(ended[step][:, None], results[step], later)
            targets[step] = later
        return targets

    def _learn(self, seen: Any, dense: Any, targets: Any) -> Any:
        torch, school, tables = self.torch, self.school, self.tables
        seen, dense, targets = seen.flatten(0, 1), dense.flatten(0, 1), targets.flatten(0, 1)
        order = torch.randperm(len(seen), generator=self.chance, device=self.device)
        total, count = 0.0, 0
        for rows in order.split(school.portion):
            logits = self.logits(self.net, seen[rows], dense[rows], tables.players[rows % tables.count])
            loss = -(targets[rows] * torch.log_softmax(logits, 1)).sum(1).mean()
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            self.learned += 1
            kept = min(school.kept, 1 - 1 / (1 + self.learned))
            with torch.no_grad():
                for name, part in self.net.items():
                    self.mean[name].lerp_(part, 1 - kept)
            total, count = total + loss.detach(), count + 1
        return total / count

    # What comes of it -----------------------------------------------------------------------------------------------------------------

    def parts(self) -> dict[str, Any]:
        """The network as it is saved (`bots.engine.network`)."""
        mean = {name: part.detach().cpu().numpy() for name, part in self.mean.items()}
        first, step = in_steps(mean.pop("first") * self.scale.cpu().numpy()[:, None])
        return {**mean, "first": first, "step": np.float64(step), "linear": self.linear.cpu().numpy().astype(np.float64)}

    def made(self) -> dict[str, Any]:
        """How it was made."""
        return {
            "game": self.game.id,
            "rules": self.game.version,
            "school": asdict(self.school),
            "rounds": self.round,
            "games": sum(row["games"] for row in self.rows),
            "decisions": sum(row["decisions"] for row in self.rows),
            "device": self.device,
        }

    def save(self, file: Path) -> None:
        """All that is needed to go on; games that are under way are not kept, others begin in their place."""
        kept = {"school": asdict(self.school), "game": self.game.id, "round": self.round, "rows": self.rows, "learned": self.learned}
        kept |= {"net": self.net, "mean": self.mean, "selves": self.selves, "scale": self.scale, "optimizer": self.optimizer.state_dict()}
        draft = file.with_name(f".{file.name}.draft")
        self.torch.save(kept, draft)
        draft.replace(file)

    def resume(self, file: Path) -> None:
        """Go on from a file that `save` has written."""
        torch = self.torch
        try:
            kept = torch.load(file, map_location=self.device, weights_only=True)
        except (OSError, RuntimeError, ValueError, UnpicklingError):
            raise UsageError(f"{file.name} cannot be gone on from; expected a file that an earlier run has left") from None
        if kept["game"] != self.game.id:
            raise UsageError(f"{file.name} is of {kept['game']}; expected one of {self.game.id}")
        self.round, self.rows, self.learned = kept["round"], kept["rows"], kept["learned"]
        self.scale, self.selves, self.mean = kept["scale"], kept["selves"], kept["mean"]
        with torch.no_grad():
            for name, part in self.net.items():
                part.copy_(kept["net"][name])
        self.optimizer.load_state_dict(kept["optimizer"])


def learn_network(
    game: Game,
    school: School,
    rounds: int,
    device: str = "cpu",
    kept: Path | None = None,
    progress: Callable[[dict[str, Any]], None] | None = None,
) -> Learner:
    """Teach for so many rounds in all; with a file to keep it in, an earlier run goes on."""
    learner = Learner(game, school, device)
    if kept is not None and kept.exists():
        learner.resume(kept)
    while learner.round < rounds:
        learner.pace(learner.round / rounds)
        row = learner.teach()
        if progress:
            progress(row)
        if kept is not None and (learner.round % school.new_self == 0 or learner.round == rounds):
            learner.save(kept)
    return learner


def curve(rows: list[dict[str, Any]], points: int = 24) -> list[dict[str, Any]]:
    """The rounds of a learner in so many groups at most: what it won, of three players, where the others play by the linear weights."""
    told = []
    for group in np.array_split(np.arange(len(rows)), min(points, len(rows))):
        part = [rows[number] for number in group]
        against = sum(row["against"] for row in part)
        share = sum(row["won"] for row in part) / against if against else 1 / USUAL_PLAYERS
        low, high = wilson(share, against) if against else (0.0, 1.0)
        told.append(
            {
                "round": part[-1]["round"],
                "win_share": round(share, 4),
                "win_share_low": round(low, 4),
                "win_share_high": round(high, 4),
                "against": against,
                "loss": round(sum(row["loss"] for row in part) / len(part), 5),
                "games": sum(row["games"] for row in part),
                "decisions": sum(row["decisions"] for row in part),
                "seconds": round(sum(row["seconds"] for row in part), 1),
            }
        )
    return told
