"""The photo as large as the screen: moved through, drawn nearer, closed again."""

import re

import pytest
from playwright.sync_api import expect

from touch import pinch, swipe
from visitor import DESKTOP, PHONE
from waiting import until


def make(device) -> list[int]:
    """Photos of five days, and words between them."""
    numbers = []
    for day in range(20, 25):
        numbers.append(device.post("birthday-dog.jpg", f"2024-01-{day} 12:00", caption=f"Day {day}"))
        device.ask("POST", "/write", data={"words": "between", "day": f"2024-01-{day}"})
    return numbers


@pytest.fixture
def site(begin):
    return begin(make)


@pytest.fixture
def numbers(site):
    return site.made


def seen(page):
    return page.locator(".slide.current")


def at_rest(page, number) -> None:
    """Waits for a photo that is seen, in its place: a finger on a strip that still moves goes on from there."""
    expect(seen(page)).to_have_attribute("data-number", str(number))
    until(lambda: page.evaluate("""async () => {
      const away = () => document.querySelector(".slide.current").offsetLeft
        - document.querySelector(".slides").scrollLeft;
      const before = away();
      await new Promise(requestAnimationFrame);
      return Math.abs(before) < 1 && away() === before;
    }"""), f"the photo of {number} is in its place")


def open_viewer(page, number):
    page.goto(f"/posts/{number}")
    page.locator("a[data-viewer]").click()
    expect(seen(page).locator(".when")).to_be_visible()


def test_viewer_opens_over_the_post_and_goes_back_to_it(site, screen, numbers):
    page = site.visitor(screen).page
    open_viewer(page, numbers[2])
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[2]}/photo")
    dialog = page.get_by_role("dialog", name="Photo, full screen")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_text("Monday, January 22, 2024")).to_be_visible()
    expect(dialog.get_by_text("Day 22")).to_be_visible()
    expect(seen(page).get_by_role("link", name="Back to the post")).to_be_focused()
    photo = seen(page).locator(".coarse")
    assert photo.evaluate("image => getComputedStyle(image).opacity") == "1"
    assert photo.bounding_box()["x"] == 0
    assert photo.bounding_box()["width"] == screen.options["viewport"]["width"]
    page.go_back()
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[2]}")
    expect(page.locator("a[data-viewer]")).to_be_focused()
    # Open again, and closed by the key.
    page.locator("a[data-viewer]").click()
    expect(seen(page).locator(".when")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[2]}")


def test_the_photo_grows_into_the_viewer_and_back(site, numbers):
    """With motion, which the other tests do without; the browser is to complain of nothing."""
    page = site.visitor(PHONE, reduced_motion="no-preference").page
    for path in ("/", "/timeline"):
        page.goto(path)
    open_viewer(page, numbers[2])
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Photo, full screen")).to_have_count(0)
    until(lambda: page.evaluate("!document.documentElement.matches(':active-view-transition')"), "it is in its place")
    expect(page.locator("a[data-viewer] .large")).to_have_css("view-transition-name", "photo")


def test_arrows_go_to_neighbours_over_days_and_words_to_both_ends(site, numbers):
    page = site.visitor(DESKTOP).page
    open_viewer(page, numbers[2])
    for key, index in [("ArrowRight", 3), ("ArrowRight", 4), ("ArrowLeft", 3), ("ArrowLeft", 2),
                       ("ArrowLeft", 1), ("ArrowLeft", 0)]:
        page.keyboard.press(key)
        expect(seen(page)).to_have_attribute("data-number", str(numbers[index]))
        expect(page).to_have_url(f"{site.server.base}/posts/{numbers[index]}/photo")
    beside = page.locator(".viewer .beside")
    expect(beside.get_by_role("link", name="Previous")).to_be_hidden()
    beside.get_by_role("link", name="Next").click()
    expect(seen(page)).to_have_attribute("data-number", str(numbers[1]))
    expect(page.locator("[data-said]")).to_contain_text("Day 21")
    # Closed, one is at the post of the photo that was seen last.
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[1]}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("January 21, 2024")


def test_neighbours_are_there_before_they_are_gone_to(site, numbers):
    page = site.visitor(DESKTOP).page
    open_viewer(page, numbers[2])
    for index in (1, 3):
        image = page.locator(f'.slide[data-number="{numbers[index]}"] .coarse')
        image.evaluate("image => image.decode()")
        assert image.evaluate("image => image.complete && image.naturalWidth") > 500


def test_a_finger_swipes_to_neighbours_and_down_to_close(site, numbers):
    page = site.visitor(PHONE).page
    open_viewer(page, numbers[2])
    swipe(page, ".slide.current", -250)
    at_rest(page, numbers[3])
    swipe(page, ".slide.current", 250)
    at_rest(page, numbers[2])
    swipe(page, ".slide.current", 0, down=200)
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[2]}")


def test_whoever_leaves_comes_to_the_photo_that_they_saw(site, numbers):
    page = site.visitor(DESKTOP).page
    page.goto("/settings")
    open_viewer(page, numbers[2])
    # A busy browser takes its time to go back, and the strip may move in it.
    page.evaluate("""() => {
      const back = history.back.bind(history);
      window.steps = [];
      history.back = () => window.steps.push(back);
    }""")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    expect(seen(page)).to_have_attribute("data-number", str(numbers[3]))
    # One step, though they said it twice.
    assert page.evaluate("window.steps.length") == 1
    page.evaluate("window.steps[0]()")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[2]}")


def test_a_tap_hides_what_is_over_the_photo_and_shows_it(site, numbers):
    page = site.visitor(PHONE).page
    open_viewer(page, numbers[2])
    about = seen(page).locator(".about")
    expect(about).to_be_visible()
    page.touchscreen.tap(195, 422)
    expect(about).to_be_hidden()
    page.touchscreen.tap(195, 422)
    expect(about).to_be_visible()


def scale(page) -> float:
    """How much larger the photo is drawn than the screen shows it."""
    return seen(page).locator(".stage").evaluate(
        "stage => new DOMMatrix(getComputedStyle(stage).transform).a")


def test_photo_is_drawn_nearer_by_double_click_wheel_and_keys(site, numbers):
    page = site.visitor(DESKTOP).page
    open_viewer(page, numbers[2])
    page.mouse.dblclick(640, 400)
    assert scale(page) == pytest.approx(2.5)
    # As large as that it is the photo itself, which can be moved about in.
    expect(seen(page).locator(".full")).to_have_count(1)
    before = seen(page).locator(".full").bounding_box()
    page.mouse.move(640, 400)
    page.mouse.down()
    page.mouse.move(740, 450, steps=4)
    page.mouse.up()
    after = seen(page).locator(".full").bounding_box()
    assert (after["x"] - before["x"], after["y"] - before["y"]) == (100, 50)
    page.mouse.dblclick(640, 400)
    assert scale(page) == 1
    page.mouse.wheel(0, -300)
    assert scale(page) > 1.5
    page.keyboard.press("0")
    assert scale(page) == 1
    page.keyboard.press("+")
    assert scale(page) == pytest.approx(1.5)
    # The next one is seen whole.
    page.keyboard.press("ArrowRight")
    expect(seen(page)).to_have_attribute("data-number", str(numbers[3]))
    assert scale(page) == 1


def test_two_fingers_draw_the_photo_nearer_and_one_moves_it(site, numbers):
    page = site.visitor(PHONE).page
    open_viewer(page, numbers[2])
    pinch(page, ".slide.current", 60, 180)
    assert scale(page) == pytest.approx(3, abs=0.3)
    assert page.evaluate("visualViewport.scale") == 1
    swipe(page, ".slide.current", -150)
    expect(seen(page)).to_have_attribute("data-number", str(numbers[2]))
    assert scale(page) == pytest.approx(3, abs=0.3)
    pinch(page, ".slide.current", 240, 40)
    assert scale(page) == 1
    swipe(page, ".slide.current", -250)
    expect(seen(page)).to_have_attribute("data-number", str(numbers[3]))


def test_star_download_and_share_are_in_reach(site, numbers):
    page = site.visitor(PHONE).page
    open_viewer(page, numbers[2])
    star = seen(page).get_by_role("button", name="Star")
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    with page.expect_download() as downloaded:
        seen(page).get_by_role("button", name="Download").click()
        seen(page).get_by_role("link", name="Download the original").click()
    assert downloaded.value.suggested_filename == "birthday-dog.jpg"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    # The post's own star knows.
    expect(page.locator(".posthead [data-star] button")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.locator(".posthead [data-star] button")).to_have_attribute("aria-pressed", "true")


def test_the_address_of_a_photo_is_a_page_of_its_own(site, numbers):
    page = site.visitor(DESKTOP).page
    page.goto(f"/posts/{numbers[1]}/photo")
    expect(seen(page)).to_have_attribute("data-number", str(numbers[1]))
    page.keyboard.press("ArrowRight")
    expect(seen(page)).to_have_attribute("data-number", str(numbers[2]))
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[2]}/photo")
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[2]}")


def test_without_script_the_photo_has_links_to_its_neighbours(site, numbers):
    page = site.visitor(DESKTOP, java_script_enabled=False).page
    page.goto(f"/posts/{numbers[2]}")
    page.locator("a[data-viewer]").click()
    expect(page.locator(".slide:visible")).to_have_count(1)
    expect(seen(page).get_by_text("Monday, January 22, 2024")).to_be_visible()
    width = "image => image.decode().then(() => image.naturalWidth)"
    assert seen(page).locator("img.full").evaluate(width) > 1_024
    page.get_by_role("link", name="Next").click()
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[3]}/photo")
    seen(page).get_by_role("button", name="Star").click()
    expect(page).to_have_url(f"{site.server.base}/posts/{numbers[3]}")
    expect(page.get_by_role("button", name="Star")).to_have_attribute("aria-pressed", "true")


def test_leaving_with_the_photo_open_locks_where_that_is_set(site, numbers):
    visitor = site.visitor(PHONE)
    # What was on its way while the journal was locked.
    visitor.expected = {404, 423}
    page = visitor.page
    site.device.set_pin("2849")
    site.device.ask("POST", "/api/v1/unlock", json={"pin": "2849"})
    site.device.ask("PATCH", "/api/v1/settings", json={"lock-after": "0"})
    open_viewer(page, numbers[2])
    is_locking = lambda request: request.method == "POST" and request.url.endswith("/api/v1/lock")
    with page.expect_request(is_locking):
        page.evaluate("""() => {
            Object.defineProperty(document, "hidden", { value: true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""")


def test_going_back_from_a_lock_shows_no_photo(site, numbers):
    visitor = site.visitor(PHONE)
    # What was on its way while the journal was locked.
    visitor.expected = {404, 423}
    page = visitor.page
    site.device.set_pin("2849")
    site.device.ask("POST", "/api/v1/unlock", json={"pin": "2849"})
    open_viewer(page, numbers[2])
    site.device.ask("POST", "/api/v1/lock")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page).to_have_url(re.compile("/lock"))
    assert page.locator(".slide").count() == 0
