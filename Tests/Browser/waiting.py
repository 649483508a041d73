"""How tests wait: until something holds that they look for, and never for a time. What a page shows is awaited
with Playwright's own `expect` and with `holds`; all else with `until`."""

import time
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Page, Route, expect

Found = TypeVar("Found")

# Seconds. Only a test that fails takes them, so that they are enough for any machine.
PATIENCE = 60
# Between two looks at what tells nobody when it changes.
PAUSE = 0.02

expect.set_options(timeout=1_000 * PATIENCE)


def until(look: Callable[[], Found], what: str) -> Found:
    """Returns what `look` returns, once that is true. `what` says what did not come about."""
    end = time.monotonic() + PATIENCE
    while not (found := look()):
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {PATIENCE} seconds; the last answer was {found!r}")
        time.sleep(PAUSE)
    return found


def holds(page: Page, function: str, arg: object = None) -> None:
    """Waits until a JavaScript function returns true in the page; a promise counts as true. Not an expression:
    Playwright would compile that at each look, which the page's policy forbids after the first."""
    assert "=>" in function.partition("\n")[0], f"not a function: {function}"
    page.wait_for_function(function, arg=arg)


class Held:
    """Requests of a page that go on when they are released, and at once from then on: a handler of routes."""

    def __init__(self, page: Page):
        self._page = page
        self._routes: list[Route] | None = []

    def __call__(self, route: Route) -> None:
        if self._routes is None:
            route.continue_()
        else:
            self._routes.append(route)

    def release(self) -> None:
        """Once there is one; a question to the page lets Playwright tell of it."""
        until(lambda: self._page.evaluate("true") and self._routes, "something is asked for")
        routes, self._routes = self._routes, None
        for route in routes:
            route.continue_()


def has_worker(page: Page) -> None:
    """Waits until the pages' service worker is at work: nothing is delivered to one at its start. A promise of the
    page's that it never keeps, such as `ready`, would be waited for without end."""
    until(lambda: page.evaluate("""() => navigator.serviceWorker.getRegistration()
        .then((registration) => registration?.active?.state === "activated")"""), "a service worker is activated")


def next_frame(page: Page) -> None:
    """Waits until the browser draws the page once more."""
    page.evaluate("() => new Promise((done) => { requestAnimationFrame(() => done()); })")


# A function that is called before one frame has that frame drawn when the next one is about to be.
DRAWN = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await Promise.all([...document.images].filter((image) => image.loading !== "lazy" || image.complete)
    .map((image) => image.decode().catch(() => {})));
  await document.fonts.ready;
  await frame();
  await frame();
}"""


def drawn(page: Page) -> None:
    """Waits until a page is loaded and its pictures and faces are drawn, but for those that are far below."""
    page.wait_for_load_state()
    page.evaluate(DRAWN)
