"""What programs send and are answered, by /api/v1: the shapes of it, which /api/v1/openapi.json describes."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kronland.core.game import MOST_SEATS
from kronland.games import GAMES
from kronland.web.safety.cleaning import LONGEST_NOTATION


class Problem(BaseModel):
    code: str = Field(description="A word that stays the same in every language", examples=["refused"])
    message: str
    rule: str | None = Field(description="Id of the rule that forbids it", examples=["L97-31"])


class Failure(BaseModel):
    error: Problem


class OptionValue(BaseModel):
    value: str
    text: str


class GameOption(BaseModel):
    id: str
    text: str
    values: list[OptionValue]
    default: str
    rule: str


class GameInfo(BaseModel):
    id: str
    title: str
    about: str
    players: list[int]
    options: list[GameOption]
    actions: int = Field(description="Size of the action space")
    ready: bool = Field(description="False while it is being compiled; until then its knights and kings play as squires")


Level = Literal["page", "squire", "knight", "king"]


Stage = Literal["waiting", "running", "over", "ended"]  # ended: broken off, because somebody's time had run out


class AskedSeat(BaseModel):
    model_config = ConfigDict(extra="forbid")
    kind: Literal["me", "open", "bot"] = Field(description="The program's own; for somebody to join; a bot")
    name: str = Field("", max_length=200)
    level: Level = Field("squire", description="Of a bot, from weak to strong: page, squire, knight, king")


class AskedClock(BaseModel):
    model_config = ConfigDict(extra="forbid")
    kind: Literal["move", "bank"] = Field(description="So much time for each move, or for the whole game")
    seconds: float = Field(ge=600, le=60 * 86400, description="For a move 14 days at most")
    out: Literal["bot", "end"] = Field("bot", description="When it has run out: a bot stands in until the player is back, or the game ends")


class AskedTable(BaseModel):
    model_config = ConfigDict(extra="forbid")
    game: str = Field(max_length=40, examples=[GAMES[0]])
    seats: list[AskedSeat] = Field(min_length=1, max_length=MOST_SEATS)
    options: dict[str, str] = Field(default_factory=dict, max_length=20)
    public: bool = Field(False, description="Listed: anyone may watch, and join open seats")
    pace: float | None = Field(None, ge=0, le=30, description="Seconds between two moves of bots, at least; a king may think longer")
    hints: bool | None = Field(None, description="Whether players may ask for hints; if not said, who plays against bots alone may")
    title: str = Field("", max_length=400)
    clock: AskedClock | None = Field(None, description="How long a player may take; if not said, as long as they like")


class AskedJoin(BaseModel):
    model_config = ConfigDict(extra="forbid")
    seat: int | None = Field(None, ge=0, lt=MOST_SEATS, description="Any free one, if not said")
    name: str = Field("", max_length=200)


class AskedAction(BaseModel):
    model_config = ConfigDict(extra="forbid")
    number: int = Field(ge=0, description="Of the view that the action was chosen from")
    action: str = Field(max_length=LONGEST_NOTATION, examples=["border d4-d5"])


class AskedNumber(BaseModel):
    model_config = ConfigDict(extra="forbid")
    number: int = Field(ge=0)


class AskedChat(BaseModel):
    model_config = ConfigDict(extra="forbid")
    text: str = Field(max_length=4000)


class MadeTable(BaseModel):
    id: str
    tokens: dict[str, str] = Field(description="To play with, of each seat of kind `me`, by its number; told this once")
    invitations: dict[str, str] = Field(description="Of each open seat, to pass on: a token to `join` with, and to nothing else")


class TakenSeat(BaseModel):
    seat: int
    token: str = Field(description="Made now and told this once; the invitation that the seat was taken with is spent")


class SeatInfo(BaseModel):
    seat: int
    kind: Literal["person", "guest", "bot", "open"]
    name: str
    level: Level | None = Field(description="Of a bot")
    kept_by: Level | None = Field(description="Level of the bot that stands in for a person")
    plays_as: Level | None = Field(description="Level of the bot that decides here, as it plays now; see `ready` of the game")
    hints: int = Field(description="That were taken here; everyone may know")


class SeatTime(BaseModel):
    left: float = Field(description="Seconds that the seat has, or had when it began to be waited for")
    since: float | None = Field(description="Since when it is waited for, in seconds since 1970")
    runs_out: float | None = Field(description="When its time will have run out; holidays put it off")


class ClockInfo(BaseModel):
    kind: Literal["move", "bank"]
    seconds: float
    out: Literal["bot", "end"]
    seats: list[SeatTime]


class TableInfo(BaseModel):
    id: str
    game: str
    title: str
    stage: Stage
    seats: list[SeatInfo]
    actors: list[int] = Field(description="Seats that must decide now")
    clock: ClockInfo | None = Field(description="How long players have; none: as long as they like")


class LegalAction(BaseModel):
    notation: str
    label: str


class SeatView(BaseModel):
    number: int = Field(description="Send it back with an action")
    version: int = Field(description="Counts every change; see `wait` and `events`")
    length: int = Field(description="Decisions made so far")
    stage: Stage
    seat: int = Field(description="Whose eyes these are; -1 is a spectator")
    names: list[str]
    actors: list[int]
    bots: list[Level | None] = Field(description="Of each seat, the level that its bot plays at now, see `plays_as`; of a person null")
    prompt: str
    text: str = Field(description="The position as text; empty while the table waits, like all that is about the position")
    legal: list[LegalAction]
    can_undo: bool
    can_redo: bool
    state: dict[str, Any] | None = Field(description="The game's fields by name, as this seat may know them; nothing before it begins")
    results: list[dict[str, float]] | None = Field(description="Points, rank and share of each seat, when the game is over")


class Verdict(BaseModel):
    legal: bool
    reason: str | None
    rule: str | None
    text: str | None


class AdvisedAction(BaseModel):
    notation: str
    label: str
    share: float = Field(description="Of the win, that the king expects from it")


class Advice(BaseModel):
    number: int = Field(description="Of the position that it is for")
    actions: list[AdvisedAction] = Field(description="The three best, the best first")
    why: list[str] = Field(description="What tells the first from the second, in sentences")


class JudgedDecision(BaseModel):
    at: int = Field(description="Decisions before it")
    seat: int
    action: str
    before: float = Field(description="The seat's expected share of the win before it")
    after: float
    share: float = Field(description="What a search with the knowledge of the seat expected from it")
    best: str = Field(description="What the bot would have done")
    best_share: float = Field(description="What the search expected from that")


class GameAnalysis(BaseModel):
    ready: bool = Field(description="False while it is being made, which the first request begins; ask again")
    failed: bool
    done: int = Field(description="Steps made so far")
    total: int
    shares: list[list[float]] = Field(description="The expected share of the win of each seat, at the beginning and after every decision")
    decisions: list[JudgedDecision] = Field(description="Those that changed most, in the order of the game")


class LogLine(BaseModel):
    at: int = Field(description="After how many decisions")
    seat: int
    text: str
    rule: str


class Decision(BaseModel):
    seat: int
    action: str = Field(description="Only its verb, where the choice is another seat's secret")


class Talk(BaseModel):
    number: int
    seat: int
    name: str
    text: str  # empty if it is hidden
    hidden: bool = False  # by a host


class Version(BaseModel):
    version: int
    number: int
    stage: Stage
