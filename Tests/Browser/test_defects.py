"""What looked wrong to those who lived with the pages, where no other test would see it come back."""

import re

from playwright.sync_api import expect

from clock import today
from diary import SAYINGS
from test_plans import plans
from visitor import DESKTOP, PHONE
from waiting import until


def feelings(device) -> None:
    """A photo and words with a mood on this month's first day, a Sunday's colour or not."""
    first = f"{today():%Y-%m}-01"
    device.post("three-puppies.jpg", f"{first} 00:00:01")
    device.ask("POST", "/write", data={"words": "A storm", "mood": "5", "day": first})
    device.ask("POST", "/write", data={"words": "Rain\n\n- [ ] boots\n- [x] hat", "day": first, "clock": "00:00"})


def test_a_face_is_drawn_in_its_own_colours_wherever_it_is(begin):
    """It was a letter: an outline in the colour of a weekday where the system has no coloured one."""
    page = begin(feelings).visitor(PHONE, locale="ko-KR").page
    faces = []
    for path in ("/calendar", "/timeline", "/statistics"):
        page.goto(path)
        face = page.locator("main svg.mood-face.of-5, main .mood-face.of-5").first
        expect(face).to_be_attached()
        faces.append(face.evaluate("(face) => getComputedStyle(face.querySelector('circle') ?? face).fill"))
        assert "😀" not in page.locator("main").inner_text()
    assert len(set(faces)) == 1 and faces[0] != "none"


def test_a_task_has_its_box_in_the_timeline(begin):
    page = begin(feelings).visitor(PHONE).page
    page.goto("/timeline")
    expect(page.locator(".tile .lead", has_text="boots")).to_have_text(re.compile("☐ boots\n☑ hat"))


def test_what_is_done_to_several_posts_has_drawn_signs(begin):
    page = begin(feelings).visitor(PHONE).page
    page.goto("/timeline")
    page.get_by_role("button", name="Select", exact=True).click()
    buttons = page.locator(".selection button")
    expect(buttons.first).to_be_visible()
    for button in buttons.all():
        expect(button.locator("svg")).to_have_count(1)


def test_a_portion_that_is_ticked_counts_as_read(site):
    """Above “2 sections read” stood that nothing was."""
    page = plans(site, PHONE).page
    form = page.locator("form[action$=make]")
    form.get_by_label("Name").fill("Four days")
    form.get_by_label("Days").fill("4")
    form.get_by_role("button").click()
    page.get_by_role("button", name="Start the plan").click()
    page.goto("/")
    page.locator(".today-plans summary").click()
    page.locator(".plan-day .tick").click()
    expect(page.locator(".plan-day .tick")).to_have_attribute("aria-pressed", "true")
    page.goto("/texts/reading")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("Nothing read yet")).to_have_count(0)


def test_letters_of_a_cards_shapes_are_of_one_size(site):
    """Only a choice of the size of text shows each at its own."""
    site.device.add_collection("sayings.csv", SAYINGS)
    page = site.visitor(DESKTOP).page
    page.goto("/texts/text?collection=sayings&key=both")
    page.get_by_text("Make a card").click()
    sizes = page.locator("label:has(input[name=shape])").evaluate_all(
        "(labels) => labels.map((label) => getComputedStyle(label).fontSize)")
    assert len(sizes) >= 3 and len(set(sizes)) == 1


def test_who_writes_a_longer_keyword_is_led_to_where_it_is_allowed(site):
    """Five letters are enough in Korean, and refused *chestnut*."""
    site.device.ask("POST", "/api/v1/people", json={"name": "Mina", "cadence": 7})
    visitor = site.visitor(PHONE)
    visitor.expected = {422}
    page = visitor.page
    page.goto("/people/1")

    def log() -> None:
        page.get_by_text("Log with details").click()
        page.get_by_label("Keywords").fill("chestnut")
        page.locator("#log").get_by_role("button", name="Save").click()

    log()
    page.get_by_role("link", name="Allow longer keywords").click()
    page.locator("#keyword-length").select_option("12")
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.goto("/people/1")
    log()
    expect(page.locator(".contacts.own")).to_contain_text("chestnut")


def test_first_page_changes_are_quiet_and_turn_where_nothing_is_kept(site):
    """A browser that had to fetch the styles took the new page for one without transitions, and logged an error."""
    page = site.visitor(PHONE, reduced_motion="no-preference").page
    page.add_init_script("addEventListener('pagereveal', (event) => { window.turns = Boolean(event.viewTransition); })")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto("/")
    for path in ("/timeline", "/calendar", "/people"):
        page.evaluate("(path) => { location.href = path; }", path)
        page.wait_for_url(f"**{path}")
        until(lambda: page.evaluate("window.turns === true"), "it gives way to the next")
        until(lambda: page.evaluate("!document.documentElement.matches(':active-view-transition')"), "it is there")
