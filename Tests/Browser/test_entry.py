"""Getting in: the link, the PIN, the lock and its wait."""

import re
import sqlite3
from contextlib import closing

from playwright.sync_api import Page, expect

from visitor import DESKTOP, PHONE
from waiting import PATIENCE, until

PIN, WRONG_PIN = "2849", "7310"


def test_link_pairs_one_browser_once(new_site):
    site = new_site
    page = site.visitor(PHONE, paired=False).page
    link = site.server.link()
    page.goto(link)
    expect(page.get_by_text("journal in this browser")).to_be_visible()
    page.get_by_role("button", name="Pair").click()
    expect(page).to_have_url(site.server.base + "/")
    expect(page.locator("main.today")).to_be_visible()

    stranger = site.visitor(PHONE, paired=False)
    stranger.expected = {401, 410}
    stranger.page.goto(link)
    expect(stranger.page.get_by_role("heading")).to_have_text("No longer valid")
    stranger.page.goto("/")
    expect(stranger.page.get_by_role("heading")).to_have_text("Not paired")


def test_pin_locks_and_its_wait_counts_down(site):
    page = site.visitor(PHONE).page
    page.clock.install()
    set_pin(page)
    page.get_by_role("main").get_by_role("button", name="Lock now").click()
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    page.goto("/statistics")
    expect(page).to_have_url(re.compile(r"/lock\?next=/?.*statistics"))

    # Nothing threatens before anything was wrong, and the keys stay under the thumb.
    expect(page.get_by_text("tries left")).to_have_count(0)
    place = page.get_by_role("button", name="5", exact=True).bounding_box()
    for left in range(9, 5, -1):
        press_keypad(page, WRONG_PIN)
        expect(page.get_by_text(f"{left} tries left")).to_be_visible()
        assert page.get_by_role("button", name="5", exact=True).bounding_box() == place
    wait = page.get_by_role("timer")
    expect(wait).to_have_text(re.compile(r"Try again in \d+ seconds\."))
    expect(page.locator("#pin")).to_be_disabled()
    assert seconds(wait) <= 30
    page.clock.run_for(21_000)
    expect(wait).to_have_text(re.compile(r"Try again in \d seconds\."))
    page.clock.run_for(10_000)
    expect(page.locator("#pin")).to_be_enabled()
    expect(wait).to_be_hidden()
    # The server's own clock goes on as ever: so the try was made as much earlier.
    let_pass(site, 30)
    press_keypad(page, PIN)
    expect(page).to_have_url(site.server.base + "/statistics")


def test_owner_is_told_of_tries_from_another_device(site):
    page = site.visitor(PHONE).page
    set_pin(page)
    page.get_by_role("main").get_by_role("button", name="Lock now").click()
    stranger = site.another_device()
    for _ in range(4):
        stranger.fail_to_unlock(WRONG_PIN)
    page.goto("/statistics")
    # Only the stranger has to wait.
    press_keypad(page, PIN)
    expect(page.get_by_role("heading", name="Failed tries")).to_be_visible()
    expect(page.get_by_text("4 wrong PINs were entered before this one.")).to_be_visible()
    expect(page.get_by_role("listitem")).to_have_count(1)
    page.get_by_role("link", name="Continue").click()
    expect(page).to_have_url(site.server.base + "/statistics")


def test_lock_opens_by_keyboard(site):
    page = site.visitor(DESKTOP).page
    set_pin(page)
    page.get_by_role("main").get_by_role("button", name="Lock now").click()
    expect(page.locator("#pin")).to_be_focused()
    page.keyboard.type(WRONG_PIN)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Wrong PIN.")
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    expect(page.locator("main.today")).to_be_visible()


def test_open_page_leads_to_the_lock_once_the_journal_is_locked(site):
    page = site.visitor(PHONE).page
    set_pin(page)
    page.goto("/statistics?x=1")
    # By a key, since the page leaves at once, and with it what an evaluation would answer.
    page.evaluate("""() => document.addEventListener("keydown", () =>
        document.dispatchEvent(new Event("visibilitychange")), { once: true })""")
    # As on another page of the same browser.
    site.device.ask("POST", "/api/v1/lock")
    page.keyboard.press("Shift")
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    page.locator("#pin").press_sequentially(PIN)
    page.locator("#pin").press("Enter")
    expect(page).to_have_url(site.server.base + "/statistics?x=1")


def test_leaving_locks_where_that_is_set_and_going_on_does_not(site):
    page = site.visitor(DESKTOP).page
    set_pin(page)
    delay = page.get_by_label("Lock when unused")
    delay.select_option("0")
    expect(page.locator(".notices").get_by_role("button", name="Undo")).to_be_visible()
    for name in ["Timeline", "Calendar", "People"]:
        page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()
        expect(page.get_by_role("heading", name="Locked")).to_be_hidden()
    assert not is_locked(site)

    page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { value: true, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    until(lambda: is_locked(site), "the journal is locked")


def is_locked(site) -> bool:
    return site.device.ask("GET", "/api/v1/lock").json()["locked"]


def set_pin(page: Page) -> None:
    page.goto("/settings/lock")
    page.locator("#new-pin").fill(PIN)
    page.locator("#new-pin-again").fill(PIN)
    page.get_by_role("button", name="Set a PIN").click()
    expect(page.get_by_role("main").get_by_role("button", name="Lock now")).to_be_visible()


def press_keypad(page: Page, pin: str) -> None:
    """A digit too many, and back, before the PIN is sent."""
    for digit in [*pin, "0"]:
        page.get_by_role("button", name=digit, exact=True).tap()
    page.get_by_role("button", name="Erase the last digit").tap()
    with page.expect_navigation():
        page.get_by_role("button", name="Unlock").tap()


def let_pass(site, seconds: int) -> None:
    """As if the last wrong PIN had been tried so many seconds earlier."""
    with closing(sqlite3.connect(site.server.journal / "journal.sqlite", timeout=PATIENCE)) as database, database:
        for table in ("lock", "device"):
            database.execute(f"UPDATE {table} SET last_try = last_try - ?", [seconds])


def seconds(wait) -> int:
    return int(re.search(r"\d+", wait.inner_text())[0])
