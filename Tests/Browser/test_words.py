"""Words: written, edited, brought back, found, and kept while the journal locks."""

import re

import pytest
from playwright.sync_api import Page, expect

from test_entry import PIN, set_pin
from test_posting import find_draft, post, unfold
from visitor import DESKTOP, PHONE

WORDS = "# 아침\n\n**비**가 왔다. [web](https://example.com/)\n\n![](https://example.com/a.png)"


def test_words_are_written_edited_brought_back_and_found(site):
    number = site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Puppies")
    page = site.visitor(PHONE).page
    # As it was called before there was one page for words and photos.
    page.goto("/write?day=2024-01-31")
    expect(page).to_have_url(re.compile(r"/new\?day=2024-01-31"))
    expect(page.get_by_label("Words")).to_be_focused()
    page.get_by_label("Words").fill(f"{WORDS}\n\n![](post:{number})")
    choose_mood(page)
    page.get_by_label("Title").fill("비 오는 날")
    unfold(page, "day")
    page.get_by_label("Time").fill("07:30")
    unfold(page, "tags")
    page.get_by_label("Tags").fill("walk")
    post(page)
    expect(page.get_by_role("status")).to_have_text("Saved.")
    words = page.locator(".words")
    expect(words.get_by_role("heading", name="아침")).to_be_visible()
    expect(words.locator("strong")).to_have_text("비")
    expect(words.get_by_role("link", name="web")).to_have_attribute("rel", "noreferrer noopener")
    # The owner's own photo alone; a remote one would be a request to another host, which fails here.
    words.locator("img").evaluate("image => image.decode()")
    expect(words.locator("img")).to_have_count(1)

    page.goto("/days/2024-01-31")
    expect(page.get_by_role("img", name="good").first).to_be_visible()
    page.get_by_text("비 오는 날").first.click()
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Words").fill("해가 났다.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".words")).to_have_text("해가 났다.")

    page.goto("/posts/2/versions")
    page.get_by_role("link", name="Version 1").click()
    expect(page.locator(".words strong")).to_have_text("비")
    page.get_by_role("button", name="Restore this version").click()
    expect(page.locator(".words strong")).to_have_text("비")

    page.goto("/timeline")
    page.get_by_label('Words, "a phrase", #tag').fill("왔다")
    page.get_by_label('Words, "a phrase", #tag').press("Enter")
    expect(page.locator(".tile")).to_have_count(1)
    expect(page.locator(".tile")).to_contain_text("비 오는 날")


def choose_mood(page: Page) -> None:
    """By the thumb."""
    good, chip = page.get_by_role("radio", name="good"), page.locator("[data-chip=mood] > summary")
    chip.tap()
    label = page.locator(".faces label", has=good)
    box = label.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    label.tap()
    # It closes what it is in, which says it.
    expect(label).to_be_hidden()
    expect(chip.locator(".mood-face.of-4")).to_be_visible()
    # Chosen again, it is no longer chosen.
    for name in ["Mood", "good"]:
        chip.tap()
        label.tap()
        expect(page.locator("[data-chip=mood] [data-says]")).to_have_text(name)


def test_mood_is_chosen_by_keys(made_site):
    """Those of any group of radio buttons."""
    page = made_site.visitor(DESKTOP).page
    page.goto("/new")
    unfold(page, "mood")
    page.get_by_role("radio", name="none").focus()
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="good")).to_be_checked()


def test_choosing_a_mood_moves_nothing(made_site, screen):
    page = made_site.visitor(screen).page
    page.goto("/new")
    below = page.get_by_label("Words")
    before = below.bounding_box()
    unfold(page, "mood")
    assert below.bounding_box() == before
    page.locator(".faces label", has_text="good").click()
    expect(page.locator("[data-chip=mood] [data-says]")).to_have_text("good")
    assert below.bounding_box() == before


@pytest.mark.parametrize("script", [True, False])
def test_what_is_typed_while_the_journal_locks_is_there_after_unlocking(site, script):
    visitor = site.visitor(PHONE, java_script_enabled=script)
    page = visitor.page
    set_pin(page)
    page.goto("/new")
    page.get_by_label("Words").fill("Nobody else's")
    unfold(page, "mood")
    page.locator(".faces label", has_text="bad").click()
    site.device.ask("POST", "/api/v1/lock")
    if script:
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    else:
        post(page)
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    assert "Nobody" not in page.content()
    if script:
        kept = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"
        assert page.evaluate(kept) == "[{},{}]"
        # Back leads to the lock too.
        page.go_back()
        expect(page.get_by_role("heading", name="Locked")).to_be_visible()
        assert "Nobody" not in page.content()
        page.go_forward()
    page.locator("#pin").fill(PIN)
    page.locator("#pin").press("Enter")
    expect(page).to_have_url(re.compile(r"/new\?draft="))
    expect(page.get_by_role("status")).to_have_text("Draft restored")
    expect(page.get_by_label("Words")).to_have_value("Nobody else's")
    expect(page.locator("[name=mood][value='2']")).to_be_checked()
    post(page)
    expect(page.locator(".words")).to_have_text("Nobody else's")
    assert len(site.device.posts()) == 1


def test_words_are_kept_as_they_are_typed(site):
    """They were gone when another page was opened."""
    page = site.visitor(PHONE).page
    page.goto("/new")
    page.get_by_label("Words").fill("Half a thought")
    # At once, before the moment after which they are kept.
    page.goto("/more")
    find_draft(page, "Half a thought").click()
    expect(page.get_by_label("Words")).to_have_value("Half a thought")
    # Nor are they gone when the server is.
    page.route("**/drafts/*", lambda route: route.abort())
    page.get_by_label("Words").fill("Half a thought, and more")
    post(page)
    expect(page.get_by_role("alert")).to_have_text(re.compile("You’re offline."))
    expect(page.get_by_label("Words")).to_have_value("Half a thought, and more")
    # Posted as soon as that can be, without being asked to again.
    page.unroute("**/drafts/*")
    expect(page.locator(".words")).to_have_text("Half a thought, and more")
    page.goto("/new")
    expect(page.locator(".drafts")).to_have_count(0)
    assert len(site.device.posts()) == 1


def test_draft_is_discarded_and_brought_back(site):
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    page.get_by_label("Words").fill("Thrown away")
    expect(page.locator("[data-state]")).to_have_text("Draft saved")
    page.goto("/new?day=2024-01-31&mood=2")
    expect(page.get_by_label("Day", exact=True)).to_have_value("2024-01-31")
    expect(page.locator("[data-chip=mood] > summary")).to_contain_text("bad")
    page.locator(".drafts > summary").click()
    page.get_by_role("button", name="Discard: Thrown away").click()
    expect(page.locator(".drafts")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Words")).to_have_value("Thrown away")


def test_two_tabs_lose_nothing(site):
    visitor = site.visitor(DESKTOP)
    visitor.expected = {412}
    site.device.ask("POST", "/write", data={"words": "Before"})
    first, second = visitor.page, visitor.context.new_page()
    for page in (first, second):
        page.goto("/posts/1?edit=1")
    for page, words in ((first, "First"), (second, "Second")):
        page.get_by_label("Words").fill(words)
        page.get_by_role("button", name="Save").click()
    expect(second.get_by_role("alert")).to_contain_text("in the meantime")
    expect(second.get_by_label("Saved in the meantime")).to_have_value("First")
    expect(second.get_by_label("Words")).to_have_value("Second")
    second.get_by_label("Words").fill("First, second")
    second.get_by_role("button", name="Save").click()
    expect(second.locator(".words")).to_have_text("First, second")
