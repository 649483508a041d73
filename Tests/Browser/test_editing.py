"""The form of a post is as the composer is: photos come the same way, and each has its own crop and filter."""

import base64
import re

import pytest
from playwright.sync_api import Page, expect

import live
from test_photoedit import opened, pick
from test_posting import MADE, choose, kept, payload, photos, post
from test_together import files, posted
from visitor import DESKTOP, PHONE


def edits(site) -> list[str]:
    return [photo.get("edit", "") for photo in site.device.posts()[0]["photos"]]


def brought(page: Page, *names: str):
    content = base64.b64encode(payload(live.SAMPLE)["buffer"]).decode()
    return page.evaluate_handle(MADE, [content, list(names)])


def test_photos_of_the_composer_have_each_its_own_crop_filter_and_label(site):
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    cards = choose(page, files(2))
    for card, name in zip(cards.all(), ["Sepia", "Noir"]):
        pick(opened(card), name)
    cards.nth(1).locator("[data-own-label] > summary").click()
    cards.nth(1).get_by_label("Date on photos:").select_option("top-left")
    for card, text in zip(cards.all(), ["filter=sepia", "filter=noir"]):
        expect(card.locator("> img")).to_have_attribute("src", re.compile(text))
    expect(cards.nth(1).locator("> img")).to_have_attribute("src", re.compile("label-position=top-left"))
    kept(page)
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    assert edits(site) == ["filter=sepia", "filter=noir"]


def test_photos_of_a_post_have_each_its_own_crop_and_filter_before_they_are_saved(site):
    """What was chosen of one photo was shown on the next one that was looked at, and saved there."""
    number = posted(site, count=2)
    page = site.visitor(DESKTOP).page
    page.goto(f"/posts/{number}?edit=1")
    pick(opened(page.locator("form.edit")), "Sepia")
    page.get_by_role("link", name="Photo 2").click()
    expect(page).to_have_url(re.compile("photo=2"))
    edit = opened(page.locator("form.edit"))
    expect(edit.get_by_label("Normal")).to_be_checked()
    pick(edit, "Noir")
    page.get_by_role("link", name="Photo 1").click()
    expect(page).to_have_url(re.compile("photo=1"))
    expect(opened(page.locator("form.edit")).get_by_label("Sepia")).to_be_checked()
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile("saved=1"))
    assert edits(site) == ["filter=sepia", "filter=noir"]


def test_photos_come_to_a_post_as_to_the_composer(site):
    number = posted(site, count=1, words="One")
    page = site.visitor(DESKTOP).page
    page.goto(f"/posts/{number}?edit=1")
    expect(page.get_by_text("Cancel doesn’t undo it.")).to_be_visible()
    rows = page.locator(".arranged > li")
    dropped = brought(page, "list.txt")
    page.dispatch_event("body", "dragenter", {"dataTransfer": dropped})
    expect(page.get_by_text("Drop photos anywhere")).to_be_visible()
    page.dispatch_event("body", "drop", {"dataTransfer": dropped})
    expect(page.get_by_role("alert").first).to_contain_text("list.txt: This is not a photo.")
    page.get_by_label("Words", exact=True).fill("One and two")
    page.dispatch_event("body", "drop", {"dataTransfer": brought(page, "IMG_20240131_130000.jpg")})
    expect(rows).to_have_count(2)
    page.evaluate(
        """(given) => document.body.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: given, bubbles: true, cancelable: true }))""",
        brought(page, "IMG_20240131_140000.jpg"))
    expect(rows).to_have_count(3)
    # What was typed is saved with them.
    assert site.device.posts()[0]["words"] == "One and two"
    words = page.get_by_label("Words", exact=True)
    page.get_by_role("button", name="Insert a photo").click()
    page.locator(".photo-choice button").nth(2).click()
    expect(words).to_have_value("One and two ![](photo:3) ")


def test_photo_dropped_beside_a_post_that_is_read_is_a_new_post(site):
    number = posted(site, count=1)
    page = site.visitor(DESKTOP).page
    page.goto(f"/posts/{number}")
    page.dispatch_event("body", "drop", {"dataTransfer": brought(page, "IMG_20240131_130000.jpg")})
    expect(page).to_have_url(re.compile("/new"))


def test_only_photo_of_a_post_is_put_into_its_words(site):
    number = site.device.post("birthday-dog.jpg", "2024-01-31 12:00", words="Woof", caption="A [dog]")
    page = site.visitor(PHONE).page
    page.goto(f"/posts/{number}?edit=1")
    page.get_by_role("button", name="Insert a photo").click()
    expect(page.get_by_label("Words", exact=True)).to_have_value("Woof ![A \\[dog\\]](photo:1) ")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_what_is_told_does_not_lie_over_save(site, size):
    number = posted(site, count=2)
    page = site.visitor(size).page
    page.goto(f"/posts/{number}?edit=1")
    page.get_by_role("button", name="Remove: 2").click()
    notice = page.locator(".notices > .notice", has_text="Photo removed.").bounding_box()
    save = page.locator(".edit .save").bounding_box()
    assert notice["y"] + notice["height"] <= save["y"]


def test_live_photo_is_one_card_and_one_photo(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    page.locator("[data-files]").set_input_files([*live.files("6A1B22E0"), *files(1)])
    expect(photos(page)).to_have_count(2)
    expect(page.locator("[data-photos] > li")).to_have_count(2)
    expect(photos(page).get_by_text("Live Photo")).to_have_count(1)
    card = photos(page).filter(has_text="Live Photo")
    card.get_by_label("Caption").fill("Moving")
    # Both go, and both come back.
    card.get_by_role("button", name="Remove").click()
    expect(photos(page)).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(photos(page)).to_have_count(2)
    kept(page)
    page.reload()
    expect(photos(page)).to_have_count(2)
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    made = site.device.posts()[0]["photos"]
    assert sorted(photo["caption"] for photo in made) == ["", "Moving"]
    place = 1 + [photo["caption"] for photo in made].index("Moving")
    page.goto(f"/posts/1/photo?photo={place}")
    expect(page.locator(".slide.current").get_by_text("Play the video")).to_have_count(1)
