"""The day of a post: the one that a person chose, or that of its first photo, which the chip says before."""

import re
from datetime import timedelta

from playwright.sync_api import Locator, Page, expect

from clock import today
from test_posting import apart, choose, kept, payload, photos, post, set_time, unfold
from visitor import PHONE

SAMPLE = "IMG_20240131_235959.jpg"


def files(*days: str) -> list[dict]:
    """Photos of some days, as their names say."""
    return [{**payload(SAMPLE), "name": f"IMG_{day.replace('-', '')}_101500.jpg",
             "buffer": payload(SAMPLE)["buffer"] + day.encode()} for day in days]


def chip(page: Page) -> Locator:
    return page.locator("[data-chip=day] [data-says]")


def test_day_that_was_chosen_is_that_of_the_post_whatever_its_photos_say(site):
    """The chip said the day to the end, and the post was on that of the photo."""
    day = f"{today() - timedelta(days=2):%Y-%m-%d}"
    page = site.visitor(PHONE).page
    page.goto(f"/days/{day}")
    page.get_by_role("link", name="New post on this day").click()
    shown = chip(page).inner_text()
    choose(page, files("2019-10-15", day))
    expect(chip(page)).to_have_text(shown)
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    [made] = site.device.posts()
    assert made["time"].startswith(f"{day}T10:15:00") and made["day"] == day
    assert [photo["time"][:10] for photo in made["photos"]] == ["2019-10-15", day]


def test_chip_says_the_day_of_the_first_photo_until_a_day_is_chosen(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    expect(chip(page)).to_have_text("Today")
    cards = choose(page, files("2019-10-15", "2023-05-06"))
    expect(chip(page)).to_have_text("Oct 15, 2019")
    expect(page.locator("#day")).to_have_value("2019-10-15")
    page.get_by_role("button", name="Move earlier: IMG_20230506").click()
    expect(chip(page)).to_have_text("May 6, 2023")
    set_time(cards.nth(0), "2023-05-07T08:00:00")
    expect(chip(page)).to_have_text("May 7, 2023")
    kept(page)
    page.reload()
    expect(cards).to_have_count(2)
    expect(chip(page)).to_have_text("May 7, 2023")
    # Each of its own, none of them is the day of the words.
    apart(page)
    expect(chip(page)).to_have_text("Today")
    page.get_by_label("Post each photo separately").uncheck()
    expect(chip(page)).to_have_text("May 7, 2023")
    for name in ["IMG_20230506", "IMG_20191015"]:
        page.get_by_role("button", name=f"Remove: {name}").click()
    expect(photos(page)).to_have_count(0)
    expect(chip(page)).to_have_text("Today")
    page.get_by_role("button", name="Undo").last.click()
    expect(chip(page)).to_have_text("Oct 15, 2019")
    # Today is chosen as any other day is.
    unfold(page, "day")
    page.get_by_label("Day", exact=True).fill(f"{today():%Y-%m-%d}")
    page.keyboard.press("Escape")
    expect(chip(page)).to_have_text("Today")
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    assert site.device.posts()[0]["day"] == f"{today():%Y-%m-%d}"


def test_post_is_on_the_day_that_the_chip_says(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    choose(page, files("2019-10-15"))
    expect(chip(page)).to_have_text("Oct 15, 2019")
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    assert site.device.posts()[0]["time"].startswith("2019-10-15T10:15:00")
