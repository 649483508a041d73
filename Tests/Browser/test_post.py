"""The page of a post and of its day: the way back, sharing, and how what is on it fills its room."""

import re

import pytest
from playwright.sync_api import expect

import diary
from visitor import DESKTOP, PHONE
from waiting import holds


def test_text_and_link_of_a_post_are_copied_where_nothing_can_be_shared(site):
    post = diary.write(site.device, words="It *rained*.\n\n- bread", title="Rain", day="2024-01-31", clock="12:00")
    visitor = site.visitor(DESKTOP)
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.page
    page.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.canShare;")
    page.goto(f"/posts/{post}")
    menu = page.get_by_role("button", name="More about this post")
    menu.click()
    page.get_by_role("button", name="Copy the text").click()
    expect(page.get_by_role("status")).to_contain_text("Copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Rain\n\nIt rained.") and "bread" in text
    menu.click()
    page.get_by_role("button", name="Copy the link").click()
    holds(page, f"async () => await navigator.clipboard.readText() === '{site.server.base}/posts/{post}'")


def test_words_are_shared_by_the_systems_sheet(site):
    post = diary.write(site.device, words="It *rained*.", day="2024-01-31", clock="12:00")
    page = site.visitor(PHONE).page
    page.add_init_script("""
      window.shared = [];
      Navigator.prototype.canShare = () => true;
      Navigator.prototype.share = async (given) => { window.shared.push(given); };""")
    page.goto(f"/posts/{post}")
    page.get_by_role("button", name="More about this post").click()
    page.get_by_role("button", name="Share the text").click()
    holds(page, "() => window.shared.length === 1")
    assert page.evaluate("window.shared[0].text") == "It rained."


@pytest.mark.parametrize("script", [True, False])
def test_a_post_leads_back_to_where_one_came_from(site, script):
    for clock in ["12:00", "13:00"]:
        diary.write(site.device, words="Rain again", day="2024-01-31", clock=clock)
    page = site.visitor(PHONE, java_script_enabled=script).page
    page.goto("/timeline?q=rain")
    page.locator(".rows a").first.click()
    expect(page.locator(".back a")).to_have_text("← Search")
    page.locator(".neighbours a").first.click()
    expect(page).to_have_url(re.compile("from="))
    page.locator(".back a").click()
    expect(page).to_have_url(f"{site.server.base}/timeline?q=rain")
    page.goto("/days/2024-01-31")
    expect(page.locator(".back a")).to_have_text("← January 2024")
    page.locator(".card a").first.click()
    expect(page.locator(".back a")).to_have_text("← Jan 31, 2024")
    page.locator(".back a").click()
    expect(page).to_have_url(f"{site.server.base}/days/2024-01-31")


def test_photos_of_a_day_fill_their_column_and_lists_have_their_bullets(site, screen):
    for clock, sample in [("10:00", "birthday-dog.jpg"), ("11:00", "lake-sherburne.jpg"), ("13:00", "birthday-dog.jpg")]:
        site.device.post(sample, f"2024-01-31 {clock}")
    words = diary.write(site.device, words="- bread\n  - rye", day="2024-01-31", clock="12:00")
    page = site.visitor(screen).page
    page.goto("/days/2024-01-31")
    column = page.locator(".day-head").bounding_box()
    lines = page.locator(".cards").evaluate_all("""(lists) => lists.flatMap((list) => {
      const rights = {};
      for (const card of list.children) {
        const box = card.getBoundingClientRect();
        rights[Math.round(box.top)] = Math.max(rights[Math.round(box.top)] ?? 0, box.right);
      }
      return Object.values(rights);
    })""")
    assert all(abs(right - column["x"] - column["width"]) < 2 for right in lines), (lines, column)
    bullets = "(lists) => lists.map((list) => getComputedStyle(list).listStyleType)"
    assert page.locator(".words ul").evaluate_all(bullets) == ["disc", "circle"]
    page.goto(f"/posts/{words}")
    assert page.locator(".words ul").evaluate_all(bullets) == ["disc", "circle"]
    page.goto("/timeline")
    expect(page.locator(".lead")).to_contain_text("• bread")
