"""Notices in a real browser: a service worker that takes push messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe import findings
from house import wait_for
from people import Person

pytestmark = pytest.mark.slow

SHOWN = """async () => {
  const worker = await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  return [worker.scope, (await worker.getNotifications()).length];
}"""


@pytest.fixture(scope="module")
def chromium(whole_chromium: Any) -> Any:
    return whole_chromium


def test_the_service_worker_takes_what_is_pushed(person: Callable[..., Person], address: str) -> None:
    anna = person("Anna")
    anna.context.grant_permissions(["notifications"], origin=address)
    page = anna.page
    page.goto("/settings")
    assert page.locator("#push button").is_visible() and not findings(page)
    assert page.evaluate(SHOWN) == [f"{address}/", 0]
    tool = anna.context.new_cdp_session(page)
    found: list[str] = []
    tool.on("ServiceWorker.workerRegistrationUpdated", lambda news: found.extend(one["registrationId"] for one in news["registrations"]))
    tool.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    while not found:
        page.wait_for_timeout(20)
    said = '{"title": "Kronland", "body": "It is your turn", "path": "//evil.example", "tag": "x", "lang": "en"}'

    def pushed() -> Any:
        """What is shown of it. What comes while the worker is only about to start is lost now and then, so it is sent until it is shown."""
        tool.send("ServiceWorker.deliverPushMessage", {"origin": address, "registrationId": found[0], "data": said})
        return page.evaluate(script)

    # Asked and looked at in one: it may be gone a moment later.
    script = """async () => {
      const all = await (await navigator.serviceWorker.ready).getNotifications();
      return all.length && all.map(one => [one.title, one.body, one.data.path]);
    }"""
    told = wait_for(pushed, pause=0.5)  # `wait_for_function` takes the promise for an answer
    assert told == [["Kronland", "It is your turn", "/notices"]], "nothing leads to another site"
    page.evaluate("async () => (await (await navigator.serviceWorker.ready).getNotifications()).forEach(one => one.close())")
