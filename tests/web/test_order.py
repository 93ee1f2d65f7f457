"""Order: who does not want to hear of somebody does not, reports reach a host, and all that hosts do is written down for good."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.routing import APIRoute
from house import Browser, House, Program
from sqlalchemy.exc import DBAPIError
from test_people import account, number
from typer.testing import CliRunner

from kronland.cli.app import app
from kronland.web.notices.kinds import OVER
from kronland.web.notices.telling import tell
from kronland.web.people import host_routes, reports
from kronland.web.store import society

GAME = "koenig"


@pytest.fixture(scope="module")
def club(database: str, opened: Callable[..., Any]) -> Iterator[House]:
    with opened(database=database) as house:
        yield house


def host(house: House, name: str = "Hilde") -> Browser:
    browser, _ = account(house, name)
    house.app.state.hosting.promote(None, number(browser))  # type: ignore[attr-defined]
    return browser


class Table:
    """Anna and Ben play, and talk."""

    def __init__(self, house: House) -> None:
        self.anna, self.ben, self.wanda = house.browser("Anna"), house.browser("Ben"), house.browser("Wanda")
        self.id = self.anna.make(GAME, ("me", "open"), public="yes")
        assert self.ben.post(f"/t/{self.id}/join").status_code == 303
        assert self.ben.post(f"/t/{self.id}/chat", text="you sheep").status_code == 303
        assert self.anna.post(f"/t/{self.id}/chat", text="what a pity").status_code == 303

    def seat(self, house: House, who: Browser) -> int:
        return next(seat for seat, owners in house.behind(self.id).owners.items() if number(who) in owners)


@pytest.fixture
def table(club: House) -> Table:
    return Table(club)


def deeds(house: House) -> list[Any]:
    with house.tables.store.read() as connection:
        return list(connection.execute(sa.select(society.deeds).order_by(society.deeds.c.id)))


# Not hearing of somebody --------------------------------------------------------------------------------------------------------------


def test_who_is_muted_is_not_read_and_does_not_know_it(club: House, table: Table) -> None:
    assert "you sheep" in table.anna.get(f"/t/{table.id}").text
    assert table.anna.post(f"/t/{table.id}/mute", seat=table.seat(club, table.ben)).status_code == 303
    for path in ("", "/fragment", "/report"):
        page = table.anna.get(f"/t/{table.id}{path}").text
        assert "you sheep" not in page, path
    assert "what a pity" in table.anna.get(f"/t/{table.id}").text
    for other in (table.ben, table.wanda):
        assert "you sheep" in other.get(f"/t/{table.id}").text
    # No invitation and no question of theirs arrives, and they are answered as always.
    room = table.ben.make(GAME, ("me", "open"))
    assert table.ben.post(f"/t/{room}/ask", who=number(table.anna)).status_code == 303
    assert table.ben.post("/friends/ask", who=number(table.anna)).status_code == 303
    assert "invites you" not in table.anna.get("/").text and "They ask" not in table.anna.get("/friends").text
    assert table.anna.get(f"/t/{room}").status_code == 404 == table.anna.post(f"/t/{room}/join").status_code
    assert club.app.state.notices.of(number(table.anna)) == []  # type: ignore[attr-defined]
    assert table.anna.post("/friends/unmute", who=number(table.ben)).status_code == 303
    assert "you sheep" in table.anna.get(f"/t/{table.id}").text and "invites you" in table.anna.get("/").text


def test_nobody_is_muted_by_a_number_alone(club: House, table: Table) -> None:
    """Else names of all who are here could be read off a list."""
    stranger = club.browser("Stranger")
    for who in (number(stranger), 10**9, -1, ""):
        assert table.anna.post("/friends/mute", who=who).status_code == 404
    assert table.anna.post(f"/t/{table.id}/mute", seat=table.seat(club, table.anna)).status_code == 404, "not oneself"
    assert table.anna.post(f"/t/{table.id}/mute", seat=7).status_code == 404
    assert table.anna.post("/friends/mute", who=number(table.ben)).status_code == 303, "but whom one has met"


# Reports ----------------------------------------------------------------------------------------------------------------------------


def test_a_report_reaches_a_host_with_what_was_said(club: House, table: Table) -> None:
    page = table.anna.get(f"/t/{table.id}/report").text
    assert 'value="line-0"' in page and "you sheep" in page and 'value="line-1"' not in page, "not one's own words"
    sent = table.anna.post(f"/t/{table.id}/report", what="line-0", reason="insult", words="<b>again</b>")
    assert sent.status_code == 303
    hilde = host(club)
    page = hilde.get("/host").text
    assert "Ben: you sheep" in page and "&lt;b&gt;again&lt;/b&gt;" in page and "reported by Anna" in page
    report = reports.listed(club.tables)[-1]
    assert (report.about, report.line, report.reason) == (number(table.ben), 0, "insult")
    assert hilde.post(f"/host/reports/{report.id}/done", answer="had a word").status_code == 303
    assert hilde.post(f"/host/reports/{report.id}/done", answer="twice").status_code == 404
    assert report.id not in [one.id for one in reports.listed(club.tables)]
    assert "had a word" in hilde.get("/host").text


@pytest.mark.parametrize(
    "form", [{}, {"what": "line-99", "reason": "insult"}, {"what": "seat-0"}, {"what": "line-0", "reason": "x"}, {"what": "²-²"}]
)
def test_a_report_says_whom_and_why(club: House, table: Table, form: dict[str, str]) -> None:
    before = len(reports.listed(club.tables))
    assert table.anna.post(f"/t/{table.id}/report", **form).status_code in (400, 404)
    assert len(reports.listed(club.tables)) == before


def test_reports_have_bounds(club: House, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MOST_OPEN", 2)
    form = {"what": "line-0", "reason": "spam"}
    assert [table.wanda.post(f"/t/{table.id}/report", **form).status_code for _ in range(3)] == [303, 303, 403]
    assert table.anna.post(f"/t/{table.id}/report", what=f"seat-{table.seat(club, table.ben)}", reason="insult").status_code == 303
    last = [one.by for one in reports.listed(club.tables)][-1]
    assert last == number(table.wanda), "the first of everybody come before the second of anybody"
    assert club.browser("Stranger").get(f"/t/{table.id}/report").status_code == 200, "whoever may watch, as this table is public"
    private = table.anna.make(GAME, ("me", "open"))
    assert table.wanda.post(f"/t/{private}/report", **form).status_code == 404


# Hosts ------------------------------------------------------------------------------------------------------------------------------

ROUTES = [(method, route.path) for route in host_routes.router.routes if isinstance(route, APIRoute) for method in route.methods]


@pytest.mark.parametrize(("method", "path"), ROUTES, ids=[path for _, path in ROUTES])
def test_for_everybody_else_there_is_nothing_there(club: House, table: Table, method: str, path: str) -> None:
    """Every route of hosts, for who is none: neither a page nor a deed, and the same words as for any wrong address."""
    before = len(deeds(club))
    place = path.replace("{table_id}", table.id).replace("{visitor_id}", str(number(table.ben))).replace("{number}", "1")
    form = {"reason": "because", "name": "Bad", "days": "1", "line": "0", "answer": ""}
    for who in (table.anna, table.wanda, account(club, "Zoe")[0], club.browser()):
        answer = who.client.request(method, place, data=form if method == "POST" else None)
        assert answer.status_code == 404 and "There is nothing at this address" in answer.text
    assert len(deeds(club)) == before and "you sheep" in table.wanda.get(f"/t/{table.id}").text
    assert club.behind(table.id).stage == "running"


def test_a_host_hides_a_line_for_everybody(club: House, table: Table) -> None:
    hilde = host(club)
    assert hilde.post(f"/host/tables/{table.id}/hide", line=0, reason="").status_code == 400
    assert hilde.post(f"/host/tables/{table.id}/hide", line=0, reason="rude").status_code == 303
    program = Program(club.client, table.id)
    talk = program.get("chat").json()
    assert talk[0] == {"number": 0, "seat": talk[0]["seat"], "name": "Ben", "text": "", "hidden": True} and not talk[1]["hidden"]
    for who in (table.anna, table.ben, table.wanda):
        page = who.get(f"/t/{table.id}").text
        assert "you sheep" not in page and "hidden by a host" in page
    assert hilde.post(f"/host/tables/{table.id}/hide", line=0, reason="rude").status_code == 404
    assert hilde.post(f"/host/tables/{table.id}/hide", line=-1, reason="rude").status_code == 404
    club.tables.forget(club.behind(table.id))
    assert "you sheep" not in table.anna.get(f"/t/{table.id}").text, "after a restart, too"
    done = deeds(club)[-1]
    assert (done.what, done.about, done.table) == ("hide", number(table.ben), table.id) and "you sheep" in done.words


def test_a_host_ends_a_table_and_it_counts_for_nothing(club: House) -> None:
    hilde, anna, ben = host(club), club.browser("Anna"), club.browser("Ben")
    table = anna.make(GAME, ("me", "open"), public="yes", rated="yes", clock="move-86400")
    assert hilde.post(f"/host/tables/{table}/end", reason="").status_code == 400
    ben.post(f"/t/{table}/join")
    assert hilde.post(f"/host/tables/{table}/end", reason="agreed beforehand").status_code == 303
    assert club.behind(table).stage == "ended" and club.behind(table).due is None
    assert "A host has ended this game" in anna.get(f"/t/{table}").text
    assert anna.get(f"/t/{table}/record.json").status_code == 403, "nothing is uncovered"
    assert anna.get(f"/people/{number(anna)}").status_code == 404, "no result"
    assert hilde.post(f"/host/tables/{table}/end", reason="again").status_code == 400
    waiting = anna.make(GAME, ("me", "open"), public="yes")
    assert hilde.post(f"/host/tables/{waiting}/end", reason="an offensive title").status_code == 303
    assert anna.get(f"/t/{waiting}").status_code == 404 and f"open-{waiting}" not in anna.get("/lobby").text
    assert hilde.post("/host/tables/nothing/end", reason="x").status_code == 404


def test_who_is_blocked_begins_nothing_new_and_finishes_what_is_on(club: House, table: Table) -> None:
    hilde, ben = host(club), table.ben
    elsewhere = table.anna.make(GAME, ("me", "open", "open"), public="yes")
    waiting = table.anna.make(GAME, ("me", "open"))
    link = table.anna.link(waiting, 1)
    assert hilde.post(f"/host/people/{number(ben)}/block", reason="", days=7).status_code == 400
    assert hilde.post(f"/host/people/{number(ben)}/block", reason="insults", days=99999).status_code == 400
    assert hilde.post(f"/host/people/{number(ben)}/block", reason="insults", days=7).status_code == 303
    new = {"game": GAME, "kind-0": "me", "kind-1": "bot-page", "pace": "0"}
    cup = {"game": GAME, "name": "Cup", "players": 2, "rounds": 1, "clock": "move-86400"}
    entries = f"{table.anna.post('/tournaments/new', **cup).headers['location']}/enter"
    refused = [
        ben.post("/new", **new),
        ben.post("/play-now", game=GAME),
        ben.post(f"/t/{elsewhere}/join"),
        ben.post(link),
        ben.post(f"/t/{table.id}/chat", text="baa"),
        ben.post("/friends/ask", name="Anna-1234"),
        ben.post("/tournaments/new", **cup),
        ben.post(entries, name="Ben"),
        ben.post(f"/t/{table.id}/report", what="line-1", reason="spam"),
    ]
    assert [answer.status_code for answer in refused] == [403] * len(refused)
    assert all("insults." in answer.text and "blocked you here until" in answer.text for answer in refused)
    token = ben.link(table.id, table.seat(club, ben))[3:]
    assert Program(club.client, table.id, token).post("chat", text="baa").status_code == 403, "not by a program, either"
    program = Program(club.client, table.id, token)
    for seat in program.view()["actors"]:
        behind = club.behind(table.id)
        who = ben if number(ben) in behind.owners[seat] else table.anna
        mine = Program(club.client, table.id, who.link(table.id, seat)[3:])
        assert mine.act(mine.view()["number"], mine.view()["legal"][0]["notation"]).status_code == 200, "the game goes on"
    assert hilde.post(f"/host/people/{number(ben)}/unblock").status_code == 303
    assert ben.post(f"/t/{elsewhere}/join").status_code == 303
    assert hilde.post(f"/host/people/{number(ben)}/unblock").status_code == 400


def test_a_block_ends_by_itself_and_comes_along(club: House) -> None:
    hosting = club.app.state.hosting  # type: ignore[attr-defined]
    ben = club.browser("Ben")
    hosting.block(None, number(ben), "spam", 1)
    ahead = club.tables.now() + 2 * 86400
    club.app.state.visitors.now, before = (lambda: ahead), club.app.state.visitors.now  # type: ignore[attr-defined]
    try:
        club.app.state.visitors.forget()  # type: ignore[attr-defined]
        assert ben.post("/play-now", game=GAME).status_code == 303
    finally:
        club.app.state.visitors.now = before  # type: ignore[attr-defined]
        club.app.state.visitors.forget()  # type: ignore[attr-defined]
    answer = club.browser("Bert").post("/account/new", name="Bert", password="a long password")
    sign_in = re.search(r"Bert-\d+", answer.text)
    assert sign_in and ben.post("/account/sign-in", name=sign_in[0], password="a long password").status_code == 303
    assert ben.post("/play-now", game=GAME).status_code == 403, "an account of before is no way around it"


def test_a_name_that_a_host_gives_stays(club: House, table: Table) -> None:
    hilde = host(club)
    assert hilde.post(f"/host/people/{number(table.ben)}/rename", name="\u202e").status_code == 400
    with club.tables.store.write() as connection:
        tell(club.tables.store, connection, OVER, number(table.wanda), 0.0, "/", table.id, game=GAME, others="Ben, Hilde")
    assert hilde.post(f"/host/people/{number(table.ben)}/rename", name="Benedikt").status_code == 303
    assert "with Benedikt, Hilde" in table.wanda.get("/notices").text, "what was told before, and is not sent yet, too"
    hall = table.ben.make(GAME, ("me", "open", "open"), public="yes", **{"name-0": "Rude"})
    other = hilde.make(GAME, ("me", "open", "open"), public="yes")
    table.ben.post(f"/t/{other}/join", name="Rude")
    table.ben.post("/account/new", name="Rude", password="correct horse battery")
    names = [seat.name for one in (hall, other) for seat in club.behind(one).seats]
    assert names.count("Benedikt") == 2 and "Rude" not in names, "at tables, too"
    assert "Rude" not in table.ben.get("/settings").text, "and in an account"
    page = table.wanda.get(f"/t/{table.id}").text
    assert "Benedikt" in page and ">Ben<" not in page
    table.ben.post("/settings", name="Worse")
    assert 'value="Benedikt"' in table.ben.get("/settings").text
    assert "Ben → Benedikt" in hilde.get(f"/host/people/{number(table.ben)}").text


def test_hosts_find_people_and_cannot_block_each_other(club: House) -> None:
    hilde, (hugo, called) = host(club), account(club, "Hugo")
    page = hilde.get("/host", name="hug").text
    assert called in page and hilde.get("/host", name="%").text.count("people-list") and called not in hilde.get("/host", name="%").text
    club.app.state.hosting.promote(None, number(hugo))  # type: ignore[attr-defined]
    assert hilde.post(f"/host/people/{number(hugo)}/block", reason="x", days=1).status_code == 403
    assert hilde.get("/host/people/999999").status_code == 404
    club.app.state.hosting.demote(None, number(hugo))  # type: ignore[attr-defined]
    assert hugo.get("/host").status_code == 404


def test_the_log_of_hosts_only_grows(club: House) -> None:
    """Not even the server can change or delete what is in it."""
    host(club)
    for statement in (society.deeds.update().values(words="nothing happened"), society.deeds.delete()):
        with pytest.raises(DBAPIError, match="only grows"), club.tables.store.write() as connection:
            connection.execute(statement)
    assert deeds(club)


# On the command line ------------------------------------------------------------------------------------------------------------------


def test_all_of_it_on_the_command_line(opened: Callable[..., Any], tmp_path: Any) -> None:
    address = f"sqlite:///{tmp_path}/tables.db"

    def said(*words: str, code: int = 0) -> str:
        answer = CliRunner().invoke(app, ["host", *words, "--database", address])
        assert answer.exit_code == code, answer.output
        return answer.output

    with opened(database=address) as house:
        table = Table(house)
        hilde, called = account(house, "Hilde")
        assert table.anna.post(f"/t/{table.id}/report", what="line-0", reason="insult").status_code == 303
        ben = f"#{number(table.ben)}"
        assert called in said("members") and "(no account)" not in said("members") and "Ben" in said("members", "--all")
        assert "nobody" in said("promote", "Nobody-1", code=2).lower()
        assert "nobody" in said("rename", "Nobody\udcff-1", "Anna", code=2).lower(), "a terminal may send what is no text"
        assert "no such table" in said("end", f"/t/{table.id}\udcff", "--reason", "enough", code=2)
        assert "needs an account" in said("promote", ben, code=2)
        assert said("promote", called) == f"{called} is a host\n"
        assert "  host\n" in said("members", "--hosts")
        house.app.state.visitors.forget()
        assert hilde.get("/host").status_code == 200, "the server that runs learns of it"
        waits = said("reports")
        assert f"Ben ({ben}), insult" in waits and "Ben: you sheep" in waits and "1 reports wait" in waits
        assert "is hidden" in said("hide", f"/t/{table.id}", "0", "--reason", "rude")
        assert "you sheep" not in table.anna.get(f"/t/{table.id}").text
        assert "is blocked for 7 days" in said("block", ben, "--reason", "insults", "--days", "7")
        assert "insults" in said("members", "--blocked")
        assert "is not blocked" in said("unblock", ben)
        assert "is called Benno" in said("rename", ben, "Benno")
        assert "has ended" in said("end", f"/t/{table.id}", "--reason", "enough")
        assert "ended already" in said("end", f"http://here/t/{table.id}/", "--reason", "enough", code=2)
        assert "is done" in said("settle", "1", "talked")
        assert "no such report" in said("settle", "1", code=2)
        assert "no host" in said("demote", called)
        assert house.behind(table.id).stage == "ended"
        log = said("log").splitlines()
        whats = [line.split("  ")[2].split()[0].rstrip(":") for line in log[:-1]]
        assert whats == ["demote", "settle", "end", "rename", "unblock", "block", "hide", "promote"] and log[-1] == "8 deeds"
        assert all("command line" in line for line in log[:-1])
