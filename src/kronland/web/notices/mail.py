"""Mail: what a digest says, and how it is handed to the SMTP server that was named at the start."""

from __future__ import annotations

import ipaddress
import smtplib
import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from urllib.parse import quote, unquote, urlsplit

from kronland.core.errors import UsageError
from kronland.core.words import N_, NN_, words
from kronland.web.notices.kinds import Notice, unlinked
from kronland.web.pages.rendering import template
from kronland.web.safety.keys import hashed

PATIENCE = 15.0  # seconds for each step
MOST_LISTED = 30  # notices in one mail; of others it says how many
LONGEST_SUBJECT = 120
PLAIN = SMTP.clone(max_line_length=900)  # a link in a header is one word, and is not to be cut or encoded

SUBJECT_MORE = NN_("{first} (and {count} more)", "{first} (and {count} more)", "count")
HELLO = N_("Hello {name},")
HELLO_NOBODY = N_("Hello,")
NEWS = N_("there is news at your tables:")
MORE = NN_("… and {count} more.", "… and {count} more.", "count")
OPEN = N_("Open")
WHY = N_("You get this because you asked Kronland for mails. How often, and about what, you choose in the settings:")
STOP = N_("One click stops these mails:")
CONFIRM_SUBJECT = N_("Confirm your mail address")
CONFIRM = N_("somebody, probably you, wants notices from Kronland at this address. To confirm that, open this page and press the button:")
CONFIRM_ELSE = N_("If it was not you, do nothing: nothing more will be sent. The link is good for two days.")


@dataclass(frozen=True)
class Server:
    """Where mail is handed in: smtps:// is encrypted from the first byte, smtp:// by STARTTLS, which must be offered except here."""

    host: str
    port: int
    tls: bool  # from the first byte
    user: str
    password: str

    @staticmethod
    def read(url: str) -> Server:
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path not in ("", "/") or parts.query or parts.fragment:
            raise UsageError("--smtp: expected an address like smtps://user:password@mail.example.org or smtp://localhost")
        tls = parts.scheme == "smtps"
        return Server(parts.hostname, port or (465 if tls else 587), tls, unquote(parts.username or ""), unquote(parts.password or ""))

    @property
    def is_here(self) -> bool:
        try:
            return self.host == "localhost" or ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @contextmanager
    def connected(self) -> Iterator[smtplib.SMTP]:
        context = ssl.create_default_context()
        made = (
            smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=context)
            if self.tls
            else smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        )
        with made:
            made.ehlo()
            if not self.tls and (made.has_extn("starttls") or not self.is_here):
                made.starttls(context=context)  # says so where the server does not offer it: nothing goes out in the open
                made.ehlo()
            if self.user:
                made.login(self.user, self.password)
            yield made


def checked_sender(text: str) -> str:
    """ "Kronland <club@example.org>" or the address alone."""
    name, address = parseaddr(text)
    local, at, domain = address.partition("@")
    try:
        if not at or not local or not domain or not text.isprintable():
            raise ValueError
        return str(Address(name, local, domain))
    except ValueError:
        raise UsageError(f"--mail-from {text[:80]!r}: expected an address like 'Kronland <club@example.org>'") from None


@dataclass(frozen=True)
class Letter:
    """A mail to one person, in their language."""

    address: str
    name: str
    language: str

    def digest(self, notices: Sequence[Notice], public_url: str, stop: str) -> EmailMessage:
        """All that is new, in one mail. Links open tables for who is signed in; the only thing that one is a key to is the end of mails."""
        speak = words(self.language)
        lines = [(notice.said(speak), f"{public_url}/open?to={quote(notice.path, safe='/')}") for notice in notices]
        subject = lines[0][0] if len(lines) == 1 else speak(SUBJECT_MORE, first=lines[0][0], count=len(lines) - 1)
        listed, left = lines[:MOST_LISTED], len(lines) - MOST_LISTED
        said = {
            "hello": speak(HELLO, name=unlinked(self.name)) if self.name else speak(HELLO_NOBODY),
            "news": speak(NEWS),
            "lines": listed,
            "more": speak(MORE, count=left) if left > 0 else "",
            "open": speak(OPEN),
            "why": speak(WHY),
            "settings": f"{public_url}/settings#notices",
            "stop_said": speak(STOP),
            "stop": stop,
        }
        made = self._mail(subject, "digest", said, [*(str(notice.id) for notice in notices), self.address])
        made["List-Unsubscribe"] = f"<{stop}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return made

    def confirmation(self, link: str) -> EmailMessage:
        speak = words(self.language)
        # Not a word of whoever asks for it: the mail may be to somebody who has never heard of us.
        said = {"hello": speak(HELLO_NOBODY), "ask": speak(CONFIRM), "link": link, "otherwise": speak(CONFIRM_ELSE)}
        return self._mail(speak(CONFIRM_SUBJECT), "confirm", said, [link])

    def _mail(self, subject: str, name: str, said: Mapping[str, object], about: list[str]) -> EmailMessage:
        made = EmailMessage(policy=PLAIN)
        made["To"] = Address(addr_spec=self.address)
        made["Subject"] = f"Kronland: {' '.join(subject.split())[:LONGEST_SUBJECT]}"
        made["Auto-Submitted"] = "auto-generated"
        # The same news has the same number: where a mail is sent twice, as a server was stopped meanwhile, many mailboxes show it once.
        made["Message-ID"] = f"<{hashed(' '.join(about))[:32]}@kronland>"
        made.set_content(template(f"mail/{name}.txt").render(said))
        made.add_alternative(template(f"mail/{name}.html").render({**said, "language": self.language}), subtype="html")
        return made


def addressed(mail: EmailMessage, sender: str, now: float) -> EmailMessage:
    """From whom, and when."""
    mail["From"] = sender
    mail["Date"] = format_datetime(datetime.fromtimestamp(now, UTC))
    return mail
