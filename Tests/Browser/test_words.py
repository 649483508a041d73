"""Words: written, edited, brought back, found, and kept while the journal locks."""

import re

import pytest
from playwright.sync_api import Page, expect

from test_entry import PIN, set_pin
from visitor import DESKTOP, PHONE

WORDS = "# 아침\n\n**비**가 왔다. [web](https://example.com/)\n\n![](https://example.com/a.png)"


def test_words_are_written_edited_brought_back_and_found(site, screen):
    number = site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Puppies")
    page = site.visitor(screen).page
    page.goto("/write?day=2024-01-31")
    page.get_by_label("Title").fill("비 오는 날")
    page.get_by_label("Words").fill(f"{WORDS}\n\n![](post:{number})")
    choose_mood(page, screen)
    page.get_by_label("Time").fill("07:30")
    page.get_by_label("Tags").fill("walk")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    words = page.locator(".words")
    expect(words.get_by_role("heading", name="아침")).to_be_visible()
    expect(words.locator("strong")).to_have_text("비")
    expect(words.get_by_role("link", name="web")).to_have_attribute("rel", "noreferrer noopener")
    # The owner's own photo alone; a remote one would be a request to another host, which fails here.
    words.locator("img").evaluate("image => image.decode()")
    expect(words.locator("img")).to_have_count(1)

    page.goto("/days/2024-01-31")
    expect(page.locator(".card")).to_have_count(2)
    expect(page.locator(".card").first.get_by_role("img", name="good")).to_be_visible()
    page.locator(".card").first.get_by_text("비 오는 날").click()
    page.get_by_label("Words").fill("해가 났다.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".words")).to_have_text("해가 났다.")

    page.get_by_role("link", name="Earlier versions").click()
    page.get_by_role("link", name="Version 1").click()
    expect(page.locator(".words strong")).to_have_text("비")
    page.get_by_role("button", name="Bring this version back").click()
    expect(page.locator(".words strong")).to_have_text("비")

    page.goto("/search")
    page.get_by_label('Words, "a phrase", #tag').fill("왔다")
    page.get_by_label('Words, "a phrase", #tag').press("Enter")
    expect(page.locator(".card")).to_have_count(1)
    expect(page.locator(".card")).to_contain_text("비 오는 날")


def choose_mood(page: Page, screen) -> None:
    """By the thumb, and by the keys of any group of radio buttons."""
    good = page.get_by_role("radio", name="good")
    if screen is PHONE:
        box = page.locator(".moods label", has=good).bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44
        page.locator(".moods label", has=good).tap()
    else:
        page.get_by_role("radio", name="none").focus()
        for _ in range(2):
            page.keyboard.press("ArrowLeft")
    expect(good).to_be_checked()


@pytest.mark.parametrize("script", [True, False])
def test_what_is_typed_while_the_journal_locks_is_there_after_unlocking(site, script):
    visitor = site.visitor(PHONE, java_script_enabled=script)
    page = visitor.page
    set_pin(page)
    page.goto("/write")
    page.get_by_label("Words").fill("Nobody else's")
    page.get_by_role("radio", name="bad").check()
    site.device.ask("POST", "/api/v1/lock")
    if script:
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    else:
        page.get_by_role("button", name="Save").click()
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
    expect(page).to_have_url(re.compile(r"/write\?draft="))
    expect(page.get_by_role("status")).to_have_text("This is not saved yet.")
    expect(page.get_by_label("Words")).to_have_value("Nobody else's")
    expect(page.get_by_role("radio", name="bad")).to_be_checked()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".words")).to_have_text("Nobody else's")
    assert len(site.device.posts()) == 1


def test_unsaved_words_are_not_left_without_a_question(site):
    page = site.visitor(DESKTOP).page
    page.goto("/write")
    page.get_by_label("Words").fill("Half a thought")
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.get_by_role("link", name="Search").click()
    expect(page.get_by_label("Words")).to_have_value("Half a thought")
    assert asked == ["beforeunload"]
    # Nor are they gone when the server is.
    page.route("**/write", lambda route: route.abort())
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_have_text("The server cannot be reached.")
    page.unroute("**/write")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".words")).to_have_text("Half a thought")


def test_two_tabs_lose_nothing(site):
    visitor = site.visitor(DESKTOP)
    visitor.expected = {412}
    site.device.ask("POST", "/write", data={"words": "Before"})
    first, second = visitor.page, visitor.context.new_page()
    for page in (first, second):
        page.goto("/posts/1")
    for page, words in ((first, "First"), (second, "Second")):
        page.get_by_label("Words").fill(words)
        page.get_by_role("button", name="Save").click()
    expect(second.get_by_role("alert")).to_contain_text("in the meantime")
    expect(second.get_by_label("Saved meanwhile")).to_have_value("First")
    expect(second.get_by_label("Words")).to_have_value("Second")
    second.get_by_label("Words").fill("First, second")
    second.get_by_role("button", name="Save").click()
    expect(second.locator(".words")).to_have_text("First, second")
