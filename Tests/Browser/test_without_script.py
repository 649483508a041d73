"""The pages without JavaScript: all that matters works."""

from playwright.sync_api import expect

from server import SAMPLES
from visitor import PHONE

PIN = "2849"


def test_post_is_made_seen_and_edited_and_the_journal_locked(site):
    page = site.visitor(PHONE, java_script_enabled=False).page
    page.goto("/new")
    page.locator('input[name="photo"]').set_input_files(
        [SAMPLES / "IMG_20240131_235959.jpg", SAMPLES / "birthday-dog.jpg"])
    page.get_by_label("Caption").fill("발사 🚀")
    page.locator('input[name="apart"]:enabled').check()
    page.locator("[data-chip=tags] > summary").click()
    page.get_by_label("Tags").fill("night sky, 우주")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("2 posts on 2 days")
    page.goto("/months/2024-01")
    page.get_by_role("link", name="Wednesday, January 31, 2024, 1 post").click()
    expect(page.get_by_text("발사 🚀").first).to_be_visible()
    page.goto("/posts/1?edit=1")
    page.get_by_label("Caption").fill("Lift-off")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.locator(".caption")).to_have_text("Lift-off")
    page.goto("/search?q=lift")
    expect(page.locator(".tile")).to_have_count(1)

    page.goto("/settings/lock")
    page.locator("#new-pin").fill(PIN)
    page.locator("#new-pin-again").fill(PIN)
    page.get_by_role("button", name="Set a PIN").click()
    page.get_by_role("main").get_by_role("button", name="Lock now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Locked")
    page.locator("#pin").fill("7310")
    page.get_by_role("button", name="Unlock").click()
    expect(page.get_by_role("alert")).to_have_text("Wrong PIN.")
    page.locator("#pin").fill(PIN)
    page.get_by_role("button", name="Unlock").click()
    expect(page.locator("main.today")).to_be_visible()


def test_question_about_a_time_to_come_is_in_sight(site, screen):
    page = site.visitor(screen, java_script_enabled=False).page
    page.goto("/new")
    page.locator('input[name="photo"]').set_input_files(SAMPLES / "IMG_20240131_235959.jpg")
    page.get_by_role("button", name="Save as draft").click()
    page.locator("[data-when] > summary").click()
    page.locator("[data-photos] li").get_by_label("Time").fill("2031-02-03T04:05:06")
    page.get_by_role("button", name="Post", exact=True).click()
    question = page.get_by_role("button", name="Post anyway")
    expect(question).to_be_in_viewport(ratio=1)
    question.click()
    expect(page.locator("main.post")).to_be_visible()
