"""The bar's five places, the page of all else, the tour, what the program is, and the keys."""

import re

import pytest
from playwright.sync_api import expect

from visitor import DESKTOP, PHONE

PLACES = {
    "Today": "/", "Calendar": "/calendar", "New": "/new", "Timeline": "/timeline", "More": "/more"}
# What a wide screen's rail has besides; *More* is not needed there.
FURTHER = ["Memories", "Random post", "Starred", "Tags", "Texts", "People", "Reminders", "Statistics", "Trash",
           "Settings", "Tour", "About"]


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
    if screen is PHONE:
        assert links.all_inner_texts() == list(PLACES)
    else:
        assert links.all_inner_texts() == [name for name in PLACES if name != "More"] + FURTHER
    for index, link in enumerate(links.all()):
        box = link.bounding_box()
        # With a pointer that is fine, further places are closer.
        least = 44 if index < 4 or screen is PHONE else 32
        assert box["height"] >= least and box["width"] >= 44
        assert box["y"] + box["height"] <= size["height"]


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


@pytest.mark.parametrize(
    ("screen", "path", "part"), [(PHONE, "/more", "main"), (DESKTOP, "/tour", "banner")], ids=["more", "rail"])
def test_journal_with_a_pin_is_locked_from_there(site, screen, path, part):
    site.device.set_pin("2849")
    page = site.visitor(screen).page
    page.goto(path)
    page.get_by_role(part).get_by_role("button", name="Lock now").click()
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


# Where what a page shows begins, and where it ends.
SIDES = """() => {
  const parts = [...document.querySelectorAll("main > *")].filter((part) =>
    part.checkVisibility() && !part.matches("dialog, .hidden, .notices, .scrubber, .groups"))
    .map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 2);
  return [Math.min(...parts.map(({ left }) => left)), Math.max(...parts.map(({ right }) => right))].map(Math.round);
}"""


def test_pages_have_one_left_edge_and_one_of_two_widths(made_site):
    """There were nine edges: headings jumped at each click."""
    page = made_site.visitor(DESKTOP).page
    page.set_viewport_size({"width": 1600, "height": 900})
    sides = {}
    for path in ["/", "/calendar", "/years/2024", "/days/2024-01-31", "/new", "/timeline", "/more", "/trash",
                 "/memories", "/about", "/help", "/help/journal", "/tags", "/texts", "/collections", "/texts/plans", "/people", "/due",
                 "/reminders", "/statistics", "/settings"]:
        page.goto(path)
        sides[path] = page.evaluate(SIDES)
    assert len({left for left, _ in sides.values()}) == 1, {path: left for path, (left, _) in sides.items()}
    assert len({right for _, right in sides.values()}) <= 2, sides


def test_a_place_is_marked_in_the_rail(made_site):
    page = made_site.visitor(DESKTOP).page
    for path, name in [("/people", "People"), ("/collections", "Texts"), ("/about", "About")]:
        page.goto(path)
        present = page.get_by_role("banner").locator("[aria-current]").filter(visible=True)
        expect(present).to_have_text([name])


def test_a_palette_leads_anywhere(made_site):
    page = made_site.visitor(DESKTOP).page
    base = made_site.server.base
    field = page.get_by_role("combobox", name="Go to a page, day or tag")
    chosen = page.locator(".palette [aria-selected=true]")
    for typed, says, path in [
            ("peo", "People", "/people"), ("2024-01", "January 2024", "/months/2024-01"),
            ("2024-2-29", "Thursday, February 29, 2024", "/days/2024-02-29"),
            ("2024-02-30", "Search for “2024-02-30”", "/timeline?q=2024-02-30"),
            ("first snow", "Search for “first snow”", "/timeline?q=first+snow")]:
        page.goto("/more")
        page.keyboard.press("Control+k")
        expect(field).to_be_focused()
        field.press_sequentially(typed)
        expect(chosen).to_have_text(says)
        page.keyboard.press("Enter")
        expect(page).to_have_url(base + path)
    # From a field of a search too, by arrows, and away by Escape.
    page.goto("/timeline")
    page.get_by_role("searchbox").focus()
    page.keyboard.press("Control+k")
    expect(chosen).to_have_text("Today")
    page.keyboard.press("ArrowUp")
    expect(chosen).to_have_text("About")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(chosen).to_have_text("Calendar")
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    # In words the keys make a link.
    page.goto("/new")
    page.get_by_label("Words").focus()
    page.keyboard.press("Control+k")
    expect(page.get_by_label("Words")).to_have_value("[]()")
    expect(field).to_have_count(0)


def test_statistics_of_an_empty_journal_lead_to_the_first_post(site):
    page = site.visitor(PHONE).page
    page.goto("/statistics")
    expect(page.get_by_role("main").get_by_text("none")).to_have_count(0)
    expect(page.locator(".no-plots p").first).to_contain_text("show up here")
    page.get_by_role("main").get_by_role("link", name="New post").click()
    expect(page).to_have_url(re.compile("/new$"))


def test_keys_lead_to_the_places_and_are_shown(made_site):
    page = made_site.visitor(DESKTOP).page
    page.goto("/more")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_be_visible()
    for key in ["n", "c", "t", "/", "#", "e", "s", "k", "j", "←", "?"]:
        expect(sheet.get_by_text(key, exact=True)).to_be_visible()
    expect(sheet.locator("dt", has_text="Enter")).to_have_text("Ctrl Enter")
    # Where a sheet is open, keys mean nothing else.
    page.keyboard.press("n")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile("/new"))
    page.goto("/more")
    page.keyboard.press("c")
    expect(page).to_have_url(re.compile("/new"))
    page.goto("/more")
    page.keyboard.press("#")
    expect(page).to_have_url(re.compile("/tags"))
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
    page.goto("/settings/appearance")
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
