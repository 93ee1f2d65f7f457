"""A passkey, by Chromium's own virtual authenticator: made on a page, and used to come back after the cookie is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe import findings
from people import Person

from kronland.web.club import accounts

pytestmark = pytest.mark.slow

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_a_passkey_brings_somebody_back(person: Callable[..., Person], address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = person("Anna", viewport={"width": 390, "height": 844})
    page, home = anna.page, address.replace("127.0.0.1", "localhost")  # no passkey is for a number
    tool = anna.context.new_cdp_session(page)
    tool.send("WebAuthn.enable")
    tool.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    page.goto(f"{home}/account")
    page.fill("#name", "Anna")
    page.click("form[action='/account/new'] button")
    page.wait_for_selector("#codes")
    name = page.inner_text("#signed-in")
    assert not findings(page)
    page.click("#passkey-add")
    page.wait_for_selector("form[action='/account/passkey/remove']")
    anna.context.clear_cookies()  # the device is another one, or has forgotten everything; what signs in is the passkey alone
    page.goto(f"{home}/account")
    page.click("#passkey-sign-in")
    page.wait_for_selector("#signed-in")
    assert page.inner_text("#signed-in") == name
    assert page.locator("form[action='/account/sign-out']").count() == 2, "one device more"
    with monkeypatch.context() as later:
        later.setattr(accounts, "FRESH", -1.0)  # as after a quarter of an hour
        page.goto(f"{home}/account")
        assert not findings(page) and not page.locator("#passkey-add").count()
    page.click("#passkey-prove")
    page.wait_for_selector("#passkey-add")
