"""What the server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass

from kronland.core.kernel import DEFAULT_MODE


@dataclass(frozen=True)
class Settings:
    database: str = "sqlite://"  # a SQLAlchemy URL; this one lives in memory and dies with the process
    public_url: str | None = None  # how the world reaches the server, for links; the address of the request, if not said
    pace: float = 1.0  # seconds between two moves of bots, where a table says nothing else
    mode: str = DEFAULT_MODE
    limits: bool = True  # rate limits; tests that play whole games do without
    away_after: float = 60.0  # seconds without a sign of life after which a person counts as away
    cached_tables: int = 256  # matches kept in memory; others are rebuilt from the log when asked for
    bot_threads: int | None = None  # cores that bots may think on at the same time; all, if not said
    adviser: str = "king"  # the bot that gives hints
    analysis_seconds: float = 60.0  # for the analysis of one game, at most
    keep_days: float | None = None  # after which a table that nobody touches is dropped; None: never

    @property
    def secure(self) -> bool:
        """Whether browsers reach us by https, so that cookies may insist on it."""
        return (self.public_url or "").startswith("https://")
