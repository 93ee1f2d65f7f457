"""Where the time of a click goes, in Chromium at 1440x900. `python benchmarks/click.py [--games koenig,rheinlaender] [--clicks 25]`

A server of its own, the others' seats played by pages who take their time, so that a click is one change of the board. Told of each game:

- wall: milliseconds from the click to the new board in the page's tree, and until it has been painted; these want a quiet machine
- processor: milliseconds that a click costs the page's main thread by Chromium's own trace, in all and for the costliest of its steps, and
  the server; on a busy machine two versions are compared by these, measured in turns
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

from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import sync_playwright

PORT = 23999
TICK = 1000 / os.sysconf("SC_CLK_TCK")
STEPS = ("FunctionCall", "ParseHTML", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit")
TURN = """() => {
  const table = document.getElementById("table");
  return !document.body.classList.contains("busy") && (table.dataset.turn === "yes" || table.classList.contains("over"));
}"""
WATCH = """() => {
  window.took = [];
  let since = 0, number = null;
  const here = () => document.getElementById("table")?.dataset.number;
  document.addEventListener("click", () => { since = performance.now(); number = here(); }, true);
  new MutationObserver(() => {
    if (!since || here() === number) return;
    const began = since, there = performance.now() - began;
    since = 0;
    requestAnimationFrame(() => setTimeout(() => window.took.push([there, performance.now() - began])));
  }).observe(document.body, { subtree: true, attributes: true, childList: true });
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


def clicked(browser: Any, game: str, clicks: int, process: int) -> None:
    context = browser.new_context(base_url=f"http://127.0.0.1:{PORT}", viewport={"width": 1440, "height": 900}, locale="en")
    page, chance = context.new_page(), random.Random(1)
    page.goto("/")
    seats = {"kind-0": "me", "kind-1": "bot-page", "kind-2": "bot-page"}
    made = context.request.post("/new", form={"game": game, "pace": "2.5", **seats}, headers={"Origin": f"http://127.0.0.1:{PORT}"})
    page.goto(made.url)
    page.locator("#table").wait_for()
    page.evaluate(WATCH)
    spent, served, done = Counter[str](), 0.0, 0
    while done < clicks:
        page.wait_for_function(TURN, timeout=120_000)
        if page.locator("#table.over").count():
            break
        page.wait_for_timeout(700)  # motions have ended
        targets = [target for target in page.locator("#table .target:not([data-instead])").all() if target.is_visible()]
        number, before = page.locator("#table").get_attribute("data-number"), processor_time(process)
        browser.start_tracing(page=page, categories=["devtools.timeline", "toplevel"])
        chance.choice(targets).evaluate("one => one.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))")
        try:
            page.wait_for_function("n => document.getElementById('table').dataset.number !== n", arg=number, timeout=10_000)
            page.wait_for_timeout(150)
        except TooLate:
            browser.stop_tracing()
            continue
        spent += main_thread(json.loads(browser.stop_tracing()))
        served += processor_time(process) - before
        done += 1
    for place, what in enumerate(("board there", "painted")):
        times = sorted(pair[place] for pair in page.evaluate("window.took"))
        print(f"{game:14} wall, {what:12} median {statistics.median(times):4.0f} ms, p95 {times[int(0.95 * (len(times) - 1))]:4.0f} ms")
    whole = max(spent["RunTask"], spent["ThreadControllerImpl::RunTask"])
    steps = ", ".join(f"{step} {spent[step] / done:.1f}" for step in STEPS)
    print(f"{game:14} processor, page {whole / done:5.1f} ms a click ({steps}); server {served / done:.0f} ms", flush=True)
    context.close()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", default="koenig,rheinlaender", type=lambda text: text.split(","))
    asked.add_argument("--clicks", default=25, type=int)
    asked.add_argument("--mode", default="", help="python: without compiling, where only the page is of interest")
    wanted = asked.parse_args()
    with server(wanted.games, wanted.mode) as process, sync_playwright() as player:
        browser = player.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        for game in wanted.games:
            clicked(browser, game, wanted.clicks, process)
        browser.close()


if __name__ == "__main__":
    main()
