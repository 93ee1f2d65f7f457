"""Web push: browsers that were asked, and what is sent to them (RFC 8030, 8291, 8292, by pywebpush)."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.web.errors import BadInput, NotFound
from kronland.web.notices.keyring import Keyring
from kronland.web.notices.reach import keep_reach
from kronland.web.safety.keys import hashed
from kronland.web.safety.outgoing import Answer, Messenger, NotPublic, taken_apart
from kronland.web.safety.visitors import Visitor
from kronland.web.store import schema
from kronland.web.table.tables import Tables

MOST = 8  # browsers of one person
MOST_FAILURES = 40  # in a row, after which one is given up
DAY = 24 * 3600  # seconds that a push service keeps a message for a device that is switched off
BAD_SUBSCRIPTION = N_("That is no subscription of a browser that can be reached.")


@dataclass(frozen=True)
class Device:
    """A browser that takes push messages."""

    id: int
    name: str
    made_at: float
    here: bool


class Push:
    def __init__(self, tables: Tables, keys: Keyring) -> None:
        self.store, self.now, self.settings, self.keys = tables.store, tables.now, tables.settings, keys
        self.messenger = Messenger(tables.settings.push_anywhere)

    # Browsers -------------------------------------------------------------------------------------------------------------------------

    def subscribe(self, visitor: Visitor, endpoint: str, p256dh: str, auth: str, name: str) -> None:
        """This browser is one of the visitor's from now on; of too many the oldest goes."""
        try:
            taken_apart(endpoint, self.settings.push_anywhere)
        except NotPublic:
            raise BadInput(BAD_SUBSCRIPTION) from None
        if not (is_point(p256dh) and _size(auth) == 16):
            raise BadInput(BAD_SUBSCRIPTION)
        row = schema.subscriptions.c
        values = {"visitor": visitor.id, "device": hashed(visitor.secret), "name": name, "p256dh": p256dh, "auth": auth}
        with self.store.write() as connection:
            keep_reach(connection, visitor)  # the language, for one
            connection.execute(schema.subscriptions.delete().where(row.hash == hashed(endpoint)))
            connection.execute(schema.subscriptions.delete().where(row.visitor == visitor.id, row.device == hashed(visitor.secret)))
            known = connection.scalars(sa.select(row.id).where(row.visitor == visitor.id).order_by(row.id.desc())).all()
            connection.execute(schema.subscriptions.delete().where(row.id.in_(known[MOST - 1 :])))
            connection.execute(
                schema.subscriptions.insert().values(endpoint=endpoint, hash=hashed(endpoint), made_at=self.now(), failures=0, **values)
            )

    def devices(self, visitor: Visitor) -> list[Device]:
        row = schema.subscriptions.c
        with self.store.read() as connection:
            found = connection.execute(sa.select(schema.subscriptions).where(row.visitor == visitor.id).order_by(row.id)).all()
        return [Device(one.id, one.name, one.made_at, one.device == hashed(visitor.secret)) for one in found]

    def remove(self, visitor: Visitor, number: int | None = None) -> None:
        """One of the own; this browser, if not said."""
        row = schema.subscriptions.c
        which = row.device == hashed(visitor.secret) if number is None else row.id == number
        with self.store.write() as connection:
            gone = connection.execute(schema.subscriptions.delete().where(row.visitor == visitor.id, which)).rowcount
        if not gone and number is not None:
            raise NotFound(N_("You have no such device."))

    # Sending --------------------------------------------------------------------------------------------------------------------------

    def send(self, row: Any, message: dict[str, str]) -> Answer:
        """One message to one browser; `OSError` where nobody answers."""
        from pywebpush import WebPusher, WebPushException

        address = urlsplit(row.endpoint)
        claims = {"aud": f"{address.scheme}://{address.netloc}", "exp": int(self.now()) + 12 * 3600, "sub": self.settings.contact}
        headers = self.keys.vapid.sign(claims) | {"Topic": _topic(message["tag"]), "Urgency": "high"}
        info = {"endpoint": row.endpoint, "keys": {"p256dh": row.p256dh, "auth": row.auth}}
        try:
            pusher = WebPusher(info, requests_session=self.messenger)
            answer: Answer = pusher.send(json.dumps(message, ensure_ascii=False).encode(), headers, ttl=DAY, content_encoding="aes128gcm")
        except (WebPushException, ValueError) as problem:  # a key that is none after all
            if isinstance(problem, UnicodeError):  # a host name that cannot be looked up
                raise OSError("no host of that name") from None
            return Answer(400)
        return answer


def _topic(tag: str) -> str:
    """What is said again in other words replaces what a push service still holds."""
    return base64.urlsafe_b64encode(hashlib.sha256(tag.encode()).digest()[:18]).decode()


def _bytes(text: str) -> bytes | None:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)) if len(text) <= 120 and text.isascii() else None
    except ValueError:
        return None


def _size(text: str) -> int:
    return len(_bytes(text) or b"")


def is_point(text: str) -> bool:
    """Whether it is a key that something can be encrypted to."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _bytes(text) or b"")
    except ValueError:
        return False
    return _size(text) == 65
