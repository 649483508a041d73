"""A phone's pages in each size of text: nothing is wider than the screen, and nothing covers another."""

import pytest

from diary import fill
from visitor import PHONE
from waiting import drawn

SIZES = ["small", "medium", "large"]
# Of what is written or drawn in an element, not of its room.
COVERED = """() => [...document.querySelectorAll(".cell")].filter((cell) => {
  const [mark, number] = [".day-mark svg, .count", ".number"].map((name) => {
    const element = cell.querySelector(name);
    if (!element) return undefined;
    const range = document.createRange();
    range.selectNode(element);
    return range.getBoundingClientRect();
  });
  return mark && mark.left < number.right && mark.top < number.bottom - 2;
}).map((cell) => cell.getAttribute("aria-label"))"""
WIDTH = """() => {
  // What goes on to the side within a box of its own makes no page wide.
  const scrolls = (element) => Boolean(element.parentElement?.closest("body *"))
    && (getComputedStyle(element.parentElement).overflowX !== "visible" || scrolls(element.parentElement));
  return {
  page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  scale: visualViewport.scale,
  wide: [...document.querySelectorAll("body *")].filter((element) =>
    element.getBoundingClientRect().right > innerWidth + 0.5 && element.checkVisibility()
    && !scrolls(element)).map((element) => element.outerHTML.slice(0, 80)),
  };
}"""


@pytest.fixture(scope="module")
def made_site(begin_module):
    return begin_module(fill)


@pytest.fixture(scope="module", params=SIZES)
def visitor(made_site, request):
    visitor = made_site.visitor(PHONE)
    visitor.context.add_cookies([{"name": "text-size", "value": request.param, "url": visitor.base}])
    visitor.size = request.param
    return visitor


@pytest.mark.parametrize("path", [
    "/", "/calendar", "/timeline", "/posts/{number}", "/posts/{words}", "/new", "/more", "/settings",
    "/texts", "/texts/text?collection=sayings&key=long", "/collections",
    "/texts/read?collection=book&section=Walks.1", "/texts/checklist?collection=book", "/texts/reading",
    "/texts/plans", "/people", "/people/1", "/people/1/edit", "/contacts/1", "/due", "/reminders",
    "/texts/highlights", "/texts/note?collection=book&key=Walks.1.2"])
def test_nothing_is_wider_than_the_screen(made_site, visitor, path):
    page, filled = visitor.page, made_site.made
    page.goto(path.format(number=filled.number, words=filled.words))
    # By script: a browser drops the wheel of whoever turns it before the page is first drawn.
    page.evaluate("scrollBy(0, 200)")
    drawn(page)
    assert page.evaluate("document.documentElement.dataset.text") == visitor.size
    assert page.evaluate(WIDTH) == {"page": 0, "scale": 1, "wide": []}


@pytest.mark.parametrize("path", ["/", "/calendar"])
def test_mood_leaves_the_number_free(visitor, path):
    page = visitor.page
    page.goto(path)
    assert page.locator(".day-mark").count() > 0
    # One a day, so that none covers another.
    assert page.locator(".cell > :nth-child(1 of .day-mark, .count) ~ :is(.day-mark, .count)").count() == 0
    assert page.evaluate(COVERED) == []
