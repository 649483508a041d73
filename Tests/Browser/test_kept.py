"""What a browser keeps of a journal: its thumbnails while it is open, and nothing once it is locked."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import expect

import chromium
from diary import SMALL
from visitor import PHONE
from waiting import drawn, holds, until

pytestmark = pytest.mark.workers

PIN = "2849"
PAGES = ["/months/2024-01", "/days/2024-01-31", "/posts", "/search?q=dog", "/posts/1", "/memories"]
# Of pictures on the page: those that came within it, and those that came through the network.
PICTURES = """() => ({
  shown: document.images.length,
  within: [...document.images].filter((image) => image.currentSrc.startsWith("data:")).length,
  fetched: performance.getEntriesByType("resource")
    .filter((entry) => entry.name.includes("/thumbnail") && entry.transferSize > 0).length,
})"""
DECODED = "() => Promise.all([...document.images].map((image) => image.decode()))"
# A picture that is decoded may not be kept yet, and is not where one goes on meanwhile; it is once it is told of.
# Those that came within the page are asked for once more, to be kept.
KEPT = """() => {
  const has = (address) => performance.getEntriesByName(address).some(({ responseEnd }) => responseEnd > 0);
  return [...document.images].every((image) => {
    if (!image.currentSrc.startsWith("data:")) return has(image.currentSrc);
    const address = image.dataset.keep && image.src.replace(/[0-9]+$/, image.dataset.keep);
    return !address || has(new URL(address, location).href);
  });
}"""


def make(device) -> list[int]:
    """A month of photos, whose thumbnails are made."""
    numbers = [
        device.post(sample, f"2024-01-{31 - index:02} 12:00", caption="A dog")
        for index, sample in enumerate(SMALL)]
    for number in numbers:
        for size in [160, 192]:
            device.ask("GET", f"/api/v1/posts/{number}/thumbnail", params={"size": size})
    return numbers


@pytest.fixture
def site(begin):
    return begin(make)


@pytest.fixture
def posts(site):
    return site.made


def see(page, path: str) -> None:
    """Opens a page, and stays until the browser has all of its pictures."""
    page.goto(path)
    drawn(page)
    holds(page, KEPT)


def test_what_was_seen_is_not_fetched_again_while_the_journal_is_open(site, screen, posts):
    page = site.visitor(screen).page
    seen = {}
    # Three times: what came just now may not be written down yet when it is asked for again.
    for path in 3 * PAGES:
        see(page, path)
        page.evaluate(DECODED)
        seen.setdefault(path, []).append(page.evaluate(PICTURES))
    first, *_, last = seen["/months/2024-01"]
    assert first["shown"] == last["shown"] == 3
    assert first["within"] == 3 or screen is not PHONE
    for path, (*_, again) in seen.items():
        assert again["within"] == again["fetched"] == 0, (path, again)
    page.go_back()
    page.evaluate(DECODED)
    assert page.evaluate(PICTURES)["fetched"] == 0


def test_browser_that_has_forgotten_gets_all_photos_within_the_page(site, posts):
    """The same device, but a browser without what the first one kept."""
    for _ in range(2):
        page = site.visitor(PHONE).page
        page.goto("/months/2024-01")
        page.evaluate(DECODED)
        assert page.evaluate(PICTURES)["within"] == 3


@pytest.mark.parametrize("script", [True, False])
def test_month_is_whole_without_a_request_for_each_photo(site, posts, script):
    page = site.visitor(PHONE, java_script_enabled=script, device_scale_factor=3).page
    asked = []
    page.on("request", lambda request: asked.append(request))
    page.goto("/months/2024-01", wait_until="load")
    assert [request.url for request in asked if request.resource_type == "image"
            and not request.url.startswith("data:") and "/thumbnails/" in request.url] == []
    page.goto("/days/2024-01-31")
    assert page.locator(".card img.sharp").count() == 1


class Profile:
    """A browser with its folder on the disk, as a person has it."""

    def __init__(self, playwright, site, folder):
        self.folder = folder
        self.context = playwright.chromium.launch_persistent_context(
            folder, base_url=site.server.base, **PHONE.options, **chromium.whole())
        self.context.add_cookies([{
            "name": "daystamp", "value": site.device.token, "url": site.server.base,
            "httpOnly": True, "sameSite": "Lax"}])
        self.page = self.context.new_page()

    def has(self, pictures: list[bytes]) -> list[bool]:
        """Which pictures are in any file of the browser's."""
        files = list(contents(self.folder))
        # The middle, which no two pictures share.
        return [any(picture[400:600] in file for file in files) for picture in pictures]


def contents(folder: Path) -> Iterator[bytes]:
    """Of all files, but for those that the browser removes while it is asked for them."""
    for place, _, names in os.walk(folder):
        for name in names:
            # Its locks are sockets and links that lead nowhere.
            with suppress(FileNotFoundError):
                path = Path(place, name)
                if stat.S_ISREG(path.lstat().st_mode):
                    yield path.read_bytes()


@pytest.fixture
def profile(playwright, site, tmp_path):
    profile = Profile(playwright, site, tmp_path / "profile")
    yield profile
    profile.context.close()


def lock(site, page):
    page.goto("/settings/lock")
    page.get_by_role("main").get_by_role("button", name="Lock now").click()


def lock_elsewhere(site, page):
    """As another page does, or the end of the time: this one learns of it when it asks."""
    site.device.ask("POST", "/api/v1/lock")
    page.goto("/posts")


def unpair(site, page):
    [device] = site.device.ask("GET", "/api/v1/devices").json()["devices"]
    site.device.ask("DELETE", f"/api/v1/devices/{device['id']}")
    page.goto("/posts")


@pytest.mark.parametrize("leave", [lock, lock_elsewhere, unpair])
def test_nothing_is_left_on_the_disk_nor_by_the_back_button(site, posts, profile, leave):
    page = profile.page
    set_pin(page)
    pictures = []
    for path in PAGES:
        see(page, path)
    for number in posts:
        for size in [160, 192, 256, 320]:
            answer = site.device.ask(
                "GET", f"/api/v1/posts/{number}/thumbnail", params={"size": size})
            pictures.append(answer.content)
    see(page, "/months/2024-01")
    address = page.locator(".calendar img").first.get_attribute("src")
    # So the test can see what it searches for.
    until(lambda: any(profile.has(pictures)), "the browser has a picture on the disk")

    leave(site, page)
    title = "Not paired" if leave is unpair else "Locked"
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    until(lambda: not any(profile.has(pictures)), "the browser has no picture on the disk")
    answer = page.evaluate("""address => fetch(address).then((answer) => answer.blob())
        .then((blob) => blob.type)""", address)
    assert not answer.startswith("image/")
    for _ in range(3):
        page.go_back()
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        assert page.locator(".calendar img, .card img, .photo img").count() == 0
        assert page.locator("body", has_text="A dog").count() == 0
    profile.context.close()
    assert not any(profile.has(pictures))


def set_pin(page) -> None:
    page.goto("/settings/lock")
    page.locator("#new-pin").fill(PIN)
    page.locator("#new-pin-again").fill(PIN)
    page.get_by_role("button", name="Set a PIN").click()
    expect(page.get_by_role("main").get_by_role("button", name="Lock now")).to_be_visible()
