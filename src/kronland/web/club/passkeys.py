"""Passkeys: signing in by what a device or a password manager keeps, without a name or a password (WebAuthn).

A challenge is kept on disk until it is answered, so that any server may be answered; it is good once, for five minutes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.web.club.accounts import Accounts
from kronland.web.errors import BadInput, NotFound
from kronland.web.safety.cleaning import clean_name
from kronland.web.safety.visitors import Visitor
from kronland.web.store import schema

MOST = 10  # passkeys of an account
GOOD_FOR = 300.0  # seconds that a challenge may take

NONSENSE = (ValueError, KeyError, TypeError, RecursionError)  # what an answer that is none may lead to

NOT_UNDERSTOOD = N_("That passkey could not be checked. Try again, or sign in another way.")
ENOUGH = N_("An account has {most} passkeys at most.")


@dataclass(frozen=True)
class Site:
    """As browsers know us: a passkey is good for one site alone."""

    id: str  # the host
    origin: str


@dataclass(frozen=True)
class Passkey:
    number: int
    name: str
    made_at: float


class Passkeys:
    def __init__(self, accounts: Accounts) -> None:
        self.accounts, self.store, self.now = accounts, accounts.store, accounts.tables.now

    def of(self, visitor: Visitor) -> list[Passkey]:
        row = schema.passkeys.c
        with self.store.read() as connection:
            found = connection.execute(sa.select(row.number, row.name, row.made_at).where(row.visitor == visitor.id).order_by(row.number))
            return [Passkey(*one) for one in found]

    # A new one ------------------------------------------------------------------------------------------------------------------------

    def begin(self, visitor: Visitor, site: Site) -> dict[str, Any]:
        """What the browser needs to make one."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        account = self.accounts.fresh(visitor)
        row = schema.passkeys.c
        with self.store.read() as connection:
            known = list(connection.scalars(sa.select(row.id).where(row.visitor == visitor.id)))
        if len(known) >= MOST:
            raise BadInput(ENOUGH, most=MOST)
        options = generate_registration_options(
            rp_id=site.id,
            rp_name="Kronland",
            user_name=account.sign_in,
            user_id=f"kronland-{account.visitor}".encode(),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=bytes.fromhex(one)) for one in known],
        )
        self._keep(options.challenge, visitor.id)
        found: dict[str, Any] = json.loads(options_to_json(options))
        return found

    def add(self, visitor: Visitor, site: Site, answer: str, name: str) -> None:
        """The one that the browser has made."""
        from webauthn import verify_registration_response
        from webauthn.helpers.exceptions import WebAuthnException

        self.accounts.fresh(visitor)
        challenge = self._answered(answer, visitor.id)
        try:
            made = verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.id,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except (WebAuthnException, *NONSENSE):
            raise BadInput(NOT_UNDERSTOOD) from None
        row = schema.passkeys.c
        with self.store.write() as connection:
            count = connection.scalar(sa.select(sa.func.count()).where(row.visitor == visitor.id)) or 0
            if count >= MOST:
                raise BadInput(ENOUGH, most=MOST)
            if connection.scalar(sa.select(sa.exists().where(row.id == made.credential_id.hex()))):
                raise BadInput(NOT_UNDERSTOOD)
            connection.execute(
                schema.passkeys.insert().values(
                    id=made.credential_id.hex(),
                    visitor=visitor.id,
                    public_key=made.credential_public_key.hex(),
                    sign_count=made.sign_count,
                    name=clean_name(name),
                    made_at=self.now(),
                )
            )

    def remove(self, visitor: Visitor, number: int) -> None:
        self.accounts.fresh(visitor)
        row = schema.passkeys.c
        with self.store.write() as connection:
            if not connection.execute(schema.passkeys.delete().where(row.number == number, row.visitor == visitor.id)).rowcount:
                raise NotFound(N_("You have no such passkey."))

    # Signing in ---------------------------------------------------------------------------------------------------------------------

    def ask(self, site: Site) -> dict[str, Any]:
        """What the browser needs to show which passkeys it has for us; we name none."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        options = generate_authentication_options(rp_id=site.id, user_verification=UserVerificationRequirement.REQUIRED)
        self._keep(options.challenge, None)
        found: dict[str, Any] = json.loads(options_to_json(options))
        return found

    def sign_in(self, visitor: Visitor, site: Site, answer: str, device: str) -> str:
        """The new key for the cookie."""
        return self.accounts.enter(visitor, self._owner(site, answer), device)

    def prove(self, visitor: Visitor, site: Site, answer: str) -> None:
        """Whoever is at this browser has a passkey of its account."""
        mine = self.accounts.required(visitor).visitor
        if self._owner(site, answer) != mine:
            raise BadInput(NOT_UNDERSTOOD)
        self.accounts.proved(visitor)

    def _owner(self, site: Site, answer: str) -> int:
        """Whose passkey has answered."""
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.exceptions import WebAuthnException

        challenge, row = self._answered(answer, None), schema.passkeys.c
        try:
            known = base64url_to_bytes(str(json.loads(answer)["rawId"])).hex()[:4000]
            with self.store.read() as connection:
                passkey = connection.execute(sa.select(schema.passkeys).where(row.id == known)).first()
            if passkey is None:
                raise BadInput(NOT_UNDERSTOOD)
            proved = verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.id,
                expected_origin=site.origin,
                credential_public_key=bytes.fromhex(passkey.public_key),
                credential_current_sign_count=passkey.sign_count,
                require_user_verification=True,
            )
        except (WebAuthnException, *NONSENSE):
            raise BadInput(NOT_UNDERSTOOD) from None
        with self.store.write() as connection:
            connection.execute(schema.passkeys.update().where(row.id == known).values(sign_count=proved.new_sign_count))
        return int(passkey.visitor)

    # Challenges ---------------------------------------------------------------------------------------------------------------------

    def _keep(self, challenge: bytes, visitor: int | None) -> None:
        row, now = schema.challenges.c, self.now()
        with self.store.write() as connection:
            connection.execute(schema.challenges.delete().where(row.until < now))
            connection.execute(schema.challenges.insert().values(challenge=challenge.hex(), visitor=visitor, until=now + GOOD_FOR))

    def _answered(self, answer: str, visitor: int | None) -> bytes:
        """The challenge that an answer says it is for, if it is one of ours to this one; it is spent by that."""
        from webauthn.helpers import base64url_to_bytes

        row = schema.challenges.c
        try:
            said = json.loads(base64url_to_bytes(json.loads(answer)["response"]["clientDataJSON"]))
            challenge = base64url_to_bytes(said["challenge"])
        except NONSENSE:
            raise BadInput(NOT_UNDERSTOOD) from None
        whose = row.visitor.is_(None) if visitor is None else row.visitor == visitor
        spent = schema.challenges.delete().where(row.challenge == challenge.hex()[:200], row.until >= self.now(), whose)
        with self.store.write() as connection:
            if not connection.execute(spent).rowcount:
                raise BadInput(NOT_UNDERSTOOD)
        return bytes(challenge)
