"""What stands within words: photos of the post, templates, names; and the question that words answer."""

import re
from datetime import timedelta

from playwright.sync_api import Page, expect

from clock import today
from test_composer import SELECTED
from test_posting import choose, payload, photos, post
from test_together import files, posted
from visitor import DESKTOP, PHONE

# Puts words into the field, with the caret at the bar.
TYPE = """(text) => {
  const field = document.querySelector("#words");
  field.focus();
  field.select();
  document.execCommand("insertText", false, text.replace("|", ""));
  field.setSelectionRange(text.indexOf("|"), text.indexOf("|"));
}"""
IN_LINES = [
    ("|", "![](photo:1)\n\n|"), ("One\n|", "One\n\n![](photo:1)\n\n|"), ("|Then", "![](photo:1)\n\n|Then"),
    ("One\n\n|\n\nTwo", "One\n\n![](photo:1)|\n\nTwo"), ("See|", "See ![](photo:1) |"),
    ("See |here", "See ![](photo:1) |here"), ("See | here", "See ![](photo:1)| here"), ("- |", "- ![](photo:1) |"),
]


def test_photo_is_a_block_where_its_line_is_empty_and_has_blanks_around_it_within_one(site):
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    choose(page, files(1))
    for before, after in IN_LINES:
        page.evaluate(TYPE, before)
        page.get_by_role("button", name="Insert a photo").click()
        assert page.evaluate(SELECTED) == after, before


def test_template_and_name_begin_where_they_are_read_as_what_they_are(site):
    site.device.ask("PUT", "/api/v1/templates", json={"name": "Evening", "words": "## Three good things\n\n- One"})
    site.device.ask("POST", "/api/v1/people", json={"name": "Mina", "cadence": 7})
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    page.get_by_label("Words").fill("Before the template.")
    page.locator("[data-chip=more] > summary").click()
    page.get_by_role("link", name="Evening").click()
    expect(page.get_by_label("Words")).to_have_value("Before the template.\n\n## Three good things\n\n- One")
    for before, after in [("**With:**|", "**With:** @|"), ("**|**", "**@|**"), ("(|)", "(@|)"), ("a|", "a @|")]:
        page.evaluate(TYPE, before)
        page.get_by_role("button", name="With").click()
        assert page.evaluate(SELECTED) == after, before
        page.keyboard.press("Escape")


def test_photos_in_the_words_are_not_shown_again_above_them(site):
    number = posted(site, words="The encore: ![](photo:2)", caption=["Concert", "Encore", "Home"])
    page = site.visitor(PHONE).page
    page.goto(f"/posts/{number}")
    above = page.locator("figure.several:visible")
    expect(above).to_have_count(2)
    expect(above.locator(".caption")).to_have_text(["Concert", "Home"])
    expect(page.locator(".words .caption")).to_have_text("Encore")
    # It is seen as large as the others, and left as they are.
    page.locator(".words img").tap()
    viewer = page.locator("dialog.viewerbox")
    expect(viewer.locator(".slide.current .caption")).to_have_text("Encore")
    expect(viewer.locator(".slide.current .when")).to_contain_text("12:01 PM")
    expect(page).to_have_url(re.compile(r"photo\?photo=2"))
    page.keyboard.press("Escape")
    expect(viewer).to_have_count(0)
    expect(page).to_have_url(re.compile(f"/posts/{number}$"))
    # What is changed of it is changed on its form.
    page.goto(f"/posts/{number}?edit=1&photo=2")
    expect(page.locator("figure.edited")).to_be_visible()
    page.goto("/days/2024-01-31")
    shown = page.locator(".card .collage img")
    expect(shown).to_have_count(2)
    for image, caption in zip(shown.all(), ["Concert", "Home"]):
        expect(image).to_have_attribute("alt", re.compile(caption))
    expect(page.locator(".card .words img")).to_have_count(1)


def test_words_of_a_post_show_the_same_photos_once_these_are_moved_and_taken_out(site):
    """They showed what had come to the place."""
    number = posted(site, words="One ![](photo:1)\n\nThree ![](photo:3)", caption=["Concert", "Encore", "Home"])
    page = site.visitor(PHONE).page
    page.goto(f"/posts/{number}?edit=1")
    words = page.get_by_label("Words")

    def shown() -> list[str]:
        return page.locator(".words img").evaluate_all("(all) => all.map((image) => image.alt)")

    page.get_by_role("button", name="Move earlier: 2").click()
    expect(words).to_have_value("One ![](photo:2)\n\nThree ![](photo:3)")
    page.get_by_role("button", name="Remove: 2").click()
    expect(words).to_have_value(re.compile(r"One !\[\]\(post:\d+\)\n\nThree !\[\]\(photo:2\)"))
    assert shown() == ["Home"]
    expect(page.locator(".words > p").first).to_have_text("One")
    expect(page.get_by_text("Cancel doesn’t undo it.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(words).to_have_value("One ![](photo:2)\n\nThree ![](photo:3)")
    assert shown() == ["Concert", "Home"]


def test_answer_takes_two_taps_where_the_day_has_a_mood(site):
    site.device.ask("POST", "/new", data={"mood": "4", "day": f"{today():%Y-%m-%d}"})
    page = site.visitor(PHONE).page
    page.goto("/")
    page.get_by_role("link", name="Answer").tap()
    expect(page.locator("[data-chip=mood] [data-says]")).to_have_text("good")
    expect(page.get_by_label("Words")).to_be_focused()
    page.keyboard.type("Nobody.")
    page.get_by_role("button", name="Post", exact=True).tap()
    expect(page).to_have_url(re.compile(r"/posts/2\?saved"))
    made = site.device.posts()[0]
    assert made["mood"] == 4 and made["morning"] and made["words"].endswith("Nobody.")


def test_mood_is_asked_for_before_a_morning_page_is_posted(site):
    """It was refused afterwards, in red, said twice."""
    site.device.ask("POST", "/new", data={"words": "x", "day": f"{today() - timedelta(days=1):%Y-%m-%d}"})
    page = site.visitor(PHONE).page
    page.goto("/")
    page.get_by_role("link", name="Answer").tap()
    faces = page.locator("[data-chip=mood] .faces")
    expect(faces).to_be_visible()
    expect(page.get_by_text("A morning page needs words and a mood.")).to_be_visible()
    # Whoever writes first sees what is written.
    page.keyboard.type("Nobody.")
    expect(faces).to_be_hidden()
    page.get_by_role("button", name="Post", exact=True).tap()
    expect(faces).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    faces.get_by_role("radio", name="good").tap()
    page.get_by_role("button", name="Post", exact=True).tap()
    expect(page).to_have_url(re.compile(r"/posts/2\?saved"))


def test_face_leads_to_the_question_and_its_answer(site):
    site.device.ask("POST", "/new", data={"words": "x", "day": f"{today() - timedelta(days=1):%Y-%m-%d}"})
    page = site.visitor(PHONE).page
    page.goto("/")
    question = page.locator(".today-question .asked").inner_text()
    page.locator(".today-composer a[title=good]").tap()
    expect(page.locator(".asked-here .asked")).to_have_text(question)
    page.get_by_role("link", name="Answer").tap()
    expect(page.locator(".asked-here")).to_have_count(0)
    expect(page.get_by_label("Words")).to_be_focused()
    page.keyboard.type("Nobody.")
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/2\?saved"))
    expect(page.locator(".words blockquote")).to_have_text(question)
    assert site.device.posts()[0]["morning"]


def test_day_shows_a_posts_photos_and_each_says_its_own_time(site):
    number = posted(site)
    page = site.visitor(PHONE).page
    page.goto("/days/2024-01-31")
    expect(page.locator(".card .collage a")).to_have_count(3)
    page.goto(f"/posts/{number}/photo?photo=3")
    expect(page.locator(".slide.current .when")).to_contain_text("12:02 PM")
    expect(page.locator(".slide.current img").first).to_have_attribute("alt", re.compile("12:02"))


def test_chips_are_one_row_and_what_one_opens_is_whole(site):
    site.device.ask("POST", "/api/v1/people", json={"name": "Mina", "cadence": 7})
    page = site.visitor(PHONE).page
    page.goto("/new?day=2024-01-31&morning=1")
    tops = {round(box["y"] + box["height"] / 2) for chip in page.locator(".pills > :visible").all()
            if (box := chip.bounding_box())}
    assert len(tops) == 1, tops
    more = page.locator("[data-chip=more]")
    more.locator("summary").tap()
    box = more.locator(".pill-box").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["width"] > 300, box
    assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [390, 390]


def test_what_was_refused_goes_with_its_photo(site):
    visitor = site.visitor(PHONE)
    visitor.expected = {422}
    page = visitor.page
    page.goto("/new")
    broken = {**payload("three-puppies.jpg"), "name": "broken.jpg"}
    choose(page, [{**broken, "buffer": broken["buffer"][:4_000]}])
    page.get_by_label("Words").fill("An evening")
    post(page)
    # The answer's; the photo's own is there before.
    expect(page.locator(".notices > .notice.wrong")).to_be_visible()
    page.get_by_role("button", name="Remove: broken.jpg").click()
    expect(photos(page)).to_have_count(0)
    expect(page.locator(".notice.wrong")).to_have_count(0)


def test_draft_is_named_without_marks(site):
    for words in ["> Which day?\n\nToday.", "## A heading"]:
        page = site.visitor(PHONE).page
        page.goto("/new")
        page.get_by_label("Words").fill(words)
        expect(page.get_by_text("Draft saved")).to_be_visible()
    page.goto("/new")
    expect(page.locator(".drafts bdi")).to_have_text(["A heading", "Which day?"])
