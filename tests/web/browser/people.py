"""Somebody at a browser, who plays as people do: by clicking, by keys, or by forms."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from kronland.web.pages.pictures import example

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
DRAWN = """picture => [...picture.querySelectorAll("*:not(.kl-fresh, .kl-lit)")].map(one => {
    const attributes = [...one.attributes].filter(({ name }) => name !== "tabindex").map(({ name, value }) =>
        `${name}=${value.split(" ").filter(word => word !== "pointed").join(" ")}`);
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


STOPS = "#table .target, #table .pickable, #table .arm"
FOCUS = "table => [...table.querySelectorAll('.target, .pickable')].find(one => one.getClientRects().length)?.focus()"

# What has to be done before a choice can be seen: its cards are picked, its sum is set, its places are lit up.
REVEAL = """target => {
    if (target.dataset.parts) {
        for (const part of target.dataset.parts.split(" ")) {
            const card = target.closest(".picking").querySelector(`.pickable[data-token="${part}"]`);
            if (card.getAttribute("aria-pressed") !== "true") card.click();
        }
    } else if (target.closest(".dial:not(.is-set)")) {
        const sides = [...target.closest(".stepper").querySelectorAll(".dial")];
        target.closest(".stepper").querySelectorAll(".sides input")[sides.indexOf(target.closest(".dial"))].click();
    } else if (target.classList.contains("target-armed") && !target.classList.contains("is-armed")) {
        [...document.querySelectorAll("#table .arm")].find(arm => target.classList.contains(`target-${arm.dataset.arm}`)).click();
    } else if (!target.classList.contains("target-armed") && target.ownerSVGElement && document.querySelector("#table.arming")) {
        document.querySelector("#table .arm[aria-pressed=true]").click();
    }
}"""


# What a change has left to do (where things are, and motion) is done with the frame after it.
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Person:
    def __init__(self, context: Any, name: str = "", language: str = "en") -> None:
        self.context, self.name, self.language = context, name, language
        self.page = context.new_page()
        self.wrong: list[str] = []  # errors of scripts, and whatever the content policy has blocked
        self.expected: tuple[str, ...] = ()
        self.page.on("pageerror", lambda problem: self.wrong.append(f"script: {problem}"))
        self.page.on("console", self._heard)
        self.chance = random.Random(7)
        if name:
            self.send("/settings", name=name, language=language, guide="yes")

    def _heard(self, message: Any) -> None:
        if message.type == "error" and not any(text in message.text for text in self.expected):
            self.wrong.append(f"console: {message.text}")

    def send(self, path: str, **form: str) -> str:
        """A form as the browser would send it, without the page that it stands on (`test_forms` has those); where the answer leads."""
        answer = self.context.request.post(path, form=form, max_redirects=0)
        assert answer.status == 303, answer.text()
        return str(answer.headers["location"])

    # Tables -------------------------------------------------------------------------------------------------------------------------

    def make(self, game: str, kinds: tuple[str, ...], names: tuple[str, ...] = (), **options: str) -> str:
        """A new table; gives its id."""
        seats = {f"kind-{number}": kind for number, kind in enumerate(kinds)}
        named = {f"name-{number}": name for number, name in enumerate(names)}
        chosen = {f"option-{option}": value for option, value in options.items()}
        self.page.goto(self.send("/new", game=game, pace="0.0", **seats, **named, **chosen))
        return str(self.page.url.rpartition("/")[2])

    def without_guide(self) -> None:
        self.send("/settings", name=self.name, language=self.language)

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

    def near_the_end(self, game: str, left: int) -> None:
        """A new table from a position of the game's example, with so many decisions left there; squires in the other seats."""
        page, record = self.page, example(game)
        page.goto("/import")
        page.fill("#text", record.text)
        page.click("form.import button")
        page.locator(".result").wait_for()
        page.goto(f"{page.url}/at/{len(record.values['actions']) - left}")
        page.click("form[action$='/play-on'] button")
        page.locator("#table:not(.over)").wait_for()

    def tab(self, name: str) -> None:
        """On a phone, where the rest of the page is behind tabs."""
        tab = self.page.locator(f"#tabs [data-tab={name}]")
        if tab.count() and tab.is_visible():
            tab.click()

    def link(self, which: str) -> str:
        """A secret link: `which` is the number of a seat, or "watch"."""
        invitation = self.page.locator(f"#invitation-{which}")
        if invitation.count():
            return str(invitation.input_value())
        self.tab("more")
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
        """What can be clicked on the board and the desk, as notation."""
        script = "all => all.map(one => one.dataset.action)"
        return list(self.page.locator("#table .target:not([data-instead])").evaluate_all(script))

    def target(self, action: str) -> Any:
        return self.page.locator(f'#table .target[data-action="{action}"]')

    def spot(self, action: str) -> list[float]:
        """Where one would click to choose an action."""
        self.target(action).evaluate(REVEAL)
        found = self.target(action).evaluate(VISIBLE_SPOT)
        assert found is not None, f"{action} cannot be seen anywhere"
        return list(found)

    def click(self, action: str) -> None:
        number = self.number
        self.page.wait_for_function("() => document.readyState === 'complete'")  # before its scripts are there a page takes no click
        self.page.evaluate(TWO_FRAMES)
        self.page.mouse.click(*self.spot(action))
        self.page.wait_for_function(MOVED, arg=number)

    def drawn(self) -> str:
        return str(self.page.locator("#picture").evaluate(DRAWN))

    def to_the_board(self) -> None:
        """By the Tab key, from the top of the page."""
        for _ in range(40):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(f"document.activeElement.matches('{STOPS}')"):
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
                    page.locator("#table").evaluate(FOCUS)
                continue
            page.wait_for_function(f"() => document.activeElement.matches('{STOPS}') || document.querySelector('#table.over')")
            for _ in range(self.chance.randrange(4)):
                before = page.evaluate("document.activeElement.dataset.action")
                keys.press(self.chance.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
                moved += page.evaluate("document.activeElement.dataset.action") != before
            for _ in range(60):  # cards that are picked together lead to a button
                if not page.evaluate("document.activeElement.matches('.pickable, .arm')"):
                    break
                if page.evaluate("document.activeElement.matches('.pickable:not([aria-pressed=true])')"):
                    keys.press("Enter")
                else:
                    keys.press(self.chance.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
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

    def play_by_clicking_until_passed(self, most: int = 60) -> None:
        """Click something legal until it is another's turn."""
        for _ in range(most):
            if not self.my_turn:
                return
            self.click(self.chance.choice(self.choices()))
        raise AssertionError("the turn does not end")

    def log(self) -> list[str]:
        return list(self.page.locator("#log .line-words").all_inner_texts())
