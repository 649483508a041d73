"""People: written down, ticked and put off on Today, and their contacts, with a script and without."""

import re
from datetime import timedelta

from playwright.sync_api import expect

from clock import today
from touch import swipe
from visitor import DESKTOP, PHONE


def add(site, *people: tuple[str, int, int], **more) -> None:
    """Each with a cadence and since how many days one knows them."""
    for name, cadence, days in people:
        start = f"{today() - timedelta(days=days):%Y-%m-%d}"
        site.device.ask("POST", "/api/v1/people", json={
            "name": name, "cadence": cadence, "start": start, **more})


def contacts(site, number: int = 1) -> list[dict]:
    return site.device.ask("GET", f"/api/v1/people/{number}/contacts").json()["contacts"]


def test_a_tick_on_today_is_a_contact_and_is_undone(site, screen):
    add(site, ("Mina", 3, 9), ("Otto", 7, 8), ("Ada", 7, 8), ("Bea", 7, 7), ("Cem", 7, 7))
    page = site.visitor(screen).page
    page.goto("/")
    due = page.locator(".today-due")
    expect(due.locator("[data-due]")).to_have_count(3)
    expect(due.get_by_role("link", name="2 more are due")).to_have_text("+2")
    due.get_by_role("button", name="Contact with Mina today").click()
    expect(page.locator(".notices")).to_contain_text("A contact with Mina is noted.")
    expect(due.get_by_role("link", name=re.compile("Mina"))).to_have_count(0)
    assert len(contacts(site)) == 1
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(due.get_by_role("link", name=re.compile("Mina"))).to_have_count(1)
    assert contacts(site) == []
    due.get_by_role("link", name="2 more are due").click()
    expect(page.locator("[data-due]")).to_have_count(5)


def test_a_swipe_puts_off_until_tomorrow_and_is_undone(site):
    add(site, ("Mina", 3, 9))
    page = site.visitor(PHONE).page
    page.goto("/")
    swipe(page, ".today-due [data-due]", -150)
    expect(page.locator(".notices")).to_contain_text("Mina is put off until")
    expect(page.locator(".today-due")).to_have_count(0)
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(page.locator(".today-due [data-due]")).to_have_count(1)
    # The other way, and by the keys.
    swipe(page, ".today-due [data-due]", 150)
    expect(page).to_have_url(f"{site.server.base}/")
    page.get_by_role("button", name="Put Mina off until tomorrow").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".notices")).to_contain_text("Mina is put off until")


def test_a_contact_is_logged_on_the_phone_edited_deleted_and_brought_back(site):
    add(site, ("Mina", 14, 3))
    visitor = site.visitor(PHONE)
    page = visitor.page
    page.goto("/people")
    page.get_by_role("link", name=re.compile("Mina")).click()
    page.get_by_text("called", exact=True).click()
    page.get_by_label("Keywords").fill("tea  영화")
    page.get_by_label("Memo").fill("가" * 101)
    expect(page.locator("#memo-count")).to_have_class(re.compile("over"))
    page.get_by_label("Memo").fill("By the lake")
    expect(page.locator("#memo-count")).to_have_text("11 of 100 characters")
    page.get_by_role("button", name="Note it").click()
    line = page.locator(".contacts.own li")
    expect(line).to_contain_text("By the lake")
    [contact] = contacts(site)
    assert (contact["kind"], contact["keywords"]) == ("called", ["tea", "영화"])
    expect(page.locator(".growth")).to_contain_text("Grown 3 of 12 steps")
    visitor.expected = {422}
    page.get_by_label("Keywords").fill("marmalade")
    page.get_by_role("button", name="Note it").click()
    expect(page.locator("#keywords-wrong")).to_contain_text("“marmalade” has 9 characters")
    expect(page.get_by_label("Keywords")).to_have_value("marmalade")
    line.get_by_role("link", name=re.compile("^Edit")).click()
    page.get_by_label("Memo").fill("At the lake")
    page.get_by_role("button", name="Save").click()
    expect(line).to_contain_text("At the lake")
    line.get_by_role("button", name=re.compile("^Delete")).click()
    expect(line).to_have_count(0)
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(line).to_contain_text("At the lake")
    page.goto("/timeline?q=lake")
    expect(page.locator(".found-contacts")).to_contain_text("Mina")


def test_a_person_is_written_down_put_off_archived_and_deleted_without_a_script(site):
    visitor = site.visitor(DESKTOP, java_script_enabled=False)
    page = visitor.page
    page.goto("/more")
    page.get_by_role("link", name="People").click()
    page.get_by_role("link", name="Add a person").first.click()
    page.get_by_label("Name", exact=True).fill("Mina")
    page.get_by_label("Every so many days").fill("3")
    page.get_by_label("Counted from").fill(f"{today() - timedelta(days=5):%Y-%m-%d}")
    page.get_by_label("Birthday").fill("02-30")
    visitor.expected = {422}
    page.get_by_role("button", name="Add a person").click()
    expect(page.locator("#birthday-wrong")).to_contain_text("there is no day 02-30", ignore_case=True)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Mina")
    page.get_by_label("Birthday").fill("02-29")
    page.get_by_role("button", name="Add a person").click()
    expect(page.locator(".person-head")).to_contain_text("2 days overdue")
    expect(page.get_by_role("img", name="Daisy, a sprout, withered").first).to_be_visible()
    page.get_by_label("Days").select_option("4")
    page.get_by_role("button", name="Put off").click()
    expect(page.locator(".person-head")).to_contain_text("in 4 days")
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(page.locator(".person-head")).to_contain_text("2 days overdue")
    page.get_by_role("link", name=re.compile(r"^\w+ \d{4}$")).last.click()
    expect(page).to_have_url(re.compile("month="))
    page.get_by_role("button", name="Archive").click()
    page.locator(".notices").get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".notices")).to_contain_text("Mina is deleted.")
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mina")
