"""Language, theme, and what the journal's settings do to its pages."""

import re

import pytest
from playwright.sync_api import expect

from visitor import DESKTOP, PHONE

# What a browser shows of the choices for it.
LOOK = """() => {
  const frame = document.querySelector('meta[name="theme-color"]').content;
  return {
    size: parseFloat(getComputedStyle(document.querySelector("h1")).fontSize), frame,
    ground: getComputedStyle(document.body).backgroundColor,
    accent: getComputedStyle(document.querySelector(".places [aria-current]")).color,
  };
}"""


def test_pages_speak_korean_by_browser_and_by_setting(site):
    korean = site.visitor(PHONE, locale="ko-KR").page
    korean.goto("/months/2024-01")
    expect(korean.get_by_role("heading", level=1)).to_have_text("2024년 1월")
    page = site.visitor(PHONE).page
    page.goto("/settings")
    page.get_by_label("Language", exact=True).select_option("ko")
    page.locator('form[action="/settings/appearance"] button').click()
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    expect(page.get_by_role("heading", level=1)).to_have_text("설정")
    page.goto("/new")
    expect(page.get_by_role("button", name="올리기", exact=True)).to_be_visible()


def test_theme_is_the_browsers_or_chosen(site):
    page = site.visitor(PHONE, "dark").page
    page.goto("/settings")
    dark = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    page.get_by_label("Light or dark").select_option("light")
    page.locator('form[action="/settings/appearance"] button').click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    light = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    assert brightness(dark) < 60 and brightness(light) > 200


def test_journals_settings_reach_its_pages(site):
    page = site.visitor(DESKTOP).page
    page.goto("/settings")
    assert page.locator("#zones option").count() > 300
    page.get_by_label("Time zone").fill("Europe/Berlin")
    page.get_by_label("A week begins on").select_option("monday")
    page.get_by_role("form", name="Days and time").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.get_by_label("Position").select_option("top-right")
    page.get_by_role("form", name="Date on photos").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.goto("/months/2024-01")
    expect(page.get_by_role("columnheader").first).to_have_text("Mon")
    page.goto("/new")
    page.locator("[data-chip=more] > summary").click()
    expect(page.get_by_label("Position")).to_have_value("top-right")
    # Folded away with the time.
    expect(page.get_by_text("Europe/Berlin")).to_be_attached()


def test_colour_and_size_of_text_are_chosen(site):
    page = site.visitor(PHONE).page
    page.goto("/settings")
    before = page.evaluate(LOOK)
    page.get_by_role("radio", name="Sage").check()
    page.get_by_role("radio", name="Large").check()
    page.locator('form[action="/settings/appearance"] button').click()
    expect(page.get_by_text("Saved.")).to_be_in_viewport()
    page.goto("/more")
    after = page.evaluate(LOOK)
    assert after["size"] > 1.15 * before["size"]
    assert after["ground"] != before["ground"] and after["accent"] != before["accent"]
    assert after["frame"] != before["frame"]
    # It is this browser's own.
    other = site.visitor(PHONE).page
    other.goto("/more")
    assert other.evaluate(LOOK) == before


def test_each_setting_says_what_it_does(site, screen):
    page = site.visitor(screen).page
    page.goto("/settings")
    settings = page.locator(
        "main :is(input:not([type=hidden], [type=radio], [type=password]), select)")
    bare = settings.evaluate_all(
        """fields => fields.filter((field) => {
          const hint = document.getElementById(field.getAttribute("aria-describedby"));
          return !hint?.textContent.trim();
        }).map((field) => field.id)""")
    assert bare == []
    for group in ["Appearance", "Days and time", "Date on photos", "Lock", "Devices", "Tokens", "Export"]:
        page.get_by_role("navigation", name="Groups of settings").get_by_role(
            "link", name=group).click()
        expect(page.get_by_role("heading", name=group, exact=True)).to_be_in_viewport()


@pytest.mark.parametrize("pins, reason", [
    (("1234", "1234"), "counts up or down. Choose another."), (("1990", "1990"), "it is a year"),
    (("2849", "2848"), "differ"),
], ids=["run", "year", "differ"])
def test_refused_pin_is_told_where_one_looks(site, pins, reason):
    page = site.visitor(PHONE).page
    page.goto("/settings")
    page.locator("#new-pin").fill(pins[0])
    page.locator("#new-pin-again").fill(pins[1])
    page.get_by_role("button", name="Set a PIN").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(reason)
    expect(alert).to_be_in_viewport(ratio=1)
    # Also wherever one scrolls, until it is closed.
    page.evaluate("scrollTo(0, 0)")
    expect(alert).to_be_in_viewport(ratio=1)
    assert_uncovered(alert)
    page.get_by_role("button", name="Close").click()
    expect(alert).to_be_hidden()


def test_what_is_saved_is_told_where_one_looks(site, screen):
    page = site.visitor(screen).page
    page.clock.install()
    page.goto("/settings")
    page.locator("#new-pin").fill("2849")
    page.locator("#new-pin-again").fill("2849")
    page.get_by_role("button", name="Set a PIN").click()
    saved = page.get_by_role("status")
    expect(saved).to_have_text("Saved.")
    expect(saved).to_be_in_viewport(ratio=1)
    assert_uncovered(saved)
    # It goes by itself.
    page.clock.run_for(8_000)
    expect(saved).to_be_hidden()


def test_refused_change_of_the_pin_is_told_beside_what_was_typed(site):
    site.device.set_pin("2849")
    page = site.visitor(PHONE).page
    page.goto("/settings")
    page.get_by_text("Change the PIN").first.click()
    page.locator("#pin").fill("7310")
    page.locator("#new-pin").fill("3957")
    page.locator("#new-pin-again").fill("3957")
    page.get_by_role("button", name="Change the PIN").click()
    expect(page.get_by_role("alert")).to_have_text("That is not the PIN.")
    expect(page.locator("#pin")).to_be_visible()
    expect(page.locator("#lock .over")).to_have_text("That is not the PIN.")


@pytest.mark.parametrize("label, wrong, group", [
    ("Time zone", "Asia/Soul", "days"), ("Size", "big", "label"),
], ids=["zone", "size"])
def test_refused_setting_is_marked_where_it_was_typed(site, screen, label, wrong, group):
    page = site.visitor(screen).page
    page.goto("/settings")
    form = page.locator(f"#{group}")
    if group == "days":
        form.get_by_label("A week begins on").select_option("monday")
    field = form.get_by_label(label, exact=True)
    field.fill(wrong)
    form.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(rf"#{group}$"))
    expect(field).to_have_value(wrong)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_in_viewport(ratio=1)
    reason = form.locator(".over")
    expect(reason).to_have_text(page.get_by_role("alert").inner_text())
    expect(field).to_be_focused()
    expect(reason).to_be_in_viewport(ratio=1)
    assert_uncovered(reason)
    expect(page.locator(".over")).to_have_count(1)
    if group == "days":
        expect(form.get_by_label("A week begins on")).to_have_value("monday")


def test_what_is_saved_leads_back_to_its_group(site):
    page = site.visitor(PHONE).page
    page.goto("/settings")
    for group in ["days", "label", "appearance"]:
        page.locator(f"#{group}").get_by_role("button", name="Save").click()
        expect(page).to_have_url(re.compile(rf"\?saved=1#{group}$"))
        expect(page.get_by_role("status")).to_have_text("Saved.")
        expect(page.locator(f"#{group} h2")).to_be_in_viewport(ratio=1)


def assert_uncovered(line) -> None:
    """Nothing lies over it, such as the bar. It lets touches through, which finding it goes by."""
    assert line.evaluate("""line => {
      const { x, y, width, height } = line.getBoundingClientRect();
      line.style.setProperty("pointer-events", "auto");
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      line.style.removeProperty("pointer-events");
      return top === line || line.contains(top) || top.contains(line);
    }""")


def brightness(colour: str) -> float:
    numbers = colour[colour.index("(") + 1:-1].split(",")[:3]
    return sum(map(float, numbers)) / 3
