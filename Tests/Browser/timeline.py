"""The timeline as it is scrolled."""

from playwright.sync_api import Page

from waiting import holds

# Whether all that a next scroll may show is there, and the address and its state say which post stands where:
# what a scroll begins is over then.
SETTLED = """() => {
  const isNear = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom >= -innerHeight && top <= 2 * innerHeight;
  };
  const coming = ".months [data-folded], .part:not([data-state=here]), .more-posts";
  if ([...document.querySelectorAll(coming)].some(isNear)) return false;
  const first = [...document.querySelectorAll(".tile[data-post]")]
    .find((tile) => tile.getBoundingClientRect().bottom > 60);
  const at = new URL(location.href).searchParams.get("at");
  const place = history.state?.place;
  if (scrollY <= 40 || !first) return !at && !place;
  return at === first.dataset.post && place?.post === at
    && Math.abs(place.top - first.getBoundingClientRect().top) < 1;
}"""


def scroll(page: Page, distance: int) -> None:
    page.evaluate("(distance) => scrollBy({ top: distance, behavior: 'instant' })", distance)
    settle(page)


def settle(page: Page) -> None:
    holds(page, SETTLED)
