"""People who are named in words as @Mina: completed as one types, and a contact of the day once it is posted."""

import re

import pytest
from playwright.sync_api import expect

from visitor import DESKTOP, PHONE


@pytest.fixture
def people(site):
    """A site whose owner keeps up with three people."""
    for name, nickname in [("Mina", "미나"), ("Mina Park", None), ("Otto", None)]:
        site.device.ask("POST", "/api/v1/people", json={"name": name, "nickname": nickname})
    return site


def contacts(site, person: int) -> list:
    return site.device.ask("GET", f"/api/v1/people/{person}/contacts").json()["contacts"]


def names(page):
    return page.locator("#people-named [role=option]")


def test_names_are_completed_by_keys_and_make_a_contact(people):
    page = people.visitor(DESKTOP).page
    page.goto("/new")
    words = page.get_by_label("Words")
    expect(words).to_be_focused()
    page.keyboard.type("Tea with @mi")
    expect(names(page)).to_have_text(["Mina", "Mina Park"])
    expect(words).to_have_attribute("aria-activedescendant", "people-named-0")
    page.keyboard.press("ArrowDown")
    expect(names(page).nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(words).to_have_value("Tea with @Mina ")
    expect(page.locator("#people-named")).to_be_hidden()
    page.keyboard.type("and @ot")
    expect(names(page)).to_have_text(["Otto"])
    # Escape closes the list and nothing else; an address completes nothing.
    page.keyboard.press("Escape")
    expect(page.locator("#people-named")).to_be_hidden()
    page.keyboard.type("to, mail anna@ot")
    expect(page.locator("#people-named")).to_be_hidden()
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    assert [len(contacts(people, number)) for number in (1, 2, 3)] == [1, 0, 1]


def test_a_phone_takes_a_name_by_touch_from_the_button(people):
    page = people.visitor(PHONE).page
    page.goto("/new")
    page.locator("[data-with]").tap()
    words = page.get_by_label("Words")
    expect(words).to_be_focused()
    expect(names(page)).to_have_count(3)
    box = page.locator("#people-named").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    page.keyboard.type("미")
    expect(names(page)).to_have_text(["미나"])
    names(page).first.tap()
    expect(words).to_have_value("@미나 ")
    expect(words).to_be_focused()
    page.get_by_role("button", name="Post", exact=True).tap()
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    assert len(contacts(people, 1)) == 1


def test_nothing_is_done_while_an_input_method_composes(people):
    page = people.visitor(DESKTOP).page
    page.goto("/new")
    words = page.get_by_label("Words")
    expect(words).to_be_focused()
    page.keyboard.type("@")
    expect(names(page)).to_have_count(3)
    client = page.context.new_cdp_session(page)
    client.send("Input.imeSetComposition", {"text": "미", "selectionStart": 1, "selectionEnd": 1})
    expect(words).to_have_value("@미")
    expect(names(page)).to_have_count(3)
    client.send("Input.insertText", {"text": "미"})
    expect(names(page)).to_have_text(["미나"])
    page.keyboard.press("Enter")
    expect(words).to_have_value("@미나 ")


def test_without_people_nothing_is_shown(site):
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    expect(page.get_by_label("Words")).to_be_focused()
    page.keyboard.type("@mi")
    expect(page.locator("#people-named")).to_be_hidden()
    expect(page.locator("[data-with]")).to_have_count(0)
