"""Photos that are posted as one: chosen, put in order, given captions, and changed on the page of their post."""

import re

import pytest
from playwright.sync_api import Page, expect

from device import another
from server import SAMPLES
from test_composer import NARROW
from test_pages import AXE, RULES, VIOLATIONS
from test_posting import choose, kept, payload, photos, post
from visitor import DESKTOP, PHONE
from waiting import until

SAMPLE = "IMG_20240131_235959.jpg"

pytestmark = pytest.mark.workers


def files(count: int = 3) -> list[dict]:
    """Photos of one minute after the other, as their names say."""
    return [{**payload(SAMPLE), "name": f"IMG_20240131_12{index:02}00.jpg", "buffer": another(SAMPLE, index)}
            for index in range(count)]


def posted(site, count: int = 3, **fields) -> int:
    """The number of a post that a program made."""
    parts = [("photo", (file["name"], file["buffer"], "image/jpeg")) for file in files(count)]
    answer = site.device.ask(
        "POST", "/api/v1/posts", data=fields, files=parts, headers={"Idempotency-Key": "together"})
    return answer.json()["number"]


def captions(site) -> list[str]:
    return [photo["caption"] for photo in site.device.posts()[0]["photos"]]


def width(page: Page) -> list[int]:
    return page.evaluate("[document.documentElement.scrollWidth, innerWidth]")


def violations(page: Page) -> list:
    page.evaluate(AXE)
    return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in page.evaluate(VIOLATIONS, RULES)]


def test_three_photos_with_captions_take_seven_taps(site):
    page = site.visitor(PHONE).page
    page.goto("/")
    taps = 0

    def tap(locator) -> None:
        nonlocal taps
        locator.tap()
        taps += 1

    tap(page.get_by_role("link", name="New").first)
    with page.expect_file_chooser() as chooser:
        tap(page.locator(".pick:has([data-files])"))
    # Choosing them on the phone's own page is one more, where they are touched one after the other.
    taps += 1
    chooser.value.set_files(files())
    expect(photos(page)).to_have_count(3)
    for card, caption in zip(photos(page).all(), ["Concert", "Encore", "Home"]):
        # A row is swiped to what is to be touched.
        card.scroll_into_view_if_needed()
        tap(card.get_by_label("Caption"))
        expect(card.get_by_label("Caption")).to_be_focused()
        # As a phone's keyboard does it.
        page.keyboard.insert_text(caption)
        expect(card.get_by_label("Caption")).to_have_value(caption)
    tap(page.get_by_role("button", name="Post", exact=True))
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    assert taps == 7
    [made] = site.device.posts()
    assert captions(site) == ["Concert", "Encore", "Home"]
    assert made["time"].startswith("2024-01-31T12:00:00")
    assert [photo["time"][11:16] for photo in made["photos"]] == ["12:00", "12:01", "12:02"]


def test_words_show_the_second_photo(site):
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    choose(page, files())
    page.get_by_label("Words").fill("See ")
    page.get_by_label("Words").press("End")
    page.get_by_role("button", name="Insert a photo").click()
    page.locator(".photo-choice button").nth(2).click()
    expect(page.get_by_label("Words")).to_have_value("See ![](photo:3) ")
    # It is the same photo when one before it goes, and when that comes back.
    page.get_by_role("button", name=re.compile("Remove: IMG_20240131_120000")).click()
    expect(page.get_by_label("Words")).to_have_value("See ![](photo:2) ")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Words")).to_have_value("See ![](photo:3) ")
    page.get_by_label("Words").fill("See ![](photo:2)")
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    shown = page.locator(".words img")
    shown.scroll_into_view_if_needed()
    source = page.locator("figure.in-words .large").get_attribute("src").split("?")[0]
    assert shown.get_attribute("src").split("?")[0] == source


def test_photos_are_one_post_or_each_its_own(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    apart = page.get_by_label("Post each photo separately")
    expect(apart).to_be_hidden()
    choose(page, files(1))
    expect(apart).to_be_hidden()
    expect(page.get_by_text("become one post")).to_be_visible()
    page.locator("[data-files]").set_input_files(files(2)[1:])
    expect(photos(page)).to_have_count(2)
    expect(page.get_by_text("become one post")).to_be_visible()
    apart.check()
    expect(page.get_by_text("become one post")).to_be_hidden()
    expect(page.get_by_text("Each photo becomes its own post")).to_be_visible()
    # "Draft saved" may be of what was there before.
    kept(page)
    page.reload()
    expect(apart).to_be_checked()
    post(page)
    expect(page).to_have_url(re.compile("/days/2024-01-31"))
    assert len(site.device.posts()) == 2


def test_one_photo_has_a_label_of_its_own(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    cards = choose(page, files(2))
    own = cards.nth(1).locator("[data-own-label]")
    own.locator("summary").click()
    own.get_by_label("Date on photos").select_option("top-right")
    expect(cards.nth(1).locator("> img")).to_have_attribute("src", re.compile("label-position=top-right"))
    expect(cards.nth(0).locator("> img")).not_to_have_attribute("src", re.compile("top-right"))
    post(page)
    expect(page).to_have_url(re.compile("/posts/1"))


def test_a_photo_that_cannot_be_posted_keeps_all_in_the_draft(site):
    visitor = site.visitor(PHONE)
    visitor.expected = {422}
    page = visitor.page
    page.goto("/new")
    broken = {"name": "broken.jpg", "mimeType": "image/jpeg",
              "buffer": (SAMPLES / "three-puppies.jpg").read_bytes()[:4_000]}
    cards = choose(page, files(2) + [broken])
    cards.nth(0).get_by_label("Caption").fill("Concert")
    page.get_by_label("Words").fill("An evening")
    post(page)
    expect(page.get_by_role("alert").first).to_contain_text("Nothing is posted yet: 1 photo can’t be posted.")
    expect(page.locator("[data-left]")).to_contain_text("broken.jpg")
    expect(cards).to_have_count(3)
    assert site.device.posts() == []
    page.get_by_role("button", name="Remove: broken.jpg").click()
    expect(cards).to_have_count(2)
    post(page)
    expect(page).to_have_url(re.compile("/posts/1"))
    assert captions(site) == ["Concert", ""]
    assert site.device.posts()[0]["words"] == "An evening"


def test_photos_of_a_post_are_put_in_order_on_its_page(site):
    number = posted(site, caption=["Concert", "Encore", "Home"])
    page = site.visitor(PHONE).page
    page.goto(f"/posts/{number}?edit=1")
    rows = page.locator(".arranged > li")
    expect(rows).to_have_count(3)
    # What is typed beside is saved with it.
    rows.nth(1).get_by_label("Caption 2").fill("Encore!")
    page.get_by_role("button", name="Move earlier: 3").click()
    expect(rows.nth(1).get_by_label("Caption 2")).to_have_value("Home")
    assert captions(site) == ["Concert", "Home", "Encore!"]
    expect(page.get_by_role("button", name="Move earlier: 2")).to_be_focused()
    page.get_by_role("button", name="Remove: 1").click()
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(3)
    assert captions(site) == ["Concert", "Home", "Encore!"]
    page.get_by_label("Cover 3").check()
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile("saved=1"))
    assert [photo.get("cover") for photo in site.device.posts()[0]["photos"]] == [None, None, True]
    # Photos are added as they are chosen.
    page.goto(f"/posts/{number}?edit=1")
    page.get_by_label("Add photos").set_input_files(files(4)[3:])
    expect(rows).to_have_count(4)
    until(lambda: len(site.device.posts()[0]["photos"]) == 4, "it is added")


def test_file_that_is_no_photo_is_named_and_nothing_typed_is_lost(site):
    number = posted(site, count=2)
    visitor = site.visitor(PHONE)
    visitor.expected = {415}
    page = visitor.page
    page.goto(f"/posts/{number}?edit=1")
    page.get_by_label("Caption 2").fill("Typed")
    page.get_by_label("Add photos").set_input_files(
        [{"name": "notes.txt", "mimeType": "image/jpeg", "buffer": b"no photo"}])
    expect(page.get_by_role("alert").first).to_contain_text("notes.txt")
    expect(page.get_by_label("Caption 2")).to_have_value("Typed")


@pytest.mark.parametrize("language", ["en-US", "ko-KR"])
def test_they_fit_a_narrow_screen_and_break_no_rule(site, language):
    number = posted(site)
    visitor = site.visitor(NARROW, locale=language)
    page = visitor.page
    page.goto(f"/posts/{number}?edit=1")
    assert width(page) == [320, 320]
    assert violations(page) == []
    for button in page.locator(".arranged button").all():
        box = button.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44
    page.goto("/new")
    choose(page, [{**file, "buffer": file["buffer"] + b"new"} for file in files(2)])
    for summary in photos(page).locator("summary").all():
        if summary.is_visible():
            summary.click()
        assert width(page) == [320, 320]
    assert violations(page) == []


def test_all_of_it_works_without_a_script(site):
    page = site.visitor(PHONE, java_script_enabled=False).page
    page.goto("/new")
    page.locator('input[name="photo"]').set_input_files(files(2))
    page.get_by_label("Words").fill("See ![](photo:2)")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    expect(page.locator("figure.several")).to_have_count(2)
    expect(page.locator(".words img")).to_have_count(1)
    page.goto("/posts/1?edit=1")
    page.get_by_label("Caption 1").fill("Concert")
    page.get_by_label("Caption 2").fill("Encore")
    page.get_by_role("button", name="Move later: 1").click()
    assert captions(site) == ["Encore", "Concert"]
    page.get_by_role("button", name="Remove: 2").click()
    assert captions(site) == ["Encore"]
    page.get_by_role("button", name="Undo").click()
    assert captions(site) == ["Encore", "Concert"]
    page.get_by_label("Add photos").set_input_files(files(3)[2:])
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".arranged > li")).to_have_count(3)
