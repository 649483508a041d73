"""What swipe.js takes for a swipe, on a page that has nothing else."""

import pytest

from server import CHECKOUT
from touch import swipe
from visitor import PHONE
from waiting import holds

SCRIPT = CHECKOUT / "Sources/Web/JournalServer/Assets/static/scripts/swipe.js"
PAGE = """<!doctype html><meta name=viewport content="width=device-width"><style>body { margin: 0; height: 3000px }
#area { padding-top: 200px; height: 400px } .strip { overflow-x: auto; width: 100% } .strip div { width: 2000px; height: 80px }
</style><div id=area><input id=field><p id=text>text</p><div class=strip><div></div></div>
<dialog id=over>over it</dialog></div>"""
WATCHED = """
window.seen = [];
window.fingers = 0;
addEventListener("pointerdown", () => { window.fingers += 1; }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { window.fingers -= 1; }, true);
const see = (way) => () => window.seen.push(way);
window.watch = (...ways) => {
  window.unwatch?.();
  window.unwatch = onSwipe(document.querySelector("#area"), Object.fromEntries(ways.map((way) => [way, see(way)])));
};
window.watch("left", "right");"""


@pytest.fixture
def page(browser):
    context = browser.new_context(**PHONE.options)
    page = context.new_page()
    page.set_content(PAGE)
    page.add_script_tag(content=SCRIPT.read_text() + WATCHED, type="module")
    yield page
    context.close()


def seen(page) -> list[str]:
    # Touches come with the frames that the browser draws, and the element goes back to its place.
    holds(page, "() => window.fingers === 0")
    page.evaluate("Promise.all(document.getAnimations().map((animation) => animation.finished)).then(() => true)")
    return page.evaluate("window.seen.splice(0)")


@pytest.mark.parametrize("distance", [80, 230, 300])
def test_a_swipe_is_told_by_its_way(page, distance):
    swipe(page, "#text", -distance)
    assert seen(page) == ["left"]
    swipe(page, "#text", distance)
    assert seen(page) == ["right"]


def test_what_is_no_swipe_is_left_alone(page):
    swipe(page, "#text", 12)
    # On a field, in what scrolls itself, and over the page.
    swipe(page, "#field", -120)
    swipe(page, ".strip", -120)
    holds(page, "() => document.querySelector('.strip').scrollLeft > 50")
    swipe(page, "#text", 0, down=-120)
    holds(page, "() => scrollY > 50")
    assert seen(page) == []


def test_a_dialog_over_the_element_keeps_its_swipes(page):
    page.evaluate("document.querySelector('#over').showModal()")
    swipe(page, "#over", -120)
    assert seen(page) == []


def test_two_fingers_are_no_swipe(page):
    client = page.context.new_cdp_session(page)
    point = lambda x, y, finger: {"x": x, "y": y, "id": finger}
    send = lambda kind, *points: client.send(
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    send("touchStart", point(150, 200, 0))
    send("touchStart", point(150, 200, 0), point(250, 200, 1))
    send("touchMove", point(50, 200, 0), point(350, 200, 1))
    send("touchEnd")
    assert seen(page) == []


def test_up_and_down_are_told_where_they_are_asked_for(page):
    page.evaluate("window.watch('down')")
    swipe(page, "#text", 0, down=150)
    assert seen(page) == ["down"]
    swipe(page, "#text", 0, down=-150)
    swipe(page, "#text", 150)
    assert seen(page) == []
    page.evaluate("window.unwatch()")
    swipe(page, "#text", 0, down=150)
    assert seen(page) == []
