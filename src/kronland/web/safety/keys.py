"""Secrets that open something: a visitor's cookie, the links of seats and of watching. Only their hashes are kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets


def new_key() -> str:
    """192 random bits, fit for an address and a header."""
    return secrets.token_urlsafe(24)


def derived_key(secret: str, *about: object) -> str:
    """A key that only who holds the secret can make again, from what is kept of it: so that it can be shown a second time."""
    made = hmac.digest(secret.encode(), "\0".join(map(repr, about)).encode(), "sha256")
    return base64.urlsafe_b64encode(made[:24]).decode()


def new_table_id() -> str:
    """96 random bits: who does not know a private table's address cannot find it."""
    return secrets.token_urlsafe(12)


def hashed(key: str) -> str:
    """Keys are random, so a plain hash is as good as a slow one."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
