"""Language, theme, and what the journal's settings do to its pages."""

import re

import pytest
from playwright.sync_api import expect

from visitor import DESKTOP, PHONE
from waiting import Held, until

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
    page.goto("/settings/appearance")
    page.get_by_label("Language", exact=True).select_option("ko")
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    expect(page.get_by_role("heading", level=1)).to_have_text("화면")
    page.goto("/new")
    expect(page.get_by_role("button", name="올리기", exact=True)).to_be_visible()


def test_theme_is_the_browsers_or_chosen(site):
    page = site.visitor(PHONE, "dark").page
    page.goto("/settings/appearance")
    dark = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    page.get_by_label("Light or dark").select_option("light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    light = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    assert brightness(dark) < 60 and brightness(light) > 200


def test_journals_settings_reach_its_pages(site):
    page = site.visitor(DESKTOP).page
    page.goto("/settings/days")
    assert page.locator("#zones option").count() > 300
    page.get_by_label("Time zone").fill("Europe/Berlin")
    page.get_by_label("Time zone").press("Enter")
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.get_by_label("A week begins on").select_option("monday")
    settled(site, "week-start", "monday")
    page.goto("/settings/label")
    page.get_by_label("Position").select_option("top-right")
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
    page.goto("/settings/appearance")
    before = page.evaluate(LOOK)
    page.get_by_role("radio", name="Sage").check()
    expect(page.locator("html")).to_have_attribute("data-colour", "sage")
    page.get_by_role("radio", name="Large").check()
    expect(page.locator("html")).to_have_attribute("data-text", "large")
    expect(page.get_by_text("Saved.")).to_be_in_viewport()
    at_once = page.evaluate(LOOK)
    page.goto("/more")
    assert page.evaluate(LOOK) == at_once
    after = page.evaluate(LOOK)
    assert after["size"] > 1.15 * before["size"]
    assert after["ground"] != before["ground"] and after["accent"] != before["accent"]
    assert after["frame"] != before["frame"]
    # It is this browser's own.
    other = site.visitor(PHONE).page
    other.goto("/more")
    assert other.evaluate(LOOK) == before


def test_a_choice_is_undone(site, screen):
    page = site.visitor(screen).page
    page.goto("/settings/appearance")
    page.get_by_label("Light or dark").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "automatic")
    expect(page.get_by_label("Light or dark")).to_have_value("automatic")
    # A style brings its own look, and what was chosen before comes back.
    page.goto("/settings/label")
    page.get_by_label("Position").select_option("top-right")
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.get_by_label("Style").select_option("film")
    expect(page.get_by_label("Position")).to_have_value("bottom-right")
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Position")).to_have_value("top-right")
    settled(site, "label-position", "top-right")


def test_settings_are_saved_without_a_script(site):
    page = site.visitor(PHONE, java_script_enabled=False).page
    page.goto("/settings")
    page.get_by_role("navigation", name="Groups of settings").get_by_role("link", name="Days and time").click()
    page.get_by_label("A week begins on").select_option("monday")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(r"/settings/days\?saved=1$"))
    expect(page.get_by_role("status")).to_have_text("Saved.")
    settled(site, "week-start", "monday")
    page.get_by_role("main").get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


def test_addresses_of_when_it_was_one_page_lead_to_the_group(site):
    page = site.visitor(PHONE).page
    page.goto("/settings#devices")
    expect(page).to_have_url(f"{site.server.base}/settings/devices")
    bare = site.visitor(PHONE, java_script_enabled=False).page
    bare.goto("/settings#export")
    expect(bare.get_by_role("link", name="Export")).to_be_in_viewport()


def settled(site, key: str, value: str) -> None:
    def is_set() -> bool:
        settings = site.device.ask("GET", "/api/v1/settings").json()["settings"]
        return any(one["key"] == key and one.get("value") == value for one in settings)

    until(is_set, f"{key} is {value}")


def test_each_setting_says_what_it_does(site, screen):
    page = site.visitor(screen).page
    for group in ["Appearance", "Days and time", "Date on photos", "Lock", "Devices", "Tokens", "Export"]:
        page.goto("/settings")
        page.get_by_role("navigation", name="Groups of settings").get_by_role(
            "link", name=group).click()
        expect(page.get_by_role("heading", name=group, exact=True, level=1)).to_be_in_viewport()
        settings = page.locator(
            "main :is(input:not([type=hidden], [type=radio], [type=password]), select)")
        bare = settings.evaluate_all(
            """fields => fields.filter((field) => {
              const hint = document.getElementById(field.getAttribute("aria-describedby"));
              return !hint?.textContent.trim();
            }).map((field) => field.id)""")
        assert bare == []


@pytest.mark.parametrize("pins, reason", [
    (("1234", "1234"), "counts up or down. Choose another."), (("1990", "1990"), "it is a year"),
    (("2849", "2848"), "differ"),
], ids=["run", "year", "differ"])
def test_refused_pin_is_told_where_one_looks(site, pins, reason):
    page = site.visitor(PHONE).page
    page.goto("/settings/lock")
    page.locator("#new-pin").fill(pins[0])
    page.locator("#new-pin-again").fill(pins[1])
    page.get_by_role("button", name="Set a PIN").click()
    alert = page.get_by_role("alert")
    # It is said once, beside what was typed.
    expect(alert).to_have_count(1)
    expect(alert).to_contain_text(reason)
    expect(alert).to_be_in_viewport(ratio=1)
    assert_uncovered(alert)


def test_what_is_saved_is_told_where_one_looks(site, screen):
    page = site.visitor(screen).page
    page.clock.install()
    page.goto("/settings/lock")
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
    page.goto("/settings/lock")
    page.get_by_text("Change the PIN").first.click()
    page.locator("#pin").fill("7310")
    page.locator("#new-pin").fill("3957")
    page.locator("#new-pin-again").fill("3957")
    page.get_by_role("button", name="Change the PIN").click()
    expect(page.get_by_role("alert")).to_have_text("Wrong PIN.")
    expect(page.locator("#pin")).to_be_visible()
    expect(page.locator("#lock .over")).to_have_text("Wrong PIN.")


@pytest.mark.parametrize("label, wrong, group", [
    ("Time zone", "Asia/Soul", "days"), ("Size", "big", "label"),
], ids=["zone", "size"])
@pytest.mark.parametrize("has_script", [True, False], ids=["script", "bare"])
def test_refused_setting_is_marked_where_it_was_typed(site, screen, label, wrong, group, has_script):
    page = site.visitor(screen, java_script_enabled=has_script).page
    page.goto(f"/settings/{group}")
    form = page.locator(f"#{group}")
    field = form.get_by_label(label, exact=True)
    if has_script:
        field.fill(wrong)
        field.press("Enter")
    else:
        if group == "days":
            form.get_by_label("A week begins on").select_option("monday")
        field.fill(wrong)
        form.get_by_role("button", name="Save").click()
        expect(page).to_have_url(re.compile(rf"/settings/{group}\?problem="))
    expect(field).to_have_value(wrong)
    expect(field).to_have_attribute("aria-invalid", "true")
    reason = form.locator(".over")
    expect(reason).to_have_text(page.get_by_role("alert").inner_text())
    if has_script:
        expect(field).to_be_focused()
        expect(field).to_be_in_viewport(ratio=1)
        expect(reason).to_be_in_viewport(ratio=1)
        assert_uncovered(reason)
    expect(page.locator(".over")).to_have_count(1)
    if group == "days" and not has_script:
        expect(form.get_by_label("A week begins on")).to_have_value("monday")


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


def test_a_choice_made_before_its_script_came_is_saved(site):
    """It looked as if it were, and was not."""
    page = site.visitor(PHONE).page
    held = Held(page)
    page.route(re.compile(r"/atonce\.js$"), held)
    page.goto("/settings/appearance", wait_until="commit")
    page.locator("#theme").select_option("dark")
    held.release()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.reload()
    expect(page.locator("#theme")).to_have_value("dark")
