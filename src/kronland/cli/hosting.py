"""`kronland host` for order among people: who is here, who is a host, and all that hosts can do in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from kronland.cli.host import host as host
from kronland.cli.host import opened
from kronland.cli.serve import Database
from kronland.cli.shown import console
from kronland.core.errors import UsageError

Name = Annotated[str, typer.Argument(help="A sign-in name like Anna-1234; of somebody without an account the number, like #17.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="Its address, or the last part of that; some begin with a dash: then /t/-…")]
Reason = Annotated[str, typer.Option(help="Why: those who are meant read it.")]


@contextmanager
def _hosting(database: str | None) -> Iterator[Any]:
    """What hosts can do, at the tables of a database. What is refused is one line."""
    from kronland.web.errors import WebError
    from kronland.web.people.hosting import Hosting
    from kronland.web.safety.visitors import Visitors

    with opened(database) as tables:
        try:
            yield Hosting(tables, Visitors(tables.store, tables.now))
        except WebError as problem:
            raise UsageError(str(problem)) from None


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M")


def _table(address: str) -> str:
    """Its ID; what a terminal has sent that is no text is none."""
    return address.rstrip("/").rpartition("/")[2].encode("ascii", "replace").decode()


def _say(text: str) -> None:
    console().print(text, markup=False, soft_wrap=True)


@host.command()
def members(
    name: Annotated[str, typer.Argument(help="Only those whose name or sign-in name begins so.")] = "",
    hosts: Annotated[bool, typer.Option("--hosts", help="Only hosts.")] = False,
    blocked: Annotated[bool, typer.Option("--blocked", help="Only those who are blocked.")] = False,
    everybody: Annotated[bool, typer.Option("--all", help="Those without an account, too.")] = False,
    database: Database = None,
) -> None:
    """Who is here: number, name, sign-in name, since when; hosts, and those who are blocked. The newest first, 100 at most."""
    only = "hosts" if hosts else "blocked" if blocked else "" if everybody or name else "accounts"
    with _hosting(database) as hosting:
        found = hosting.members(name, only)
    for one in found:
        until = "" if one.blocked_until is None else f" until {_day(one.blocked_until)}"
        marks = ["host"] * one.host + [f"blocked{until}: {one.reason}"] * one.blocked
        parts = (f"#{one.id}", one.name or "(no name)", one.sign_in or "(no account)", _day(one.made_at), *marks)
        _say("  ".join(parts))
    _say(f"{len(found)} people")


@host.command()
def promote(name: Name, database: Database = None) -> None:
    """Make a host of somebody: one who sees reports, and can rename, block, hide what was said and end tables."""
    with _hosting(database) as hosting:
        hosting.promote(None, hosting.called(name).id)
    _say(f"{name} is a host")


@host.command()
def demote(name: Name, database: Database = None) -> None:
    """Somebody is a host no more."""
    with _hosting(database) as hosting:
        hosting.demote(None, hosting.called(name).id)
    _say(f"{name} is no host any more")


@host.command()
def rename(name: Name, new: Annotated[str, typer.Argument(help="What they are called from now on.")], database: Database = None) -> None:
    """Give somebody another name, everywhere and for good."""
    with _hosting(database) as hosting:
        hosting.rename(None, hosting.called(name).id, new)
    _say(f"{name} is called {new}")


@host.command()
def block(
    name: Name,
    reason: Reason,
    days: Annotated[int | None, typer.Option(help="For so long; for good, if not said.")] = None,
    database: Database = None,
) -> None:
    """No new tables, seats, talk, invitations or reports for somebody; games that are on go on."""
    with _hosting(database) as hosting:
        hosting.block(None, hosting.called(name).id, reason, days)
    _say(f"{name} is blocked {'for good' if days is None else f'for {days} days'}")


@host.command()
def unblock(name: Name, database: Database = None) -> None:
    """Somebody is blocked no more."""
    with _hosting(database) as hosting:
        hosting.unblock(None, hosting.called(name).id)
    _say(f"{name} is not blocked any more")


@host.command()
def end(table: TableId, reason: Reason, database: Database = None) -> None:
    """End a table: a game is broken off and counts for nothing, one that waits is gone."""
    with _hosting(database) as hosting:
        hosting.end_table(None, _table(table), reason)
    _say(f"{table} has ended")


@host.command()
def hide(
    table: TableId,
    line: Annotated[int, typer.Argument(help="Its number, as `kronland host reports` says it.")],
    reason: Reason,
    database: Database = None,
) -> None:
    """Hide a line of a table's chat."""
    with _hosting(database) as hosting:
        hosting.hide(None, _table(table), line, reason)
    _say(f"line {line} of {table} is hidden")


@host.command()
def reports(database: Database = None) -> None:
    """The reports that wait for a host, the oldest first."""
    from kronland.web.people.reports import listed

    with _hosting(database) as hosting:
        found = listed(hosting.tables)
    for one in found:
        about = f"#{one.about}" if one.about is not None else "a program"
        place = f", table {one.table}" + (f", line {one.line}" if one.line is not None else "")
        _say(f"{one.id}: {one.called} ({about}), {one.reason}, by #{one.by}, {_day(one.at)}{place}")
        for said in (one.words, *one.quoted.splitlines()):
            if said:
                _say(f"    {said}")
    _say(f"{len(found)} reports wait")


@host.command()
def settle(
    report: Annotated[int, typer.Argument(help="Its number.")],
    answer: Annotated[str, typer.Argument(help="What was decided.")] = "",
    database: Database = None,
) -> None:
    """A report has been looked at."""
    with _hosting(database) as hosting:
        hosting.settle(None, report, answer)
    _say(f"report {report} is done")


@host.command()
def log(database: Database = None) -> None:
    """What hosts have done, the newest first, 100 at most."""
    with _hosting(database) as hosting:
        found = hosting.deeds()
    for one in found:
        about = f" {one.name or '(no name)'} (#{one.about})" if one.about is not None else ""
        place = f" table {one.table}" if one.table else ""
        words = f": {one.words}" if one.words else ""
        _say(f"{_day(one.at)}  {one.by or 'command line'}  {one.what}{about}{place}{words}")
    _say(f"{len(found)} deeds")
