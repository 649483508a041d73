"""Month, year and day: how one gets from each to the others, by tap, key and swipe."""

import pytest
from playwright.sync_api import expect

from clock import today
from touch import swipe
from visitor import DESKTOP, PHONE

OVER = "dialog.dayover"


def make(device) -> list[int]:
    """Three posts of one day, one of the next month, and a large photo of the month after."""
    times = [*(f"2024-01-31 12:0{index}" for index in range(3)), "2024-02-29 12:00"]
    numbers = [device.post("three-puppies.jpg", time) for time in times]
    return [*numbers, device.post("lake-sherburne.jpg", "2024-03-15 12:00")]


@pytest.fixture(scope="module")
def made_site(begin_module):
    return begin_module(make)


@pytest.fixture
def numbers(made_site):
    return made_site.made


def test_a_notice_covers_no_day(made_site):
    page = made_site.visitor(PHONE, locale="en-US").page
    page.goto("/months/2024-01")
    page.evaluate("""() => {
      const text = "A photo was not sent. ".repeat(8);
      document.body.insertAdjacentHTML(
        "beforeend", `<div class="notices"><div class="notice"><p>${text}</p></div></div>`);
    }""")
    # In the last row, which it stands over.
    page.locator(".calendar a[href='/days/2024-01-31']").click()
    expect(page.locator(OVER)).to_be_visible()


MONTH = """() => ({
  room: document.documentElement.scrollHeight - innerHeight,
  below: innerHeight - document.querySelector(".calendar").getBoundingClientRect().bottom,
  sizes: [...document.querySelectorAll(".calendar .cell")].map((cell) => [cell.clientWidth, cell.clientHeight]),
})"""
# Four weeks, five and six.
MONTHS = ["2015-02", "2024-01", "2024-06"]


@pytest.mark.parametrize("month", MONTHS)
def test_month_fills_a_desktops_screen(made_site, month):
    page = made_site.visitor(DESKTOP, locale="en-US").page
    page.goto(f"/months/{month}")
    figures = page.evaluate(MONTH)
    assert figures["room"] <= 0
    assert figures["below"] < 100
    heights = [height for _, height in figures["sizes"]]
    assert max(heights) - min(heights) <= 2
    assert min(heights) > 80


@pytest.mark.parametrize("month", MONTHS)
@pytest.mark.parametrize("size", ["small", "large"])
def test_days_are_squares_on_a_phone(made_site, month, size):
    visitor = made_site.visitor(PHONE)
    visitor.context.add_cookies([{"name": "text-size", "value": size, "url": visitor.base}])
    visitor.page.goto(f"/months/{month}")
    figures = visitor.page.evaluate(MONTH)
    assert all(abs(width - height) <= 2 for width, height in figures["sizes"])
    # All of them in sight, at least 44 by 44.
    assert figures["below"] > 60
    assert min(height for _, height in figures["sizes"]) >= 44


SHARP = """async () => {
  const cell = document.querySelector('.calendar a[href="/days/2024-03-15"]');
  const image = cell.querySelector("img");
  await image.decode();
  const real = Object.assign(new Image(), { src: image.currentSrc });
  await real.decode();
  return Math.min(real.naturalWidth, real.naturalHeight)
    / (Math.max(cell.clientWidth, cell.clientHeight) * devicePixelRatio);
}"""


@pytest.mark.parametrize("width, height, density", [
    (390, 844, 3), (360, 780, 3), (430, 932, 3), (390, 844, 2), (844, 390, 3), (820, 1180, 2), (1280, 800, 1),
    (1440, 900, 2), (1920, 1080, 1)])
def test_photos_of_days_have_the_pixels_that_are_shown(made_site, width, height, density):
    """A thumbnail of 192 by 108 was shown 153 by 384 pixels large."""
    page = made_site.visitor(
        PHONE, viewport={"width": width, "height": height}, device_scale_factor=density).page
    page.goto("/months/2024-03")
    assert page.evaluate(SHARP) > 0.85


@pytest.mark.parametrize("locale, is_coloured", [("en-US", False), ("ko-KR", True)])
def test_weekends_are_coloured_where_that_is_usual(made_site, locale, is_coloured):
    page = made_site.visitor(PHONE, locale=locale).page
    page.goto("/months/2024-01")
    colours = page.evaluate("""() => ["sunday", "weekday", "saturday"].map((name) =>
      getComputedStyle(document.querySelector(`.calendar th.${name}`)).color)""")
    assert len(set(colours)) == (3 if is_coloured else 1)


@pytest.mark.parametrize("distance", [90, 230, 320])
def test_swipes_of_any_length_change_the_month(made_site, numbers, distance):
    page = made_site.visitor(PHONE).page
    page.goto("/settings")
    page.goto("/months/2024-01")
    swipe(page, ".month-box", -distance)
    expect(page).to_have_url(f"{made_site.server.base}/months/2024-02")
    swipe(page, ".month-box", distance)
    # Not back in the browser's history: that would be the same page here, and the settings next.
    expect(page).to_have_url(f"{made_site.server.base}/months/2024-01")
    swipe(page, ".month-box", distance)
    expect(page).to_have_url(f"{made_site.server.base}/months/2023-12")
    assert page.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorX") == "none"
    assert "pan-y" in page.locator(".month-box").evaluate("box => box.style.touchAction")


def test_arrows_lead_on_and_today_is_one_tap_away(made_site):
    page = made_site.visitor(PHONE).page
    page.goto("/months/2024-01")
    page.get_by_role("link", name="February 2024").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("February 2024")
    page.get_by_role("link", name="January 2024").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("January 2024")
    page.get_by_role("main").get_by_role("link", name="Today", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{today():%B %Y}")
    expect(page.locator('.calendar [aria-current="date"]')).to_be_visible()


def test_another_month_is_a_sheet_away(made_site):
    page = made_site.visitor(DESKTOP).page
    page.goto("/calendar")
    page.locator("#title").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("[aria-current]")).to_have_text(f"{today():%B}")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.locator("#title").click()
    sheet.get_by_label("Previous year").click()
    expect(sheet.get_by_label("Year", exact=True)).to_have_value(str(today().year - 1))
    sheet.get_by_label("Year", exact=True).fill("2019")
    sheet.get_by_role("link", name="July").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("July 2019")


def test_without_a_script_the_year_leads_to_its_months(made_site):
    page = made_site.visitor(PHONE, java_script_enabled=False).page
    page.goto("/months/2024-05")
    page.locator("#title").click()
    expect(page).to_have_url(f"{made_site.server.base}/years/2024#m5")
    page.get_by_role("link", name="July", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("July 2024")


def test_month_and_year_are_one_switch(made_site, numbers):
    page = made_site.visitor(PHONE).page
    page.goto("/months/2024-01")
    page.get_by_role("link", name="Year", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("2024")
    expect(page.locator(".heat.level-1, .heat.level-2").first).to_be_visible()
    page.get_by_role("link", name="Moods", exact=True).click()
    expect(page.locator('.map-head [aria-current="page"]')).to_have_text("Moods")
    page.get_by_role("link", name="Month", exact=True).click()
    expect(page.locator(".calendar")).to_be_visible()


def test_year_is_in_sight(made_site):
    page = made_site.visitor(DESKTOP).page
    # May and August have six weeks here.
    for year in (2026, 2027, today().year):
        page.goto(f"/years/{year}")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), year
        assert page.locator(".heatmap").count() == 12
    page = made_site.visitor(PHONE).page
    page.goto(f"/years/{today().year}")
    month = page.locator(".year-box [data-now] .heatmap")
    expect(month).to_be_in_viewport(ratio=0.9)
    sizes = page.locator(".heat").evaluate_all("cells => cells.map((cell) => cell.clientHeight)")
    # What a finger hits (WCAG 2.2, 2.5.8), with its edge.
    assert min(sizes) >= 22


def test_a_day_opens_over_the_month_and_closes_to_it(made_site, numbers):
    page = made_site.visitor(DESKTOP).page
    page.goto("/months/2024-01")
    page.evaluate("window.isSame = true")
    cell = page.get_by_role("link", name="Wednesday, January 31, 2024, 3 posts")
    expect(cell.locator(".count")).to_have_text("3")
    for close in (page.go_back, lambda: page.keyboard.press("Escape"),
                  lambda: page.locator(OVER).get_by_label("Close").click()):
        cell.click()
        sheet = page.get_by_role("dialog", name="Wednesday, January 31, 2024")
        expect(sheet.locator(".card")).to_have_count(3)
        close()
        expect(page.locator(OVER)).to_be_hidden()
        expect(page).to_have_url(f"{made_site.server.base}/months/2024-01")
        expect(cell).to_be_focused()
    assert page.evaluate("window.isSame && !history.state")
    # The entries that were opened are left again: one step back is where one came from.
    cell.click()
    page.locator(f"{OVER} .card a").first.click()
    expect(page).to_have_url(f"{made_site.server.base}/posts/{numbers[0]}")
    page.go_back()
    expect(page).to_have_url(f"{made_site.server.base}/days/2024-01-31")
    expect(page.locator(".card")).to_have_count(3)
    page.go_back()
    expect(page).to_have_url(f"{made_site.server.base}/months/2024-01")
    expect(cell).to_be_visible()


def test_from_day_to_day_within_the_sheet(made_site, numbers):
    page = made_site.visitor(PHONE).page
    page.goto("/months/2024-01")
    page.get_by_role("link", name="Wednesday, January 31, 2024").click()
    heading = page.locator(OVER).get_by_role("heading", level=1)
    expect(page.locator(f"{OVER} .card")).to_have_count(3)
    swipe(page, f"{OVER} .day-head", -200)
    expect(heading).to_have_text("Thursday, February 1, 2024")
    expect(page.locator(f"{OVER} .steps")).to_be_visible()
    swipe(page, f"{OVER} .day-head", 200)
    expect(heading).to_have_text("Wednesday, January 31, 2024")
    page.go_back()
    expect(page.locator(OVER)).to_be_hidden()


def test_a_day_over_the_month_has_its_address(made_site, numbers):
    page = made_site.visitor(PHONE).page
    base = made_site.server.base
    page.goto("/months/2024-01")
    page.get_by_role("link", name="Wednesday, January 31, 2024, 3 posts").click()
    expect(page.locator(f"{OVER} .card")).to_have_count(3)
    expect(page).to_have_url(f"{base}/days/2024-01-31")
    page.locator(f'{OVER} .steps [rel="next"]').click()
    expect(page).to_have_url(f"{base}/days/2024-02-01")
    page.keyboard.press("Escape")
    expect(page.locator(OVER)).to_be_hidden()
    expect(page).to_have_url(f"{base}/months/2024-01")
    page.get_by_role("link", name="Wednesday, January 31, 2024, 3 posts").click()
    expect(page.locator(f"{OVER} .card")).to_have_count(3)
    # Loaded anew, it is the day's own page, and one step back is the month.
    page.reload()
    expect(page.locator("main.day .card")).to_have_count(3)
    page.go_back()
    expect(page).to_have_url(f"{base}/months/2024-01")
    expect(page.get_by_role("heading", level=1)).to_have_text("January 2024")
    expect(page.locator(OVER)).to_have_count(0)


def test_without_a_script_a_day_is_a_page(made_site, numbers):
    page = made_site.visitor(PHONE, java_script_enabled=False).page
    page.goto("/months/2024-01")
    page.get_by_role("link", name="Wednesday, January 31, 2024, 3 posts").click()
    expect(page).to_have_url(f"{made_site.server.base}/days/2024-01-31")
    expect(page.locator(".card")).to_have_count(3)
    page.locator('.steps [rel="next"]').click()
    expect(page).to_have_url(f"{made_site.server.base}/days/2024-02-01")
    page.get_by_role("link", name="February 2024").click()
    expect(page).to_have_url(f"{made_site.server.base}/months/2024-02")


def test_a_days_plus_is_for_that_day(made_site, numbers):
    page = made_site.visitor(PHONE).page
    page.goto("/days/2024-01-31")
    page.get_by_role("link", name="New post on this day").click()
    expect(page).to_have_url(f"{made_site.server.base}/new?day=2024-01-31")


def test_arrow_keys_move_in_the_calendar(made_site, numbers):
    page = made_site.visitor(DESKTOP).page
    page.goto("/months/2024-01")
    day = lambda number: page.locator(f'.calendar a[href="/days/2024-01-{number:02}"]')
    day(1).focus()
    steps = [("ArrowRight", 2), ("ArrowDown", 9), ("ArrowLeft", 8), ("ArrowUp", 1),
             ("End", 6), ("ArrowRight", 7), ("Home", 7)]
    for key, number in steps:
        page.keyboard.press(key)
        expect(day(number)).to_be_focused()
    # One stop for Tab in all of the grid.
    assert page.locator('.calendar a[tabindex="0"]').count() == 1
    page.keyboard.press("PageDown")
    expect(page).to_have_url(f"{made_site.server.base}/months/2024-02")
