"""Texts: that of the day, the wall of them, what is done with one, and collections."""

import pytest
from playwright.sync_api import expect

from diary import SAYINGS
from visitor import DESKTOP, PHONE
from waiting import holds

LONG = "key,text\na,\"" + " ".join(40 * ["A line of a long text."]) + "\"\n"


def text_of_day(page):
    return page.locator(".text-of-day")


def open_text_of_day(page) -> None:
    page.locator(".today-text summary").click()
    expect(text_of_day(page)).to_be_visible()


def test_day_is_one_line_until_it_is_opened(site, screen):
    site.device.add_collection("long.csv", LONG)
    page = site.visitor(screen).page
    page.goto("/")
    saying = text_of_day(page).locator(".saying")
    line = page.locator(".today-text summary")
    expect(line).to_contain_text("A line of a long text.")
    expect(saying).to_be_hidden()
    assert line.bounding_box()["height"] < 60
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    open_text_of_day(page)
    expect(saying.locator("footer")).to_be_visible()
    line.click()
    expect(saying).to_be_hidden()
    page.reload()
    expect(saying).to_contain_text("A line of a long text.")


def test_heart_and_use_are_one_tap(site):
    site.device.add_collection("one.csv", "key,text\na,Rain.\n")
    visitor = site.visitor(PHONE)
    page = visitor.page
    page.goto("/")
    open_text_of_day(page)
    heart = text_of_day(page).get_by_role("button", name="Heart")
    for pressed in ["true", "false", "true"]:
        with page.expect_response("**/texts/mark"):
            heart.click()
        expect(heart).to_have_attribute("aria-pressed", pressed)
    for uses in ["Used 1 time", "Used 2 times"]:
        text_of_day(page).locator("button.use").click()
        expect(text_of_day(page).locator("button.use")).to_have_text(uses)
    text = site.device.ask("GET", "/api/v1/texts/text", params={"key": "a"}).json()
    assert text["uses"] == 2 and text["hearted"]
    # What the server does not take is not there either.
    page.route("**/texts/mark", lambda route: route.abort())
    heart.click()
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect(heart).to_have_attribute("aria-pressed", "true")
    # So it is in the list of hearts, and on its page.
    page.goto("/texts?kind=hearts")
    page.locator(".sayings a").click()
    expect(page.get_by_role("button", name="Heart")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="Write about it").click()
    expect(page.locator("#words")).to_have_value("> Rain.\n>\n> — one\n\n")


def test_text_is_copied_with_its_author_where_it_cannot_be_shared(site):
    site.device.add_collection("sayings.csv", SAYINGS)
    visitor = site.visitor(DESKTOP)
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.page
    page.add_init_script("delete Navigator.prototype.share")
    page.goto("/texts/text?collection=sayings&key=both")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("status")).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == (
        "천 리 길도 한 걸음부터.\n\nA journey of a thousand miles begins with a single step.\n\n— 속담")


def test_wall_goes_on_to_the_last_text(site):
    site.device.add_collection("many.txt", "\n".join(f"Text number {n}." for n in range(95)))
    page = site.visitor(PHONE).page
    page.goto("/texts")
    texts = page.locator(".sayings a")
    while (count := texts.count()) < 95:
        page.evaluate("scrollBy(0, 3_000)")
        expect(texts).not_to_have_count(count)
    assert len(set(texts.all_inner_texts())) == 95
    expect(page.locator(".more-posts")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False])
def test_collection_is_added_read_again_and_removed(site, script):
    visitor = site.visitor(PHONE, java_script_enabled=script)
    visitor.expected = {422}
    page = visitor.page
    page.goto("/more")
    page.get_by_role("main").get_by_role("link", name="Texts").click()
    page.get_by_role("link", name="Collections").click()
    choose(page, "mine.csv", "name\nnothing\n")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("has the column “name”")
    choose(page, "mine.csv", "key,text\na,One\nb,Two\n")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Added “mine”.")
    page.get_by_role("link", name="mine").click()
    choose(page, "mine.csv", "key,text\na,One\nc,Three\n")
    page.get_by_role("button", name="Update").click()
    expect(page.get_by_role("status")).to_contain_text("Updated “mine”.")
    page.get_by_role("link", name="mine").click()
    page.get_by_label("Remove it for everyone in this journal").check()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("status")).to_contain_text("Removed “mine”.")


def test_search_is_kept_and_forgotten(site):
    site.device.add_collection("sayings.csv", SAYINGS)
    page = site.visitor(PHONE).page
    page.goto("/texts")
    for words, count in [("journey", 1), ("걸음", 1), ("nothing of it", 0)]:
        page.get_by_role("searchbox").fill(words)
        page.get_by_role("button", name="Search").click()
        expect(page.locator(".sayings a")).to_have_count(count)
    page.get_by_text("Searches", exact=True).click()
    expect(page.locator(".searches li a")).to_have_text(["nothing of it", "걸음", "journey"])
    page.get_by_role("button", name="Forget: 걸음").click()
    page.get_by_text("Searches", exact=True).click()
    page.get_by_role("link", name="journey", exact=True).click()
    expect(page.locator(".sayings a")).to_have_count(1)
    page.get_by_text("Searches", exact=True).click()
    page.get_by_role("button", name="Forget all searches").click()
    expect(page.locator(".searches")).to_have_count(0)


def test_card_is_drawn_anew_for_each_choice(site):
    site.device.add_collection("sayings.csv", SAYINGS)
    site.device.post("lake-sherburne.jpg", "2024-01-31 12:00", caption="Lake")
    page = site.visitor(DESKTOP).page
    page.goto("/texts/text?collection=sayings&key=both")
    page.get_by_text("Make a card").click()
    picture = page.get_by_role("img", name="The card")
    for field, value, width in [
            ("theme", "black", 1_080), ("shape", "wide", 1_920), ("photo", "1", 1_920)]:
        with page.expect_response(f"**/card?*{field}={value}*"):
            page.locator(f"input[name={field}][value='{value}']").check()
        holds(
            page, "([picture, width]) => picture.complete && picture.naturalWidth === width",
            arg=[picture.element_handle(), width])
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "both.png"
    page.get_by_role("button", name="Post it today").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.get_by_role("link", name="Card of both").click()
    expect(page.get_by_text("Used 1 time")).to_be_visible()
    # The same without the script, by its address.
    page.goto("/texts/text?collection=sayings&key=both&theme=rose&shape=story&size=large&photo=1")
    expect(picture).to_be_visible()
    for value in ["rose", "story", "large", "1"]:
        expect(page.locator(f"input[value='{value}']")).to_be_checked()


def choose(page, name: str, content: str) -> None:
    page.locator("#file").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": content.encode()})


def test_collections_are_covers_that_lead_to_their_texts(site, screen):
    site.device.add_collection("rain.csv", "key,text\na,Rain.\nb,Snow.\n")
    page = site.visitor(screen).page
    page.goto("/texts")
    cover = page.get_by_role("list", name="Collections").get_by_role("link", name="rain 2 texts")
    box = cover.bounding_box()
    assert abs(box["height"] / box["width"] - 4 / 3) < 0.05
    cover.click()
    expect(page.locator(".sayings a")).to_have_count(2)
    expect(page.locator(".covers")).to_have_count(0)
    page.goto("/collections")
    page.get_by_role("link", name="rain 2 texts").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("rain")


def test_letters_with_serifs_are_chosen_for_reading(site, screen):
    site.device.add_collection("rain.csv", "key,text\na,Rain.\n")
    page = site.visitor(screen).page
    page.goto("/texts/text?collection=rain&key=a")
    face = "element => getComputedStyle(element).fontFamily"
    body = page.locator(".saying .body")
    assert "serif" in body.evaluate(face) and not body.evaluate(face).startswith("Charter")
    page.goto("/settings/appearance")
    page.get_by_role("radio", name="Serif", exact=True).check()
    expect(page.locator("html")).to_have_attribute("data-face", "serif")
    page.goto("/texts/text?collection=rain&key=a")
    assert body.evaluate(face).startswith("Charter")
    # The pages themselves stay as they are.
    assert not page.locator("h1").evaluate(face).startswith("Charter")


def test_marks_are_one_row(site):
    site.device.add_collection("rain.csv", "key,text,section\na,Rain.,One\n")
    for size in ["medium", "large"]:
        visitor = site.visitor(PHONE)
        visitor.context.add_cookies([{"name": "text-size", "value": size, "url": site.server.base}])
        visitor.page.goto("/texts/text?collection=rain&key=a")
        tops = visitor.page.locator(".text-marks :is(button, a)").evaluate_all(
            "all => all.map((one) => Math.round(one.getBoundingClientRect().top))")
        assert len(tops) == 6 and len(set(tops)) == 1, tops
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
