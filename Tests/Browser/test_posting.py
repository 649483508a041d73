"""New posts through the page, as people make them."""

import base64
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from diary import today
from server import SAMPLES
from visitor import DESKTOP, PHONE

PHOTOS = ["birthday-dog.jpg", "IMG_20240131_235959.jpg", "paris.avif"]
# What tells its time by its name alone.
TIMELESS = "IMG_20240131_235959.jpg"
BROKEN = {"name": "broken.jpg", "mimeType": "image/jpeg",
          "buffer": (SAMPLES / "three-puppies.jpg").read_bytes()[:4_000]}


def test_several_photos_are_posted_at_once_and_a_broken_one_says_so(site, screen):
    visitor = site.visitor(screen)
    visitor.expected = {415, 422}
    page = visitor.page
    page.goto("/new")
    page.locator("[data-files]").set_input_files([payload(name) for name in PHOTOS] + [BROKEN])
    cards = page.locator("[data-uploads] > li")
    expect(cards).to_have_count(4)
    # By the journal's clock: the photo tells its offset, which is that of California.
    expect(cards.nth(0).get_by_label("Time")).to_have_value("2020-10-02T09:08:26")
    expect(cards.nth(0)).to_contain_text("from the photo’s EXIF")
    expect(cards.nth(1).get_by_label("Time")).to_have_value("2024-01-31T23:59:59")
    expect(cards.nth(1)).to_contain_text("from the file’s name")
    cards.nth(1).get_by_label("Caption").fill("발사 직전 🚀")
    cards.nth(2).get_by_label("Time").fill("2024-01-31T08:00:00")
    page.get_by_label("Tags").fill("night, 우주")
    post(page)
    expect(cards.nth(3).get_by_role("status")).to_contain_text("Not posted:")
    for index in range(3):
        expect(cards.nth(index).get_by_role("status")).to_contain_text("Posted")

    # Trying again changes nothing, and makes no second post of the others.
    cards.nth(3).get_by_role("button", name="Try again").click()
    expect(cards.nth(3).get_by_role("button", name="Try again")).to_be_enabled()
    cards.nth(3).get_by_role("button", name="Remove").click()
    page.goto("/months/2024-01")
    page.get_by_role("gridcell").get_by_role("link", name="January 31, 2024, 2 posts").click()
    expect(page.get_by_text("발사 직전 🚀")).to_be_visible()
    expect(page.get_by_text("#우주").first).to_be_visible()
    posted = site.device.posts()
    assert len(posted) == 3
    [dog] = [post for post in posted if post["originalName"] == PHOTOS[0]]
    assert dog["time"].startswith("2020-10-02T09:08:26")


def test_photo_whose_answer_was_lost_is_posted_once(site, screen):
    page = site.visitor(screen, service_workers="block").page
    page.goto("/new")
    page.locator("[data-files]").set_input_files(SAMPLES / TIMELESS)
    client = page.context.new_cdp_session(page)
    progress = []

    def lose(paused):
        progress.append(page.locator("[data-uploads] progress").is_visible())
        failure = {"requestId": paused["requestId"], "errorReason": "ConnectionReset"}
        client.send("Fetch.failRequest", failure)

    client.on("Fetch.requestPaused", lose)
    answers = {"urlPattern": "*/api/v1/posts", "requestStage": "Response"}
    client.send("Fetch.enable", {"patterns": [answers]})
    post(page)
    state = page.locator("[data-uploads] .state")
    expect(state).to_contain_text("Not posted: The server cannot be reached.")
    assert progress == [True]
    client.detach()
    assert len(site.device.posts()) == 1
    state.get_by_role("button", name="Try again").click()
    expect(page).to_have_url(site.server.base + "/days/2024-01-31")
    assert len(site.device.posts()) == 1


def test_label_is_shown_where_it_will_be(site, screen):
    page = site.visitor(screen).page
    page.goto("/new")
    page.locator("[data-files]").set_input_files(SAMPLES / TIMELESS)
    label = page.locator(".preview span")
    expect(label).to_have_text("2024-01-31 23:59")
    edges = margins(page)
    assert [edges["left"], edges["bottom"]] == pytest.approx([16, 16], abs=1.5)
    page.get_by_label("Place").select_option("top-right")
    page.get_by_label("Colour").fill("#ff8000")
    edges = margins(page)
    assert [edges["right"], edges["top"]] == pytest.approx([16, 16], abs=1.5)
    expect(label).to_have_css("color", "rgb(255, 128, 0)")
    page.locator("[data-uploads]").get_by_label("Time").fill("2024-02-29T01:02:03")
    expect(label).to_have_text("2024-02-29 01:02")
    post(page)
    expect(page).to_have_url(site.server.base + "/days/2024-02-29")


def margins(page: Page) -> dict[str, float]:
    """The label's distances from the photo's edges, in points of it."""
    return page.locator(".preview").evaluate("""(preview) => {
      const image = preview.querySelector("img").getBoundingClientRect();
      const label = preview.querySelector("span").getBoundingClientRect();
      const point = Math.min(image.width, image.height) / 360;
      return {
        left: (label.left - image.left) / point, right: (image.right - label.right) / point,
        top: (label.top - image.top) / point, bottom: (image.bottom - label.bottom) / point };
    }""")


def test_photo_that_tells_no_time_gets_its_files_date_to_check(site):
    visitor = site.visitor(PHONE)
    visitor.expected = {422}
    page = visitor.page
    page.goto("/new")
    page.locator("[data-files]").set_input_files({**payload(TIMELESS), "name": "rocket.jpg"})
    post(page)
    status = page.locator("[data-uploads]").get_by_role("status")
    expect(status).to_contain_text("The photo does not say when it was taken")
    expect(page.locator("[data-uploads]").get_by_label("Time")).not_to_have_value("")
    expect(page.locator("[data-uploads]")).to_contain_text("from the file’s date")
    status.get_by_role("button", name="Try again").click()
    expect(page.locator(".card")).to_have_count(1)


def test_photos_are_dropped_on_a_desktop(site):
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    expect(page.get_by_text("Or drop photos here.")).to_be_visible()
    content = base64.b64encode((SAMPLES / TIMELESS).read_bytes()).decode()
    dropped = page.evaluate_handle("""(content) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], "IMG_20240131_235959.jpg", { type: "image/jpeg" }));
      transfer.items.add(new File(["no photo"], "list.txt", { type: "text/plain" }));
      return transfer;
    }""", content)
    page.dispatch_event("[data-upload]", "drop", {"dataTransfer": dropped})
    expect(page.locator("[data-uploads] > li")).to_have_count(1)
    expect(page.locator("[data-result]")).to_contain_text("list.txt: The file is not a photo")
    post(page)
    expect(page).to_have_url(site.server.base + "/days/2024-01-31")


def test_camera_is_offered_on_a_phone(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Take a photo").tap()
    taken = today() - timedelta(minutes=1)
    chooser.value.set_files({**payload(TIMELESS), "name": f"{taken:IMG_%Y%m%d_%H%M%S}.jpg"})
    post(page)
    expect(page).to_have_url(f"{site.server.base}/days/{taken:%Y-%m-%d}")


def post(page: Page) -> None:
    page.get_by_role("button", name="Post", exact=True).click()


def payload(name: str) -> dict:
    kind = "image/avif" if name.endswith("avif") else "image/jpeg"
    return {"name": name, "mimeType": kind, "buffer": (SAMPLES / name).read_bytes()}
