"""What a seat may not know, no answer tells it: tables in states that it cannot tell apart answer the same, byte for byte.

The twin takes the place of the real state behind the server's back; then everything that a seat or a watcher can ask for is asked again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from house import Browser, House, Program, fewest

from kronland.bots import choose
from kronland.core.game import censor
from kronland.core.kernel import in_mode
from kronland.core.layout import CHANCE, State, same
from kronland.core.seeds import seed_text
from kronland.web.table.tables import Table

pytestmark = pytest.mark.slow

AT = (1, 45)  # decisions after which the tables are compared
PROBES = 8  # actions of the whole space whose refusal is asked for, others each time


class Spy:
    """Everything that can be asked about a table, by a browser and by a program of the same seat."""

    def __init__(self, house: House, browser: Browser, program: Program, table: Table) -> None:
        self.house, self.browser, self.program, self.table = house, browser, program, table

    def answers(self) -> dict[str, tuple[int, str]]:
        """By what was asked: status and text. Streams give their first event: for a page, all of it."""
        found: dict[str, Any] = {}
        path, number = f"/t/{self.table.id}", self.table.number
        chance, space = random.Random(number), self.table.game.space
        actions = [space.notation(chance.randrange(space.size)) for _ in range(PROBES)]
        cookie = f"kl_visitor={self.browser.client.cookies['kl_visitor']}; kl_shape="
        told = {
            f"stream {shape} {language}": self.house.first_event(f"{path}/events", cookie=cookie + shape, accept_language=language)
            for shape, language in (("wide", "de"), ("tall", "en"))
        }
        told["api stream"] = self.house.first_event(f"/api/v1/tables/{self.table.id}/events", **_lower(self.program.headers))
        for language in ("de", "en"):
            self.browser.client.headers["Accept-Language"] = language
            positions = f"/at/{self.table.match.length}", "/at/0", "/at/99999"
            for page in ("", "/fragment", "/text", "/choices", *positions, "/record.json", "/analysis", "/preparing"):
                found[f"{language} {page}"] = self.browser.get(path + page)
            for what in ("view", "log", "history", "chat", "record", "analysis", ""):
                found[f"{language} api {what}"] = self.program.get(what, language=language)
        for eyes in range(-1, self.table.players):
            found[f"eyes {eyes}"] = self.browser.get(f"{path}/at/{self.table.match.length}", eyes=eyes)
            found[f"moment {eyes}"] = self.browser.get(f"{path}/at/{self.table.match.length}/moment", eyes=eyes)
        found["wait"] = self.program.get("wait", version=0, timeout=0)
        for place in ("a1", "d4", "12"):
            found[f"place {place}"] = self.browser.get(f"{path}/about", place=place)
        for action in actions:
            found[f"why {action}"] = self.program.get("why", action=action)
            found[f"about {action}"] = self.browser.get(f"{path}/about", action=action)
        # What is refused, for whatever reason, changes nothing and tells nothing.
        illegal = [action for action in actions if self.program.get("why", action=action).json().get("legal") is False]
        for action in illegal[:3]:
            found[f"act {action}"] = self.program.act(number, action)
            found[f"form {action}"] = self.browser.act(self.table.id, self.program_seat, number, action)
        found["hint"] = self.program.post("hint", number=number)  # among people there is none; test_hints has twins of those there are
        found["undo"] = self.program.post("undo", number=number + 1)
        found["stale"] = self.program.act(number + 7, actions[0])
        found["seat of another"] = self.browser.act(self.table.id, self.program_seat + 1, number, actions[0])
        return told | {name: (answer.status_code, answer.text) for name, answer in found.items()}

    @property
    def program_seat(self) -> int:
        seat: int = self.program.view()["seat"]
        return seat


def _lower(headers: dict[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


@contextmanager
def replaced(table: Table, twin: State) -> Iterator[None]:
    """The table with another state, as if it had come to be so."""
    with table.lock:
        real, table.match._state = table.match._state, twin
        table.memory.clear()
        table.said.clear()
    try:
        yield
    finally:
        with table.lock:
            table.match._state = real
            table.memory.clear()
            table.said.clear()


def play_on(table: Table, programs: list[Program], length: int) -> None:
    """Play lively, so that cards are held and choices are secret, until so many decisions have been made."""
    while table.match.length < length and table.stage == "running":
        seat = table.actors[-1]  # the last of those who decide at once, so that others' choices are open still
        action = choose(table.match.known(seat), "page", length + table.number, table.match.mode)
        answer = programs[seat].act(table.number, table.game.space.notation(action))
        assert answer.status_code == 200, answer.text


def company(house: House, game_id: str) -> tuple[Table, list[Program], list[Spy]]:
    """A table whose seats are played by programs, each with a browser beside it, and a watcher of both kinds."""
    house.app.state.live.left = lambda table, visitor: None  # type: ignore[attr-defined]  # a notice that comes by the clock tells no twins
    maker = house.browser("Maker")
    players = fewest(game_id)
    table = maker.make(game_id, ("me", *("open",) * (players - 1)))
    browsers = [maker]
    for number in range(1, players):
        browsers.append(house.browser(f"Guest {number}"))
        assert browsers[-1].post(maker.link(table, number)).status_code == 303
    behind = house.behind(table)
    programs = [Program(house.client, table, browsers[seat].link(table, seat)[3:]) for seat in range(players)]
    watcher = house.browser("Watcher")
    link = maker.link(table, "watch")
    assert watcher.post(link).status_code == 303
    spies = [Spy(house, browser, program, behind) for browser, program in zip(browsers, programs, strict=True)]
    return behind, programs, [*spies, Spy(house, watcher, Program(house.client, table, link[3:]), behind)]


def test_twins_answer_alike(fast_house: House, game_id: str) -> None:
    table, programs, spies = company(fast_house, game_id)
    differed = 0
    for at in AT:
        play_on(table, programs, at)
        if table.stage != "running":  # a short game, by chance
            assert at == AT[-1]
            break
        for seat in range(-1, table.players):
            spy = spies[seat]
            before = spy.answers()
            with table.lock:
                twin = table.match.twin(seat, 1000 * at + seat + 1)
                differed += not same(twin, table.match.state)
            with replaced(table, twin):
                after = spy.answers()
            assert before.keys() == after.keys()
            for name, answer in before.items():
                assert after[name] == answer, f"seat {seat} can tell a twin after {at} decisions by: {name}"
    assert differed > len(AT), "twins that are the same states prove nothing"


def seen(table: Table, state: State) -> State:
    """What the first seat sees of a state."""
    censored = state.copy()
    in_mode(censor, table.match.mode)(censored, 0)
    return censored


def test_the_test_would_notice(fast_house: House) -> None:
    """A state that a seat CAN tell apart gives another answer: what is compared above is not blind."""
    table, programs, spies = company(fast_house, "koenig")
    play_on(table, programs, 40)  # everybody holds cards
    before = [spy.answers() for spy in spies]
    with table.lock:  # what a watcher cannot tell, the players can: their own cards; by chance they may be dealt the same
        real = seen(table, table.match.state)
        other = next(twin for seed in range(100) if not same(seen(table, twin := table.match.twin(-1, seed)), real))
    with replaced(table, other):
        after = [spy.answers() for spy in spies]
    assert after[-1] == before[-1]
    assert any(one != two for one, two in zip(after[:-1], before[:-1], strict=True))


def test_nothing_secret_in_plain_sight(house: House) -> None:
    """Neither seed nor salt nor the generator's state is in anything that is sent while the game runs."""
    table, programs, spies = company(house, "loewenherz")
    play_on(table, programs, 12)
    state = table.match.state
    seed = table.match.seed
    secrets = [str(seed), seed_text(seed), table.match.salt, str(int(state.key_low)), str(int(state.key_high)), f"{int(state.key_low):x}"]
    for spy in spies:
        for name, (_, text) in spy.answers().items():
            assert not any(secret in text for secret in secrets), name
    assert not set(CHANCE) & set(programs[0].view()["state"])
