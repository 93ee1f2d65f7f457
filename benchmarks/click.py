"""Where the time of a click goes, in Chromium at 1440x900. `python benchmarks/click.py [--games koenig,rheinlaender] [--clicks 80]`

A server of its own, the others' seats played by pages, who wait longer than a click takes, so that it is one change of the board. Somebody
plays at random with a mouse: points at a place or a button, and presses it a moment later. Told of each game:

- wall: milliseconds from the click to the new board in the page's tree, and until it has been painted; these want a quiet machine. With
  them, how long the page waited for the server, and of the slowest clicks what was chosen there out of how many targets
- processor: milliseconds that a click costs the page's main thread by Chromium's own trace, in all and for the costliest of its steps, and
  the server; on a busy machine two versions are compared by these, measured in turns. Tracing slows a page down, so every fourth click is
  traced, and is not among those that are timed by the wall
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

PORT = 23999
TICK = 1000 / os.sysconf("SC_CLK_TCK")
PACE = "0.3"  # seconds between a click and the first answer of the others
TRACED = 4  # every which click is traced
HELD = 80  # milliseconds that a button is pressed, as people do
TOO_LATE = 5000  # milliseconds
STEPS = ("FunctionCall", "ParseHTML", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit")
TURN = """() => {
  const table = document.getElementById("table");
  return !document.body.classList.contains("busy") && (table.dataset.turn === "yes" || table.classList.contains("over"));
}"""
# One by chance of what can be pressed now, with a point where nothing lies over it. A card that is picked with another, or a button that
# lights up places, does not decide, but leads to what does.
WAY = """(chance) => {
  const WAYS = "#table :is(.target:not([data-instead]), .arm:not([aria-pressed=true]), .pickable:not([aria-pressed=true]))";
  const all = [...document.querySelectorAll(WAYS)].filter((one) => one.checkVisibility());
  for (let tried = 0; tried < all.length; tried++) {
    const way = all[(Math.floor(chance * all.length) + tried) % all.length];
    if (!way.ownerSVGElement) way.scrollIntoView({ block: "nearest" });
    const box = way.getBoundingClientRect(), parts = [0.5, 0.25, 0.75, 0.1, 0.9, 0.02, 0.98];
    for (const down of parts) for (const across of parts) {
      const x = box.x + across * box.width, y = box.y + down * box.height;
      if (document.elementFromPoint(x, y)?.closest(WAYS) !== way) continue;
      return { x, y, decides: way.matches(".target"), action: way.dataset.action, targets: all.length };
    }
  }
  return null;
}"""
# A click is told of when it has been painted: waited for the server, in the tree, painted; null if nothing has come of it.
WATCH = """(late) => {
  let since = 0, number = null, came = 0, tell = null;
  const here = () => document.getElementById("table")?.dataset.number;
  window.watch = () => { since = 0; window.clicked = new Promise((resolve) => { tell = resolve; setTimeout(resolve, late, null); }); };
  document.addEventListener("click", () => { since = performance.now(); number = here(); }, true);
  document.addEventListener("changing", () => { came = performance.now(); }, true);
  new MutationObserver(() => {
    if (!since || here() === number) return;
    const began = since, there = performance.now() - began, waited = came - began, told = tell;
    since = 0;
    requestAnimationFrame(() => setTimeout(() => told([waited, there, performance.now() - began])));
  }).observe(document.getElementById("table"), { attributeFilter: ["data-number"] }); // each change noted would be paid for
}"""


@contextmanager
def server(games: list[str], mode: str) -> Iterator[int]:
    """The number of a server's process, when it plays these games as it is to."""
    command = [sys.executable, "-P", "-m", "kronland", "serve", "--port", str(PORT)]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder}/click.db"],
            stderr=subprocess.DEVNULL,
            env={**os.environ, **({"KRONLAND_MODE": mode} if mode else {})},
        )
        try:
            while not _ready(games, mode):
                time.sleep(0.3)
            yield process.pid
        finally:
            process.terminate()
            process.wait()


def _ready(games: list[str], mode: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/healthz") as answer:
            states = json.load(answer)["games"]
    except OSError:
        return False
    return mode == "python" or all(states[game] == "ready" for game in games)


def processor_time(process: int) -> float:
    """Milliseconds so far."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK


def main_thread(trace: Any) -> Counter[str]:
    """Milliseconds of the page's main thread, by step."""
    events = trace["traceEvents"]
    called = {(event["pid"], event["tid"]): event["args"]["name"] for event in events if event.get("name") == "thread_name"}
    mine = [event for event in events if "tdur" in event and called.get((event["pid"], event["tid"])) == "CrRendererMain"]
    busiest = Counter(event["pid"] for event in mine).most_common(1)[0][0]
    spent: Counter[str] = Counter()
    for event in mine:
        if event["pid"] == busiest:
            spent[event["name"]] += event["tdur"] / 1000
    return spent


def sit_down(context: Any, page: Any, game: str) -> None:
    """At a new table."""
    seats = {"kind-0": "me", "kind-1": "bot-page", "kind-2": "bot-page"}
    made = context.request.post("/new", form={"game": game, "pace": PACE, **seats}, headers={"Origin": f"http://127.0.0.1:{PORT}"})
    page.goto(made.url)
    page.locator("#table").wait_for()
    page.evaluate(WATCH, TOO_LATE)


def press(page: Any, way: Any) -> Any:
    page.mouse.down()
    page.wait_for_timeout(HELD)  # else the frame that shows it pressed is still being drawn, and Chromium looks at no answer before
    page.evaluate("window.watch()")
    page.mouse.up()
    return page.evaluate("window.clicked") if way["decides"] else None


def clicked(browser: Any, game: str, clicks: int, process: int) -> None:
    context = browser.new_context(base_url=f"http://127.0.0.1:{PORT}", viewport={"width": 1440, "height": 900}, locale="en")
    page, chance = context.new_page(), random.Random(1)
    page.goto("/")
    sit_down(context, page, game)
    spent, served, traced = Counter[str](), 0.0, 0
    timed: list[tuple[list[float], str]] = []  # how long it took to the steps that are told, and what was chosen
    while traced + len(timed) < clicks:
        page.wait_for_function(TURN, timeout=120_000, polling=50)
        if page.locator("#table.over").count():
            sit_down(context, page, game)
            continue
        way = page.evaluate(WAY, chance.random())
        if way is None:  # it has just become another's turn
            continue
        page.mouse.move(way["x"], way["y"])
        page.wait_for_timeout(250)  # what it would do has been told, and the last motions have ended
        if (traced + len(timed)) % TRACED != TRACED - 1:
            if took := press(page, way):
                timed.append((took, f"{way['action']} of {way['targets']}"))
            continue
        before = processor_time(process)
        browser.start_tracing(page=page, categories=["devtools.timeline", "toplevel"])
        took = press(page, way)
        page.wait_for_timeout(60)
        trace = json.loads(browser.stop_tracing())
        if took:
            spent += main_thread(trace)
            served += processor_time(process) - before
            traced += 1
    for place, what in enumerate(("server waited for", "board there", "painted")):
        times = sorted(took[place] for took, _ in timed)
        late = times[int(0.95 * (len(times) - 1))]
        print(f"{game:14} wall, {what:18} median {statistics.median(times):4.0f} ms, p95 {late:4.0f} ms, most {times[-1]:4.0f} ms")
    slowest = sorted(timed, key=lambda one: one[0][-1], reverse=True)[:4]
    print(f"{game:14} slowest: " + "; ".join(f"{said} ({', '.join(f'{time:.0f}' for time in took)} ms)" for took, said in slowest))
    whole = max(spent["RunTask"], spent["ThreadControllerImpl::RunTask"])
    steps = ", ".join(f"{step} {spent[step] / traced:.1f}" for step in STEPS)
    print(f"{game:14} processor, page {whole / traced:5.1f} ms a click ({steps}); server {served / traced:.0f} ms", flush=True)
    context.close()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", default="loewenherz,koenig,rheinlaender,brianboru", type=lambda text: text.split(","))
    asked.add_argument("--clicks", default=80, type=int)
    asked.add_argument("--mode", default="", help="python: without compiling, where only the page is of interest")
    wanted = asked.parse_args()
    with server(wanted.games, wanted.mode) as process, sync_playwright() as player:
        browser = player.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        for game in wanted.games:
            clicked(browser, game, wanted.clicks, process)
        browser.close()


if __name__ == "__main__":
    main()
