"""Every page at both sizes, in both themes and languages: its picture, axe-core's rules in all colours,
a quiet console."""

import os
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import album
import gallery
from device import another
from diary import LARGE, SMALL, fill
from server import CHECKOUT, SAMPLES
from visitor import PHONE, SCREENS, THEMES
from waiting import drawn

# One page is what a phone shares, which comes through it.
pytestmark = pytest.mark.workers

AXE = Axe().axe_script
RULES = {"resultTypes": ["violations"]}
# What a colour can break.
COLOUR_RULES = {**RULES, "runOnly": {"type": "rule", "values": [
    "color-contrast", "link-in-text-block"]}}
TOKENS = CHECKOUT / "Sources/Web/JournalServer/Assets/static/style/00-tokens.css"
COLOURS = sorted(set(re.findall(r'data-colour="?(\w+)', TOKENS.read_text())))
# Every page in every colour and language at every size, which takes minutes more.
IS_WHOLE = os.environ.get("DAYSTAMP_COLOURS") == "all"
LANGUAGES = {"en": "en-US", "ko": "ko-KR"}
VIOLATIONS = "rules => axe.run(rules).then((results) => results.violations)"
PIN = "2849"
# Of the settings, those of the lock being among what the lock shows.
GROUPS = [
    "appearance", "days", "label", "writing", "texts", "reminders", "devices", "passkeys", "tokens", "access", "import",
    "export"]

# By name: the path, and the answers that say no and are meant to.
PAGES = {
    "today": ("/", set()),
    "month": ("/calendar", set()),
    "month-day": ("/calendar", set()),
    "month-jump": ("/calendar", set()),
    "month-empty": ("/months/1999-01", set()),
    "year": ("/years/{year}", set()),
    "year-moods": ("/years/{year}", set()),
    "day": ("/days/{today}", set()),
    "day-deleted": ("/days/{today}?deleted={trashed}", set()),
    "day-empty": ("/days/1999-01-01", set()),
    "new": ("/new", set()),
    "new-chosen": ("/new", {415, 422}),
    "new-further": ("/new", set()),
    "new-day": ("/new", set()),
    "new-mood": ("/new", set()),
    "new-drafts": ("/new", set()),
    "new-crop": ("/new", set()),
    "new-refused": ("/new", {409, 422}),
    "timeline": ("/timeline", set()),
    "timeline-selected": ("/timeline", set()),
    "timeline-found": ("/timeline?q=cake", set()),
    "timeline-nothing": ("/timeline?q=nothing", set()),
    "timeline-filter": ("/timeline?q=cake", set()),
    "tags": ("/tags", set()),
    "palette": ("/more", set()),
    "timeline-pane": ("/timeline", set()),
    "timeline-chips": ("/timeline?starred=1&tag=birthday", set()),
    "post": ("/posts/{number}", set()),
    "post-menu": ("/posts/{number}", set()),
    "post-edit": ("/posts/{number}?edit=1", set()),
    "post-label": ("/posts/{number}?edit=1", set()),
    "post-crop": ("/posts/{number}?edit=1", set()),
    "post-saved": ("/posts/{number}?saved=1", set()),
    "post-refused": ("/posts/{number}?edit=1", {422}),
    "post-trashed": ("/posts/{trashed}", set()),
    "photo": ("/posts/{number}/photo", set()),
    "viewer": ("/posts/{number}", set()),
    "viewer-downloads": ("/posts/{number}/photo", set()),
    "words": ("/posts/{words}", set()),
    "words-edit": ("/posts/{words}?edit=1", set()),
    "version": ("/posts/{words}/versions/1", set()),
    "versions": ("/posts/{words}/versions", set()),
    "memories": ("/memories?day={today}", set()),
    "statistics": ("/statistics", set()),
    "trash": ("/trash", set()),
    "samples": ("/samples", set()),
    "texts": ("/texts", set()),
    "texts-searches": ("/texts?q=nothing", set()),
    "text-hearts": ("/texts/hearts", set()),
    "texts-nothing": ("/texts?kind=new", set()),
    "text": ("/texts/text?collection=sayings&key=both", set()),
    "text-card": ("/texts/text?collection=sayings&key=both&theme=sage", set()),
    "collections": ("/collections", set()),
    "collections-refused": ("/collections", {409}),
    "collection": ("/collections/collection?name=sayings", set()),
    "section": ("/texts/read?collection=book&section=Walks.1", set()),
    "section-selected": ("/texts/read?collection=book&section=Walks.1", set()),
    "section-look": ("/texts/read?collection=book&section=Walks.3", set()),
    "checklist": ("/texts/checklist?collection=book", set()),
    "reading": ("/texts/reading", set()),
    "plans": ("/texts/plans", set()),
    "people": ("/people", set()),
    "people-found": ("/people?q=tea", set()),
    "people-nothing": ("/people?show=archived", set()),
    "person": ("/people/1", set()),
    "person-new": ("/people/2", set()),
    "person-noted": ("/people/1?contacted=1", set()),
    "person-refused": ("/people/1", {422}),
    "person-edit": ("/people/1/edit", set()),
    "contact": ("/contacts/1", set()),
    "due": ("/due", set()),
    "reminders": ("/reminders", set()),
    "reminders-changing": ("/reminders", set()),
    "reminders-refused": ("/reminders", {422}),
    "feed": ("/reminders", set()),
    "timeline-contacts": ("/timeline?q=tea", set()),
    "highlights": ("/texts/highlights?order=book", set()),
    "notes": ("/texts/notes", set()),
    "note": ("/texts/note?collection=book&key=Walks.1.2", set()),
    "note-versions": ("/texts/note/versions?collection=book&key=Walks.1.2", set()),
    "text-marked": ("/texts/text?collection=book&key=Walks.1.2", set()),
    "more": ("/more", set()),
    "keys": ("/more", set()),
    "about": ("/about", set()),
    "help": ("/help", set()),
    "help-page": ("/help/journal", set()),
    "tour": ("/tour", set()),
    "tour-end": ("/tour/6", set()),
    "settings": ("/settings", set()),
    **{f"settings-{group}": (f"/settings/{group}", set()) for group in GROUPS},
    "settings-refused": ("/settings/lock?problem=pin", set()),
    "access": ("/access", set()),
    "device": ("/settings/devices/1", set()),
    "pairing": ("/settings/devices", set()),
    "token": ("/settings/tokens", set()),
    "problem": ("/nothing-here", {404}),
    "pair": ("/settings/devices", set()),
    "share": ("/share", set()),
    "share-photo": ("/new", set()),
    "offline": ("/assets/offline.html", set()),
}


def upload(name: str, content: bytes) -> dict:
    return {"name": name, "mimeType": "image/jpeg", "buffer": content}


def choose_photos(page: Page) -> None:
    """One that is there already, one that is not, and one that is none."""
    again = upload(SMALL[1], (SAMPLES / SMALL[1]).read_bytes())
    new = upload(LARGE[1], another(LARGE[1], page.viewport_size["width"]))
    page.locator("[data-files]").set_input_files(
        [again, new, upload("broken.jpg", b"\xff\xd8 no photo")])
    page.locator("[data-photos] .over").wait_for()
    # The server's cards; that of what it refused takes a caption too, as long as it may be sent again.
    expect(page.locator("[data-photos] > li[data-path] textarea")).to_have_count(2)
    drawn(page)


def show_drafts(page: Page) -> None:
    page.locator("#words").fill("Half a thought")
    expect(page.locator("[data-state]")).not_to_be_empty()
    page.goto("/new")
    page.locator(".drafts > summary").click()


def refuse_words(page: Page) -> None:
    page.locator("#words").fill("But how was I?")
    page.locator("[data-chip=more] > summary").click()
    page.locator("[name=morning]").check()
    page.locator("[data-post]").click()
    # It asks for the mood, and has sent nothing.
    page.locator("[data-mood-first]").wait_for()


def refuse_caption(page: Page) -> None:
    page.locator("#caption").fill(101 * "가")
    form = page.locator("form[data-words]")
    form.evaluate("form => { form.noValidate = true; }")
    form.locator("button.main").click()
    page.get_by_role("alert").first.wait_for()


def add_again(page: Page) -> None:
    page.locator("#file").set_input_files(
        {"name": "sayings.csv", "mimeType": "text/csv", "buffer": b"text\nOnce more\n"})
    page.get_by_role("main").locator("form button.main").click()
    page.get_by_role("alert").wait_for()


def select_posts(page: Page) -> None:
    page.locator("[data-select]").click()
    for box in page.locator(".pick-box input").all()[:2]:
        box.check()


def choose_label(page: Page) -> None:
    page.locator("[data-look] summary").click()
    with page.expect_response("**/label?*"):
        page.locator("#label-style").select_option("film")


def crop_photo(page: Page) -> None:
    page.locator("[data-photo-edit] > summary").click()
    page.locator("[data-photo-edit][data-drawn]").wait_for()
    page.locator("label", has=page.locator('input[value="square"]')).click()
    # What another language's page has chosen is there again.
    name = page.locator("[data-filter]:is([value=sepia], [value=noir]):not(:checked)").first.input_value()
    with page.expect_response(re.compile(f"filter={name}")):
        page.locator("label", has=page.locator(f'input[value="{name}"]')).click()


def crop_chosen_photo(page: Page) -> None:
    page.locator("[data-files]").set_input_files(
        upload(LARGE[1], another(LARGE[1], 7 * page.viewport_size["width"])))
    page.locator("[data-photos] textarea").wait_for()
    crop_photo(page)
    drawn(page)


def select_verse(page: Page) -> None:
    page.locator(".verse .number").nth(2).focus()
    page.keyboard.press("h")
    page.locator("[data-marker]").wait_for()


def open_viewer(page: Page) -> None:
    page.locator("a[data-viewer]").click()
    page.locator(".slide.current .when").wait_for()


def refuse_contact(page: Page) -> None:
    page.locator("#log > summary").click()
    page.locator("#keywords").fill("marmalade")
    page.locator("#log button.main").click()
    page.locator("#keywords-wrong").wait_for()


def refuse_hook(page: Page) -> None:
    page.locator("#advanced > summary").click()
    page.locator("#ways details:has(#hook-address) > summary").click()
    page.locator("#hook-address").fill("javascript:alert(1)")
    page.locator("form:has(#hook-address) button").click()
    page.locator("#hook-address-wrong").wait_for()


def make_feed(page: Page) -> None:
    page.locator("#advanced > summary").click()
    page.locator("#feeds details:has(#feed-name) > summary").click()
    page.locator("#feed-name").fill("Phone")
    page.locator("form:has(#feed-name) button").click()
    page.locator("#address").wait_for()


def open_link(page: Page) -> None:
    page.locator("form[action$=pairing] button").click()
    page.goto(page.locator("#link").input_value())


STEPS = {
    "reminders-changing": lambda page: [
        page.locator("#advanced > summary").click(), page.locator("#rules li summary").first.click()],
    "reminders-refused": refuse_hook,
    "feed": make_feed,
    "person-refused": refuse_contact,
    "post-label": choose_label,
    "post-crop": crop_photo,
    "viewer": open_viewer,
    "viewer-downloads": lambda page: page.locator(".slide.current [popovertarget]").click(),
    "month-day": lambda page: [
        page.locator(".calendar [aria-current=date]").click(),
        page.locator("dialog.dayover .post, dialog.dayover .card").first.wait_for()],
    "month-jump": lambda page: page.locator("[data-opens=jump]").click(),
    "year-moods": lambda page: page.locator(".map-head .switch a").last.click(),
    "new-chosen": choose_photos,
    "new-crop": crop_chosen_photo,
    "new-further": lambda page: page.locator("[data-chip=more] > summary").click(),
    "new-day": lambda page: page.locator("[data-chip=day] > summary").click(),
    "new-mood": lambda page: page.locator("[data-chip=mood] > summary").click(),
    "new-drafts": show_drafts,
    "new-refused": refuse_words,
    "timeline-selected": select_posts,
    "timeline-pane": lambda page: [
        page.locator(".tile.text > a").first.click(), page.locator(".posthead").wait_for()],
    "palette": lambda page: [
        page.keyboard.press("Control+k"), page.locator(".palette input").press_sequentially("a"),
        page.locator(".palette li").nth(2).wait_for()],
    "timeline-filter": lambda page: [
        page.locator(".filter > summary").click(), page.locator("[data-filter-tags] small").first.wait_for()],
    "collections-refused": add_again,
    "section-selected": select_verse,
    "section-look": lambda page: page.locator(".look summary").click(),
    "texts-searches": lambda page: page.locator(".searches > summary").click(),
    "post-menu": lambda page: page.locator("[popovertarget=post-menu]").click(),
    "post-refused": refuse_caption,
    "share-photo": lambda page: [
        gallery.share(page, SAMPLES / SMALL[0], "Cake at last, and a walk."),
        page.locator("blockquote").wait_for()],
    "keys": lambda page: page.keyboard.press("?"),
    "pair": open_link,
    "pairing": lambda page: page.locator("form[action$=pairing] button").click(),
    "token": lambda page: [
        page.locator("#tokens summary").click(), page.locator("#token-name").fill("Door"),
        page.locator("#tokens form button").click(), page.locator("#token").wait_for()],
}


@pytest.fixture(scope="module")
def made_site(begin_module):
    return begin_module(fill)


@pytest.fixture
def diary(made_site):
    return made_site.made


# Longer words are in the way on the phone first.
VIEWS = [(screen, language) for screen in SCREENS for language in LANGUAGES
         if language == "en" or screen is PHONE or IS_WHOLE]


@pytest.fixture(scope="module")
def visitors(made_site):
    return {(screen, language): made_site.visitor(screen, locale=LANGUAGES[language]) for screen, language in VIEWS}


@pytest.mark.parametrize("screen, language", VIEWS, ids=[f"{screen.name}-{language}" for screen, language in VIEWS])
@pytest.mark.parametrize("name", PAGES)
def test_page_is_accessible_and_quiet(name, language, visitors, diary, screen, screenshots):
    visitor = visitors[screen, language]
    path, visitor.expected = PAGES[name]
    page = visitor.page
    # As the first page that a browser opens, which holds its style.
    page.context.clear_cookies(name="style")
    page.goto(path.format(**vars(diary)))
    if name in STEPS:
        STEPS[name](page)
    examine(page, screenshots, name, screen, language)
    visitor.check()


@pytest.mark.parametrize("language", LANGUAGES)
def test_first_pages_are_accessible_and_quiet(site, language, screen, screenshots):
    page = site.visitor(screen, locale=LANGUAGES[language]).page
    for name, path in {"first": "/", "first-month": "/calendar", "first-timeline": "/timeline"}.items():
        page.goto(path)
        examine(page, screenshots, name, screen, language)


def lock_now(page: Page) -> None:
    page.goto("/settings/lock")
    page.locator("main form[action='/lock'] button").first.click()


def unlock_after_tries(page: Page) -> None:
    page.goto("/lock?next=/statistics")
    page.locator("#pin").fill(PIN)
    page.keyboard.press("Enter")
    assert "127.0.0.1: 1" in page.locator(".gate li").inner_text()


def try_wrong_pin(page: Page) -> None:
    page.goto("/lock")
    page.locator("#pin").fill("7310")
    page.keyboard.press("Enter")
    page.get_by_role("alert").wait_for()


# What the lock shows, in the order in which a person comes to it.
LOCK_STEPS = {
    "settings-lock": lambda page: page.goto("/settings/lock"),
    "lock": lock_now,
    "tries": unlock_after_tries,
    "lock-again": lock_now,
    "lock-wrong": try_wrong_pin,
    "lock-wait": lambda page: [try_wrong_pin(page) for _ in range(3)],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_the_lock_are_accessible_and_quiet(site, language, screen, screenshots):
    site.device.set_pin(PIN)
    page = site.visitor(screen, locale=LANGUAGES[language]).page
    for name, step in LOCK_STEPS.items():
        if name == "settings-lock":
            site.device.ask("POST", "/api/v1/unlock", json={"pin": PIN})
        if name == "tries":
            site.another_device().fail_to_unlock("7310")
        step(page)
        examine(page, screenshots, name, screen, language)


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
  await document.fonts.ready;
}"""
# The elements that look otherwise once the page has all of the style, where it holds the parts that it needs.
OTHERWISE = """async () => {
  const part = document.querySelector("style");
  if (!part) return [];
  const names = ["display", "position", "inset", "width", "height", "margin", "padding", "gap", "font", "color",
    "background", "border", "border-radius", "box-shadow", "opacity", "grid-template", "grid-area", "flex", "order",
    "align-items", "justify-content", "overflow", "z-index", "fill", "stroke", "transform", "cursor", "object-fit",
    "text-align", "white-space", "list-style", "content", "visibility", "outline-offset", "aspect-ratio"];
  const look = (style) => names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
  const looks = () => [...document.body.querySelectorAll("*")].flatMap((element) =>
    ["", "::before", "::after"].map((part) => [element, part, look(getComputedStyle(element, part))]));
  const before = looks();
  const all = document.querySelector('link[as="style"]').cloneNode();
  all.rel = "stylesheet";
  await new Promise((resolve, reject) => {
    all.addEventListener("load", resolve);
    all.addEventListener("error", reject);
    part.after(all);
  });
  const after = looks();
  all.remove();
  return before.flatMap(([element, part, look], index) => look
    .filter((value, place) => value !== after[index][2][place])
    .map((value) => `${element.outerHTML.slice(0, 100)} ${part} ${value}`));
}"""
# What covers the screen has no further part below it, and a timeline gives up what is far, as all of it
# is for a moment when it is drawn whole.
COVERED = "document.querySelector('dialog[open], .viewer, .months') !== null"


def examine(page: Page, folder: Path, name: str, screen, language: str) -> None:
    """Takes a page's picture in both themes and holds it to axe-core's rules in all colours."""
    page.evaluate(SETTLE)
    assert_no_sideways_scrolling(page)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        picture = album.name(name, screen.name, theme, language)
        # A pixel a point, which takes a third of the time that a phone's take, and is shown smaller still.
        page.screenshot(path=folder / picture, full_page=not page.evaluate(COVERED), scale="css")
        # What is read in another language has the same elements and colours.
        if language == "en":
            hold_to_rules(page, picture, theme, screen)


def hold_to_rules(page: Page, picture: str, theme: str, screen) -> None:
    if theme == THEMES[0]:
        otherwise = page.evaluate(OTHERWISE)
        assert not otherwise, f"{picture}: a part of the style is missing for {otherwise[:5]}"
        page.evaluate(AXE)
        assert_no_violation(page, picture, RULES)
    else:
        assert_no_violation(page, picture, COLOUR_RULES)
    # At another size there are the same colours.
    for colour in colours(picture.split("_")[0], theme) if screen is PHONE else []:
        page.evaluate("colour => { document.documentElement.dataset.colour = colour; }", colour)
        assert_no_violation(page, f"{picture} in {colour}", COLOUR_RULES)


def colours(name: str, theme: str) -> list[str]:
    """One colour for each theme, and others on the next page: ColoursTests checks the contrast of every pair.
    DAYSTAMP_COLOURS=all checks every page in every colour, which takes minutes."""
    if IS_WHOLE:
        return COLOURS
    turn = list(PAGES).index(name) if name in PAGES else 0
    return [COLOURS[(turn + 3 * THEMES.index(theme)) % len(COLOURS)]]


def assert_no_violation(page: Page, state: str, rules: dict) -> None:
    violations = page.evaluate(VIOLATIONS, rules)
    for violation in violations:
        nodes = "\n".join(f"    {node['html'][:160]}" for node in violation["nodes"][:3])
        kind = f"{violation['impact']} {violation['id']}"
        print(f"{state}: {kind}: {violation['help']}\n{nodes}")
    assert not violations, f"{state}: {[violation['id'] for violation in violations]}"


def assert_no_sideways_scrolling(page: Page) -> None:
    wide, room = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room, f"the page is {wide} pixels wide in {room}"
