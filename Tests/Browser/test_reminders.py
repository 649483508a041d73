"""Reminders: rules, ways, calendar feeds and this browser's own, with a script and without."""

import base64
import re

import pytest
from playwright.sync_api import Page, expect

from visitor import DESKTOP, PHONE

# A push service of the test's own: what comes of Chromium's is another program's matter, and asks the network.
# The key is that of RFC 8291, appendix A.
SUBSCRIBING = """() => {
  const made = () => ({
    endpoint: "https://push.example/one",
    toJSON: () => ({ endpoint: "https://push.example/one", expirationTime: null, keys: {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg" } }),
    unsubscribe: async () => { sessionStorage.removeItem("subscribed"); return true; },
  });
  PushManager.prototype.getSubscription = async () => sessionStorage.getItem("subscribed") ? made() : null;
  PushManager.prototype.subscribe = async (options) => {
    sessionStorage.setItem("subscribed", options.applicationServerKey.length);
    return made();
  };
  Notification.requestPermission = async () => "granted";
  Object.defineProperty(Notification, "permission", { get: () => "default" });
}"""


def ways(site) -> list[dict]:
    return site.device.ask("GET", "/api/v1/reminders/ways").json()["ways"]


def rules(site) -> list[dict]:
    return site.device.ask("GET", "/api/v1/reminders").json()["reminders"]


def open_part(page: Page, text: str) -> None:
    page.locator("summary", has_text=text).click()


def test_switches_act_at_once_and_are_undone(site, screen):
    page = site.visitor(screen).page
    page.goto("/reminders")
    morning = page.get_by_role("switch", name="Morning page")
    expect(page.locator("form:has([role=switch])").get_by_role("button", name="Save")).to_be_hidden()
    morning.click()
    expect(page.locator(".notices")).to_contain_text("Saved.")
    assert [(rule["subject"], rule["time"], rule["on"]) for rule in rules(site)] == [("morning", "09:00", True)]
    expect(page.get_by_text("No way to reach you yet")).to_be_visible()
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(morning).not_to_be_checked()
    expect(page.locator(".notices")).to_contain_text("Saved.")
    assert [rule["on"] for rule in rules(site)] == [False]
    page.get_by_role("switch", name="On this day").press("Space")
    expect(page.locator("#rule-rows li")).to_have_count(2)
    time = page.locator("#time")
    time.fill("21:15")
    time.blur()
    expect(page.locator("#rule-rows")).to_contain_text("9:15 PM")
    assert {rule["time"] for rule in rules(site)} == {"21:15"}


def test_switches_are_saved_without_a_script(site):
    page = site.visitor(PHONE, java_script_enabled=False).page
    page.goto("/reminders")
    page.get_by_role("switch", name="People").check()
    page.locator("#time").fill("18:00")
    page.locator("form:has([role=switch])").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_have_text("Saved.")
    expect(page.get_by_role("switch", name="People")).to_be_checked()
    assert [(rule["subject"], rule["time"]) for rule in rules(site)] == [("people", "18:00")]


def test_a_rule_is_made_changed_turned_off_removed_and_brought_back(site):
    visitor = site.visitor(PHONE)
    page = visitor.page
    page.goto("/due")
    page.get_by_role("main").get_by_role("link", name="Reminders").click()
    open_part(page, "Advanced")
    open_part(page, "Add a reminder")
    rule = page.locator("#rules")
    rule.get_by_label("Remind me about").select_option("morning")
    rule.get_by_label("Time", exact=True).fill("06:30")
    visitor.expected = {422}
    page.get_by_role("button", name="Add a reminder").click()
    expect(page.locator("#rule-new-time-wrong")).to_contain_text("06:30")
    page.get_by_label("Quiet until").fill("06:00")
    page.get_by_role("button", name="Add a reminder").click()
    row = page.locator("#rules li")
    expect(row).to_contain_text("Morning page 6:30 AM")
    row.get_by_role("button", name="Turn off").click()
    expect(row).to_contain_text("off")
    row.locator("summary").click()
    row.get_by_label("Remind again after").fill("60")
    row.get_by_role("button", name="Save").click()
    expect(row).to_contain_text("again after 60 minutes")
    [rule] = rules(site)
    assert (rule["time"], rule["again"], rule["quiet"], rule["on"]) == ("06:30", 60, "22:00-06:00", False)
    row.locator("summary").click()
    row.get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)
    page.locator(".notices").get_by_role("button", name="Undo").click()
    expect(row).to_contain_text("Morning page 6:30 AM")
    assert [{**rule, "number": 0}] == [{**one, "number": 0} for one in rules(site)]


def test_ways_are_set_up_and_removed_without_a_script(site):
    visitor = site.visitor(DESKTOP, java_script_enabled=False)
    page = visitor.page
    page.goto("/more")
    page.get_by_role("main").get_by_role("link", name="Reminders").click()
    expect(page.get_by_text("This needs JavaScript.")).to_be_visible()
    open_part(page, "Advanced")
    open_part(page, "Add a web hook")
    page.locator("#hook-address").fill("http://192.168.1.1/topic")
    page.get_by_label("Token").fill("secret")
    visitor.expected = {422}
    page.get_by_role("button", name="Add a web hook").click()
    expect(page.locator("#hook-address-wrong")).to_be_visible()
    expect(page.locator("#hook-address")).to_have_value("http://192.168.1.1/topic")
    expect(page.get_by_label("Token")).to_have_value("")
    page.locator("#hook-address").fill("https://ntfy.example/topic")
    page.get_by_role("button", name="Add a web hook").click()
    row = page.locator("#ways li")
    expect(row).to_contain_text("https://ntfy.example/topic")
    row.get_by_role("button", name="Show names when locked").click()
    expect(row).to_contain_text("shows names when locked")
    # There is no such host (RFC 2606), which is what the page says then.
    row.get_by_role("button", name="Send a test").click()
    expect(page.locator(".notices .wrong")).to_contain_text("ntfy.example")
    row.locator("summary").click()
    row.get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)
    assert ways(site) == []


def mailed_codes(site) -> list[str]:
    """The codes that were mailed, as they are read."""
    bodies = re.findall(r"base64\n\n(.+?)\n(?:\Z|(?=To:))", site.server.mails.read_text(), re.S)
    return [re.search(r"^\d{4} \d{4}$", base64.b64decode(body).decode(), re.M)[0] for body in bodies]


def test_mail_waits_for_the_code_that_goes_there(site, screen):
    visitor = site.visitor(screen, java_script_enabled=False)
    page = visitor.page
    page.goto("/reminders")
    open_part(page, "Advanced")
    open_part(page, "Add a mail address")
    page.get_by_label("Mail address").fill("mina@example.org")
    page.get_by_role("button", name="Add a mail address").click()
    expect(page.locator(".notices")).to_contain_text("We mailed you a code")
    row = page.locator("#ways li")
    expect(row).to_contain_text("waiting for the code")
    expect(row.get_by_role("button", name="Send a test")).to_have_count(0)
    [first] = mailed_codes(site)
    row.get_by_role("button", name="Send the code again").click()
    expect(page.locator(".notices")).to_contain_text("We mailed you a code")
    _, second = mailed_codes(site)
    visitor.expected = {403}
    row.get_by_label("Code from the mail").fill(first)
    row.get_by_role("button", name="Confirm").click()
    expect(page.locator("[id$=-code-wrong]")).to_contain_text("4 tries left")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    row.get_by_label("Code from the mail").fill(second.replace(" ", ""))
    row.get_by_role("button", name="Confirm").click()
    expect(row).not_to_contain_text("waiting for the code")
    row.get_by_role("button", name="Send a test").click()
    expect(page.locator(".notices")).to_contain_text("Test sent")
    assert [way["confirmed"] for way in ways(site)] == [True]


def test_a_feeds_address_is_shown_once_and_copied(site):
    page = site.visitor(DESKTOP).page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/reminders")
    open_part(page, "Advanced")
    open_part(page, "Make a calendar feed")
    page.locator("#feed-name").fill("Phone")
    page.get_by_role("button", name="Make a calendar feed").click()
    address = page.get_by_label("Phone").input_value()
    assert re.fullmatch(re.escape(site.server.base) + r"/feeds/[\w-]{43}\.ics", address)
    page.get_by_role("button", name="Copy the address").click()
    expect(page.locator(".notices")).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == address
    assert page.request.get(address).text().startswith("BEGIN:VCALENDAR")
    page.get_by_role("main").get_by_role("link", name="Reminders").first.click()
    row = page.locator("#feeds li")
    expect(row).to_contain_text("last read on")
    assert address not in page.content()
    row.locator("summary").click()
    row.get_by_role("button", name="Revoke").click()
    expect(row).to_have_count(0)
    assert page.request.get(address).status == 404


@pytest.mark.workers
def test_this_browser_is_subscribed_and_no_longer(site):
    page = site.visitor(PHONE).page
    page.add_init_script(f"({SUBSCRIBING})()")
    page.goto("/reminders")
    state = page.locator("[data-push-state]")
    expect(state).to_have_text("Notifications are off.")
    page.get_by_role("button", name="Turn on notifications").click()
    expect(state).to_contain_text("Notifications are on")
    expect(page.locator("#ways li")).to_contain_text("this browser")
    # A point of P-256, uncompressed.
    assert page.evaluate("sessionStorage.subscribed") == "65"
    [way] = ways(site)
    assert (way["kind"], way["address"]) == ("push", "push.example")
    page.get_by_role("button", name="Turn off").click()
    expect(state).to_have_text("Notifications are off.")
    assert ways(site) == [] and page.evaluate("sessionStorage.subscribed") is None


@pytest.mark.workers
def test_a_browser_that_the_server_has_forgotten_forgets_too(site):
    page = site.visitor(PHONE).page
    page.add_init_script(f"({SUBSCRIBING})()")
    page.goto("/reminders")
    page.get_by_role("button", name="Turn on notifications").click()
    expect(page.locator("[data-push-end]")).to_be_visible()
    site.device.ask("DELETE", f"/api/v1/reminders/ways/{ways(site)[0]['number']}")
    page.reload()
    expect(page.get_by_role("button", name="Turn on notifications")).to_be_visible()
    assert page.evaluate("sessionStorage.subscribed") is None


@pytest.mark.workers
def test_a_browser_that_cannot_says_why(site):
    cases = {
        "delete window.PushManager": "This browser can’t show notifications from pages.",
        "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })":
            "This browser blocks notifications",
        "Object.defineProperty(window, 'isSecureContext', { get: () => false })": "notifications only over https",
        "delete window.PushManager; navigator.standalone = false;"
        "Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 })": "add Daystamp to the home screen",
    }
    for script, text in cases.items():
        page = site.visitor(PHONE).page
        page.add_init_script(script)
        page.goto("/reminders")
        expect(page.locator("[data-push-state]")).to_contain_text(text)
        expect(page.locator("[data-push-begin]")).to_be_hidden()
