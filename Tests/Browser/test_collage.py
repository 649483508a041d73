"""Several photos of a post as one picture: on its page, on its day and in the timeline."""

import re

import pytest
from playwright.sync_api import Page, expect

from device import another
from test_composer import NARROW
from test_together import captions, violations, width
from visitor import DESKTOP, PHONE
from waiting import until

WIDE, HIGH = "lake-sherburne.jpg", "birthday-dog.jpg"

CELLS = """() => [...document.querySelectorAll(".collage > :is(a, figure)")]
  .filter((cell) => cell.checkVisibility())
  .map((cell) => { const { x, y, width, height } = cell.getBoundingClientRect(); return [x, y, width, height].map(Math.round); })"""
COMPLETE = """() => [...document.querySelectorAll(".collage img")]
  .every((image) => !image.checkVisibility() || (image.complete && image.naturalWidth > 0))"""
# What moves once it is seen.
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });
}"""


def made(site, count: int, **fields) -> int:
    parts = [("photo", (f"{index}.jpg", another(WIDE, index), "image/jpeg")) for index in range(count)]
    answer = site.device.ask(
        "POST", "/api/v1/posts", data={"time": "2024-01-31 12:00", **fields}, files=parts,
        headers={"Idempotency-Key": f"{count:032x}"})
    return answer.json()["number"]


def cells(page: Page) -> list[list[int]]:
    expect(page.locator(".collage").first).to_be_visible()
    return page.evaluate(CELLS)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7])
def test_photos_are_one_picture(site, count):
    number = made(site, count)
    page = site.visitor(PHONE).page
    page.goto(f"/posts/{number}")
    boxes = cells(page)
    assert len(boxes) == min(count, 5)
    rows = sorted({y for _, y, _, _ in boxes})
    areas = [width * height for _, _, width, height in boxes]
    assert len(rows) == (1 if count == 2 else 2)
    if count == 3:
        assert areas[0] > 3 * areas[1]
    if count in (2, 4):
        assert max(areas) - min(areas) < 0.03 * max(areas)
    # It fills the page from edge to edge.
    assert min(x for x, *_ in boxes) == 0
    assert abs(max(x + width for x, _, width, _ in boxes) - 390) <= 1
    expect(page.locator(".collage .more:visible")).to_have_count(int(count > 5))
    if count > 5:
        expect(page.locator(".collage .more")).to_have_text(f"+{count - 5}")


@pytest.mark.parametrize("path", ["/posts/{}", "/days/2024-01-31"])
def test_each_photo_opens_at_its_place(site, path):
    number = made(site, 7)
    page = site.visitor(DESKTOP).page
    page.goto(path.format(number))
    address = page.url
    links = page.locator(".collage a[data-viewer]:visible")
    expect(links).to_have_count(5)
    for place in (2, 5):
        links.nth(place - 1).click()
        expect(page).to_have_url(re.compile(rf"/posts/{number}/photo\?photo={place}$"))
        expect(page.locator("dialog.viewerbox .slide.current .when")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog.viewerbox")).to_have_count(0)
        expect(page).to_have_url(address)


def test_timeline_has_it_as_one_tile_that_opens_each(site):
    number = made(site, 4, caption=["Walk", "Lake", "Snow", "Home"])
    other = site.device.post(HIGH, "2024-01-30 12:00")
    page = site.visitor(DESKTOP).page
    page.goto("/timeline")
    tile = page.locator(f'.tile[data-post="{number}"]')
    expect(tile.locator("img")).to_have_count(4)
    tile.locator("a").nth(2).click()
    expect(page).to_have_url(re.compile(rf"/posts/{number}/photo\?photo=3$"))
    expect(page.locator("dialog.viewerbox .slide.current .caption")).to_have_text("Snow")
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/timeline"))
    # From post to post, not from photo to photo.
    page.keyboard.press("j")
    expect(page.locator(f'.tile[data-post="{other}"] a')).to_be_focused()
    page.keyboard.press("k")
    expect(tile.locator("a").first).to_be_focused()


def test_captions_stay_within_their_photo(site):
    long = "A caption that is long enough for two lines on a narrow screen, or three"
    number = made(site, 2, caption=[long, ""])
    page = site.visitor(PHONE).page
    page.goto(f"/posts/{number}")
    photo, line = page.locator(".collage figure").first, page.locator(".collage figcaption").first
    expect(line).to_be_visible()
    outer, inner = photo.bounding_box(), line.bounding_box()
    assert inner["width"] <= outer["width"] + 1 and inner["height"] < 40
    # All of it is said and shown on asking.
    link = photo.locator("a[data-viewer]")
    expect(link).to_have_attribute("title", re.compile(re.escape(long)))
    expect(link.locator("img")).to_have_attribute("alt", re.compile(re.escape(long)))
    expect(page.locator(".collage figcaption").nth(1)).to_be_hidden()


def test_cover_comes_first(site):
    number = made(site, 3, caption=["Walk", "Lake", "Snow"])
    page = site.visitor(PHONE).page
    page.goto(f"/posts/{number}?edit=1")
    page.get_by_label("Cover 3").check()
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile("saved=1"))
    assert captions(site) == ["Walk", "Lake", "Snow"]
    expect(page.locator(".collage img").first).to_have_attribute("alt", re.compile("Snow"))


@pytest.mark.parametrize("path", ["/posts/{}", "/days/2024-01-31", "/timeline"])
def test_it_fits_a_narrow_screen_breaks_no_rule_and_nothing_moves(site, path):
    number = made(site, 5, caption=["Walk", "", "A caption that is too long for its photo", "", ""])
    page = site.visitor(NARROW).page
    page.add_init_script(f"({SHIFTS})()")
    page.goto(path.format(number))
    boxes = cells(page) if path != "/timeline" else page.evaluate(CELLS)
    assert len(boxes) == 5 and min(min(width, height) for _, _, width, height in boxes) >= 24
    until(lambda: page.evaluate(COMPLETE), "the photos are there")
    assert page.evaluate("window.shifts") == []
    assert width(page) == [320, 320]
    assert violations(page) == []


def test_without_a_script_all_photos_are_reached(site):
    number = made(site, 7)
    page = site.visitor(PHONE, java_script_enabled=False).page
    page.goto(f"/posts/{number}")
    page.locator(".collage a[data-viewer]:visible").nth(4).click()
    for place in (5, 6, 7):
        expect(page).to_have_url(re.compile(rf"/posts/{number}/photo\?photo={place}$"))
        if place < 7:
            page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("link", name="Next")).to_have_count(0)
    page.get_by_role("link", name="Previous").click()
    expect(page).to_have_url(re.compile(rf"/posts/{number}/photo\?photo=6$"))
