"""Reading a section: what is selected, its highlights and notes, voices, and the longest one."""

import hashlib
import re

import pytest
from playwright.sync_api import expect

from loading import load_verses, psalm
from visitor import DESKTOP, PHONE
from waiting import drawn

BOOK = "key,text,section,section title\n" + "".join(
    f"Book.{chapter}.{verse},Chapter {chapter} has verse {verse} 👨‍👩‍👧 in it.,Book.{chapter},Book {chapter}\n"
    for chapter in (1, 2) for verse in range(1, 41))
SECTION = "/texts/read?collection=book&section=Book.1"
# From the end of one element's first word to a place in another one, as a browser selects.
SELECT = """([first, start, last, end]) => {
  const text = (id) => document.getElementById(id).querySelector(".said").firstChild;
  getSelection().setBaseAndExtent(text(first), start, text(last), end);
}"""
# A browser with a voice that says when it is told to.
VOICE = """
window.spoken = [];
window.SpeechSynthesisUtterance = class extends EventTarget {
  constructor(text) { super(); this.text = text; }
};
Object.defineProperty(window, "speechSynthesis", { value: Object.assign(new EventTarget(), {
  getVoices: () => [{ name: "Stub", lang: "en" }],
  speak(utterance) { window.spoken.push(utterance); window.now = utterance; },
  cancel() { const old = window.now; window.now = undefined; old?.dispatchEvent(new Event("end")); },
}) });
"""


def open_book(site, screen, **options):
    site.device.add_collection("book.csv", BOOK, language="en")
    return site.visitor(screen, **options)


def verse(page, number):
    return page.locator(f"#t-Book\\.1\\.{number}")


def quotes(page):
    page.goto("/texts/highlights?order=book")
    return page.locator(".annotated mark").all_inner_texts()


def test_what_is_selected_is_highlighted_changed_and_removed(site):
    page = open_book(site, PHONE).page
    page.goto(SECTION)
    bar = page.locator("[data-marker]")
    expect(bar).to_be_hidden()
    # Half of a character is none: the family is one.
    page.evaluate(SELECT, ["t-Book.1.1", 10, "t-Book.1.2", 23])
    expect(bar).to_be_visible()
    with page.expect_response("**/texts/highlights/add"):
        bar.get_by_role("button", name="Green").click()
    expect(page.locator("mark.green")).to_have_count(2)
    expect(bar).to_be_hidden()
    assert page.evaluate("getSelection().isCollapsed")
    verse(page, 1).locator("mark").click()
    with page.expect_response("**/texts/highlights/change"):
        bar.get_by_role("button", name="Blue").click()
    expect(verse(page, 1).locator("mark")).to_have_class("blue")
    verse(page, 2).locator("mark").click()
    with page.expect_response("**/texts/highlights/change"):
        bar.get_by_role("button", name="Remove").click()
    expect(page.locator("mark")).to_have_count(1)
    page.reload()
    expect(page.locator("mark.blue")).to_have_count(1)
    assert quotes(page) == ["has verse 1 👨‍👩‍👧 in it."]


def test_keys_alone_highlight_a_verse(site):
    page = open_book(site, DESKTOP).page
    page.goto(SECTION)
    verse(page, 3).locator(".number").focus()
    page.keyboard.press("h")
    expect(page.locator("[data-marker]")).to_be_visible()
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Yellow")).to_be_focused()
    page.keyboard.press("ArrowRight")
    with page.expect_response("**/texts/highlights/add"):
        page.keyboard.press("Enter")
    expect(verse(page, 3).locator("mark.green")).to_have_count(1)
    expect(verse(page, 3).locator(".number")).to_be_focused()
    page.keyboard.press("h")
    expect(page.locator("[data-marker]")).to_be_visible()
    with page.expect_response("**/texts/highlights/add"):
        page.keyboard.press("5")
    expect(verse(page, 3).locator("mark.orange")).to_have_count(1)
    page.keyboard.press("h")
    expect(page.locator("[data-marker]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-marker]")).to_be_hidden()


def test_mouse_selects_as_ever(site):
    page = open_book(site, DESKTOP).page
    page.goto(SECTION)
    box = verse(page, 2).locator(".said").bounding_box()
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 140, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    expect(page.locator("[data-marker]")).to_be_visible()
    said = page.evaluate("getSelection().toString()").strip()
    assert said and said in "Chapter 1 has verse 2"
    with page.expect_response("**/texts/highlights/add"):
        page.get_by_role("button", name="Pink").click()
    expect(verse(page, 2).locator("mark.pink")).to_have_text(said)


def test_what_cannot_be_sent_is_told_and_stays_selected(site):
    page = open_book(site, PHONE).page
    page.goto(SECTION)
    page.route("**/texts/highlights/add", lambda route: route.abort())
    page.evaluate(SELECT, ["t-Book.1.1", 0, "t-Book.1.1", 7])
    page.get_by_role("button", name="Yellow").click()
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    assert page.evaluate("getSelection().toString()") == "Chapter"
    expect(page.locator("mark")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False])
def test_section_is_read_and_counted(site, script):
    page = open_book(site, PHONE, java_script_enabled=script).page
    page.goto("/texts/checklist?collection=book")
    page.get_by_role("link", name="Book 1").click()
    page.get_by_role("button", name="I’ve read it").click()
    expect(page.locator("#done")).to_contain_text("Read on")
    page.locator(".section-links").get_by_role("link", name="Checklist").click()
    expect(page.locator("p.progress")).to_contain_text("1 of 2, 50%")
    page.get_by_label("Yes, start again with nothing read").check()
    page.get_by_role("button", name="Start another round").click()
    expect(page.locator("p.progress")).to_contain_text("0 of 2, 0%")
    page.get_by_role("link", name="Round 1").click()
    expect(page.locator("p.progress")).to_contain_text("1 of 2, 50%")
    page.goto("/texts")
    page.get_by_role("link", name="Reading").click()
    expect(page.locator("a.heat[aria-current=date]")).to_have_text("1")
    page.locator(".going-on").get_by_role("link", name="Book 1").click()
    expect(page.locator(".verse")).to_have_count(40)


def test_quote_is_highlighted_without_a_script(site):
    visitor = open_book(site, PHONE, java_script_enabled=False)
    visitor.expected = {422}
    page = visitor.page
    page.goto(SECTION)
    verse(page, 4).locator(".number").click()
    page.locator("#highlights > summary").click()
    page.get_by_label("Words from the text").fill("not in it")
    page.get_by_role("button", name="Highlight", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Words from the text").fill("verse 4 👨‍👩‍👧")
    page.get_by_role("button", name="Highlight", exact=True).click()
    expect(page.locator(".saying mark")).to_have_text("verse 4 👨‍👩‍👧")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("mark")).to_have_count(0)


def test_later_of_two_devices_sees_both_notes(site):
    visitor = open_book(site, PHONE)
    visitor.expected = {409}
    page = visitor.page
    page.goto("/texts/note?collection=book&key=Book.1.1")
    page.locator("#words").fill("Mine")
    site.device.ask("POST", "/texts/note", data={
        "collection": "book", "key": "Book.1.1", "words": "Theirs",
        "hash": hashlib.sha256(b"").hexdigest()})
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("#stored")).to_have_value("Theirs")
    expect(page.locator("#words")).to_have_value("Mine")
    page.locator("#words").fill("Theirs and mine")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".words")).to_have_text("Theirs and mine")
    page.get_by_role("link", name="Earlier versions").click()
    page.get_by_role("link", name="Theirs").click()
    page.get_by_role("button", name="Restore this version").click()
    expect(page.locator(".words")).to_have_text("Theirs")


def test_what_is_typed_into_a_note_is_there_again(site):
    page = open_book(site, PHONE).page
    page.goto("/texts/note?collection=book&key=Book.1.1")
    with page.expect_response("**/texts/note"):
        page.locator("#words").fill("Half a thought")
    page.goto("/texts/note?collection=book&key=Book.1.2")
    expect(page.locator("#words")).to_have_value("")
    page.goto("/texts/note?collection=book&key=Book.1.1")
    expect(page.locator("#words")).to_have_value("Half a thought")
    page.get_by_role("button", name="Discard").click()
    page.wait_for_url("**/texts/note?collection=*")
    expect(page.locator("#words")).to_have_value("")


def test_voice_reads_verse_by_verse(site):
    page = open_book(site, PHONE).page
    page.add_init_script(VOICE)
    page.clock.install()
    page.goto(SECTION)
    page.get_by_role("button", name="Read aloud").click()
    player = page.locator("[data-player]")
    expect(verse(page, 1)).to_have_class("verse spoken")
    page.evaluate("now.dispatchEvent(new Event('end'))")
    expect(verse(page, 2)).to_have_attribute("aria-current", "true")
    expect(page.locator(".spoken")).to_have_count(1)
    assert page.evaluate("[now.text, now.lang, now.rate]") == ["Chapter 1 has verse 2 👨‍👩‍👧 in it.", "en", 1]
    # It goes on where it was: at the word that was spoken.
    page.evaluate("now.dispatchEvent(Object.assign(new Event('boundary'), { charIndex: 10 }))")
    player.get_by_role("button", name="Pause").click()
    assert page.evaluate("window.now === undefined")
    player.get_by_role("button", name="Play").click()
    assert page.evaluate("now.text") == "has verse 2 👨‍👩‍👧 in it."
    player.get_by_label("Speed").select_option("1.5")
    assert page.evaluate("[now.text, now.rate]") == ["has verse 2 👨‍👩‍👧 in it.", 1.5]
    for _ in range(20):
        page.evaluate("now.dispatchEvent(new Event('end'))")
    expect(verse(page, 22)).to_be_in_viewport()
    player.get_by_label("Sleep timer").select_option("5")
    page.clock.fast_forward(299_000)
    expect(player.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.fast_forward(2_000)
    expect(player.get_by_role("button", name="Play")).to_be_visible()
    assert page.evaluate("window.now === undefined")
    player.get_by_role("button", name="Close").click()
    expect(page.locator(".spoken")).to_have_count(0)


def test_voice_goes_on_with_the_next_section(site):
    page = open_book(site, DESKTOP).page
    page.add_init_script(VOICE)
    page.goto(SECTION)
    page.get_by_role("button", name="Read aloud").click()
    end = "now.dispatchEvent(new Event('end'))"
    for _ in range(40):
        page.evaluate(end)
    expect(page.get_by_role("heading", level=1)).to_have_text("Book 2")
    expect(page).to_have_title(re.compile("Book 2"))
    expect(page).to_have_url(re.compile(r"section=Book\.2$"))
    expect(page.locator(".spoken .said")).to_have_text("Chapter 2 has verse 1 👨‍👩‍👧 in it.")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    # It is the section itself: what is selected is highlighted in it, and its button says that it was read.
    page.evaluate(SELECT, ["t-Book.2.3", 0, "t-Book.2.3", 7])
    with page.expect_response("**/texts/highlights/add"):
        page.get_by_role("button", name="Yellow").click()
    expect(page.locator("#t-Book\\.2\\.3 mark")).to_have_text("Chapter")
    # Nothing comes after the last verse of all.
    for _ in range(40):
        page.evaluate(end)
    expect(page.locator("[data-player]")).to_be_hidden()
    page.get_by_role("button", name="I’ve read it").click()
    expect(page.locator("#done")).to_contain_text("Read on")
    expect(page.get_by_role("heading", level=1)).to_have_text("Book 2")
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Book 1")


def test_voice_pauses_where_the_next_section_cannot_be_had(site):
    page = open_book(site, PHONE).page
    page.add_init_script(VOICE)
    page.goto(SECTION)
    page.get_by_role("button", name="Read aloud").click()
    page.route("**/texts/read?*", lambda route: route.abort())
    for _ in range(40):
        page.evaluate("now.dispatchEvent(new Event('end'))")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.unroute("**/texts/read?*")
    page.get_by_role("button", name="Play").click()
    page.evaluate("now.dispatchEvent(new Event('end'))")
    expect(page.get_by_role("heading", level=1)).to_have_text("Book 2")


def test_no_voice_no_button(site):
    page = open_book(site, PHONE).page
    page.add_init_script("delete window.speechSynthesis;")
    page.goto(SECTION)
    expect(page.get_by_role("button", name="Read aloud")).to_have_count(0)
    expect(page.locator("[data-aloud]")).to_be_hidden()


def test_look_is_chosen_where_one_reads(site):
    page = open_book(site, PHONE).page
    page.goto(SECTION)
    page.locator(".look summary").click()
    page.get_by_label("Wide").check()
    page.get_by_label("Dark").check()
    page.get_by_role("button", name="Apply", exact=True).click()
    expect(page.locator(".verses")).to_have_class("verses wide")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    expect(page.get_by_role("heading", name="Book 1")).to_be_visible()


def test_176_verses_are_shown_with_their_highlights_and_nothing_moves(begin):
    site = begin(psalm)
    page = load_verses(site, rounds=1)
    expect(page.locator(".verse")).to_have_count(176)
    expect(page.locator("mark")).to_have_count(59)
    drawn(page)
    assert page.evaluate("window.shift") == []
