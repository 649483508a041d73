"""The front page: what this day has, and how a post begins."""

import re

import pytest
from playwright.sync_api import expect

import diary
from clock import today
from visitor import DESKTOP, PHONE


def test_a_new_journal_says_what_to_do_first(site):
    page = site.visitor(PHONE).page
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"{today():%B} {today().day}")
    expect(page.locator(".today-welcome")).to_contain_text("Daystamp puts the date on your photos")
    expect(page.get_by_role("link", name="Take the tour")).to_have_attribute("href", "/tour")
    expect(page.locator(".week")).to_have_count(0)
    page.get_by_role("link", name="Make your first post").click()
    expect(page).to_have_url(f"{site.server.base}/new")


@pytest.mark.parametrize("script", [True, False])
def test_an_empty_journal_is_tried_with_samples_and_emptied_again(site, script):
    page = site.visitor(PHONE, java_script_enabled=script).page
    page.goto("/")
    page.get_by_role("button", name="Try with sample photos").click()
    expect(page.locator(".today-samples")).to_contain_text("Your journal has sample posts.")
    assert len(site.device.posts()) == 5
    # Photos that are still asked for would be gone.
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Remove them").click()
    expect(page.get_by_role("button", name="Try with sample photos")).to_be_visible()
    assert site.device.posts() == []


def test_a_new_journals_calendar_greets(site):
    page = site.visitor(PHONE).page
    page.goto("/calendar")
    expect(page.locator(".greeting")).to_be_visible()
    fits(page)
    diary.write(site.device, words="First", day=f"{today():%Y-%m-%d}", clock="00:01")
    page.reload()
    expect(page.locator(".greeting")).to_have_count(0)


@pytest.fixture(scope="module")
def made_site(begin_module):
    return begin_module(diary.fill)


@pytest.fixture
def filled(made_site):
    return made_site.made


def test_the_day_is_there_in_order(made_site, filled, screen):
    page = made_site.visitor(screen).page
    page.goto("/")
    expect(page.locator(".week .cell")).to_have_count(7)
    expect(page.locator('.week [aria-current="date"]')).to_have_attribute(
        "href", f"/days/{filled.today}")
    times = page.locator(".today-posts .card time").evaluate_all(
        "times => times.map((time) => time.dateTime)")
    assert len(times) == 6 and times == sorted(times)
    expect(page.locator(".today-years .strip-card")).to_have_count(2)
    expect(page.locator(".today-years time").first).to_have_text("1 year ago")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_photos_keep_their_shape(made_site, filled):
    page = made_site.visitor(DESKTOP).page
    page.goto("/")
    shapes = page.locator(".today-posts .frame .sharp").evaluate_all("""async (images) => {
      for (const image of images) { image.scrollIntoView(); await image.decode(); }
      return images.map((image) => [
        image.getAttribute("width") / image.getAttribute("height"),
        image.naturalWidth / image.naturalHeight, image.clientWidth / image.clientHeight]);
    }""")
    assert len(shapes) == 4
    for said, true, shown in shapes:
        assert abs(said / true - 1) < 0.02 and abs(shown / true - 1) < 0.02


def test_a_face_begins_a_post_of_today(site):
    page = site.visitor(PHONE).page
    page.goto("/")
    page.get_by_role("link", name="good", exact=True).click()
    expect(page).to_have_url(re.compile(rf"/new\?mood=4&day={today():%Y-%m-%d}"))


@pytest.mark.parametrize("script", [True, False])
def test_a_mood_is_one_line_and_changed_by_a_tap(site, script):
    post = diary.write(site.device, words="Rain", mood="2", day=f"{today():%Y-%m-%d}", clock="00:01")
    page = site.visitor(PHONE, java_script_enabled=script).page
    page.goto("/")
    line = page.locator(".today-composer summary")
    expect(line).to_contain_text("bad")
    expect(page.locator(".faces")).to_be_hidden()
    line.click()
    page.get_by_role("button", name="great").click()
    expect(line).to_contain_text("great")
    expect(page).to_have_url(f"{site.server.base}/")
    [changed] = site.device.posts()
    assert (changed["number"], changed["mood"]) == (post, 5)


def test_what_changed_access_is_one_line_that_is_put_away(site, screen):
    site.another_device()
    page = site.visitor(screen, java_script_enabled=False).page
    page.goto("/")
    line = page.locator(".today-access")
    expect(line).to_contain_text("A device was paired")
    assert line.bounding_box()["height"] < 50
    line.get_by_role("button", name="Close").click()
    expect(line).to_have_count(0)
    expect(page).to_have_url(f"{site.server.base}/")


def test_photos_are_asked_for_as_wide_as_they_are_shown(made_site, filled):
    page = made_site.visitor(DESKTOP).page
    page.goto("/")
    asked = page.locator(".today-posts .row .sharp").evaluate_all("""async (images) => {
      for (const image of images) { image.scrollIntoView(); await image.decode(); }
      return images.map((image) => [image.clientWidth, new URL(image.currentSrc).searchParams.get("size"),
        image.getAttribute("width")]);
    }""")
    assert len(asked) == 4
    for width, size, most in asked:
        assert min(width * 0.9, int(most)) <= int(size) <= max(512, 2 * width), asked


def test_a_day_of_the_week_opens_over_today(made_site, filled):
    page = made_site.visitor(PHONE).page
    page.goto("/")
    page.locator('.week [aria-current="date"]').click()
    expect(page.locator("dialog.dayover .card")).to_have_count(6)
    page.go_back()
    expect(page.locator("dialog.dayover")).to_be_hidden()
    expect(page).to_have_url(f"{made_site.server.base}/")


def test_memories_are_strips_of_years(made_site, filled):
    page = made_site.visitor(PHONE).page
    page.goto("/")
    page.locator(".today-years").get_by_role("link", name="See all").click()
    expect(page.get_by_role("heading", level=2)).to_have_text(["1 year ago", "2 years ago"])
    expect(page.locator(".strip-card")).to_have_count(2)
    page.locator('.steps [rel="next"]').click()
    expect(page.locator(".strip-card")).to_have_count(0)


def test_figures_are_drawn_and_told(made_site, filled, screen):
    page = made_site.visitor(screen).page
    page.goto("/statistics")
    expect(page.get_by_role("img", name="Posts by month")).to_be_visible()
    # No part of a drawing is wider than it.
    assert page.locator(".plot").evaluate_all("""(plots) => plots.every((plot) => {
      const most = plot.getBoundingClientRect();
      return [...plot.querySelectorAll("rect, circle, line")].every((part) => {
        const box = part.getBoundingClientRect();
        return box.left >= most.left - 1 && box.right <= most.right + 1;
      });
    })""")
    page.locator(".plots summary").first.click()
    expect(page.locator(".plots tbody").first.locator("tr")).to_have_count(12)
    page.get_by_role("link", name=str(filled.year), exact=True).click()
    expect(page.locator('.periods [aria-current="page"]')).to_have_text(str(filled.year))


def fits(page) -> None:
    """All of the page is in sight without scrolling."""
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
