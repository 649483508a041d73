"""Tasks in words are ticked where a post is shown, and people who are named lead to their pages."""

import re

import pytest
from playwright.sync_api import expect

from test_posting import TIMELESS, payload, photos
from visitor import DESKTOP, PHONE
from waiting import Held, holds, until

WORDS = "For @Mina\n\n- [ ] milk\n- [x] bread\n  - [ ] rye"


def write(site, words: str = WORDS) -> int:
    answer = site.device.ask(
        "POST", "/api/v1/posts", json={"words": words}, headers={"Idempotency-Key": "tasks"})
    return answer.json()["number"]


def words(site) -> str:
    return site.device.posts()[0]["words"]


@pytest.mark.parametrize("place", ["post", "day", "today"])
def test_task_is_ticked_where_it_is_shown(site, place):
    number = write(site)
    page = site.visitor(PHONE).page
    day = site.device.posts()[0]["day"]
    page.goto({"post": f"/posts/{number}", "day": f"/days/{day}", "today": "/"}[place])
    milk, bread = (page.get_by_role("checkbox", name=name) for name in ["milk", "bread"])
    expect(milk).not_to_be_checked()
    expect(bread).to_be_checked()
    milk.tap()
    expect(milk).to_be_checked()
    until(lambda: words(site) == WORDS.replace("[ ] milk", "[x] milk"), "milk is ticked")
    # Those after it are about the words as they are then.
    bread.tap()
    page.get_by_role("checkbox", name="rye").tap()
    until(lambda: words(site) == "For @Mina\n\n- [x] milk\n- [ ] bread\n  - [x] rye", "the others are ticked")
    page.reload()
    expect(bread).not_to_be_checked()


def test_form_of_a_post_has_the_tick(site):
    """Else what is saved would take it back, or be refused."""
    number = write(site)
    page = site.visitor(DESKTOP).page
    page.goto(f"/posts/{number}")
    page.get_by_role("checkbox", name="milk").click()
    expect(page.locator("#words")).to_have_value(re.compile(r"\[x\] milk"))
    page.get_by_role("link", name="Edit").first.click()
    page.get_by_label("Title").fill("Shopping")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile("saved=1"))
    assert "[x] milk" in words(site) and site.device.posts()[0]["title"] == "Shopping"


def test_tick_that_does_not_come_is_taken_back(site):
    number = write(site)
    page = site.visitor(PHONE).page
    page.goto(f"/posts/{number}")
    page.route("**/tick", lambda route: route.abort())
    milk = page.get_by_role("checkbox", name="milk")
    milk.tap()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(milk).not_to_be_checked()
    assert words(site) == WORDS


def test_task_is_ticked_without_a_script_and_a_name_is_a_link(site):
    site.device.ask("POST", "/api/v1/people", json={"name": "Mina"})
    number = write(site)
    page = site.visitor(PHONE, java_script_enabled=False).page
    page.goto(f"/posts/{number}")
    page.get_by_role("checkbox", name="milk").tap()
    expect(page.get_by_role("checkbox", name="milk")).to_be_checked()
    assert "[x] milk" in words(site)
    page.get_by_role("link", name="@Mina").tap()
    expect(page.get_by_role("heading", name="Mina", exact=True)).to_be_visible()


def test_caret_is_in_sight_after_pasting(site):
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    field = page.get_by_label("Words", exact=True)
    field.focus()
    page.evaluate("""() => {
      const given = new DataTransfer();
      given.setData("text/html", "<b>A</b>" + "<p>line</p>".repeat(80) + "<p>the end</p>");
      given.setData("text/plain", "A");
      document.querySelector("#words").dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: given, bubbles: true, cancelable: true }));
    }""")
    holds(page, """() => {
      const line = document.querySelector(".written").shadowRoot.lastElementChild.getBoundingClientRect();
      return line.bottom <= document.querySelector(".compose .end").getBoundingClientRect().top;
    }""")


def test_stop_after_a_name_stands_at_it(site):
    site.device.ask("POST", "/api/v1/people", json={"name": "Mina"})
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    field = page.get_by_label("Words", exact=True)
    field.press_sequentially("With @Mi")
    expect(page.get_by_role("option", name="Mina")).to_be_visible()
    field.press("Enter")
    expect(field).to_have_value("With @Mina ")
    field.press_sequentially(", and")
    expect(field).to_have_value("With @Mina, and")


def test_caption_is_written_while_a_photo_is_sent(site):
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    held = Held(page)
    page.route("**/drafts/*/photos", held)
    page.locator("[data-files]").set_input_files([payload(TIMELESS)])
    waiting = page.locator("[data-photos] > li textarea")
    waiting.fill("Bee")
    held.release()
    expect(photos(page)).to_have_count(1)
    expect(photos(page).get_by_label("Caption")).to_have_value("Bee")
    expect(photos(page).get_by_label("Caption")).to_be_focused()
