"""Where post arrives: a mail server and a push service at this machine, real ones over real sockets, and browsers that can read it."""

from __future__ import annotations

import base64
import datetime
import email
import email.policy
import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature


def plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unplain(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# Mail -------------------------------------------------------------------------------------------------------------------------------


class Mailbox:
    """What has come to a mail server; `answer` is what it says to a recipient, in place of taking the mail."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.encrypted: list[bool] = []
        self.answer = ""
        self.url = ""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.answer:
            return self.answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        assert envelope.rcpt_tos == [mail["To"].addresses[0].addr_spec]
        self.mails.append(mail)
        self.encrypted.append(session.ssl is not None)
        return "250 OK"

    def take(self) -> list[EmailMessage]:
        """What has come since it was last asked."""
        mails, self.mails = self.mails, []
        return mails


def text_of(mail: EmailMessage, kind: str = "plain") -> str:
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content())


class _Controller(Controller):
    """Asks itself whether it is there; one that speaks TLS from the first byte must not be asked with its own certificate."""

    def _trigger_server(self) -> None:
        if self.ssl_context is None:
            super()._trigger_server()
            return
        asking = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        asking.check_hostname, asking.verify_mode = False, ssl.CERT_NONE
        with socket.create_connection((self.hostname, self.port), 60) as plainly, asking.wrap_socket(plainly) as asked:
            asked.recv(1024)


@contextmanager
def mail_server(**more: Any) -> Iterator[Mailbox]:
    box = Mailbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = _Controller(box, hostname="127.0.0.1", port=port, ready_timeout=60, **more)
    controller.start()
    box.url = f"smtp://127.0.0.1:{port}"
    yield box
    controller.stop()


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """Of a server called localhost: the file that others trust it by, and what the server needs."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(7)
    made = made.not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=2))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    file, secret = folder / "certificate.pem", folder / "key.pem"
    file.write_bytes(made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    plain_key = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, *plain_key))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file, secret)
    return file, context


def only_anna(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
    return AuthResult(success=(data.login, data.password) == (b"anna", b"p@ss/word"))


# Push -------------------------------------------------------------------------------------------------------------------------------


class Device:
    """A browser's half of web push: its keys, and what it reads of what is sent to it."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"
        point = self._key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.form = {"endpoint": endpoint, "p256dh": plain(point), "auth": plain(self._auth)}

    def read(self, body: bytes) -> dict[str, str]:
        said = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        found: dict[str, str] = json.loads(said)
        return found


class PushService:
    """Takes messages as a real one does; `status` is what it answers, and `headers` what it adds."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status, self.headers = 201, dict[str, str]()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.got.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                for name, value in service.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *said: Any) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def device(self, name: str) -> Device:
        return Device(f"{self.address}/{name}")

    def take(self, device: Device) -> list[dict[str, str]]:
        """What has come for a device, read with its keys, after looking at who sent it."""
        mine = [entry for entry in self.got if self.address + entry[0] == device.endpoint]
        self.got = [entry for entry in self.got if entry not in mine]
        for _, headers, _ in mine:
            check_vapid(headers, self.address)
        return [device.read(body) for _, _, body in mine]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def check_vapid(headers: dict[str, str], audience: str) -> dict[str, Any]:
    """RFC 8292: who sends has signed for this push service, with the key that the header names."""
    kind, _, rest = headers["authorization"].partition(" ")
    assert kind == "vapid" and headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    raw = unplain(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unplain(parts["k"]))
    written = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(written, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    said: dict[str, Any] = json.loads(unplain(claims))
    assert said["aud"] == audience and said["sub"].startswith(("mailto:", "https:"))
    return said | {"k": parts["k"]}
