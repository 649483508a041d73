"""People: written down, ticked and put off on Today, and their contacts, with a script and without."""

import re
from datetime import timedelta

from playwright.sync_api import expect

import diary
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
    expect(due.locator("[data-due]:visible")).to_have_count(1)
    more = due.get_by_text("See 4 more")
    more.click()
    expect(due.locator("[data-due]:visible")).to_have_count(5)
    more.click()
    due.get_by_role("button", name="Log contact with Mina today").click()
    expect(page.locator(".notices")).to_contain_text("Logged: Mina")
    expect(due.get_by_role("link", name=re.compile("Mina"))).to_have_count(0)
    assert len(contacts(site)) == 1
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(due.get_by_role("link", name=re.compile("Mina"))).to_have_count(1)
    assert contacts(site) == []
    due.get_by_role("link", name="See all").click()
    expect(page).to_have_url(f"{site.server.base}/due")
    expect(page.locator("[data-due]")).to_have_count(5)


def in_sight(page) -> None:
    """Above the bar: a finger touches what is there."""
    page.locator(".today-due").evaluate("(section) => section.scrollIntoView({ block: 'center' })")


def test_a_swipe_puts_off_until_tomorrow_and_is_undone(site):
    add(site, ("Mina", 3, 9))
    page = site.visitor(PHONE).page
    page.goto("/")
    in_sight(page)
    swipe(page, ".today-due [data-due]", -150)
    expect(page.locator(".notices")).to_contain_text("Mina snoozed until tomorrow")
    expect(page.locator(".today-due")).to_have_count(0)
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(page.locator(".today-due [data-due]")).to_have_count(1)
    # The other way, and by the keys.
    in_sight(page)
    swipe(page, ".today-due [data-due]", 150)
    expect(page).to_have_url(f"{site.server.base}/")
    page.get_by_role("button", name="Snooze Mina until tomorrow").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".notices")).to_contain_text("Mina snoozed until tomorrow")


def test_a_contact_is_logged_on_the_phone_edited_deleted_and_brought_back(site):
    add(site, ("Mina", 14, 3))
    visitor = site.visitor(PHONE)
    page = visitor.page
    page.goto("/people")
    page.get_by_role("link", name=re.compile("Mina")).click()
    page.get_by_text("Log with details").click()
    page.get_by_text("called", exact=True).click()
    page.get_by_label("Keywords").fill("tea  영화")
    page.get_by_label("Memo").fill("가" * 101)
    expect(page.locator("#memo-count")).to_have_class(re.compile("over"))
    page.get_by_label("Memo").fill("By the lake")
    expect(page.locator("#memo-count")).to_have_text("11 of 100 characters")
    page.locator("#log").get_by_role("button", name="Save").click()
    line = page.locator(".contacts.own li")
    expect(line).to_contain_text("By the lake")
    [contact] = contacts(site)
    assert (contact["kind"], contact["keywords"]) == ("called", ["tea", "영화"])
    expect(page.locator(".growth")).to_contain_text("3 of 12 steps grown")
    visitor.expected = {422}
    page.get_by_text("Log with details").click()
    page.get_by_label("Keywords").fill("marmalade")
    page.locator("#log").get_by_role("button", name="Save").click()
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
    page.get_by_role("main").get_by_role("link", name=re.compile("^People")).click()
    page.get_by_role("link", name="Add a person").first.click()
    page.get_by_label("Name", exact=True).fill("Mina")
    page.get_by_label("Keep in touch").select_option("other …")
    page.get_by_label("Days", exact=True).fill("3")
    page.get_by_text("More", exact=True).last.click()
    page.get_by_label("Start counting on").fill(f"{today() - timedelta(days=5):%Y-%m-%d}")
    page.get_by_label("Birthday").fill("02-30")
    visitor.expected = {422}
    page.get_by_role("button", name="Add a person").click()
    expect(page.locator("#birthday-wrong")).to_contain_text("there is no day 02-30", ignore_case=True)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Mina")
    page.get_by_label("Birthday").fill("02-29")
    page.get_by_role("button", name="Add a person").click()
    expect(page.locator(".person-head")).to_contain_text("Not contacted yet – 2 days late")
    expect(page.get_by_role("img", name="Daisy, a sprout, withered").first).to_be_visible()
    page.get_by_label("Days").select_option("4")
    page.get_by_role("button", name="Snooze").click()
    expect(page.locator(".person-head")).to_contain_text("Due in 4 days")
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(page.locator(".person-head")).to_contain_text("Not contacted yet – 2 days late")
    page.get_by_role("link", name=re.compile(r"^\w+ \d{4}$")).last.click()
    expect(page).to_have_url(re.compile("month="))
    page.get_by_role("button", name="Archive").click()
    page.locator(".notices").get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".notices")).to_contain_text("Mina deleted")
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mina")


def test_the_list_says_in_which_order_it_is_and_logs_with_one_tap(site, screen):
    add(site, ("Late", 3, 9), ("Rare", 60, 70), ("Soon", 7, 3), ("Far", 90, 1))
    visitor = site.visitor(screen)
    page = visitor.page
    page.goto("/people")
    expect(page.locator("main h2.group")).to_have_text(["Reach out", "In the next 7 days", "Later"])
    expect(page.locator(".persons strong")).to_have_text(["Rare", "Late", "Soon", "Far"])
    expect(page.locator(".persons").first).to_contain_text("Not contacted yet – 10 days late")
    expect(page.locator(".persons").last).to_contain_text("Due in 89 days · not contacted yet")
    page.get_by_role("button", name="Log contact with Rare today").click()
    expect(page.locator(".notices")).to_contain_text("Logged: Rare")
    expect(page.locator(".persons strong")).to_have_text(["Late", "Soon", "Rare", "Far"])
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(page.locator(".persons strong").first).to_have_text("Rare")


def test_a_picture_is_chosen_from_photos_without_a_script(site):
    photos = [
        site.device.post("canyon-wren.jpg", f"2024-01-{number:02} 12:00:00") for number in range(1, 27)]
    add(site, ("Mina", 14, 3))
    page = site.visitor(PHONE, java_script_enabled=False).page
    page.goto("/people/1/edit")
    expect(page.get_by_label("The plant")).to_be_checked()
    expect(page.locator(".pictures img")).to_have_count(24)
    page.get_by_label("Nickname").fill("미나")
    page.get_by_role("button", name="Older photos").click()
    # What was typed is there still, and nothing was saved.
    expect(page.get_by_label("Nickname")).to_have_value("미나")
    expect(page.locator(".pictures img")).to_have_count(2)
    expect(page.get_by_role("button", name="Older photos")).to_have_count(0)
    assert site.device.ask("GET", "/api/v1/people/1").json().get("nickname") is None
    page.locator(".pictures label").last.click()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".person-head img")).to_be_visible()
    assert site.device.ask("GET", "/api/v1/people/1").json()["picture"] == photos[0]
    page.get_by_role("link", name="Edit").first.click()
    expect(page.get_by_role("radio", name="Current picture")).to_be_checked()


def test_the_page_of_a_person_has_the_posts_that_name_them(site, screen):
    add(site, ("Mina", 14, 3))
    page = site.visitor(screen).page
    page.goto("/people/1")
    expect(page.locator("#posts")).to_contain_text("Type @Mina in a post to see it here.")
    diary.write(site.device, words="Tea with @Mina")
    diary.write(site.device, words="mail mina@Mina.example")
    page.reload()
    expect(page.locator("#posts .tile")).to_have_text(re.compile("Tea with @Mina"))
    page.locator("#posts .tile a").click()
    expect(page.locator("main.post")).to_contain_text("Tea with @Mina")


def test_what_is_due_has_drawn_signs_and_says_what_a_press_does(site):
    add(site, ("Mina", 3, 9))
    add(site, ("Otto", 30, 1), birthday=f"1990-{today() + timedelta(days=2):%m-%d}")
    page = site.visitor(PHONE).page
    page.goto("/due")
    signs = page.locator(".due-row:not([data-due]) svg.sign")
    expect(signs).to_have_count(page.locator(".due-row:not([data-due])").count())
    for sign in signs.all():
        expect(sign.locator("path")).to_have_count(1)
    tick = page.get_by_role("button", name="Log contact with Mina today")
    assert tick.evaluate("(tick) => getComputedStyle(tick).color") != "rgba(0, 0, 0, 0)"
