"""Requests that the server itself makes, to addresses that came from outside: a browser says where its push messages go.

So that nobody can have us knock at doors behind our own wall, such an address is https with a name or number of the public internet, and
that is looked at where it counts, in the very connection that is made: a name that leads elsewhere the second time gains nothing. Nothing
of an answer is read but its head, no other address is followed, and all of it has an end.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import SplitResult, urlsplit

LONGEST = 1500  # signs of an address
PATIENCE = 6.0  # seconds for each step
WHOLE = 15.0  # seconds for all of it
# What `is_global` lets through: translators' networks, sites' own and IPv4 written as IPv6 lie outside of what is given to hosts.
PUBLIC_6 = ipaddress.ip_network("2000::/3")
NO_HOSTS_4 = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24")))


class NotPublic(OSError):
    """An address that we do not knock at."""


def is_public(number: str) -> bool:
    try:
        found = ipaddress.ip_address(number.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is not None and not is_public(str(inner)):
            return False
        if found in ipaddress.ip_network("64:ff9b::/96"):  # an IPv4 address by way of a translator
            return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
        if found not in PUBLIC_6:
            return False
    elif any(found in network for network in NO_HOSTS_4):
        return False
    return found.is_global and not found.is_multicast


def taken_apart(address: str, anywhere: bool = False) -> SplitResult:
    """An address that may be knocked at, as far as can be seen from it; `anywhere` is for tests, which have no public host."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise NotPublic("no address") from None
    host = (parts.hostname or "").rstrip(".")
    plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST
    if not plain or not host or parts.username is not None or parts.password is not None or parts.fragment:
        raise NotPublic("no plain address")
    if anywhere:
        return parts
    if parts.scheme != "https" or port not in (None, 443):
        raise NotPublic("not https at its usual port")
    if host.replace(".", "").isdigit() or ":" in host:
        if not is_public(host):
            raise NotPublic("not of the public internet")
    elif "." not in host or host.lower().endswith((".localhost", ".local", ".internal", ".arpa", ".test", ".invalid", ".onion")):
        raise NotPublic("not of the public internet")
    return parts


class _Watched:
    """A connection to an address that was looked at, which ends in time."""

    anywhere = False
    sock: Any
    host: str
    port: int
    _timer: threading.Timer | None = None

    def _connect(self) -> socket.socket:
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        numbers = [str(entry[4][0]) for entry in found]
        if not numbers or not (self.anywhere or all(map(is_public, numbers))):
            raise NotPublic("not of the public internet")
        made = socket.create_connection((numbers[0], self.port), PATIENCE)
        self._timer = threading.Timer(WHOLE, _cut, [made])
        self._timer.daemon = True
        self._timer.start()
        return made

    def ended(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


def _cut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


class _Plain(_Watched, http.client.HTTPConnection):
    def connect(self) -> None:
        self.sock = self._connect()


class _Safe(_Watched, http.client.HTTPSConnection):
    def connect(self) -> None:
        self.sock = ssl.create_default_context().wrap_socket(self._connect(), server_hostname=self.host)


@dataclass(frozen=True)
class Answer:
    """What was said to us, as far as we listen; pywebpush looks at `text` in vain."""

    status_code: int
    headers: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    text: str = ""


class Messenger:
    """Posts things, in the place of a session of requests."""

    def __init__(self, anywhere: bool = False) -> None:
        self.anywhere = anywhere

    def post(self, address: str, data: bytes, headers: Mapping[str, str], timeout: object = None) -> Answer:
        parts = taken_apart(address, self.anywhere)
        kind: type[_Plain] | type[_Safe] = _Plain if self.anywhere and parts.scheme == "http" else _Safe
        connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE)
        connection.anywhere = self.anywhere
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", path, data, {name: str(value) for name, value in headers.items()})
            said = connection.getresponse()
            return Answer(said.status, {"retry-after": (said.headers.get("retry-after") or "")[:40]})
        except http.client.HTTPException as problem:
            raise OSError(type(problem).__name__) from None
        finally:
            connection.ended()
            connection.close()
