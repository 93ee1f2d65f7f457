"""Secrets that all servers on one database share: what signs links in mails, and who we are to push services. Made at first need."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from kronland.web.safety.keys import derived_key, new_key
from kronland.web.store import schema
from kronland.web.store.store import Store


class Keyring:
    def __init__(self, keeper: Store) -> None:
        self.store = keeper
        self._known: dict[str, str] = {}

    def value(self, name: str, make: Callable[[], str]) -> str:
        """The one that is kept; where several servers make one at once, the first counts."""
        if name not in self._known:
            row = schema.keyring.c
            asked = sa.select(row.value).where(row.name == name)
            with self.store.read() as connection:
                found = connection.scalar(asked)
            if found is None:
                try:
                    with self.store.write() as connection:
                        found = make()
                        connection.execute(schema.keyring.insert().values(name=name, value=found))
                except IntegrityError:
                    with self.store.read() as connection:
                        found = connection.scalar(asked)
            assert found is not None
            self._known[name] = found
        return self._known[name]

    # Links in mails -------------------------------------------------------------------------------------------------------------------

    def token(self, visitor: int, *about: object) -> str:
        """Says who it is about, and cannot be guessed."""
        return f"{visitor}.{derived_key(self.value('links', new_key), visitor, *about)}"

    def is_right(self, token: str, visitor: int, *about: object) -> bool:
        return hmac.compare_digest(token.encode(), self.token(visitor, *about).encode())

    # Push services (RFC 8292) -----------------------------------------------------------------------------------------------------------

    @property
    def vapid(self) -> Any:
        """The key pair by which push services know us."""
        return _vapid(self.value("vapid", _new_pair))

    @property
    def application_key(self) -> str:
        """Its public half, as browsers want it."""
        from base64 import urlsafe_b64encode

        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self.vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()


def _new_pair() -> str:
    from py_vapid import Vapid

    made = Vapid()
    made.generate_keys()
    return str(made.private_pem().decode())


@lru_cache(maxsize=4)
def _vapid(pem: str) -> Any:
    from py_vapid import Vapid

    return Vapid.from_pem(pem.encode())


def named_in(token: str) -> int | None:
    """Whom a token claims to be about."""
    number = token.partition(".")[0]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 else None
