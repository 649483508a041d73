"""Devices: what they are called, how another one is paired from the settings, and how one is revoked."""

import re

import pytest
from playwright.sync_api import Page, expect

from visitor import DESKTOP, PHONE

ANDROID = ("Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) "
           "Chrome/141.0.0.0 Mobile Safari/537.36")


def pair_another(page: Page) -> str:
    """The link that the settings give."""
    page.goto("/settings/devices")
    page.get_by_role("button", name="Pair another device").click()
    return page.get_by_label("open this link").input_value()


def pair_by(link: str, site, **options) -> Page:
    page = site.visitor(PHONE, paired=False, **options).page
    page.goto(link)
    page.get_by_role("button", name="Pair").click()
    expect(page).to_have_url(re.compile("/$"))
    return page


def rows(page: Page):
    page.goto("/settings/devices")
    return page.get_by_role("region", name="Devices").get_by_role("listitem")


def test_link_from_the_settings_pairs_another_device_once(site):
    page = site.visitor(DESKTOP).page
    link = pair_another(page)
    assert link.startswith(site.server.base + "/pair/")
    pair_by(link, site, user_agent=ANDROID)
    # The page that shows the code is told.
    expect(page.get_by_role("status")).to_have_text("Chrome on Android is paired.")
    late = site.visitor(PHONE, paired=False)
    late.expected = {410}
    late.page.goto(link)
    expect(late.page.get_by_role("heading")).to_have_text("No longer valid")


def reached_by_others(page: Page, site) -> None:
    """The pairing page as it is where other machines reach the server."""
    host = f"days.test:{site.server.base.rsplit(':')[-1]}"

    def answer(route):
        headers = route.request.headers | {"host": host, "origin": f"http://{host}"}
        route.fulfill(response=route.fetch(headers=headers))

    page.route("**/settings/pairing", answer)


def test_code_is_shown_where_others_reach_the_link(site, screen):
    page = site.visitor(screen).page
    reached_by_others(page, site)
    assert "//days.test:" in pair_another(page)
    code = page.get_by_role("img", name="QR code of the link")
    expect(code).to_be_in_viewport(ratio=1)
    box = code.bounding_box()
    assert abs(box["width"] - box["height"]) < 1 and box["width"] > 250
    expect(page.get_by_text("Your phone can’t reach this address")).to_have_count(0)


def test_link_for_this_machine_alone_has_no_code(site, screen):
    page = site.visitor(screen).page
    pair_another(page)
    warning = page.get_by_text("Your phone can’t reach this address yet.")
    expect(warning).to_be_in_viewport(ratio=1)
    expect(page.locator(".code")).to_have_count(0)
    link = page.get_by_label("open this link")
    assert warning.bounding_box()["y"] < link.bounding_box()["y"]


def test_this_device_is_in_use_now(site):
    page = site.visitor(PHONE).page
    pair_by(pair_another(page), site, user_agent=ANDROID)
    row = rows(page).filter(has_text="this browser")
    expect(row).to_contain_text("In use now")
    row.get_by_role("link").click()
    expect(page.get_by_text("In use now", exact=True)).to_be_visible()
    rows(page).filter(has_text="Chrome on Android").get_by_role("link").click()
    seen = page.locator(".fact-list div").filter(has_text="Last seen").locator("dd")
    expect(seen).to_have_text(re.compile(r"^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M$"))


def test_qr_code_is_the_link(site):
    """As another program reads it."""
    cv2 = pytest.importorskip("cv2")
    numpy = pytest.importorskip("numpy")
    page = site.visitor(DESKTOP).page
    reached_by_others(page, site)
    link = pair_another(page)
    picture = page.get_by_role("img", name="QR code of the link").screenshot()
    image = cv2.imdecode(numpy.frombuffer(picture, numpy.uint8), cv2.IMREAD_COLOR)
    assert cv2.QRCodeDetector().detectAndDecode(image)[0] == link


def test_two_devices_never_look_alike(site):
    page = site.visitor(PHONE).page
    for _ in range(2):
        pair_by(pair_another(page), site, user_agent=ANDROID)
    names = rows(page).locator("strong").all_inner_texts()
    assert sorted(names)[:2] == ["Chrome on Android", "Chrome on Android (2)"]
    first = rows(page).filter(has_text="Chrome on Android (2)")
    expect(first).to_contain_text("Chrome 141 · Android 15")
    expect(first).to_contain_text("from 127.0.0.1")


def test_device_is_renamed(site):
    page = site.visitor(DESKTOP).page
    pair_by(pair_another(page), site, user_agent=ANDROID)
    rows(page).filter(has_text="Chrome on Android").get_by_role("link").click()
    expect(page.get_by_text("Chrome 141 · Android 15")).to_be_visible()
    page.get_by_label("Name").fill("부엌 <tablet>")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.get_by_role("heading", level=1)).to_have_text("부엌 <tablet>")
    expect(rows(page).filter(has_text="부엌 <tablet>")).to_have_count(1)


def test_revoking_ones_own_device_asks(site):
    visitor = site.visitor(PHONE)
    page = visitor.page
    rows(page).filter(has_text="this browser").get_by_role("link").click()
    expect(page.get_by_text("This is the browser you’re using.")).to_be_visible()
    page.get_by_role("button", name="Revoke").click()
    # Nothing was sent: the box is not ticked.
    page.goto("/more")
    expect(page.get_by_role("heading", name="More")).to_be_visible()
    page.go_back()
    visitor.expected = {401}
    page.get_by_label("Yes, revoke this browser").check()
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_role("heading")).to_have_text("Not paired")


def test_another_device_is_revoked_at_once(site):
    page = site.visitor(DESKTOP).page
    other = site.visitor(PHONE, paired=False)
    other.page.goto(pair_another(page))
    other.page.get_by_role("button", name="Pair").click()
    expect(other.page).to_have_url(re.compile("/$"))
    rows(page).filter(has_not_text="this browser").get_by_role("link").click()
    page.get_by_role("button", name="Revoke").click()
    expect(rows(page)).to_have_count(1)
    other.expected = {401}
    other.page.goto("/")
    expect(other.page.get_by_role("heading")).to_have_text("Not paired")
