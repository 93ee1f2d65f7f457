"""`kronland host`: for whoever runs a server. Everything here may be done while it runs, but restoring."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from kronland.cli.serve import Database, check_server_is_there, naming, usual_database, without_password
from kronland.cli.shown import console
from kronland.core.errors import UsageError

host = typer.Typer(help="Back up, restore, check and tidy what a server keeps; members, hosts and order among them.", no_args_is_help=True)

CopyFile = Annotated[Path, typer.Argument(metavar="FILE", help="A copy: one SQLite file, whatever it was made from.")]
KeepDays = Annotated[float, typer.Option(min=1, help="Days after which a table that nobody touches is dropped.")]


def _store(place: str) -> Any:
    """The database, brought up to date."""
    from kronland.web.store.store import Store

    store = Store(place)
    store.migrate()
    return store


def _place(database: str | None) -> str:
    check_server_is_there()
    return database or f"sqlite:///{usual_database()}"


def _must_exist(place: str) -> None:
    """Whoever mistypes a name is to be told, and not to have an empty database made."""
    import sqlalchemy as sa

    address = sa.make_url(place)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
        raise UsageError(f"--database {place}: there is no such file; name the one that the server keeps its tables in")


@contextmanager
def opened(database: str | None, keep_days: float | None = None) -> Iterator[Any]:
    """The tables of a database, while a server uses them or not."""
    place = _place(database)
    from kronland.web.settings import Settings
    from kronland.web.table.tables import Tables

    with naming(place):
        _must_exist(place)
        store = _store(place)
    tables = Tables(store, Settings(database=place, keep_days=keep_days, mode="python"))
    try:
        yield tables
    finally:
        tables.thinking.stop()
        store.close()


def _told(counts: dict[str, int]) -> str:
    return f"{counts['tables']} tables, {counts['entries']} entries of their logs, {counts['visitors']} visitors"


@host.command()
def backup(file: CopyFile, database: Database = None) -> None:
    """Copy everything into a new file, as it is at one moment; the server goes on meanwhile."""
    place = _place(database)
    from kronland.web.store.copying import back_up

    if file.exists():
        raise UsageError(f"{file}: is there already; name a new file")
    if not file.parent.is_dir():
        raise UsageError(f"{file}: there is no folder {file.parent}")
    with naming(place):
        _must_exist(place)
        counts = back_up(_store(place), file.resolve())
    console().print(f"{file}: {_told(counts)}", markup=False)


@host.command()
def restore(file: CopyFile, database: Database = None) -> None:
    """Put a copy into an empty database, of either kind. No server may use it meanwhile."""
    place = _place(database)
    from kronland.web.store.alone import Claim
    from kronland.web.store.copying import NotEmpty
    from kronland.web.store.copying import restore as put_back

    if not file.is_file():
        raise UsageError(f"{file}: there is no such file")
    with naming(place):
        claim = Claim(place)
        store = _store(place)
    try:
        with naming(str(file), ""):
            counts = put_back(file, store)
    except NotEmpty:
        raise UsageError(
            f"--database {without_password(place)}: something is kept there already; name an empty one, or a new file"
        ) from None
    finally:
        store.close()
        claim.release()
    console().print(f"{_told(counts)} restored", markup=False)


@host.command()
def check(database: Database = None) -> None:
    """Rebuild every table from its log, ratings from the results and standings from the games, and name what cannot be or is another."""
    place = _place(database)
    from kronland.web.club.checking import check_ratings
    from kronland.web.store.checking import check_all
    from kronland.web.tournament.checking import check_tournaments

    with naming(place):
        _must_exist(place)
        store = _store(place)
    out, tables, entries, outdated, damaged = console(), 0, 0, 0, 0
    for found in check_all(store):
        tables += 1
        entries += found.entries
        outdated += found.outdated
        if found.problem:
            damaged += 1
            out.print(f"{found.table}: {found.problem}", markup=False)
    results, wrong = check_ratings(store)
    tournaments, amiss = check_tournaments(store)
    store.close()
    for problem in [*wrong, *amiss]:
        out.print(problem, markup=False)
    out.print(f"{tables} tables with {entries} entries: {damaged} damaged, {outdated} of rules that are not played any more", markup=False)
    if results:
        out.print(f"{results} results worked out again: {len(wrong)} wrong", markup=False)
    if tournaments:
        out.print(f"{tournaments} tournaments worked out again: {len(amiss)} wrong", markup=False)
    if damaged or wrong or amiss:
        raise typer.Exit(1)


@host.command()
def tidy(keep_days: KeepDays, database: Database = None, dry_run: Annotated[bool, typer.Option(help="Only count them.")] = False) -> None:
    """Drop tables that nobody has touched for so many days, with their logs, and those that never began."""
    with opened(database, keep_days) as tables:
        count = len(tables.old()) if dry_run else tables.tidy()
    console().print(f"{count} tables {'would be ' if dry_run else ''}dropped", markup=False)
