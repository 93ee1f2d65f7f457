"""A process that does nothing but think: it takes from the queue what bots and analyses have to do, at tables that servers serve.

As long as one is there, servers leave thinking to it; when the last has gone, they do it again by themselves.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from kronland.games import GAMES
from kronland.web.bots.pacing import Pacing
from kronland.web.bots.queue import THINKERS
from kronland.web.live.following import Following
from kronland.web.preparing import Preparation
from kronland.web.safety.visitors import Visitors
from kronland.web.settings import Settings
from kronland.web.store.store import Store
from kronland.web.study.analysing import Analyses
from kronland.web.table.tables import Tables

LOG = logging.getLogger("kronland.web")


def think(store: Store, settings: Settings, stop: threading.Event, ready: Callable[[], None] = lambda: None) -> None:
    """Until it is told to stop. Games are compiled first: so long servers think."""
    tables = Tables(store, settings, Preparation(settings.mode))
    bots = Pacing(tables, thinks_only=True)
    analyses, others = Analyses(tables, bots), Following(tables, Visitors(store), work=bots.wake, holds=THINKERS)
    tables.listeners, tables.wanted = [bots.look], bots.has_in_hand
    tables.games.start()
    while not stop.is_set() and not all(tables.games.over(game).done() for game in GAMES):
        stop.wait(0.2)
    if not stop.is_set():
        others.start()
        bots.start()
        analyses.start()
        ready()
    stop.wait()
    others.stop()
    analyses.stop()
    tables.games.stop()
    bots.stop()
    store.close()
