"""The JSON API for programs, under /api/v1; `docs/api.md` shows it, /api/v1/openapi.json describes it.

A seat's token (`Authorization: Bearer TOKEN`) stands for its seat; without one, a program sees what a spectator of a public table sees.
Cookies mean nothing here. Seats count from 0.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from kronland.core.game import SPECTATOR
from kronland.core.layout import CHANCE
from kronland.core.words import N_, words
from kronland.games import GAMES, find_game
from kronland.web.api_shapes import (
    Advice,
    AdvisedAction,
    AskedAction,
    AskedChat,
    AskedJoin,
    AskedNumber,
    AskedTable,
    ClockInfo,
    Decision,
    Failure,
    GameAnalysis,
    GameInfo,
    GameOption,
    JudgedDecision,
    LegalAction,
    Level,
    LogLine,
    MadeTable,
    OptionValue,
    SeatInfo,
    SeatTime,
    SeatView,
    TableInfo,
    TakenSeat,
    Talk,
    Verdict,
    Version,
)
from kronland.web.errors import Forbidden, NotFound
from kronland.web.live.live import Live, Stream, event_stream, version_said
from kronland.web.lobby.lists import Summary
from kronland.web.lobby.wishes import SeatWish, Wish
from kronland.web.safety.cleaning import LONGEST_NOTATION
from kronland.web.safety.visitors import Visitor, address_of, asked_language, tables_of
from kronland.web.store.outdated import NO_TABLE
from kronland.web.study.analysing import Working
from kronland.web.table.access import Access
from kronland.web.table.clock import Clock, Pause, Terms
from kronland.web.table.seats import Seat
from kronland.web.table.table import NotBegun, Table
from kronland.web.table.tables import Tables

PROGRAM = Visitor(None, "", "en")
LONGEST_WAIT = 30.0

Language = Annotated[Literal["de", "en"] | None, Query(description="Of all words; as Accept-Language asks, if not said.")]


FAILURES: dict[int | str, dict[str, Any]] = {
    400: {"model": Failure, "description": "Something impossible was asked for"},
    403: {"model": Failure, "description": "Not with this token, or not now"},
    404: {"model": Failure, "description": "No such thing, or none that this token may know of"},
    409: {"model": Failure, "description": "The table has moved on: look again"},
    410: {"model": Failure, "description": "The game was begun with an older version of its rules, and cannot go on"},
    413: {"model": Failure, "description": "More than 16 KiB"},
    422: {"model": Failure, "description": "Not understood, or refused by a rule of the game"},
    429: {"model": Failure, "description": "Too fast; see Retry-After"},
    500: {"model": Failure, "description": "What is kept of the table cannot be read"},
    503: {"model": Failure, "description": "The tables cannot be reached; see Retry-After"},
}
router = APIRouter(prefix="/api/v1", responses=FAILURES)


# Who asks ---------------------------------------------------------------------------------------------------------------------------


def bearer(authorization: Annotated[str | None, Header(description="Bearer TOKEN")] = None) -> str | None:
    if authorization is None:
        return None
    kind, _, token = authorization.partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def enter(request: Request, table_id: str, token: Annotated[str | None, Depends(bearer)]) -> Access:
    """By token, or as anybody."""
    tables = tables_of(request)
    if token is None:
        return tables.enter(table_id, PROGRAM)
    access = tables.enter_by_key(token)
    if access.table.id != table_id:
        raise NotFound(NO_TABLE)
    request.state.recognised = True
    return access


def language_of(request: Request, language: Language = None) -> str:
    return language or asked_language(request)


Entered = Annotated[Access, Depends(enter)]
Speaking = Annotated[str, Depends(language_of)]


def own_seat(access: Access) -> int:
    return access.seats[0] if access.seats else SPECTATOR


def acting_seat(access: Access) -> int:
    if not access.seats:
        raise Forbidden(N_("This needs the token of a seat."))
    return access.seats[0]


# Tables -----------------------------------------------------------------------------------------------------------------------------


@router.get("/games")
def games(request: Request, speaking: Speaking) -> list[GameInfo]:
    """What can be played."""
    return [_game_info(request, game_id, speaking) for game_id in GAMES]


def _game_info(request: Request, game_id: str, language: str) -> GameInfo:
    game, speak = find_game(game_id), words(language)
    options = [
        GameOption(
            id=option.id,
            text=speak(option.text),
            values=[OptionValue(value=value, text=speak(text)) for value, text in option.values],
            default=option.default,
            rule=option.rule,
        )
        for option in game.options
    ]
    return GameInfo(
        id=game.id,
        title=game.title,
        about=speak(game.about),
        players=list(game.seats),
        options=options,
        actions=game.space.size,
        ready=tables_of(request).games.state(game_id).ready,
    )


@router.get("/tables")
def tables(request: Request) -> list[TableInfo]:
    """The public tables: those that wait for players, then those at which a game is on."""
    listed = tables_of(request).open_tables(PROGRAM) + tables_of(request).to_watch(PROGRAM)
    return [_table_info(tables_of(request), summary, summary.actors) for summary in listed]


def _table_info(tables: Tables, table: Summary | Table, actors: tuple[int, ...]) -> TableInfo:
    game = table.game if isinstance(table.game, str) else table.game.id
    seats = [
        SeatInfo(
            seat=seat.number,
            kind=seat.kind,  # type: ignore[arg-type]
            name=seat.name,
            level=seat.level,  # type: ignore[arg-type]
            kept_by=seat.kept_by,  # type: ignore[arg-type]
            plays_as=_plays_as(tables, game, seat),
            hints=seat.hints,
        )
        for seat in table.seats
    ]
    return TableInfo(
        id=table.id,
        game=game,
        title=table.title,
        stage=table.stage,  # type: ignore[arg-type]
        seats=seats,
        actors=list(actors),
        clock=None if table.clock is None else _clock_info(table.clock, table.pauses),
    )


def _clock_info(clock: Clock, pauses: Mapping[int, Sequence[Pause]]) -> ClockInfo:
    ends = [time.runs_out(pauses.get(seat, ())) for seat, time in enumerate(clock.times)]
    times = [SeatTime(left=time.left, since=time.since, runs_out=end) for time, end in zip(clock.times, ends, strict=True)]
    return ClockInfo(kind=clock.terms.kind, seconds=clock.terms.seconds, out=clock.terms.out, seats=times)  # type: ignore[arg-type]


def _plays_as(tables: Tables, game: str, seat: Seat) -> Level | None:
    return None if seat.bot is None else tables.games.plays_as(game, seat.bot)  # type: ignore[return-value]


@router.post("/tables", status_code=201)
def make_table(request: Request, asked: AskedTable) -> MadeTable:
    """A new table. The game begins, and the cards are dealt, when no seat is open."""
    seats = tuple(SeatWish(seat.kind, seat.name, seat.level) for seat in asked.seats)
    clock = None if asked.clock is None else Terms(asked.clock.kind, asked.clock.seconds, asked.clock.out)
    wish = Wish(asked.game, seats, asked.options, False, asked.public, asked.pace, asked.title, asked.hints, clock)
    made = tables_of(request).make_for_program(replace(PROGRAM, address=address_of(request)), wish)
    tokens, invitations = ({str(seat): key for seat, key in keys.items()} for keys in (made.keys, made.invitations))
    return MadeTable(id=made.id, tokens=tokens, invitations=invitations)


@router.get("/tables/{table_id}")
def table(access: Entered) -> TableInfo:
    """Who sits at a table, and who is to decide."""
    with access.table.lock:
        return _table_info(access.tables, access.table, access.table.actors)


@router.post("/tables/{table_id}/join", status_code=201)
def join(request: Request, access: Entered, asked: AskedJoin) -> TakenSeat:
    """Take an open seat: the one of the invitation, or of a public table any."""
    taken = tables_of(request).join_by_program(access, asked.seat, asked.name)
    return TakenSeat(seat=taken.seat, token=taken.key)


# A seat's view ----------------------------------------------------------------------------------------------------------------------


def _view(access: Access, seat: int, language: str) -> SeatView:
    try:
        look = access.look(seat, language)
    except NotBegun:
        return _lobby(access, seat, language)
    view = look.view
    return SeatView(
        number=look.number,
        version=look.version,
        length=look.length,
        stage=look.stage,  # type: ignore[arg-type]
        seat=seat,
        names=list(view.names),
        actors=list(look.actors),
        bots=_bots(access),
        prompt=view.prompt,
        text=view.text,
        legal=[LegalAction(notation=view.notation(action), label=view.label(action)) for action in view.legal],
        can_undo=look.can_undo,
        can_redo=look.can_redo,
        state={name: view.state[name].tolist() for name in view.state.dtype.names if name not in CHANCE and not name.startswith("gap_")},
        results=access.results() if look.stage == "over" else None,
    )


def _bots(access: Access) -> list[Level | None]:
    return [_plays_as(access.tables, access.table.game.id, seat) for seat in access.table.seats]


def _lobby(access: Access, seat: int, language: str) -> SeatView:
    """What there is to see of a table that waits: who is there."""
    table = access.table
    with table.lock:
        return SeatView(
            number=table.number,
            version=table.version,
            length=0,
            stage="waiting",
            seat=seat,
            names=table.names(language),
            actors=[],
            bots=_bots(access),
            prompt="",
            text="",
            legal=[],
            can_undo=False,
            can_redo=False,
            state=None,
            results=None,
        )


@router.get("/tables/{table_id}/view")
def view(access: Entered, speaking: Speaking) -> SeatView:
    """The position as the token's seat may know it, and what it may do."""
    return _view(access, own_seat(access), speaking)


@router.get("/tables/{table_id}/why")
def why(access: Entered, speaking: Speaking, action: Annotated[str, Query(max_length=LONGEST_NOTATION)]) -> Verdict:
    """Whether the seat may do this now, and if not, which rule forbids it."""
    found = access.why(seat := acting_seat(access), access.action(action, seat))
    if found is None:
        return Verdict(legal=True, reason=None, rule=None, text=None)
    return Verdict(legal=False, reason=found.reason, rule=found.rule or None, text=found.words(speaking))


@router.get("/tables/{table_id}/log")
def log(access: Entered, speaking: Speaking) -> list[LogLine]:
    """What happened, in words."""
    return [LogLine(at=line.at, seat=line.seat, text=line.text, rule=line.rule) for line in access.lines(own_seat(access), speaking)]


@router.get("/tables/{table_id}/history")
def history(access: Entered) -> list[Decision]:
    """All decisions in notation."""
    return [Decision(seat=seat, action=action) for seat, action in access.history(own_seat(access))]


@router.get("/tables/{table_id}/record", response_model=dict[str, Any])
def record(access: Entered) -> Response:
    """The record of a finished game."""
    return Response(access.record(), media_type="application/json")


@router.get("/tables/{table_id}/analysis")
def analysis(request: Request, access: Entered) -> GameAnalysis:
    """What each player could expect over a finished game, and the decisions that changed most."""
    found = request.app.state.analyses.of(access)
    if isinstance(found, Working):
        return GameAnalysis(ready=False, failed=found.failed, done=found.done, total=found.total, shares=[], decisions=[])
    decisions = [JudgedDecision(**asdict(decision)) for decision in found.decisions]
    return GameAnalysis(ready=True, failed=False, done=1, total=1, shares=found.shares, decisions=decisions)


# Deciding ---------------------------------------------------------------------------------------------------------------------------


@router.post("/tables/{table_id}/actions")
def act(access: Entered, asked: AskedAction, speaking: Speaking) -> SeatView:
    """Carry out an action, and see what came of it."""
    seat = acting_seat(access)
    access.act(seat, asked.number, access.action(asked.action, seat))
    return _view(access, seat, speaking)


@router.post("/tables/{table_id}/undo")
def undo(access: Entered, asked: AskedNumber, speaking: Speaking) -> SeatView:
    """Take the last action back."""
    seat = acting_seat(access)
    access.undo(seat, asked.number)
    return _view(access, seat, speaking)


@router.post("/tables/{table_id}/redo")
def redo(access: Entered, asked: AskedNumber, speaking: Speaking) -> SeatView:
    """Carry out again what was taken back."""
    seat = acting_seat(access)
    access.redo(seat, asked.number)
    return _view(access, seat, speaking)


@router.post("/tables/{table_id}/reset")
def reset(access: Entered, asked: AskedNumber, speaking: Speaking) -> SeatView:
    """Take back all of this turn that can be."""
    seat = acting_seat(access)
    access.reset(seat, asked.number)
    return _view(access, seat, speaking)


@router.post("/tables/{table_id}/hint")
async def hint(access: Entered, asked: AskedNumber, speaking: Speaking) -> Advice:
    """What a king would do here. It takes two seconds or more, while the game is being compiled as long as that takes; others see how many
    hints a seat has taken."""
    seat = acting_seat(access)
    found = await run_in_threadpool(access.ask_hint, seat, asked.number)
    await asyncio.wrap_future(found.thoughts)

    def told() -> Advice:
        view = access.look(seat, speaking).view
        actions = [AdvisedAction(notation=view.notation(one.action), label=view.label(one.action), share=one.share) for one in found.best]
        return Advice(number=found.number, actions=actions, why=found.why(words(speaking)))

    return await run_in_threadpool(told)


@router.get("/tables/{table_id}/chat")
def chat_lines(access: Entered) -> list[Talk]:
    names = access.table.names("en")
    hidden = access.table.hidden
    return [
        Talk(number=line.number, seat=line.seat, name=line.name or names[line.seat], text=line.text, hidden=line.number in hidden)
        for line in access.chat_lines()
    ]


@router.post("/tables/{table_id}/chat", status_code=204)
def chat(access: Entered, asked: AskedChat) -> None:
    access.chat(asked.text)


# Following --------------------------------------------------------------------------------------------------------------------------


@router.get("/tables/{table_id}/wait")
async def wait(
    request: Request,
    access: Entered,
    version: Annotated[int, Query(description="The version that is known already")] = 0,
    timeout: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for a newer one")] = LONGEST_WAIT,
) -> Version:
    """Wait until the table has another version than this one, or the time is over."""
    live: Live = request.app.state.live
    stream = live.admit(Stream(access, version, address=address_of(request)))
    with suppress(TimeoutError):
        async with asyncio.timeout(timeout):
            async for state in live.listen(stream):
                if not isinstance(state, str):  # text only tells whoever waits that we are there still
                    break
    await run_in_threadpool(access.seen)  # who has no right to be here any more hears that, and no news
    found = access.table
    return Version(version=found.version, number=found.number, stage=found.stage)  # type: ignore[arg-type]


@router.get(
    "/tables/{table_id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Server-sent events `change`, whose id is the version"}},
)
async def events(
    request: Request, table_id: str, token: Annotated[str | None, Depends(bearer)], last_event_id: Annotated[str | None, Header()] = None
) -> StreamingResponse:
    """Every change, as server-sent events."""
    access = await run_in_threadpool(enter, request, table_id, token)
    return event_stream(request, Stream(access, version_said(last_event_id), address=address_of(request)))
