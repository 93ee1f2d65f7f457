"""What the JSON API tells of the club: tournaments, and the statistics of each game. It is for everybody, and changes nothing."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from kronland.core.words import N_
from kronland.games import GAMES
from kronland.web.api import FAILURES
from kronland.web.errors import NotFound
from kronland.web.safety.visitors import tables_of
from kronland.web.study.statistics import Spread, Statistics, Tally, Versus, spread
from kronland.web.tournament.lists import Entry, in_stage
from kronland.web.tournament.reading import STAGES, Tournament
from kronland.web.tournament.tournaments import Tournaments

router = APIRouter(prefix="/api/v1", responses=FAILURES)

Stage = Literal["entries", "running", "over", "off"]
NO_GAME = N_("There is no such game.")


class TournamentInfo(BaseModel):
    id: str
    name: str
    game: str
    stage: Stage = Field(description="`off` is called off")
    round: int = Field(description="That is played; 0 before the first")
    rounds: int
    rated: bool
    entrants: int
    begins_at: float | None = Field(description="When it begins by itself, in seconds since 1970; if not said, by hand")


class EntrantInfo(BaseModel):
    number: int = Field(description="Of the entry, by which the lots are drawn")
    name: str
    left: bool = Field(description="Gets no further seats")


class StandingInfo(BaseModel):
    place: int
    entrant: int = Field(description="Number of the entry")
    points: float
    strength: float = Field(description="Of the opponents: for each game the mean of their points")
    share: float = Field(description="Points made in the games, in means of the table, on average")
    direct: int = Field(description="Head to head with those who are equal otherwise")
    games: int
    lot: str


class PlaceInfo(BaseModel):
    seat: int
    entrant: int | None = Field(description="Number of the entry; none is a bot that fills")
    rank: int | None = Field(description="None while the game is on")


class BoardInfo(BaseModel):
    round: int
    number: int
    table: str = Field(description="Its id, for /tables/ID")
    places: list[PlaceInfo]


class TournamentView(TournamentInfo):
    system: Literal["swiss", "robin"]
    players: int = Field(description="At a table, as far as they divide")
    options: dict[str, str]
    seed: str | None = Field(description="Of the lots: the smallest sha256('SEED:NUMBER') is first; none before it begins")
    people: list[EntrantInfo]
    standings: list[StandingInfo] = Field(description="The first first; from games that are over")
    boards: list[BoardInfo]


class SpreadInfo(BaseModel):
    count: int
    least: float
    low: float = Field(description="A quarter is below")
    median: float
    high: float
    most: float
    mean: float


class SeatStatistics(BaseModel):
    seat: int
    games: int
    wins: float = Field(description="A shared win is shared")
    low: float = Field(description="Of the 95 % interval of the share of wins")
    high: float
    points: float = Field(description="On average")


class VersusInfo(BaseModel):
    winners: float
    others: float


class GameStatistics(BaseModel):
    players: int
    games: int = Field(description="That were played here from their beginning to their end")
    broken_off: int = Field(description="Besides these: time had run out")
    shared_wins: int
    decisions: SpreadInfo | None
    minutes: SpreadInfo | None = Field(description="Of games without a clock")
    margin: SpreadInfo | None = Field(description="Points between first and second")
    points_by_rank: dict[int, SpreadInfo]
    seats: list[SeatStatistics]
    ends: dict[str, int] = Field(description="By the game's words for them")
    final_scoring: dict[str, VersusInfo] = Field(description="What each step brought on average, by its event")
    counters: dict[str, VersusInfo] = Field(description="What they had in the end, on average, by the English words for it")


@router.get("/tournaments")
def tournaments(request: Request) -> list[TournamentInfo]:
    """Those that take entries, then those that are played, then those that are over; of each the last changed first."""
    keeper = tables_of(request).store
    return [TournamentInfo(**_info(entry)) for stage in STAGES[:3] for entry in in_stage(keeper, stage)]


def _info(entry: Entry) -> dict[str, Any]:
    told = {name: getattr(entry, name) for name in ("id", "name", "game", "stage", "round", "rounds", "rated", "entrants")}
    return {**told, "begins_at": entry.closes}


@router.get("/tournaments/{tournament_id}")
def tournament(request: Request, tournament_id: Annotated[str, Path(max_length=100)]) -> TournamentView:
    """Who plays, who stands where, and who meets whom."""
    keeper: Tournaments = request.app.state.tournaments
    found: Tournament = keeper.found(tournament_id)
    row = found.row
    boards = [
        BoardInfo(
            round=chairs[0].round,
            number=chairs[0].board,
            table=table_id,
            places=[PlaceInfo(seat=chair.seat, entrant=chair.entrant, rank=chair.rank) for chair in chairs],
        )
        for table_id, chairs in found.tables.items()
    ]
    entry = Entry(found.id, row.name, row.game, row.stage, row.round, row.rounds, row.closes, row.rated, len(found.entrants))
    standing = ("place", "entrant", "points", "strength", "share", "direct", "games", "lot")
    return TournamentView(
        **_info(entry),
        system=row.system,
        players=row.players,
        options=row.options,
        seed=row.seed,
        people=[EntrantInfo(number=one.number, name=one.name, left=one.gone is not None) for one in found.entrants],
        standings=[StandingInfo(**{name: getattr(one, name) for name in standing}) for one in found.standings] if row.round else [],
        boards=boards,
    )


@router.get("/games/{game_id}/statistics")
def statistics(request: Request, game_id: Annotated[str, Path(max_length=100)]) -> list[GameStatistics]:
    """What all finished games tell, by the number of players."""
    if game_id not in GAMES:
        raise NotFound(NO_GAME)
    counted: Statistics = request.app.state.statistics
    return [_statistics(tally) for tally in counted.of(game_id).values()]


def _statistics(tally: Tally) -> GameStatistics:
    return GameStatistics(
        players=tally.players,
        games=tally.games,
        broken_off=tally.broken_off,
        shared_wins=tally.shared,
        decisions=_spread(spread(tally.decisions)),
        minutes=_spread(spread(tally.minutes)),
        margin=_spread(spread(tally.margins)),
        points_by_rank={rank: found for rank, counted in sorted(tally.by_rank.items()) if (found := _spread(spread(counted)))},
        seats=[
            SeatStatistics(seat=seat, games=one.games, wins=one.wins, low=one.between[0], high=one.between[1], points=one.points.value)
            for seat, one in enumerate(tally.seats)
        ],
        ends=dict(tally.ends),
        final_scoring=_versus(tally.brought),
        counters=_versus(tally.had),
    )


def _spread(found: Spread | None) -> SpreadInfo | None:
    return None if found is None else SpreadInfo(**vars(found))


def _versus(found: dict[str, Versus]) -> dict[str, VersusInfo]:
    return {name: VersusInfo(winners=one.winners.value, others=one.others.value) for name, one in found.items()}
