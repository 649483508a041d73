"""Pushes, as the browser hands them to the service worker, and where a tap on one leads."""

import json

import pytest

from visitor import DESKTOP
from waiting import has_worker

pytestmark = pytest.mark.workers

SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).map((shown) => ({
    title: shown.title, body: shown.body, tag: shown.tag, path: shown.data?.path,
  }));
}"""

# Whoever asks for what is shown while a notification is on its way makes Chromium forget it: what is written down
# and not yet seen on the screen it takes for what a person has closed. So it is asked for once, and after that.
WATCH = """() => {
  const show = registration.showNotification.bind(registration);
  self.isShown = new Promise((done) => {
    registration.showNotification = (...what) => show(...what).finally(done);
  });
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
        has_worker(self.page)

    def registered(self, event):
        for registration in event["registrations"]:
            # Those of pages of earlier tests are told of too.
            if not registration["isDeleted"] and registration["scopeURL"] == f"{self.origin}/":
                self.registration = registration["registrationId"]

    def push(self, data: str) -> list[dict]:
        """What is shown once the worker has shown what it was given."""
        [worker] = self.page.context.service_workers
        worker.evaluate(WATCH)
        self.client.send("ServiceWorker.deliverPushMessage", {
            "origin": self.origin, "registrationId": self.registration, "data": data})
        worker.evaluate("self.isShown")
        return self.page.evaluate(SHOWN)


def test_a_push_is_shown_with_the_page_that_it_is_about(site):
    pusher = Pusher(site)
    told = {
        "title": "Mina", "body": "Time to get in touch; last on 2025-06-01", "tag": "people-1",
        "link": "https://elsewhere.example/people/1?a=b",
    }
    assert pusher.push(json.dumps(told)) == [{
        "title": "Mina", "body": "Time to get in touch; last on 2025-06-01", "tag": "people-1",
        "path": "/people/1?a=b"}]


@pytest.mark.parametrize("data", ["", "no JSON", "[]", '{"link": "::"}', '{"title": null}'])
def test_a_push_that_says_nothing_is_shown_as_ours(site, data):
    shown = Pusher(site).push(data)
    assert [notification["title"] for notification in shown] == ["Daystamp"]
    assert shown[0]["path"].startswith("/")
