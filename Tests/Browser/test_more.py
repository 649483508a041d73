"""The bar's five places, the page of all else, the tour, what the program is, and the keys."""

import re

import pytest
from playwright.sync_api import expect

from visitor import DESKTOP, PHONE

PLACES = {
    "Today": "/", "Calendar": "/calendar", "New": "/new", "Timeline": "/timeline", "More": "/more"}


def test_bar_is_under_the_thumb_and_a_rail_where_there_is_room(made_site, screen):
    page = made_site.visitor(screen).page
    page.goto("/more")
    bar = page.get_by_role("banner").bounding_box()
    size = page.viewport_size
    if screen is PHONE:
        assert bar["y"] + bar["height"] == size["height"] and bar["width"] == size["width"]
    else:
        assert bar["x"] == bar["y"] == 0 and bar["height"] == size["height"]
        assert page.get_by_role("main").bounding_box()["x"] >= bar["width"]
    page.evaluate("scrollTo(0, 400)")
    assert page.get_by_role("banner").bounding_box() == bar
    links = page.get_by_role("navigation", name="Main").get_by_role("link")
    assert links.all_inner_texts() == list(PLACES)
    for link in links.all():
        box = link.bounding_box()
        assert box["height"] >= 44 and box["width"] >= 44


@pytest.mark.parametrize("name", PLACES)
def test_place_is_marked_in_the_bar(made_site, name):
    page = made_site.visitor(PHONE).page
    page.goto(PLACES[name])
    links = page.get_by_role("navigation", name="Main").get_by_role("link")
    present = links.filter(has=page.locator("xpath=self::*[@aria-current]"))
    expect(present).to_have_text([name])


def test_everything_else_is_a_tap_away(made_site):
    page = made_site.visitor(PHONE).page
    page.goto("/more")
    names = ["Memories", "Random post", "Starred", "Statistics", "Trash", "Settings", "Devices",
             "Set a PIN", "Tour", "About"]
    for name in names:
        expect(page.get_by_role("main").get_by_role(
            "link", name=re.compile(f"^{name}"))).to_be_visible()
    page.get_by_role("main").get_by_role("link", name=re.compile("^About")).click()
    expect(page.get_by_role("heading", name=re.compile(r"Daystamp \d+\.\d+"))).to_be_visible()
    for text in ["Open Sans", "Nanum Gothic", "Hummingbird", "libheif"]:
        expect(page.get_by_role("rowheader", name=text).first).to_be_visible()


def test_journal_with_a_pin_is_locked_from_there(site):
    site.device.set_pin("2849")
    page = site.visitor(PHONE).page
    page.goto("/more")
    page.get_by_role("button", name="Lock now").click()
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()


def test_tour_has_six_screens(made_site, screen):
    page = made_site.visitor(screen).page
    page.goto("/tour")
    titles = []
    for number in range(1, 7):
        expect(page.get_by_text(f"{number} of 6", exact=True)).to_be_visible()
        titles.append(page.get_by_role("heading", level=1).inner_text())
        # All of a screen is seen at once.
        last = page.get_by_role("navigation", name="Previous and next")
        expect(last).to_be_in_viewport(ratio=1)
        page.get_by_role("link", name="Next" if number < 6 else "Start", exact=True).click()
    assert len(set(titles)) == 6
    expect(page).to_have_url(made_site.server.base + "/")
    page.goto("/tour/3")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page).to_have_url(re.compile("/tour/2$"))
    page.get_by_role("link", name="Skip the tour").click()
    expect(page).to_have_url(made_site.server.base + "/")


def test_tour_stands_still(made_site, screen):
    page = made_site.visitor(screen).page
    places = []
    for number in range(1, 7):
        page.goto(f"/tour/{number}")
        places.append({part: page.locator(part).bounding_box() for part in
                       [".picture", ".dots", ".turn", ".turn .main"]})
    assert all(place == places[0] for place in places), places
    page.goto("/tour/1")
    away = page.get_by_role("link", name="Skip the tour").bounding_box()
    expect(page.get_by_role("link", name="Back", exact=True)).to_have_count(0)
    page.goto("/tour/3")
    assert page.get_by_role("link", name="Skip the tour").bounding_box() == away


# The sides of what a page shows: the same room at both.
SIDES = """() => {
  const left = document.querySelector(".bar").getBoundingClientRect().right;
  const main = document.querySelector("main").getBoundingClientRect();
  return [main.left - left, document.documentElement.clientWidth - main.right];
}"""


@pytest.mark.parametrize("path", ["/", "/days/2024-01-31", "/more", "/trash", "/memories", "/about"])
def test_pages_of_one_column_stand_in_the_middle(made_site, path):
    page = made_site.visitor(DESKTOP).page
    page.set_viewport_size({"width": 1600, "height": 900})
    page.goto(path)
    left, right = page.evaluate(SIDES)
    assert abs(left - right) < 2 and left > 100


def test_statistics_of_an_empty_journal_lead_to_the_first_post(site):
    page = site.visitor(PHONE).page
    page.goto("/statistics")
    expect(page.get_by_role("main").get_by_text("none")).to_have_count(0)
    expect(page.locator(".no-plots p").first).to_contain_text("will be drawn here")
    page.get_by_role("main").get_by_role("link", name="New post").click()
    expect(page).to_have_url(re.compile("/new$"))


def test_keys_lead_to_the_places_and_are_shown(made_site):
    page = made_site.visitor(DESKTOP).page
    page.goto("/more")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_be_visible()
    for key in ["n", "t", "/", "←", "?"]:
        expect(sheet.get_by_text(key, exact=True)).to_be_visible()
    # Where a sheet is open, keys mean nothing else.
    page.keyboard.press("n")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile("/new"))
    page.goto("/more")
    page.keyboard.press("t")
    expect(page).to_have_url(made_site.server.base + "/")
    page.goto("/more")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("nt?/")
    expect(page.get_by_role("searchbox")).to_have_value("nt?/")
    page.goto("/tour/2")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("/tour/3$"))
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("/tour/2$"))


def test_focus_is_seen_on_everything_that_takes_it(made_site, screen):
    page = made_site.visitor(screen).page
    page.goto("/settings")
    for _ in range(30):
        page.keyboard.press("Tab")
        outlined = page.evaluate("""() => {
          const focused = document.activeElement;
          if (focused === document.body) return true;
          const marked = [focused, focused.closest("label")].filter(Boolean);
          return marked.some((element) => {
            const style = getComputedStyle(element);
            return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
          });
        }""")
        assert outlined, page.evaluate("document.activeElement.outerHTML")
