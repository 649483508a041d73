"""A person's browser at one size and in one theme, and what must not happen in it."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser, BrowserContext, ConsoleMessage, Page, Request, Response)

from clock import ZONE
from waiting import PATIENCE


@dataclass(frozen=True, eq=False)
class Screen:
    name: str
    options: dict


PHONE = Screen("phone", {
    "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2,
    "is_mobile": True, "has_touch": True,
})
DESKTOP = Screen("desktop", {"viewport": {"width": 1280, "height": 800}})
SCREENS = [PHONE, DESKTOP]
THEMES = ["light", "dark"]


class Visitor:
    """A browser context that notes what a page of ours never does, whatever is done on it:
    asks another host, logs an error, breaks the Content-Security-Policy (which the console tells),
    or meets an answer that says no where the test did not expect one."""

    def __init__(
            self, browser: Browser, base: str, screen: Screen, theme: str = "light", **options):
        self.base = base
        self.wrongs: list[str] = []
        self.expected: set[int] = set()
        # Servers of others to which one goes, whose pages do as they like.
        self.elsewhere: set[str] = set()
        settings = {
            "base_url": base, "color_scheme": theme, "locale": "en-US",
            "timezone_id": ZONE, "reduced_motion": "reduce", **screen.options, **options}
        self.context: BrowserContext = browser.new_context(**settings)
        self.context.set_default_timeout(1_000 * PATIENCE)
        self.context.on("request", self._request)
        self.context.on("response", self._response)
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.wrongs.append(f"error: {error.error}"))
        self.page: Page = self.context.new_page()

    def pair(self, token: str) -> "Visitor":
        """Takes over a device's cookie, where pairing itself is not what is tested."""
        self.context.add_cookies([{
            "name": "daystamp", "value": token, "url": self.base, "httpOnly": True,
            "sameSite": "Lax"}])
        return self

    def check(self) -> None:
        wrongs, self.wrongs = self.wrongs, []
        assert not wrongs, "\n".join(wrongs)

    def _others(self) -> tuple[str, ...]:
        return tuple(base + "/" for base in self.elsewhere)

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        known = (self.base + "/", *self._others())
        if address.scheme not in ("data", "blob") and not request.url.startswith(known):
            self.wrongs.append(f"asked elsewhere: {request.url}")

    def _response(self, response: Response) -> None:
        if response.url.startswith(self._others()):
            return
        # What is posted while its preview is drawn has none any more.
        is_posted = response.status == 404 and re.search(r"/drafts/[^/]+/photos/[^/]+/preview", response.url)
        if response.status >= 400 and response.status not in self.expected and not is_posted:
            self.wrongs.append(f"{response.status} {response.request.method} {response.url}")

    def _console(self, message: ConsoleMessage) -> None:
        # Answers that say no are looked at above, where it is known which were expected.
        if message.location.get("url", "").startswith(self._others()):
            return
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.wrongs.append(f"console: {message.text}")
