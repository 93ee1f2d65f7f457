"""What the server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.utils import parseaddr

from kronland.core.kernel import DEFAULT_MODE


@dataclass(frozen=True)
class Settings:
    database: str = "sqlite://"  # a SQLAlchemy URL; this one lives in memory and dies with the process
    public_url: str | None = None  # how the world reaches the server, for links; the address of the request, if not said
    pace: float = 1.0  # seconds between two moves of bots, where a table says nothing else
    mode: str = DEFAULT_MODE
    limits: bool = True  # rate limits; tests that play whole games do without
    away_after: float = 25.0  # seconds without a sign of life after which a person counts as away: a page that is open gives one every 15
    cached_tables: int = 256  # matches kept in memory; others are rebuilt from the log when asked for
    bot_threads: int | None = None  # cores that bots may think on at the same time; all, if not said
    draws_ahead: bool = True  # the boards of the home page, when the server starts
    adviser: str = "king"  # the bot that gives hints
    analysis_seconds: float = 60.0  # for the analysis of one game, at most
    keep_days: float | None = None  # after which a table that nobody touches is dropped; None: never

    smtp: str | None = field(default=None, repr=False)  # where mail is handed in, with a password perhaps; None: no mail is sent
    mail_from: str = ""  # whom mail is from
    push_anywhere: bool = False  # tests have push services at this machine, which are no public hosts

    @property
    def mails(self) -> bool:
        """Whether mail can be sent: links in it need an address that the world knows."""
        return bool(self.smtp and self.mail_from and self.public_url)

    @property
    def contact(self) -> str:
        """Whom a push service may ask about us."""
        if self.mail_from:
            return f"mailto:{parseaddr(self.mail_from)[1]}"
        return self.public_url if self.public_url and self.secure else "mailto:nobody@example.org"

    @property
    def secure(self) -> bool:
        """Whether browsers reach us by https, so that cookies may insist on it."""
        return (self.public_url or "").startswith("https://")
