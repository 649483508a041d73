"""The timeline: rows by month and day that come when they are near, the place that is kept, search and
chips, and what is done to several posts at once."""

import io
import re
import tarfile
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from device import another
from timeline import scroll, settle
from visitor import DESKTOP, PHONE, Screen
from waiting import Held, holds, until

SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    window.shifts += entry.value;
    console.log("shift", entry.value, JSON.stringify(entry.sources.map((source) =>
      [source.node?.outerHTML?.slice(0, 120), source.previousRect, source.currentRect])));
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def write(device, count: int, start=date(2024, 1, 31), each: int = 4) -> None:
    """Words of so many posts, some on each day."""
    for index in range(count):
        day = start - timedelta(days=index // each)
        device.ask("POST", "/write", data={
            "words": f"Entry {index}. " + "It rained. " * (index % 7), "day": f"{day}",
            "clock": f"{20 - index % each:02}:00", "title": "A title" if index % 5 == 0 else ""})


def tops(page: Page) -> dict[str, float]:
    return page.evaluate("""() => Object.fromEntries([...document.querySelectorAll(".tile[data-post]")]
        .map((tile) => [tile.dataset.post, tile.getBoundingClientRect().top])
        .filter(([, top]) => top > 100 && top < innerHeight - 300))""")


# Where words are not read beside the timeline.
NARROWER = Screen("narrower", {"viewport": {"width": 1000, "height": 800}})


def many(device) -> None:
    write(device, 420)


@pytest.fixture
def long(begin):
    return begin(many)


@pytest.mark.parametrize("query, screen", [("", PHONE), ("?q=rained", NARROWER)], ids=["all", "found"])
def test_place_is_kept_by_who_comes_back(long, screen, query):
    page = long.visitor(screen).page
    page.goto(f"/timeline{query}")
    seen = set()
    while len(seen) < 260:
        before = len(seen)
        scroll(page, 900)
        seen |= set(page.evaluate(
            "() => [...document.querySelectorAll('.tile[data-post]')].map((tile) => tile.dataset.post)"))
        assert len(seen) > before or page.evaluate("scrollY") > 0
    before = tops(page)
    number = sorted(before, key=before.get)[1]
    page.locator(f'.tile[data-post="{number}"] > a').click()
    expect(page).to_have_url(re.compile(f"/posts/{number}$"))
    page.go_back()
    expect(page.locator(f'.tile[data-post="{number}"]')).to_be_in_viewport()
    settle(page)
    after = tops(page)
    assert abs(after[number] - before[number]) <= 2
    # And by who opens the page anew.
    page.reload()
    settle(page)
    assert abs(tops(page)[number] - before[number]) <= 2


def test_nothing_shifts_and_memory_is_bounded(long, screen):
    visitor = long.visitor(screen)
    visitor.context.add_init_script(SHIFTS)
    page = visitor.page
    page.goto("/timeline")
    most, height = 0, page.evaluate("document.documentElement.scrollHeight")
    for _ in range(60):
        scroll(page, 1_200)
        most = max(most, page.locator(".tile").count())
        if page.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 5"):
            break
    assert page.evaluate("shifts") == 0
    assert most < 400
    # The scroll bar was true from the beginning.
    assert abs(page.evaluate("document.documentElement.scrollHeight") / height - 1) < 0.25
    expect(page.locator('.tile[data-post="420"]')).to_be_attached()
    # Back up through parts that were given up, with nothing moving below the eye.
    for _ in range(60):
        scroll(page, -1_200)
        if page.evaluate("scrollY") == 0:
            break
    assert page.evaluate("shifts") == 0
    expect(page.locator('.tile[data-post="1"]')).to_be_visible()


@pytest.mark.parametrize("query", ["", "?q=rained"], ids=["all", "found"])
def test_rows_that_did_not_come_are_asked_for_again(long, query):
    """What a busy server or a lost network did not give stayed empty for as long as one looked at it."""
    visitor = long.visitor(DESKTOP)
    visitor.expected = {503}
    page = visitor.page
    failed = []

    def fail(route):
        failed.append(route)
        route.fulfill(status=503)

    page.route("**/timeline/rows?**", fail, times=3)
    page.goto(f"/timeline{query}")
    for _ in range(2):
        scroll(page, 2_000)
    assert failed


def test_place_is_that_of_rows_that_come_late(long):
    """It was that of the first row which was there when one stopped to scroll."""
    page = long.visitor(DESKTOP).page
    page.goto("/timeline")
    while page.locator('.part[data-rows="at=2024-01.0"] .tile').count():
        scroll(page, 1_200)
    held = Held(page)
    page.route("**/timeline/rows?at=2024-01.0", held)
    page.evaluate("""scrollBy({
        top: document.querySelector('[data-rows="at=2024-01.0"]').getBoundingClientRect().bottom - 400,
        behavior: "instant" })""")
    holds(page, """() => {
      const at = new URL(location.href).searchParams.get("at");
      return document.querySelector(`[data-rows="at=2024-01.1"] [data-post="${at}"]`);
    }""")
    held.release()
    settle(page)


def test_photos_have_their_shape_before_they_come(site, screen):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00")
    site.device.post("paris.png", "2024-01-31 13:00")
    visitor = site.visitor(screen)
    visitor.context.add_init_script(SHIFTS)
    page = visitor.page
    held = Held(page)
    page.route("**/thumbnails/**", held)
    page.goto("/timeline", wait_until="domcontentloaded")
    shapes = lambda: page.evaluate(
        "[...document.querySelectorAll('.tile')].map((tile) => [tile.clientWidth, tile.clientHeight])")
    before = shapes()
    assert all(width > 50 and height > 50 for width, height in before)
    held.release()
    for image in page.locator(".tile img").all():
        image.evaluate("image => image.decode()")
    assert shapes() == before
    assert page.evaluate("shifts") == 0
    for image in page.locator(".tile img").all():
        shape = image.evaluate("({ naturalWidth, naturalHeight, clientWidth, clientHeight }) =>"
                               " (naturalWidth / naturalHeight) / (clientWidth / clientHeight)")
        assert 0.92 < shape < 1.08


def test_months_are_reached_at_the_side(long):
    page = long.visitor(DESKTOP).page
    page.goto("/timeline")
    thumb = page.get_by_role("slider", name="Months")
    expect(thumb).to_have_attribute("aria-valuetext", "January 2024")
    thumb.focus()
    thumb.press("ArrowDown")
    expect(thumb).to_have_attribute("aria-valuetext", "December 2023")
    expect(page.locator('[data-month="2023-12"] .tile').first).to_be_in_viewport()
    thumb.press("End")
    expect(thumb).to_have_attribute("aria-valuetext", "October 2023")
    expect(page.locator('section[data-month="2023-10"] .tile').last).to_be_attached()
    # Dragged to the top, with the month beside it.
    box = page.locator(".scrubber").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, thumb.bounding_box()["y"] + 1)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3, steps=4)
    expect(page.locator(".bubble")).to_be_visible()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"], steps=4)
    page.mouse.up()
    expect(page.locator('.tile[data-post="1"]')).to_be_in_viewport()


def some(device) -> None:
    write(device, 150)


def test_without_a_script_links_lead_on(begin):
    page = begin(some).visitor(PHONE, java_script_enabled=False).page
    page.goto("/timeline")
    seen = page.locator(".tile").count()
    while page.get_by_role("link", name="Older posts").count():
        page.get_by_role("link", name="Older posts").click()
        seen += page.locator(".tile").count()
    assert seen == 150
    page.get_by_role("link", name="Newer posts").click()
    page.goto("/timeline")
    page.locator(".scrubber").get_by_role("link", name="December").click()
    expect(page.locator(".month h2").first).to_have_text("December 2023")


def four(device) -> None:
    device.post("three-puppies.jpg", "2024-01-31 12:00", caption="cake", star="true", tag="sea")
    device.post("paris.png", "2023-12-24 12:00", caption="tower", tag="sea, trip")
    for words, mood, day in [("A storm", "2", "2024-01-30"), ("Calm", "5", "2024-01-29")]:
        device.ask("POST", "/write", data={"words": words, "mood": mood, "day": day})


@pytest.fixture
def mixed(begin):
    """Two photos and words of two days."""
    return begin(four)


def shown(page: Page, *numbers: int) -> None:
    """Waits until these posts are shown, and no others."""
    holds(
        page, "(numbers) => `${[...document.querySelectorAll('.tile')].map((tile) => tile.dataset.post)}` === numbers",
        arg=",".join(map(str, numbers)))


def choose(page: Page, name: str) -> None:
    page.locator("label.chip", has=page.get_by_label(name, exact=True)).click()


def test_filter_acts_at_once(mixed, screen):
    page = mixed.visitor(screen).page
    page.goto("/timeline")
    shown(page, 1, 3, 4, 2)
    # Nothing is chosen, so there is no chip.
    expect(page.locator(".chips")).to_have_count(0)
    page.locator(".filter > summary").click()
    sheet = page.get_by_role("dialog", name="Filter")
    choose(page, "Photos")
    shown(page, 1, 2)
    expect(sheet.get_by_role("status")).to_have_text("2 posts")
    choose(page, "★ Starred")
    shown(page, 1)
    choose(page, "Photos")
    choose(page, "★ Starred")
    # One mood at a time, and none where it is touched again.
    choose(page, "awful")
    expect(page.get_by_text("Nothing found.")).to_be_visible()
    choose(page, "bad")
    shown(page, 3)
    choose(page, "bad")
    shown(page, 1, 3, 4, 2)
    # A tag with how many posts it has; typed, it is found among the others.
    expect(sheet.locator("[data-filter-tags] label")).to_have_text(["#sea2", "#trip1"])
    sheet.get_by_label("Find a tag").fill("TRI")
    expect(sheet.locator("[data-filter-tags] label:visible")).to_have_text(["#trip1"])
    sheet.get_by_label("Find a tag").press("Enter")
    shown(page, 2)
    sheet.get_by_label("Month").fill("2023-12")
    shown(page, 2)
    # The page itself follows, with a chip for each that takes it away.
    sheet.get_by_role("button", name="Show", exact=True).click()
    expect(page).to_have_url(re.compile(r"/timeline\?tag=trip&month=2023-12$"))
    expect(page.locator(".filter b")).to_have_text("2")
    page.get_by_role("searchbox").fill("tower")
    page.get_by_role("searchbox").press("Enter")
    expect(page).to_have_url(re.compile("q=tower.*tag=trip.*month=2023-12"))
    shown(page, 2)
    expect(page.locator("[data-found]")).to_have_text("1 post")
    chips = page.get_by_role("group", name="Show only").and_(page.locator(".chips"))
    chips.get_by_role("link", name="#trip").click()
    chips.get_by_role("link", name="December 2023").click()
    expect(page).to_have_url(re.compile(r"/timeline\?q=tower$"))
    page.go_back()
    expect(page).to_have_url(re.compile("q=tower&month=2023-12"))


def test_a_filter_that_is_closed_as_it_was_changes_nothing(mixed):
    page = mixed.visitor(PHONE).page
    page.goto("/timeline")
    page.evaluate("window.isSame = true")
    page.locator(".filter > summary").click()
    expect(page.get_by_role("dialog", name="Filter")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Filter")).to_be_hidden()
    assert page.evaluate("window.isSame")


def test_without_a_script_the_filter_is_a_form(mixed):
    page = mixed.visitor(DESKTOP, java_script_enabled=False).page
    page.goto("/timeline?q=tower")
    page.locator(".filter > summary").click()
    page.get_by_label("Photos").check()
    page.get_by_label("Find a tag").fill("sea")
    page.locator(".filter").get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile("q=tower.*kind=photo.*tag=sea"))
    shown_now = page.locator(".tile").evaluate_all("tiles => tiles.map((tile) => tile.dataset.post)")
    assert shown_now == ["2"]
    page.get_by_role("link", name="Photos remove").click()
    page.get_by_role("link", name="#sea remove").click()
    expect(page).to_have_url(re.compile(r"/timeline\?q=tower$"))


def test_an_empty_timeline_has_nothing_to_filter(site):
    page = site.visitor(PHONE).page
    page.goto("/timeline")
    expect(page.locator(".filter, .chips")).to_have_count(0)


def test_tags_have_a_page(mixed):
    page = mixed.visitor(PHONE).page
    page.goto("/more")
    page.get_by_role("main").get_by_role("link", name=re.compile("^Tags")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tags")
    links = page.get_by_role("main").get_by_role("link")
    assert [" ".join(text.split()) for text in links.all_inner_texts()] == ["#sea 2 , 2 posts", "#trip 1 , 1 post"]
    links.first.click()
    shown(page, 1, 2)


def test_a_tag_stands_in_the_middle_of_its_chip(mixed):
    """The page has the name of a class that has another look."""
    page = mixed.visitor(PHONE).page
    page.goto("/tags")
    chip = page.locator(".all-tags .chip").first
    box, name = chip.bounding_box(), chip.locator("span").first.bounding_box()
    assert abs((box["y"] + box["height"] / 2) - (name["y"] + name["height"] / 2)) < 2


def test_a_days_only_photo_has_the_width_of_the_phone(mixed):
    """Beside it there was as much of nothing."""
    page = mixed.visitor(PHONE, device_scale_factor=3).page
    page.goto("/timeline")
    width = page.locator(".months").bounding_box()["width"]
    for number in (1, 2):
        photo = page.locator(f'.tile[data-post="{number}"]')
        expect(photo).to_be_visible()
        assert abs(photo.bounding_box()["width"] - width) < 2
    # As sharp as it is: it has 403 pixels.
    image = page.locator('.tile[data-post="2"] img')
    until(lambda: image.evaluate("(image) => image.currentSrc").endswith("size=512"), "the photo is sharp")


def test_how_many_photos_a_post_has_stands_beside_its_line(site):
    """On its own ground, so that it is read on a bright photo too."""
    page = site.visitor(DESKTOP).page
    site.device.ask("POST", "/api/v1/posts", data={"time": "2024-01-31 12:00", "caption": ["Snow", "More snow"]}, files=[
        ("photo", (name, another(name, index), "application/octet-stream"))
        for index, name in enumerate(["canyon-wren.jpg", "lake-sherburne.jpg"] * 3)],
        headers={"Idempotency-Key": f"{1:032x}"})
    page.goto("/timeline")
    count, line = page.locator(".tile .more"), page.locator(".tile .line")
    expect(count).to_have_text("+1")
    assert count.bounding_box()["y"] > line.bounding_box()["y"] + line.bounding_box()["height"]
    assert count.evaluate("(count) => getComputedStyle(count).backgroundColor") != "rgba(0, 0, 0, 0)"


@pytest.mark.parametrize("script", [True, False], ids=["script", "none"])
def test_a_photo_opens_the_viewer_and_words_their_post(mixed, script):
    page = mixed.visitor(PHONE, java_script_enabled=script).page
    page.goto("/timeline")
    page.locator('.tile[data-post="1"] > a').click()
    if not script:
        expect(page).to_have_url(re.compile("/posts/1$"))
        return
    expect(page).to_have_url(re.compile("/posts/1/photo$"))
    dialog = page.get_by_role("dialog", name="Photo, full screen")
    expect(dialog.locator(".slide.current .when")).to_be_visible()
    # What is done there needs no other page.
    dialog.locator(".slide.current").get_by_role("button", name="Star").click()
    expect(dialog.locator(".slide.current [aria-pressed=false]")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("/posts/2/photo$"))
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(re.compile(r"/timeline(\?at=\d+)?$"))
    expect(page.locator('.tile[data-post="2"]')).to_be_in_viewport()
    # From the photo to its post, and back to the timeline in one step.
    page.locator('.tile[data-post="2"] > a').click()
    dialog.locator(".slide.current .when a").click()
    expect(page).to_have_url(re.compile("/posts/2$"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"/timeline(\?at=\d+)?$"))
    page.locator('.tile[data-post="3"] > a').click()
    expect(page).to_have_url(re.compile("/posts/3$"))


def test_small_photos_have_no_words_over_them(mixed):
    """They were cut to three letters."""
    page = mixed.visitor(PHONE).page
    page.goto("/timeline")
    for tile in page.locator(".tile:not(.text)").all():
        line = tile.locator(".line").bounding_box()
        assert line["width"] <= 1 or tile.bounding_box()["width"] > 200
    page = mixed.visitor(DESKTOP).page
    page.goto("/timeline")
    assert page.locator('.tile[data-post="1"] .line').bounding_box()["width"] > 60


def test_words_fill_their_row(mixed):
    page = mixed.visitor(DESKTOP).page
    page.goto("/timeline")
    ends = page.evaluate("""() => [3, 4].map((number) =>
      document.querySelector(`.tile[data-post="${number}"]`).getBoundingClientRect().right)""")
    assert max(ends) > page.locator(".months").bounding_box()["width"] - 10


def test_the_handle_of_the_months_lies_over_no_button(long):
    page = long.visitor(PHONE).page
    page.goto("/timeline")
    scroll(page, 900)
    expect(page.locator(".scrubber")).to_have_class(re.compile("moving"))
    scroll(page, -900)
    expect(page.locator(".scrubber")).not_to_have_class(re.compile("moving"))


def select(page, *numbers: str) -> None:
    """Begins a selection on the timeline, with posts in it."""
    page.goto("/timeline")
    page.get_by_role("button", name="Select").click()
    for number in numbers:
        pick(page, number)


def pick(page: Page, number: str, **how) -> None:
    page.locator(f'.tile[data-post="{number}"] .pick-box input').click(**how)


def test_several_posts_are_selected_with_shift_and_starred(mixed):
    page = mixed.visitor(DESKTOP).page
    page.goto("/timeline")
    page.get_by_role("button", name="Select").click()
    bar = page.get_by_role("region", name="Selected posts")
    expect(bar.get_by_role("button", name="Star", exact=True)).to_be_disabled()
    pick(page, "1")
    pick(page, "4", modifiers=["Shift"])
    expect(bar.get_by_text("3 selected")).to_be_visible()
    pick(page, "3")
    bar.get_by_role("button", name="Star", exact=True).click()
    expect(page.get_by_text("2 posts starred.")).to_be_visible()
    assert [post["starred"] for post in sorted(mixed.device.posts(), key=lambda post: post["number"])] == [
        True, False, False, True]
    expect(bar).to_be_hidden()
    expect(page.locator('.tile[data-post="4"] .star')).to_be_visible()
    expect(page.locator('.tile[data-post="3"] .star')).to_be_hidden()


def test_selection_gets_tags(mixed):
    page = mixed.visitor(DESKTOP).page
    select(page, "3", "4")
    page.get_by_role("button", name="Tag", exact=True).click()
    page.get_by_role("dialog").get_by_label("Tags").fill("weather, home")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("2 posts tagged.")).to_be_visible()
    assert all({"weather", "home"} <= set(mixed.device.ask("GET", f"/api/v1/posts/{number}").json()["tags"])
               for number in (3, 4))


def test_selection_goes_to_the_trash_and_comes_back(mixed):
    page = mixed.visitor(PHONE).page
    select(page, "1", "3")
    page.get_by_role("button", name="Move to trash").click()
    expect(page.get_by_text("2 posts moved to trash.")).to_be_visible()
    expect(page.locator(".tile")).to_have_count(2)
    expect(page.locator(".heading p")).to_have_text("2 posts")
    assert len(mixed.device.posts()) == 2
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".heading p")).to_have_text("4 posts")
    expect(page.locator(".tile")).to_have_count(4)
    shown(page, 1, 3, 4, 2)
    assert len(mixed.device.posts()) == 4


def test_one_thing_is_said_at_a_time(mixed):
    page = mixed.visitor(DESKTOP).page
    page.goto("/timeline")
    for name in ["Star", "Move to trash"]:
        page.get_by_role("button", name="Select", exact=True).click()
        pick(page, "1")
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(".selection")).to_be_hidden()
        expect(page.locator(".notices .notice")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("1 post restored.")).to_be_visible()
    expect(page.locator(".notices .notice")).to_have_count(1)


def test_words_without_a_time_have_their_face_beside_them(mixed, screen):
    page = mixed.visitor(screen).page
    page.goto("/timeline")
    tile = page.locator('.tile[data-post="3"]')
    face, words = tile.locator(".face").bounding_box(), tile.locator(".lead, strong").first.bounding_box()
    assert abs(face["y"] + face["height"] / 2 - words["y"] - 12) < 12
    assert face["x"] >= words["x"] + words["width"] - 1


def test_selection_is_downloaded_as_one_archive(mixed):
    page = mixed.visitor(DESKTOP).page
    select(page, "1", "3")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    archive = tarfile.open(fileobj=io.BytesIO(download.value.path().read_bytes()))
    names = archive.getnames()
    assert sum("/photos/2024/01/31/" in name for name in names) == 1
    page_of_day = next(name for name in names if name.endswith("2024-01-30.md"))
    assert b"A storm" in archive.extractfile(page_of_day).read()
    assert download.value.suggested_filename.endswith("-2.tar")


def test_selection_says_when_it_could_not(mixed):
    visitor = mixed.visitor(DESKTOP)
    page = visitor.page
    select(page, "1")
    mixed.device.ask("DELETE", "/api/v1/posts/1")
    visitor.expected.add(409)
    page.get_by_role("button", name="Move to trash").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed.")


def test_long_press_selects_and_escape_ends(mixed):
    page = mixed.visitor(PHONE).page
    page.goto("/timeline")
    box = page.locator('.tile[data-post="3"]').bounding_box()
    client = page.context.new_cdp_session(page)
    touch = lambda kind, points: client.send(
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch("touchStart", [{"x": box["x"] + 60, "y": box["y"] + 30}])
    expect(page.get_by_text("1 selected")).to_be_visible()
    touch("touchEnd", [])
    expect(page.get_by_text("1 selected")).to_be_visible()
    expect(page).to_have_url(re.compile("/timeline"))
    page.keyboard.press("Escape")
    expect(page.get_by_text("1 selected")).to_be_hidden()
    # A tap opens again.
    page.locator('.tile[data-post="3"] > a').tap()
    expect(page).to_have_url(re.compile("/posts/3$"))


def test_all_is_done_by_keys(mixed):
    page = mixed.visitor(DESKTOP).page
    page.goto("/timeline")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.get_by_role("button", name="Select").focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("checkbox").first
    box.focus()
    page.keyboard.press("Space")
    expect(page.get_by_text("1 selected")).to_be_visible()
    # Past the heading of the next day.
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator('.tile[data-post="3"] > a')).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.locator(".pane .said")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/posts/3$"))


def test_words_are_read_beside_the_timeline(mixed):
    page = mixed.visitor(DESKTOP).page
    page.goto("/timeline")
    pane = page.get_by_role("complementary", name="Post")
    left = page.get_by_role("heading", level=1).bounding_box()["x"]
    page.locator('.tile[data-post="3"] > a').click()
    expect(pane.locator(".said")).to_have_text("A storm")
    assert page.get_by_role("heading", level=1).bounding_box()["x"] == left
    # It follows j and k, also to photos, and its star is that of the post.
    page.keyboard.press("j")
    expect(pane.locator(".said")).to_have_text("Calm")
    page.keyboard.press("j")
    expect(pane.locator(".caption")).to_have_text("tower")
    pane.get_by_role("button", name="Star").click()
    expect(pane.locator("[aria-pressed=true]")).to_be_visible()
    # Where one is in it may be said behind it.
    expect(page).to_have_url(re.compile(r"/timeline(\?at=\d+)?$"))
    page.keyboard.press("Escape")
    expect(pane).to_have_count(0)
    expect(page.locator('.tile[data-post="2"] > a')).to_be_focused()
    # On a narrower screen words open their page.
    page.set_viewport_size({"width": 1000, "height": 800})
    page.locator('.tile[data-post="3"] > a').click()
    expect(page).to_have_url(re.compile("/posts/3$"))


def test_j_and_k_go_from_post_to_post(mixed):
    page = mixed.visitor(DESKTOP).page
    page.goto("/timeline")
    focused = lambda number: expect(page.locator(f'.tile[data-post="{number}"] > a')).to_be_focused()
    for key, number in [("j", 1), ("j", 3), ("j", 4), ("k", 3)]:
        page.keyboard.press(key)
        focused(number)
    page.keyboard.press("Enter")
    expect(page.locator(".pane .said")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/posts/3$"))
    # On its page: the neighbours, the star and the form.
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile(r"/posts/1\?from=%2Ftimeline$"))
    page.keyboard.press("s")
    expect(page.locator("main form[data-star] [aria-pressed=false]")).to_be_visible()
    page.keyboard.press("e")
    expect(page.locator("form.edit")).to_be_visible()
    page.keyboard.press("Escape")
    page.go_back()
    expect(page).to_have_url(re.compile("/posts/3$"))
