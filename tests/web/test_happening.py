"""What happened, on the page of a table: the log by turns, what is news to a reader and where, and rules to be read over the page."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from html import unescape

import pytest
from house import Browser, House, fewest
from markupsafe import escape

from kronland.core.desk import Card, Count, Desk, Face, Plate, Row
from kronland.core.game import SPECTATOR
from kronland.games import GAMES
from kronland.web.safety.visitors import Visitor
from kronland.web.table.access import Access
from kronland.web.table.changes import NONE, changes
from kronland.web.table.happening import STEP, TURN_ENDS, newest_log, news_between, turns
from kronland.web.table.seeing import Line

NEWS = re.compile(r'<ol id="news-lines">(.*?)</ol>', re.DOTALL)


def lines_of(page: str) -> list[str]:
    found = NEWS.search(page)
    return [unescape(text) for text in re.findall(r'class="line-words"[^>]*>([^<]*)<', found[1])] if found else []


def marks(page: str) -> int:
    return page.count('class="kl-news')


def decide(house: House, browser: Browser, table: str, action: str | None = None) -> int:
    """Somebody at this screen decides; who it was."""
    behind = house.behind(table)
    seat = behind.actors[0]
    assert browser.act(table, seat, behind.number, action or next(iter(behind.match.legal_for(seat)))).status_code == 303
    return int(seat)


def company(house: House, game: str) -> tuple[str, list[Browser]]:
    """A table of as many people as it takes, each with a browser of their own."""
    people = [house.browser(name) for name in ("Anna", "Ben", "Cleo")[: fewest(game)]]
    table = people[0].make(game, ("me", *["open"] * (len(people) - 1)))
    for number, one in enumerate(people[1:], 1):
        assert one.post(people[0].link(table, number)).status_code == 303
    return table, people


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_what_others_did_is_news_until_one_decides(house: House, game: str) -> None:
    table, people = company(house, game)
    behind = house.behind(table)
    seen = marked = 0
    for _ in range(24):
        seat = behind.actors[0]
        page = people[seat].get(f"/t/{table}").text
        since, last = news_between(behind.match, seat)
        happened = [event for number in range(since + 1, last + 1) for event in behind.match.events(seat, number)]
        shown = behind.game.happening
        said = [event.words() for event in happened if shown.says(event) and not (event[0] in shown.asks and event.seat == seat)]
        assert lines_of(page) == said
        assert all(behind.match.decider(number) != seat for number in range(since + 1, last + 1))
        seen, marked = seen + bool(said), marked + bool(marks(page))
        assert not marks(page) or page.index('<use href="#kl-above"') > page.rindex('class="kl-news'), "marks lie over what is written"
        decide(house, people[seat], table)
        if behind.stage == "over":
            break
        if behind.match.undo_barrier is not None:  # it counts: now nothing is news but what came of it for others
            assert news_between(behind.match, seat)[0] == behind.match.length
    assert seen > 3 and marked > 1


def line(at: int, seat: int, text: str = "", says: bool = True, opens: bool = False, about: int = SPECTATOR) -> Line:
    return Line(at, seat, text or str(at), "", 0, about, "", says, opens)


def test_the_log_groups_by_turn_and_leaves_out_what_says_nothing() -> None:
    said = [
        line(0, -1),
        line(1, 0),
        line(1, 0),
        line(2, 0, says=False),
        line(3, 0),
        line(3, 0, opens=True, says=False, about=1),
        line(4, 1),
        line(5, 0, says=False),
        line(6, 1),
    ]
    found = turns(said)
    assert [(turn.seat, [number for number, _ in turn.lines]) for turn in found] == [(-1, [0]), (0, [1, 2, 3]), (1, [4]), (1, [5])]
    for length in range(1, len(said)):  # what stands there keeps its place when more comes
        before = {number: turn.number for turn in turns(said[:length]) for number, _ in turn.lines}
        after = {number: turn.number for turn in found for number, _ in turn.lines}
        assert before.items() <= after.items()


LINE = re.compile(r'<li id="line-(\d+)" class="line[^>]*>\s*<a[^>]*>([^<]*)<')


def drawn_lines(lines: Iterable[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Turns of a drawn log, each with its lines: number and words."""
    return [(found[1], LINE.findall(turn)) for turn in "\n".join(lines).split(TURN_ENDS) if (found := re.search(r'id="turn-(\d+)"', turn))]


@pytest.mark.parametrize("game", ["loewenherz", "rheinlaender"])
def test_the_end_of_the_log_is_that_of_the_whole(house: House, game: str) -> None:
    """Going on from where it was, also after decisions were taken back."""
    table, _ = house.make(game, ("me", "me", "me"))
    behind, chance = house.behind(table), random.Random(5)
    access = Access(house.tables, behind, Visitor(None, "", "en"))
    for number in range(60):
        if number % 7 == 6 and behind.match.undo_barrier is None and behind.match.length:
            behind.replay("undo", 0, "1")
        else:
            seat = behind.match.actors[0]
            behind.replay("play", seat, chance.choice(list(behind.match.legal_for(seat))))
        whole = turns(access.lines(SPECTATOR, "en"))
        said = [line for turn in whole for line in turn.lines]
        for most in (3, 40):
            log = newest_log(access, SPECTATOR, "en", behind.names("en"), most)
            found = drawn_lines(log.lines)
            shown = sum(len(lines) for _, lines in found)
            assert min(most, len(said)) <= shown < most + STEP
            kept = [(turn.number, [one for one in turn.lines if one[0] >= len(said) - shown]) for turn in whole]
            expected = [(str(turn), [(str(number), str(escape(line.text))) for number, line in lines]) for turn, lines in kept if lines]
            assert found == expected
            assert log.latest == said[-1][1].text


def test_the_beginning_of_the_log_stays_for_a_while(house: House) -> None:
    """A line that leaves the page at every move would be a change of the page at every move."""
    table, _ = house.make("loewenherz", ("me", "me", "me"))
    behind, chance, begins = house.behind(table), random.Random(5), []
    access = Access(house.tables, behind, Visitor(None, "", "en"))
    for _ in range(80):
        seat = behind.match.actors[0]
        behind.replay("play", seat, chance.choice(list(behind.match.legal_for(seat))))
        found = drawn_lines(newest_log(access, SPECTATOR, "en", behind.names("en"), 20).lines)
        begins.append(int(found[0][1][0][0]))
    assert begins[-1] > STEP and all(number % STEP == 0 for number in begins) and begins == sorted(begins)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_rule_can_be_read_over_the_page(house: House, language: str) -> None:
    anna = house.browser("Anna", language)
    found = anna.get("/rules/koenig/L03-45")
    assert found.status_code == 200 and "L03-45" in found.text and "L03-50" not in found.text.replace("#L03-50", "").replace(">L03-50<", "")
    assert "<html" not in found.text and "<figure" not in found.text and 'id="' not in found.text
    assert anna.get("/rules/koenig/L03-999").status_code == 404 and anna.get("/rules/chess/L03-45").status_code == 404
    assert anna.get('/rules/koenig/L03-45">').status_code == 404


def test_what_is_different_on_the_desk() -> None:
    def desk(points: str, coins: str, *cards: tuple[str, int]) -> Desk:
        face = Face("", 1, 1)
        plate = Plate("Anna", 0, 0, points, counts=(Count("coins", coins, "Coins"), Count("helm", "3", "Knights")))
        row = Row("market", "Market", tuple(Card(face, said, count=count) for said, count in cards))
        return Desk("", "", (plate, Plate("Nobody", 1)), rows=(row,))

    then, now = desk("\N{MINUS SIGN}2", "7", ("border", 2), ("knight", 1)), desk("3", "4", ("border", 1), ("alliance", 1), ("knight", 2))
    found = changes(then, now)
    assert found.points == {0: "+5"} and found.counts == {(0, "coins"): "\N{MINUS SIGN}3"}
    assert found.cards == {("market", "alliance"), ("market", "knight")}
    assert changes(now, now) == NONE and not changes(then, desk("", "7")).points


def test_points_and_counters_that_changed_are_marked_until_one_decides(house: House) -> None:
    anna, ben = people = [house.browser("Anna"), house.browser("Ben")]
    table = anna.make("koenig", ("me", "open"))
    assert ben.post(anna.link(table, 1)).status_code == 303
    behind = house.behind(table)
    for _ in range(200):
        if behind.actors[0] == 0 and "data-since=" in anna.get(f"/t/{table}").text:
            break
        seat = behind.actors[0]
        sell = [action for action in behind.match.legal_for(seat) if action.startswith("sell")]
        decide(house, people[seat], table, sell[0] if sell else None)
    else:
        raise AssertionError("nothing changed")
    since, last = news_between(behind.match, 0)
    assert since < last
    decide(house, anna, table)
    assert behind.match.undo_barrier is None or "data-since=" not in anna.get(f"/t/{table}").text


@pytest.mark.parametrize(("language", "said"), [("en", "since your last decision"), ("de", "seit deiner letzten Entscheidung")])
def test_who_has_not_decided_yet_and_who_watches_read_nothing_of_their_last_decision(house: House, language: str, said: str) -> None:
    anna, ben = house.browser("Anna", language), house.browser("Ben", language)
    table = anna.make("loewenherz", ("me", "guest"))
    assert ben.post(anna.link(table, "watch")).status_code == 303
    seat = house.behind(table).actors[0]
    anna.post(f"/t/{table}/eyes", seat=seat)
    assert said.casefold() not in anna.get(f"/t/{table}").text.casefold()
    decide(house, anna, table)
    assert said.casefold() not in ben.get(f"/t/{table}").text.casefold()
