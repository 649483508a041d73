"""Pushes, as the browser hands them to the service worker, and where a tap on one leads."""

import json
import time

import pytest

from visitor import DESKTOP

SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).map((shown) => ({
    title: shown.title, body: shown.body, tag: shown.tag, path: shown.data?.path,
  }));
}"""

ACTIVATED = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  while (active.state !== "activated") {
    await new Promise((resolve) => active.addEventListener("statechange", resolve, { once: true }));
  }
}"""


@pytest.fixture(scope="module")
def browser(whole_browser):
    return whole_browser


class Pusher:
    """Gives a page's service worker messages, in the place of a push service."""

    def __init__(self, site):
        visitor = site.visitor(DESKTOP)
        visitor.context.grant_permissions(["notifications"], origin=site.server.base)
        self.page, self.origin = visitor.page, site.server.base
        self.registration = None
        self.client = self.page.context.new_cdp_session(self.page)
        self.client.on("ServiceWorker.workerRegistrationUpdated", self.registered)
        self.client.send("ServiceWorker.enable")
        self.page.goto("/")
        # "Ready" is a worker that may still be at its start, to which nothing is delivered.
        self.page.evaluate(ACTIVATED)

    def registered(self, event):
        for registration in event["registrations"]:
            # Those of pages of earlier tests are told of too.
            if not registration["isDeleted"] and registration["scopeURL"] == f"{self.origin}/":
                self.registration = registration["registrationId"]

    def push(self, data: str) -> list[dict]:
        before = len(self.page.evaluate(SHOWN))
        # Now and then the debugger's message reaches no worker, and no error says so.
        for _ in range(5):
            self.client.send("ServiceWorker.deliverPushMessage", {
                "origin": self.origin, "registrationId": self.registration, "data": data})
            deadline = time.monotonic() + 4
            while time.monotonic() < deadline:
                if len(shown := self.page.evaluate(SHOWN)) > before:
                    return shown
                self.page.wait_for_timeout(50)
        return shown


def test_a_push_is_shown_with_the_page_that_it_is_about(site):
    pusher = Pusher(site)
    told = {
        "title": "Mina", "body": "To keep up with; last on 2025-06-01", "tag": "people-1",
        "link": "https://elsewhere.example/people/1?a=b",
    }
    assert pusher.push(json.dumps(told)) == [{
        "title": "Mina", "body": "To keep up with; last on 2025-06-01", "tag": "people-1",
        "path": "/people/1?a=b"}]


@pytest.mark.parametrize("data", ["", "no JSON", "[]", '{"link": "::"}', '{"title": null}'])
def test_a_push_that_says_nothing_is_shown_as_ours(site, data):
    shown = Pusher(site).push(data)
    assert [notification["title"] for notification in shown] == ["Daystamp"]
    assert shown[0]["path"].startswith("/")
