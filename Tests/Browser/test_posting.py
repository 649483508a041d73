"""The composer's photos, as people choose, drop, paste and share them, lose sight of them, and post them."""

import base64
import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

import gallery
from clock import today
from device import another
from server import SAMPLES
from test_entry import PIN, set_pin
from visitor import DESKTOP, PHONE
from waiting import has_worker, holds, until

pytestmark = pytest.mark.workers

PHOTOS = ["birthday-dog.jpg", "IMG_20240131_235959.jpg", "paris.avif"]
# What tells its time by its name alone.
TIMELESS = "IMG_20240131_235959.jpg"
# Files as another program brings them, by their names.
MADE = """([content, names]) => {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  for (const name of names) {
    transfer.items.add(new File([bytes, name], name, { type: name.endsWith("txt") ? "text/plain" : "image/jpeg" }));
  }
  return transfer;
}"""
# The draft as the server has it, beside the form as it is.
KEPT = """async () => {
  const fields = (form) => [...new FormData(form)]
    .filter(([name, value]) => typeof value === "string" && name !== "draft").map(String).sort().join("\\n");
  const form = document.querySelector("[data-compose]");
  const answer = await fetch(`/new?draft=${form.querySelector('[name="draft"]').value}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // What is there for browsers without scripts alone.
  for (const part of page.querySelectorAll("noscript")) part.remove();
  return fields(page.querySelector("[data-compose]")) === fields(form);
}"""
# The page's own script has listened for longer, and has each message before this.
TOLD = """() => new Promise((done) => {
  const channel = new BroadcastChannel("sending");
  const isOver = ({ state }) => state === "done" || state === "failed";
  channel.addEventListener("message", ({ data }) => { if (data.every(isOver)) done(); });
  navigator.serviceWorker.controller.postMessage({ sending: { tell: true } });
})"""
BROKEN = {"name": "broken.jpg", "mimeType": "image/jpeg",
          "buffer": (SAMPLES / "three-puppies.jpg").read_bytes()[:4_000]}


def test_several_photos_are_posted_at_once_and_a_broken_one_says_so(site):
    visitor = site.visitor(PHONE)
    visitor.expected = {422}
    page = visitor.page
    page.goto("/new")
    cards = choose(page, [payload(name) for name in PHOTOS] + [BROKEN])
    # By the clock of the place: the photo says its offset, that of California.
    taken = "2020-10-01T17:08:26"
    expect(cards.nth(0).get_by_label("Time")).to_have_value(taken)
    expect(cards.nth(0)).to_contain_text("Oct 1, 2020, 5:08 PM · by the camera")
    expect(cards.nth(1).get_by_label("Time")).to_have_value("2024-01-31T23:59:59")
    expect(cards.nth(1)).to_contain_text("from the file’s name")
    # What the browser itself does not read is found by the server.
    expect(cards.nth(2).get_by_label("Time")).to_have_value(re.compile(r"^2022-08-2\dT"))
    # Another time is the writer's own.
    set_time(cards.nth(0), "2020-10-01T18:00:00")
    expect(cards.nth(0).locator(".source")).to_have_text("set by you")
    set_time(cards.nth(0), taken)
    expect(cards.nth(0).locator(".source")).to_contain_text("by the camera")
    cards.nth(1).get_by_label("Caption").fill("발사 직전 🚀")
    set_time(cards.nth(2), "2024-01-31T08:00:00")
    unfold(page, "tags")
    page.get_by_label("Tags").fill("night sky, 우주")
    page.keyboard.press("Escape")
    apart(page)
    post(page)
    expect(page.get_by_role("alert").first).to_contain_text("3 posts made")
    expect(cards).to_have_count(1)
    expect(cards.first).to_contain_text("broken.jpg")
    cards.first.get_by_role("button", name="Remove").click()
    expect(cards).to_have_count(0)

    posted = site.device.posts()
    assert len(posted) == 3
    [dog] = [post for post in posted if post["originalName"] == PHOTOS[0]]
    assert dog["time"].startswith(taken)
    # Only a comma stands between tags.
    assert dog["tags"] == ["night sky", "우주"]
    assert [post["caption"] for post in posted if post["caption"]] == ["발사 직전 🚀"]


def test_photos_and_words_survive_another_page_also_while_they_are_sent(site):
    """They were gone as soon as another page was opened."""
    page = site.visitor(PHONE).page
    page.goto("/new?day=2024-01-31")
    # What sends them while no page does.
    has_worker(page)
    page.get_by_label("Words").fill("Not to be lost")
    choose(page, [payload(name) for name in PHOTOS], wait=False)
    page.goto("/more")
    find_draft(page, "Not to be lost").click()
    expect(page.get_by_label("Words")).to_have_value("Not to be lost")
    expect(photos(page)).to_have_count(len(PHOTOS))
    expect(page.get_by_label("Day", exact=True)).to_have_value("2024-01-31")
    photos(page).nth(0).get_by_label("Caption").fill("Kept too")
    kept(page)
    page.reload()
    expect(photos(page).nth(0).get_by_label("Caption")).to_have_value("Kept too")
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    [made] = site.device.posts()
    assert len(made["photos"]) == 3 and made["words"] == "Not to be lost"


def test_bar_shows_how_far_the_photos_are_on_every_page(site):
    visitor = site.visitor(PHONE)
    page = visitor.page
    page.goto("/new")
    has_worker(page)
    page.reload()
    choose(page, [payload(name) for name in PHOTOS])
    page.goto("/more")
    bar = page.locator(".sending-bar")
    expect(bar).to_contain_text("3 photos ready to post.")
    bar.get_by_role("link", name="Show").click()
    expect(photos(page)).to_have_count(3)
    post(page)
    page.wait_for_url("**/posts/1?saved=1")
    page.goto("/more")
    told(page)
    expect(page.locator(".sending-bar")).to_have_count(0)


def test_words_of_a_page_that_is_left_without_a_network_are_a_draft_once_it_is_back(site):
    """They were gone, with the promise that they would be posted."""
    visitor = site.visitor(PHONE)
    page = visitor.page
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto("/new")
    has_worker(page)
    page.reload()
    holds(page, "() => navigator.serviceWorker.controller")
    page.get_by_label("Words").fill("From the tunnel")
    expect(page.get_by_text("Draft saved")).to_be_visible()
    visitor.context.set_offline(True)
    page.get_by_label("Words").fill("From the tunnel, offline")
    post(page)
    expect(page.get_by_role("alert")).to_contain_text("Keep this page open")
    page.get_by_label("Words").press("End")
    page.keyboard.type("!")
    page.get_by_role("link", name="Today").click()
    expect(page.get_by_text("You’re offline, or the server is.")).to_be_visible()
    visitor.context.set_offline(False)
    expect(page.locator("main.today")).to_be_visible()
    find_draft(page, "From the tunnel, offline!").click()
    expect(page.get_by_label("Words")).to_have_value("From the tunnel, offline!")
    assert site.device.posts() == []


def test_locking_keeps_photos_and_words(site):
    """The lock emptied the page."""
    page = site.visitor(PHONE).page
    set_pin(page)
    page.goto("/new")
    page.get_by_label("Words").fill("Nobody else's")
    choose(page, [payload(TIMELESS)])
    site.device.ask("POST", "/api/v1/lock")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    assert "Nobody" not in page.content() and "IMG_2024" not in page.content()
    page.locator("#pin").fill(PIN)
    page.locator("#pin").press("Enter")
    expect(page.get_by_label("Words")).to_have_value("Nobody else's")
    expect(photos(page)).to_have_count(1)
    stored = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"
    assert page.evaluate(stored) == "[{},{}]"
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1"))


def test_photo_that_failed_is_sent_again(site):
    """By the page itself, where there is no service worker; then it asks before it is left."""
    visitor = site.visitor(DESKTOP, service_workers="block")
    page = visitor.page
    page.goto("/new")
    page.route("**/drafts/*/photos", lambda route: route.abort())
    page.locator("[data-files]").set_input_files(SAMPLES / TIMELESS)
    card = page.locator("[data-photos] > li")
    expect(card.get_by_role("status")).to_contain_text("The server cannot be reached.")
    page.once("dialog", lambda dialog: dialog.dismiss())
    with page.expect_event("dialog") as asked:
        page.get_by_role("banner").get_by_role("link", name="People", exact=True).click()
    assert asked.value.type == "beforeunload"
    post(page)
    left = page.get_by_role("alert").filter(has_text=f"Not sent: {TIMELESS}.")
    expect(left).to_be_visible()
    page.unroute("**/drafts/*/photos")
    card.get_by_role("button", name="Try again").click()
    # What is no longer true is not said any more.
    expect(left).to_have_count(0)
    expect(photos(page)).to_have_count(1)
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1"))
    assert len(site.device.posts()) == 1


def test_photo_that_is_posted_already_leads_there_and_is_posted_again(site):
    number = site.device.post(TIMELESS, "2024-01-31 12:00")
    visitor = site.visitor(PHONE)
    visitor.expected = {409}
    page = visitor.page
    page.goto("/new")
    photo = {**payload(TIMELESS), "buffer": another(TIMELESS, 1)}
    cards = choose(page, [photo])
    expect(cards.get_by_role("link", name=f"Already posted as post {number}")).to_have_attribute(
        "href", f"/posts/{number}")
    # What is chosen while it is being sent would go with it.
    with page.expect_response(lambda answer: answer.status == 409):
        post(page)
    expect(page.get_by_role("button", name="Post", exact=True)).to_be_enabled()
    expect(cards).to_have_count(1)
    cards.get_by_label("Post it again").check()
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/2"))
    assert len(site.device.posts()) == 2


def test_photos_of_four_days_lead_to_all_of_them(site):
    """Only the last of them opened."""
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    names = [f"IMG_2024010{index}_120000.jpg" for index in range(1, 5)]
    # Each another one, though they are one photo.
    choose(page, [
        {**payload(TIMELESS), "name": name, "buffer": payload(TIMELESS)["buffer"] + bytes([index])}
        for index, name in enumerate(names)])
    apart(page)
    post(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("4 posts on 4 days")
    for index in range(1, 5):
        expect(page.locator(f'a[href="/days/2024-01-0{index}"]')).to_be_visible()


def test_time_that_is_still_to_come_is_asked_about(site, screen):
    page = site.visitor(screen).page
    page.goto("/new")
    cards = choose(page, [payload(TIMELESS)])
    set_time(cards, "2031-02-03T04:05:06")
    post(page)
    expect(page.get_by_role("alert")).to_contain_text("That time is in the future: Monday, February 3, 2031, 4:05 AM. Post anyway?")
    assert site.device.posts() == []
    # It stood below all fields, out of sight.
    question = page.get_by_role("button", name="Post anyway")
    expect(question).to_be_in_viewport(ratio=1)
    expect(question).to_be_focused()
    question.click()
    expect(page).to_have_url(re.compile(r"/posts/1"))


def test_label_is_drawn_by_the_server_as_it_will_be(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    cards = choose(page, [payload(TIMELESS)])
    image = cards.locator("img")
    before = pixels(image)
    unfold(page, "more")
    page.get_by_label("Position").select_option("top-right")
    expect(image).to_have_attribute("src", re.compile("label-position=top-right"))
    assert pixels(image) != before
    # What the chip opened lies over the photo below.
    page.locator("[data-chip=more] > summary").click()
    set_time(cards, "2024-02-29T01:02:03")
    expect(image).to_have_attribute("src", re.compile("time=2024-02-29T01%3A02%3A03"))
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1"))
    assert site.device.posts()[0]["day"] == "2024-02-29"


def pixels(image) -> str:
    return image.evaluate("""async (image) => {
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/png");
    }""")


def test_photo_that_tells_no_time_gets_its_files_date_to_check(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    cards = choose(page, [{**payload(TIMELESS), "name": "rocket.jpg"}])
    expect(cards.get_by_label("Time")).not_to_have_value("")
    expect(cards).to_contain_text("Taken from the file’s date – please check")
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1"))


def test_photos_are_dropped_anywhere_and_pasted(site):
    """Beside the field, the browser opened the photo in the tab; pasting did nothing."""
    visitor = site.visitor(DESKTOP)
    page = visitor.page
    page.goto("/new")
    content = base64.b64encode((SAMPLES / TIMELESS).read_bytes()).decode()
    dropped = page.evaluate_handle(MADE, [content, ["IMG_20240131_235959.jpg", "list.txt"]])
    page.dispatch_event("body", "dragenter", {"dataTransfer": dropped})
    expect(page.get_by_text("Drop photos anywhere")).to_be_visible()
    page.dispatch_event("h1", "drop", {"dataTransfer": dropped})
    expect(page.get_by_text("Drop photos anywhere")).to_be_hidden()
    expect(page.get_by_role("alert")).to_contain_text("list.txt: This is not a photo.")
    expect(photos(page)).to_have_count(1)
    page.evaluate(
        """(given) => {
          const event = new ClipboardEvent("paste", { clipboardData: given, bubbles: true, cancelable: true });
          document.body.dispatchEvent(event);
        }""", page.evaluate_handle(MADE, [content, ["IMG_20240130_120000.jpg"]]))
    expect(photos(page)).to_have_count(2)
    photos(page).nth(1).get_by_role("button", name="Remove").click()
    expect(photos(page)).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(photos(page)).to_have_count(2)


def test_phone_shares_photos_to_the_composer(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    gallery.share(page, SAMPLES / TIMELESS, "From the gallery")
    # Another site can send the same form: nothing is kept before a person says so.
    expect(page.locator("blockquote")).to_have_text("From the gallery")
    expect(page.locator("ul.shared li")).to_have_text(TIMELESS)
    kept = page.evaluate("fetch('/new').then((answer) => answer.text())")
    assert "From the gallery" not in kept and 'class="drafts"' not in kept
    page.reload()
    expect(page.locator("ul.shared li")).to_have_text(TIMELESS)
    page.get_by_role("button", name="Save as draft").click()
    expect(page).to_have_url(re.compile(r"/new\?draft="))
    expect(page.get_by_label("Words")).to_have_value("From the gallery")
    expect(photos(page)).to_have_count(1)
    expect(photos(page).get_by_label("Caption")).to_be_visible()
    page.goto("/share")
    expect(page.get_by_text("Nothing was shared.")).to_be_visible()


def test_tags_are_completed_by_keys_and_by_touch(site):
    site.device.ask("POST", "/new", data={"words": "x", "tags": "summer holidays, sea"})
    page = site.visitor(PHONE).page
    page.goto("/new")
    page.get_by_label("Words").fill("y")
    unfold(page, "tags")
    tags = page.get_by_label("Tags")
    # Those that there are can be taken before anything is typed.
    expect(page.locator(".choices li")).to_have_text(["sea", "summer holidays"])
    tags.press_sequentially("hol")
    expect(page.locator(".choices li")).to_have_text(["summer holidays"])
    tags.press("ArrowDown")
    tags.press("Enter")
    expect(tags).to_have_value("summer holidays, ")
    tags.press_sequentially("s")
    expect(page.locator(".choices li")).to_have_text(["sea"])
    page.locator(".choices li").click()
    expect(tags).to_have_value("summer holidays, sea, ")
    tags.press_sequentially("new words, ")
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/2"))
    assert site.device.posts()[0]["tags"] == ["new words", "sea", "summer holidays"]


def test_camera_is_offered_on_a_phone(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    with page.expect_file_chooser() as chooser:
        page.locator("[data-camera]").tap()
    taken = today() - timedelta(minutes=1)
    chooser.value.set_files({**payload(TIMELESS), "name": f"{taken:IMG_%Y%m%d_%H%M%S}.jpg"})
    expect(photos(page)).to_have_count(1)
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1"))
    assert site.device.posts()[0]["day"] == f"{taken:%Y-%m-%d}"


def photos(page: Page):
    """Those that the server has."""
    return page.locator("[data-photos] > li[data-path]")


def choose(page: Page, files: list[dict], wait: bool = True):
    page.locator("[data-files]").set_input_files(files)
    if wait:
        expect(photos(page)).to_have_count(len(files))
    return photos(page)


def unfold(page: Page, chip: str) -> None:
    """Opens a chip of the composer: day, mood, tags or more."""
    if page.locator(f"[data-chip={chip}]").get_attribute("open") is None:
        page.locator(f"[data-chip={chip}] > summary").click()


def apart(page: Page) -> None:
    page.get_by_label("Post each photo separately").check()


def set_time(card: Locator, time: str) -> None:
    """The time of a photo that waits."""
    if not card.get_by_label("Time").is_visible():
        card.locator("[data-when] > summary").click()
    card.get_by_label("Time").fill(time)


def kept(page: Page) -> None:
    """Waits until the server has all that the form says."""
    until(lambda: page.evaluate(KEPT), "the draft is kept")


def find_draft(page: Page, words: str) -> Locator:
    """What a page sends that is left comes in its own time, and the next one may be made before."""
    draft = page.locator(".drafts a", has_text=words)

    def look():
        page.goto("/new")
        return draft.count()

    until(look, f"there is a draft of {words}")
    page.locator(".drafts > summary").click()
    return draft


def told(page: Page) -> None:
    """Waits until the page knows what becomes of the photos that were chosen, and none is on its way any more."""
    page.evaluate(TOLD)


def post(page: Page) -> None:
    page.get_by_role("button", name="Post", exact=True).click()


def payload(name: str) -> dict:
    kind = "image/avif" if name.endswith("avif") else "image/jpeg"
    return {"name": name, "mimeType": kind, "buffer": (SAMPLES / name).read_bytes()}
