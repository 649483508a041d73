"""From the month to the day to the photo and its neighbours, by click, key and swipe."""

import pytest
from playwright.sync_api import Page, expect

from visitor import DESKTOP, PHONE


@pytest.fixture
def numbers(site):
    """Three posts of one day, and one of the next month."""
    posts = [site.device.post("three-puppies.jpg", f"2024-01-31 12:0{index}") for index in range(3)]
    return [*posts, site.device.post("paris.png", "2024-02-29 12:00")]


def test_month_leads_to_day_and_photo(site, screen, numbers):
    page = site.visitor(screen).page
    page.goto("/months/2024-01")
    cell = page.get_by_role("link", name="Wednesday, January 31, 2024, 3 posts")
    expect(cell.locator(".count")).to_have_text("3")
    assert is_shown(cell.locator("img"))
    cell.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Wednesday, January 31, 2024")
    page.locator(".card a").first.click()
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[0]}")
    assert is_shown(page.locator(".photo img").last)


def test_arrow_keys_move_between_photos(site, numbers):
    page = site.visitor(DESKTOP).page
    page.goto(f"/posts/{numbers[0]}")
    for key, number in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)]:
        page.keyboard.press(key)
        expect(page).to_have_url(f"{site.server.base}/posts/{numbers[number]}")
    # While a person types, arrows move the cursor alone.
    page.get_by_label("Caption").press("ArrowRight")
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[1]}")


def test_swipes_move_between_photos_and_months(site, numbers):
    page = site.visitor(PHONE).page
    page.goto(f"/posts/{numbers[0]}")
    swipe(page, ".photo .frame", -200)
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[1]}")
    swipe(page, ".photo .frame", 200)
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[0]}")
    page.goto("/months/2024-01")
    swipe(page, ".calendar", -200)
    expect(page).to_have_url(f"{site.server.base}/months/2024-02")
    swipe(page, ".calendar", 200)
    expect(page).to_have_url(f"{site.server.base}/months/2024-01")


def test_arrow_keys_move_in_the_calendar(site, numbers):
    page = site.visitor(DESKTOP).page
    page.goto("/months/2024-01")
    day = lambda number: page.locator(f'.calendar a[href="/days/2024-01-{number:02}"]')
    day(1).focus()
    steps = [("ArrowRight", 2), ("ArrowDown", 9), ("ArrowLeft", 8), ("ArrowUp", 1),
             ("End", 6), ("ArrowRight", 7), ("Home", 7)]
    for key, number in steps:
        page.keyboard.press(key)
        expect(day(number)).to_be_focused()
    # One stop for Tab in all of the grid.
    assert page.locator('.calendar a[tabindex="0"]').count() == 1
    page.keyboard.press("PageDown")
    expect(page).to_have_url(f"{site.server.base}/months/2024-02")


def test_month_is_jumped_to(site, screen):
    page = site.visitor(screen).page
    page.goto("/")
    page.get_by_label("Go to a month").fill("2019-07")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("July 2019")
    page.get_by_role("link", name="2019", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("2019")


def test_older_posts_come_when_the_end_does(site):
    for index in range(51):
        site.device.post("paris.avif", f"2024-01-{1 + index % 31:02} 12:{index:02}")
    page = site.visitor(PHONE).page
    page.goto("/posts")
    expect(page.locator(".card")).to_have_count(50)
    page.locator("[data-older]").scroll_into_view_if_needed()
    expect(page.locator(".card")).to_have_count(51)
    expect(page.locator("[data-older]")).to_have_count(0)


def is_shown(image) -> bool:
    return image.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")


def swipe(page: Page, selector: str, distance: int) -> None:
    """A finger from the middle of an element to the side, by `distance` pixels."""
    box = page.locator(selector).bounding_box()
    x, y = box["x"] + box["width"] / 2 - distance / 2, box["y"] + box["height"] / 2
    client = page.context.new_cdp_session(page)
    send = lambda kind, points: client.send(
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    send("touchStart", [{"x": x, "y": y}])
    for step in range(1, 6):
        send("touchMove", [{"x": x + distance * step / 5, "y": y}])
    send("touchEnd", [])
    client.detach()
