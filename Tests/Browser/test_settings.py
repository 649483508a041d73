"""Language, theme, and what the journal's settings do to its pages."""

from playwright.sync_api import expect

from visitor import DESKTOP, PHONE


def test_pages_speak_korean_by_browser_and_by_setting(site, screen):
    korean = site.visitor(screen, locale="ko-KR").page
    korean.goto("/months/2024-01")
    expect(korean.get_by_role("heading", level=1)).to_have_text("2024년 1월")
    page = site.visitor(screen).page
    page.goto("/settings")
    page.get_by_label("Language").select_option("ko")
    page.locator('form[action="/settings/appearance"] button').click()
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    expect(page.get_by_role("heading", level=1)).to_have_text("설정")
    page.goto("/new")
    expect(page.get_by_role("button", name="올리기")).to_be_visible()


def test_theme_is_the_browsers_or_chosen(site, screen):
    page = site.visitor(screen, "dark").page
    page.goto("/settings")
    dark = page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    page.get_by_label("Theme").select_option("light")
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
    page.get_by_label("Place").select_option("top-right")
    page.locator('form[action="/settings"] button').click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.goto("/months/2024-01")
    expect(page.get_by_role("columnheader").first).to_have_text("Mon")
    page.goto("/new")
    expect(page.get_by_label("Place")).to_have_value("top-right")
    expect(page.get_by_text("Europe/Berlin")).to_be_visible()


def test_revoked_device_sees_nothing(site):
    visitor = site.visitor(PHONE)
    visitor.expected = {401}
    page = visitor.page
    page.goto("/settings")
    page.get_by_role("button", name="Revoke").click()
    page.goto("/")
    expect(page.get_by_role("heading")).to_have_text("Not paired")


def brightness(colour: str) -> float:
    numbers = colour[colour.index("(") + 1:-1].split(",")[:3]
    return sum(map(float, numbers)) / 3
