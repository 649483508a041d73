"""Changing posts, finding them again, the trash and the way back."""

import pytest
import requests
from playwright.sync_api import expect

from visitor import PHONE

# Of one character each to a reader: a family of seven code points, a flag, a skin tone, a keycap.
EMOJI = [
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", "\U0001f1f0\U0001f1f7",
    "\U0001f44d\U0001f3fd", "1\ufe0f\u20e3",
]
HANGUL = "\u1100\u1161\u11a8"  # 각, decomposed as macOS writes it


def test_post_is_edited_and_found(site, screen):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Two puppies")
    page = site.visitor(screen).page
    page.goto("/posts/1")
    page.get_by_label("Caption").fill("Three puppies, 강아지 셋")
    page.get_by_label("Time").fill("2024-02-01T13:45:10")
    page.get_by_label("Tags").fill("dogs, 봄")
    page.get_by_label("Star").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Thursday, February 1, 2024 13:45")

    page.goto("/search")
    page.get_by_label('Words, "a phrase", #tag').fill("강아지")
    page.get_by_label('Words, "a phrase", #tag').press("Enter")
    expect(page.locator(".card")).to_have_count(1)
    expect(page.get_by_role("img", name="starred")).to_be_visible()
    page.get_by_role("link", name="#봄").click()
    expect(page.locator(".card")).to_have_count(1)
    page.goto("/starred")
    expect(page.get_by_role("link", name="Three puppies, 강아지 셋")).to_be_visible()
    page.goto("/memories?day=2025-02-01")
    expect(page.get_by_role("heading", name="1 year ago")).to_be_visible()
    page.goto("/random")
    expect(page).to_have_url(site.server.base + "/posts/1")


def test_deleted_post_comes_back(site, screen):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Two puppies")
    page = site.visitor(screen).page
    page.goto("/posts/1")
    page.get_by_role("button", name="Move to the trash").click()
    expect(page.get_by_role("status")).to_have_text("The post is in the trash.")
    expect(page.get_by_text("No posts on this day.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".card")).to_have_count(1)

    page.goto("/posts/1")
    page.get_by_role("button", name="Move to the trash").click()
    page.goto("/trash")
    page.get_by_role("button", name="Restore", exact=True).click()
    expect(page.locator(".card")).to_have_count(1)

    page.goto("/posts/1")
    page.get_by_role("button", name="Move to the trash").click()
    page.goto("/trash")
    page.get_by_text("Empty the trash").first.click()
    page.get_by_label("Yes, delete them for good").check()
    page.get_by_role("button", name="Empty the trash").click()
    expect(page.get_by_text("The trash is empty.")).to_be_visible()
    assert site.device.posts() == []


def test_one_post_goes_for_good_and_the_others_come_back(site, screen):
    for hour in ("12", "13", "14"):
        number = site.device.post("three-puppies.jpg", f"2024-01-31 {hour}:00", caption=f"At {hour}")
        site.device.ask("DELETE", f"/api/v1/posts/{number}")
    page = site.visitor(screen).page
    page.goto("/trash", wait_until="networkidle")
    card = page.locator(".card").first
    card.get_by_text("Delete for good").first.click()
    card.get_by_label("Yes, delete it for good").check()
    card.get_by_role("button", name="Delete for good").click()
    expect(page.locator(".card")).to_have_count(2)
    page.get_by_role("button", name="Restore all").click()
    expect(page.get_by_text("The trash is empty.")).to_be_visible()
    assert len(site.device.posts()) == 2


@pytest.mark.parametrize("unit", [*EMOJI, HANGUL, "가", "e\u0301"], ids=ascii)
def test_captions_count_is_the_servers(shared_post, unit):
    page, device = shared_post
    page.goto("/posts/1")
    caption, save = page.get_by_label("Caption"), page.get_by_role("button", name="Save")
    caption.fill("  " + 100 * unit + "\n")
    expect(page.locator("#caption-count")).to_have_text("100 of 100 characters")
    save.click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    caption.fill(101 * unit)
    expect(page.locator("#caption-count")).to_have_text("101 of 100 characters: too long")
    expect(caption).to_have_attribute("aria-invalid", "true")
    assert not caption.evaluate("field => field.form.checkValidity()")
    # The server says no to what the page lets nobody send.
    with pytest.raises(requests.HTTPError) as refused:
        device.ask("POST", "/posts/1", data={"caption": 101 * unit})
    assert refused.value.response.status_code == 422


@pytest.fixture(scope="module")
def shared_post(made_site):
    made_site.device.post("three-puppies.jpg", "2024-01-31 12:00")
    return made_site.visitor(PHONE).page, made_site.device


@pytest.mark.parametrize("answer", ["shares", "cannot", "is missing"])
def test_photo_is_shared_where_the_browser_can(site, answer):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Three puppies")
    page = site.visitor(PHONE).page
    page.add_init_script("""
      window.shared = [];
      if (ANSWER === "is missing") delete Navigator.prototype.canShare;
      else Navigator.prototype.canShare = () => ANSWER === "shares";
      Navigator.prototype.share = async ({ files, text }) => {
        const [file] = files;
        window.shared.push([files.length, file.name, file.type, file.size, text]);
      };""".replace("ANSWER", repr(answer)))
    page.goto("/posts/1")
    share = page.get_by_role("button", name="Share")
    download = page.get_by_role("link", name="Download with the label")
    if answer == "is missing":
        expect(share).to_be_hidden()
        with page.expect_download() as downloaded:
            download.click()
    elif answer == "cannot":
        with page.expect_download() as downloaded:
            share.click()
    else:
        share.click()
        count, name, kind, size, text = shared(page)
        assert (count, kind, text) == (1, "image/jpeg", "Three puppies")
        assert name.endswith(".jpg") and size > 50_000
        return
    assert downloaded.value.suggested_filename.endswith(".jpg")
    assert downloaded.value.path().stat().st_size > 50_000


def shared(page):
    """What the page gave to the browser to share, as soon as it did; nothing after five seconds."""
    return page.evaluate("""() => new Promise((resolve) => {
      const end = Date.now() + 5_000;
      const look = () => {
        if (window.shared.length || Date.now() > end) resolve(window.shared[0]);
        else setTimeout(look, 20);
      };
      look();
    })""")
