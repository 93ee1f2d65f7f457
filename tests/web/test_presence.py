"""Who is there: who goes away is shown so without a reload, watchers are listed, and whoever says something has a name."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from house import Browser, House
from test_live import page_of, patched

from kronland.web.live.live import Live, Stream
from kronland.web.table.page import presence


def table_of_two(house: House) -> tuple[Browser, Browser, str, int]:
    """Two people at a table, the first of whom looks at the other, who is to decide; the other's seat."""
    anna, ben = house.browser("Anna"), house.browser("Ben")
    table = anna.make("koenig", ("me", "open"), public="yes")
    assert ben.post(anna.link(table, 1)).status_code == 303
    seat = house.behind(table).actors[0]
    return (ben, anna, table, seat) if seat == 0 else (anna, ben, table, seat)


def shown(said: str | None, lines: list[str]) -> tuple[dict[str, Any], list[str]]:
    assert said, "there is something new"
    event = json.loads(said.split("data: ", 1)[1])
    return event, patched(lines, event["patch"])


def test_who_goes_away_is_shown_away_without_a_reload_and_a_stand_in_is_offered(house: House) -> None:
    anna, _, table, seat = table_of_two(house)
    page, behind = page_of(house, anna, table), house.behind(table)
    event, lines = shown(page.draw(), [])
    assert "take-over" not in "".join(line for line in lines if f'value="{seat}"' in line) and "again" not in event
    assert page.draw() == "", "nothing is new"
    behind.seats[seat].seen -= 2e9
    event, lines = shown(page.draw(), lines)
    assert event["again"] and event["version"] == behind.version, "the table itself is as it was"
    assert any('>away</span><span class="note-words">, <span>decides' in line for line in lines)
    assert sum(bool(re.search(r'<li class="player seat-\d[^"]* away"', line)) for line in lines) == 1
    assert any('/take-over"' in line and f'value="{seat}"' in line for line in lines), "a stand-in is offered"
    behind.seats[seat].seen += 2e9
    event, lines = shown(page.draw(), lines)
    assert event["again"] and not any('/take-over"' in line and f'value="{seat}"' in line for line in lines)


def test_who_goes_away_before_anything_has_changed_is_shown_so_too(house: House) -> None:
    """The first event of a stream told of the version that the page showed already, and the page took it for one that comes late."""
    anna, _, table, seat = table_of_two(house)
    page, behind = page_of(house, anna, table), house.behind(table)
    page.shown = behind.version  # as the page says when it asks for the stream
    behind.seats[seat].seen -= 2e9
    event, lines = shown(page.draw(), [])
    assert event["again"] and event["version"] == behind.version
    assert any('/take-over"' in line and f'value="{seat}"' in line for line in lines)


def test_who_goes_while_a_page_is_still_being_loaded_is_shown_so(house: House, monkeypatch: Any) -> None:
    """Where others had the page open, or nobody had, who had gone before a stream was opened was there on its page until the next move."""
    anna, _, table, seat = table_of_two(house)
    live, drawn, page = Live(), list[str](), page_of(house, anna, table)
    monkeypatch.setattr(house.app.state.live, "shows", live.shows)  # type: ignore[attr-defined]

    def opened() -> None:
        stream = Stream(house.tables.enter(table, visitor(page)), 0, lambda: drawn.append("drawn") or "")
        live._open[table] = {stream}
        live._catch_up(stream)
        live._look_round()

    assert anna.get(f"/t/{table}").status_code == 200
    opened()
    assert not drawn, "all are there still"
    assert anna.get(f"/t/{table}").status_code == 200
    house.behind(table).seats[seat].seen -= 2e9
    live._look_round()  # others have been told before this stream is open
    drawn.clear()
    opened()
    assert drawn == ["drawn"]
    live.stop()


def test_a_page_that_is_closed_is_a_person_who_leaves(house: House) -> None:
    """Not at once: between one page and the next there is a moment."""
    anna, ben, table, seat = table_of_two(house)
    live, behind = Live(), house.behind(table)
    pages = [page_of(house, one, table) for one in (ben, ben, anna)]
    streams = [Stream(house.tables.enter(table, visitor(page)), 0, page.draw) for page in pages]
    live._open[table] = set(streams)
    before = behind.seats[seat].seen

    def closed(stream: Stream) -> None:
        live._open[table].discard(stream)
        live._leaves(stream.access)

    closed(streams[0])
    assert behind.seats[seat].seen >= before, "another page of the same person is open"
    closed(streams[1])
    assert behind.seats[seat].seen < before - 1e8
    assert not streams[2].access.away(seat), "there is a moment to come back in"
    live.stop()


def visitor(page: Any) -> Any:
    from kronland.web.safety.visitors import visitor_of

    return visitor_of(page.request)


def test_pages_are_drawn_again_where_somebody_else_is_there(house: House) -> None:
    anna, _, table, seat = table_of_two(house)
    live, drawn = Live(), list[str]()
    page = page_of(house, anna, table)
    live._open[table] = {Stream(house.tables.enter(table, visitor(page)), 0, lambda: drawn.append("drawn") or "")}
    live._look_round()
    live._look_round()
    assert not drawn, "nobody has come or gone"
    house.behind(table).seats[seat].seen -= 2e9
    live._look_round()
    live._look_round()
    assert drawn == ["drawn"]
    live.stop()


def test_who_moved_is_handed_the_board_before_anybody_elses_is_drawn(house: House) -> None:
    anna, ben, table, seat = table_of_two(house)  # Ben is to decide
    live, behind, happened = Live(), house.behind(table), []
    people = {"Anna": anna, "Ben": ben, **{name: house.browser(name) for name in ("Carl", "Dora", "Emil", "Fritz", "Gesa")}}
    names: dict[Stream, str] = {}

    class Loop:
        """Which notes what is handed to it, in order with what is drawn."""

        def is_closed(self) -> bool:
            return False

        def call_soon_threadsafe(self, _: Any, drawn: list[tuple[Stream, str]]) -> None:
            happened.append(("handed", *sorted(names[stream] for stream, _ in drawn)))

    def follow(name: str, browser: Browser) -> Stream:
        page = page_of(house, browser, table)

        def draw() -> str | None:
            happened.append(("drawn", name))
            return page.draw()

        stream = Stream(house.tables.enter(table, visitor(page)), 0, draw)
        names[stream] = name
        return stream

    live._open[table] = {follow(name, browser) for name, browser in people.items()}
    live.loop = Loop()  # type: ignore[assignment]
    action = next(iter(behind.match.legal_for(seat)))
    assert ben.act(table, seat, behind.number, action).status_code == 303
    live._draw_table(table)
    others = sorted(set(people) - {"Ben"})
    assert happened[:2] == [("drawn", "Ben"), ("handed", "Ben")]
    assert sorted(happened[2:-1]) == [("drawn", name) for name in others] and happened[-1] == ("handed", *others)
    live.stop()


def test_watchers_are_listed_and_nobody_else(house: House) -> None:
    anna, ben, table, _ = table_of_two(house)
    carl, passer_by = house.browser("Carl"), house.browser()
    live: Live = house.app.state.live  # type: ignore[attr-defined]
    pages = [page_of(house, one, table) for one in (anna, ben, carl, carl, passer_by)]
    live._open[table] = {Stream(house.tables.enter(table, visitor(page)), 0, page.draw) for page in pages}
    try:
        assert live.watching(table) == ("", "Carl"), "each once, whoever has a seat not at all"
        assert presence(house.tables.enter(table, visitor(pages[0]))).watching == ("", "Carl")
        assert "Watching: Carl, 1 other" in anna.get(f"/t/{table}").text
    finally:
        del live._open[table]
    assert "Watching" not in anna.get(f"/t/{table}").text


def test_whoever_says_something_has_a_name(house: House) -> None:
    """A seat without a name is called by its colour, in the reader's language."""
    table, programs = house.make("koenig", ("me", "me"), public=True)
    assert programs[1].post("chat", text="hello").status_code == 204
    assert "<b><bdi>Ochre</bdi></b> <bdi>hello</bdi>" in house.browser("Anna").get(f"/t/{table}").text
    assert "<b><bdi>Ocker</bdi></b> <bdi>hello</bdi>" in house.browser("Anna", "de").get(f"/t/{table}").text
    assert [line["name"] for line in programs[0].get("chat").json()] == ["Ochre"]


def test_a_program_that_waits_is_there(house: House, monkeypatch: Any) -> None:
    from kronland.web.live import live

    table, programs = house.make("koenig", ("me", "me"))
    behind = house.behind(table)
    seen: list[float] = []

    async def look(streams: live.Live) -> None:
        behind.seats[0].seen -= 2e9
        while behind.seats[0].seen < 0:
            streams._beat(float("inf"))  # as after a long silence
            await asyncio.sleep(0.01)
        seen.append(behind.seats[0].seen)

    monkeypatch.setattr(live.Live, "admit", lambda self, stream: (self.loop.create_task(look(self)), stream)[1])
    assert programs[0].get("wait", version=behind.version, timeout=0.5).status_code == 200
    assert seen
