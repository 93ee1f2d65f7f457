"""A game that was handed in, in a real browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from people import Person
from tests.conftest import WARM_UP
from tests.smallest import handed_in

from kronland.core.game import Game
from kronland.core.kernel import DEFAULT_MODE


@pytest.fixture(scope="module", autouse=True)
def game() -> Iterator[Game]:
    """Before there is a server, and compiled, as the other games are before the tests."""
    with handed_in() as game:
        if DEFAULT_MODE == "native":
            subprocess.run([sys.executable, "-c", WARM_UP, game.id], check=True)
        yield game


def test_it_is_played_to_the_end_by_clicking(person: Callable[..., Person]) -> None:
    anna = person("Anna")
    anna.make("grenzstein", ("me", "bot-squire"))
    anna.wait_for_turn()
    assert anna.page.locator(".guide").inner_text().count("GS-2") == 1
    anna.page.click(".guide button[name=off]")
    anna.page.locator(".guide").wait_for(state="detached")
    assert anna.play_by_clicking() >= 7
    assert anna.page.locator(".result .ranking tbody tr").count() == 2
