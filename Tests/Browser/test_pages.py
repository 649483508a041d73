"""Every page at both sizes and in both themes: its picture, axe-core's rules, a quiet console."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from diary import LARGE, SMALL, fill
from server import SAMPLES
from visitor import SCREENS, THEMES

AXE = Axe().axe_script
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"]}
VIOLATIONS = "rules => axe.run(rules).then((results) => results.violations)"
PIN = "2849"

# By name: the path, and the answers that say no and are meant to.
PAGES = {
    "month": ("/", set()),
    "month-open": ("/", set()),
    "month-empty": ("/months/1999-01", set()),
    "year": ("/years/{year}", set()),
    "day": ("/days/{today}", set()),
    "day-deleted": ("/days/{today}?deleted={trashed}", set()),
    "day-empty": ("/days/1999-01-01", set()),
    "post": ("/posts/{number}", set()),
    "post-saved": ("/posts/{number}?saved=1", set()),
    "post-refused": ("/posts/{number}", {422}),
    "post-trashed": ("/posts/{trashed}", set()),
    "photo": ("/posts/{number}/photo", set()),
    "words": ("/posts/{words}", set()),
    "version": ("/posts/{words}/versions/1", set()),
    "versions": ("/posts/{words}/versions", set()),
    "write-refused": ("/write", {409}),
    "new": ("/new", set()),
    "new-chosen": ("/new", set()),
    "new-failed": ("/new", {415, 422}),
    "posts": ("/posts", set()),
    "search": ("/search", set()),
    "search-results": ("/search?q=cake", set()),
    "search-nothing": ("/search?q=nothing", set()),
    "search-tag": ("/search?tag=walk", set()),
    "starred": ("/starred", set()),
    "memories": ("/memories?day={today}", set()),
    "statistics": ("/statistics", set()),
    "trash": ("/trash", set()),
    "settings": ("/settings", set()),
    "settings-refused": ("/settings?problem=pin#lock", set()),
    "problem": ("/nothing-here", {404}),
    "pair": ("/pair/" + "A" * 43, set()),
    "offline": ("/assets/offline.html", set()),
}


def upload(name: str, content: bytes) -> dict:
    return {"name": name, "mimeType": "image/jpeg", "buffer": content}


BROKEN = upload("broken.jpg", b"\xff\xd8 no photo")


def choose_photos(page: Page) -> None:
    """One that the browser can show and one that is none."""
    page.locator("[data-files]").set_input_files([
        *[upload(name, (SAMPLES / name).read_bytes()) for name in (SMALL[1], LARGE[1])], BROKEN])
    page.locator("[data-uploads] img").first.evaluate("image => image.decode()")


def fail_to_post(page: Page) -> None:
    page.locator("[data-files]").set_input_files(BROKEN)
    page.locator("[data-upload] > button.main").click()
    page.locator("[data-uploads] .state button").wait_for()


def refuse(page: Page) -> None:
    page.get_by_label("Caption").fill(101 * "가")
    page.locator("form.panel").evaluate("form => { form.noValidate = true; }")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("alert").wait_for()


def refuse_words(page: Page) -> None:
    page.get_by_label("Title").fill("A page of the morning")
    page.get_by_label("Words").fill("But how was I?")
    page.get_by_label("Morning page").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("alert").wait_for()


STEPS = {
    "write-refused": refuse_words,
    "month-open": lambda page: page.locator("details.more summary").click(),
    "new-chosen": choose_photos,
    "new-failed": fail_to_post,
    "post-refused": refuse,
}


@pytest.fixture(scope="module")
def diary(made_site):
    return fill(made_site.device)


@pytest.fixture(scope="module")
def visitors(made_site, diary):
    return {screen: made_site.visitor(screen) for screen in SCREENS}


@pytest.mark.parametrize("name", PAGES)
def test_page_is_accessible_and_quiet(name, visitors, diary, screen, screenshots):
    visitor = visitors[screen]
    path, visitor.expected = PAGES[name]
    page = visitor.page
    page.goto(path.format(**vars(diary)))
    if name in STEPS:
        STEPS[name](page)
    examine(page, screenshots, name, screen)
    visitor.check()


def lock_now(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("button", name="Lock now").click()


def unlock_after_tries(page: Page) -> None:
    page.goto("/lock?next=/statistics")
    page.locator("#pin").fill(PIN)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Failed tries").wait_for()
    assert "127.0.0.1: 1 time, last at 2" in page.get_by_role("listitem").inner_text()


def try_wrong_pin(page: Page) -> None:
    page.goto("/lock")
    page.locator("#pin").fill("7310")
    page.keyboard.press("Enter")
    page.get_by_role("alert").wait_for()


# What the lock shows, in the order in which a person comes to it.
LOCK_STEPS = {
    "settings-lock": lambda page: page.goto("/settings#lock"),
    "lock": lock_now,
    "tries": unlock_after_tries,
    "lock-again": lock_now,
    "lock-wrong": try_wrong_pin,
    "lock-wait": lambda page: [try_wrong_pin(page) for _ in range(3)],
}


def test_pages_of_the_lock_are_accessible_and_quiet(site, screen, screenshots):
    site.device.set_pin(PIN)
    page = site.visitor(screen).page
    for name, step in LOCK_STEPS.items():
        if name == "settings-lock":
            site.device.ask("POST", "/api/v1/unlock", json={"pin": PIN})
        if name == "tries":
            site.another_device().fail_to_unlock("7310")
        step(page)
        examine(page, screenshots, name, screen)


# A picture of the whole page: with the photos that come when they are scrolled to, and the phone's
# bar at the page's end.
SETTLE = """async () => {
  for (const bar of document.querySelectorAll(".bar")) {
    if (getComputedStyle(bar).position !== "fixed") continue;
    document.body.style.position = "relative";
    bar.style.position = "absolute";
  }
  for (const image of document.images) image.loading = "eager";
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
}"""


def examine(page: Page, folder: Path, name: str, screen) -> None:
    """Takes a page's picture in both themes and holds it to axe-core's rules."""
    page.evaluate(SETTLE)
    assert_no_sideways_scrolling(page)
    page.evaluate(AXE)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        picture = f"{name}-{screen.name}-{theme}"
        page.screenshot(path=folder / f"{picture}.png", full_page=True)
        assert_no_grave_violation(page, picture)


def assert_no_grave_violation(page: Page, picture: str) -> None:
    violations = page.evaluate(VIOLATIONS, RULES)
    for violation in violations:
        nodes = "\n".join(f"    {node['html'][:160]}" for node in violation["nodes"][:3])
        kind = f"{violation['impact']} {violation['id']}"
        print(f"{picture}: {kind}: {violation['help']}\n{nodes}")
    grave = [v["id"] for v in violations if v["impact"] in ("serious", "critical")]
    assert not grave, f"{picture}: {grave}"


def assert_no_sideways_scrolling(page: Page) -> None:
    wide, room = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room, f"the page is {wide} pixels wide in {room}"
