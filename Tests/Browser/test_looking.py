"""From a photo to its neighbours, by key and swipe."""

import re

import pytest
from playwright.sync_api import expect

from touch import swipe
from visitor import DESKTOP, PHONE


def make(device) -> list[int]:
    """Three posts of one day, and one of the next month."""
    posts = [device.post("three-puppies.jpg", f"2024-01-31 12:0{index}") for index in range(3)]
    return [*posts, device.post("paris.png", "2024-02-29 12:00")]


@pytest.fixture
def site(begin):
    return begin(make)


@pytest.fixture
def numbers(site):
    return site.made


def test_arrow_keys_move_between_photos(site, numbers):
    page = site.visitor(DESKTOP).page
    page.goto(f"/posts/{numbers[0]}")
    for key, number in [
            ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("ArrowLeft", 1)]:
        # Keys have a meaning once the page's script is there.
        page.locator("html.script").wait_for()
        page.keyboard.press(key)
        expect(page).to_have_url(f"{site.server.base}/posts/{numbers[number]}")
    # While a person types, arrows move the cursor alone.
    page.get_by_role("link", name="Edit", exact=True).click()
    page.get_by_label("Caption").press("ArrowRight")
    expect(page.get_by_label("Caption")).to_be_focused()
    expect(page).to_have_url(re.compile(f"/posts/{numbers[1]}\\b"))


def test_swipes_move_between_photos(site, numbers):
    page = site.visitor(PHONE).page
    page.goto(f"/posts/{numbers[0]}")
    swipe(page, ".photo .frame", -200)
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[1]}")
    swipe(page, ".photo .frame", 200)
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[0]}")
