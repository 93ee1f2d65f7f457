"""Somebody at a browser, who plays as people do: by clicking, by keys, or by forms."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

# What the person has sent must have been answered: only then the page shows what comes of it.
TURN = """() => {
  const t = document.getElementById('table');
  return t && !document.body.classList.contains('busy') && (t.dataset.turn === 'yes' || t.classList.contains('over'));
}"""
MOVED = """number => {
  const t = document.getElementById('table');
  return t && !document.body.classList.contains('busy') && (t.dataset.number !== number || t.querySelector('.notice, .pending'));
}"""


# The picture as the server draws it, less what the page's script does to it; a line for each element, attributes in one order.
DRAWN = """picture => [...picture.querySelectorAll("*:not(.kl-fresh)")].map(one => {
    const attributes = [...one.attributes].filter(({ name }) => name !== "tabindex").map(({ name, value }) =>
        `${name}=${value.split(" ").filter(word => word !== "kl-come" && word !== "pointed").join(" ")}`);
    const said = one.childElementCount ? "" : one.textContent;
    return [one.tagName, ...attributes.filter(text => text !== "class=").sort(), said].join(" ");
}).join("\\n")"""

# A point where a person would click a target: one that shows the target itself and nothing above it.
VISIBLE_SPOT = """target => {
    target.scrollIntoView({ block: "center", behavior: "instant" });
    for (const part of [target, ...target.querySelectorAll("*")]) {
        const box = part.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        if (box.width && box.height && target.contains(document.elementFromPoint(x, y))) return [x, y];
    }
    return null;
}"""


class Person:
    def __init__(self, context: Any, name: str = "") -> None:
        self.context, self.name = context, name
        self.page = context.new_page()
        self.wrong: list[str] = []  # errors of scripts, and whatever the content policy has blocked
        self.expected: tuple[str, ...] = ()
        self.page.on("pageerror", lambda problem: self.wrong.append(f"script: {problem}"))
        self.page.on("console", self._heard)
        self.chance = random.Random(7)
        if name:
            self.page.goto("/settings")
            self.page.fill("#name", name)
            self.page.click("form.settings button.strong")

    def _heard(self, message: Any) -> None:
        if message.type == "error" and not any(text in message.text for text in self.expected):
            self.wrong.append(f"console: {message.text}")

    # Tables -------------------------------------------------------------------------------------------------------------------------

    def make(self, game: str, kinds: tuple[str, ...], names: tuple[str, ...] = (), **options: str) -> str:
        """A new table by its form; gives its id."""
        page = self.page
        page.goto(f"/new?game={game}")
        for number, kind in enumerate(kinds):
            page.select_option(f"#kind-{number}", kind)
        for number in range(len(kinds), page.locator(".seat-choices li").count()):
            page.select_option(f"#kind-{number}", "none")
        for number, name in enumerate(names):
            page.fill(f"#name-{number}", name)
        for option, value in options.items():
            page.check(f"input[name=option-{option}][value={value}]")
        page.check("input[name=pace][value='0.0']")
        page.click("button.large")
        page.wait_for_url(re.compile("/t/"))
        return str(page.url.rpartition("/")[2])

    def without_guide(self) -> None:
        self.page.goto("/settings")
        self.page.uncheck("input[name=guide]")
        self.page.click("form.settings button.strong")

    def play_on_from(self, record: Path, at: int) -> None:
        """A new table from a position of a recorded game, in the seat that decides there; the bots in the others think long."""
        page = self.page
        page.goto("/import")
        page.set_input_files("#file", record)
        page.click("form.import button")
        page.locator(".result").wait_for()
        page.goto(f"{page.url}/at/{at}")
        page.click("form[action$='/play-on'] button")
        page.locator("#table[data-turn=yes]").wait_for()
        page.wait_for_function(
            "() => document.querySelectorAll('.player.deciding').length === 1"
        )  # where all decide at once, the bots have
        page.evaluate("fetch(location.pathname + '/pace', { method: 'POST', body: new URLSearchParams({ pace: '30' }) })")

    def link(self, which: str) -> str:
        """A new secret link: `which` is the number of a seat, or "watch"."""
        share = self.page.locator("#share")
        if share.count() and share.get_attribute("open") is None:
            share.locator("summary").click()
        self.page.click(f"form[action$='/link'] button[value='{which}']:not([formaction])")
        return str(self.page.locator("#fresh").input_value())

    # Playing ------------------------------------------------------------------------------------------------------------------------

    @property
    def number(self) -> str:
        return str(self.page.locator("#table").get_attribute("data-number"))

    @property
    def over(self) -> bool:
        return bool(self.page.locator("#table.over").count())

    @property
    def my_turn(self) -> bool:
        return self.page.locator("#table").get_attribute("data-turn") == "yes"

    def wait_for_turn(self, seconds: float = 30) -> bool:
        """Wait until there is something to decide; False when the game is over instead."""
        self.page.wait_for_function(TURN, timeout=seconds * 1000)
        return not self.over

    def choices(self) -> list[str]:
        """What can be clicked in the picture, as notation."""
        script = "all => all.map(one => one.dataset.action)"
        return list(self.page.locator("#picture .target").evaluate_all(script))

    def click(self, action: str) -> None:
        number = self.number
        spot = self.page.locator(f'#picture .target[data-action="{action}"]').evaluate(VISIBLE_SPOT)
        assert spot is not None, f"{action} cannot be seen anywhere"
        self.page.mouse.click(*spot)
        self.page.wait_for_function(MOVED, arg=number)

    def drawn(self) -> str:
        return str(self.page.locator("#picture").evaluate(DRAWN))

    def to_the_board(self) -> None:
        """By the Tab key, from the top of the page."""
        for _ in range(40):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("document.activeElement.matches('#picture .target')"):
                return
        raise AssertionError("Tab does not lead to the board")

    def play_by_keys(self, most: int = 10_000) -> int:
        """Arrows, Enter, f to finish, and now and then a command; how often the arrows moved."""
        page, keys, moved = self.page, self.page.keyboard, 0
        self.to_the_board()
        for turn in range(most):
            if not self.wait_for_turn():
                break
            number = self.number
            if turn % 10 == 9:
                keys.press("/")
                keys.type(self.chance.choice(self.choices()))
                keys.press("Enter")
                page.wait_for_function(MOVED, arg=number)
                if self.wait_for_turn():
                    keys.press("Escape")
                    page.locator("#picture").evaluate("board => board.querySelector('.target')?.focus()")
                continue
            page.wait_for_function("() => document.activeElement.matches('#picture .target') || document.querySelector('#table.over')")
            for _ in range(self.chance.randrange(4)):
                before = page.evaluate("document.activeElement.dataset.action")
                keys.press(self.chance.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
                moved += page.evaluate("document.activeElement.dataset.action") != before
            keys.press("f" if "done" in self.choices() and self.chance.random() < 0.3 else "Enter")
            page.wait_for_function(MOVED, arg=number)
        return moved

    def play_by_clicking(self, most: int = 10_000) -> int:
        """Click something legal until the game is over; how often."""
        count = 0
        while count < most and self.wait_for_turn():
            self.click(self.chance.choice(self.choices()))
            count += 1
        return count

    def log(self) -> list[str]:
        return list(self.page.locator("#log .line-words").all_inner_texts())
