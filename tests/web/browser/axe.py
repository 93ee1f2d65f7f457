"""What axe-core finds on a page, a well-kept judge of what screen readers and weak eyes can use."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

from kronland.core.words import LANGUAGES

AXE = (Path(__file__).parent.parent / "vendor" / "axe.min.js").read_text("utf-8")
RUN = "([options, where]) => axe.run(where ?? document, options)"
TODAY = date.today().toordinal()
# To look at the whole takes most of its time on the board, and most of the rest on what no decision changes.
BESIDE_THE_BOARD = {"exclude": [["#picture"]]}
THE_DECISION = {"include": [[".play-side"]]}
# A drawn card shows figures in its corners ("A 3 5 (3)"), which are no words to speak: it is named by what they mean ("3 borders (A)").
# Everything else is named by the words that stand on it.
DRAWN_CARDS = {"label-content-name-mismatch": re.compile('class="card ')}


def languages(number: int, long: bool) -> tuple[str, ...]:
    """In which languages a run looks at something: with --long in all of them, otherwise in another each day."""
    return LANGUAGES if long else (LANGUAGES[(number + TODAY) % len(LANGUAGES)],)


def findings(page: Any, dark: bool = True, where: dict[str, Any] | None = None) -> list[str]:
    """In light colours, and then what colours decide in dark ones; on the whole page, if nothing else is said."""
    page.evaluate(AXE)
    problems = []
    for scheme, rules in (("light", {}), ("dark", {"runOnly": {"type": "rule", "values": ["color-contrast"]}}))[: 1 + dark]:
        page.emulate_media(color_scheme=scheme)
        page.evaluate("document.getAnimations().forEach(one => one instanceof CSSTransition && one.finish())")
        found = page.evaluate(RUN, [{"resultTypes": ["violations"], **rules}, where])["violations"]
        for one in found:
            allowed = DRAWN_CARDS.get(one["id"])
            nodes = [node["html"][:160] for node in one["nodes"] if not (allowed and allowed.search(node["html"]))]
            if nodes:
                problems.append(f"{page.url} {scheme} {one['id']}: {one['help']}: {nodes[:3]}")
    page.emulate_media(color_scheme="light")
    return problems
