"""Photos on their way while people move about, what is said of them, and drafts that are found again."""

import base64
import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, Worker, expect

import gallery
from clock import today
from server import SAMPLES
from test_entry import PIN, set_pin
from test_posting import PHOTOS, TIMELESS, choose, find_draft, kept, payload, photos, post, told, unfold
from visitor import DESKTOP, PHONE
from waiting import Held, has_worker, holds

pytestmark = pytest.mark.workers

# Of the two that the day's pages lead from.
DAY = "2024-01-31"


def test_photos_on_their_way_are_listed_and_waited_for(site):
    """The others never appeared: what had arrived was posted without them."""
    page = site.visitor(PHONE).page
    worker = at_work(page)
    hold(worker, after=1)
    page.get_by_label("Words").fill("With three photos")
    choose(page, [payload(name) for name in PHOTOS], wait=False)
    expect(photos(page)).to_have_count(1)
    page.goto("/calendar")
    find_draft(page, "With three photos").click()
    cards = page.locator("[data-photos] > li")
    expect(cards).to_have_count(3)
    expect(photos(page)).to_have_count(1)
    for name in PHOTOS:
        expect(cards.filter(has_text=name)).to_have_count(1)
    post(page)
    expect(page.locator("[data-state]")).to_have_text("Waiting for 2 photos…")
    release(worker)
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    [made] = site.device.posts()
    assert len(made["photos"]) == 3
    page.goto("/new")
    expect(page.locator(".drafts")).to_have_count(0)


def test_words_of_the_last_moment_are_kept(site):
    """What a page sent that was being left was lost on its way through the service worker."""
    page = site.visitor(PHONE).page
    at_work(page)
    for count in range(1, 4):
        page.get_by_label("Words").fill(f"Number {count}")
        page.goto("/calendar")
        find_draft(page, f"Number {count}")


def test_words_typed_before_the_script_runs_are_kept(site):
    """They were taken for what the server had made."""
    page = site.visitor(PHONE, service_workers="block").page
    script = Held(page)
    page.route(re.compile(r"/composer\.js$"), script)
    page.goto("/new", wait_until="commit")
    page.get_by_label("Words").fill("At once")
    script.release()
    expect(page.get_by_text("Draft saved")).to_be_visible()
    page.unroute_all()
    page.goto("/new")
    expect(page.locator(".drafts a", has_text="At once")).to_have_count(1)


def test_photo_chosen_before_the_script_runs_is_sent(site):
    """It stayed in the field, and nothing showed it."""
    page = site.visitor(PHONE, service_workers="block").page
    script = Held(page)
    page.route(re.compile(r"/composer\.js$"), script)
    page.goto("/new", wait_until="commit")
    page.locator("[data-files]").set_input_files([payload(TIMELESS)])
    script.release()
    expect(photos(page)).to_have_count(1)


def test_photos_that_an_ended_worker_forgot_are_handed_over_again(site):
    """They were never sent, and the page waited for them without end."""
    page = site.visitor(PHONE).page
    hold(at_work(page))
    choose(page, [payload(name) for name in PHOTOS], wait=False)
    expect(page.locator("[data-photos] > li", has_text="Sending")).to_have_count(1)
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    expect(photos(page)).to_have_count(3)
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    assert sorted(posted(site)) == sorted(PHOTOS)


def test_photo_that_cannot_be_shown_at_once_is_shown_later(site):
    """It was sent, and for ever said to be on its way."""
    visitor = site.visitor(PHONE)
    visitor.expected = {503}
    page = visitor.page
    page.route(re.compile(r"/drafts/[^/]+/photos/[^/]+$"), lambda route: route.fulfill(status=503), times=1)
    page.goto("/new")
    choose(page, [payload(TIMELESS)])


def test_answer_to_a_refused_form_is_loaded_again_as_the_draft(site):
    """It was the form once more, as it was sent: the next key put it in the place of what came after."""
    visitor = site.visitor(PHONE)
    visitor.expected = {409, 422}
    page = visitor.page
    page.goto("/new")
    page.get_by_label("Words").fill("Tomorrow")
    unfold(page, "day")
    page.get_by_label("Day", exact=True).fill(str(today().date() + timedelta(days=3)))
    page.locator("[data-post]").click()
    expect(page.get_by_role("alert").first).to_contain_text("is in the future; today is")
    page.get_by_label("Words").fill("Tomorrow, and more")
    expect(page.get_by_text("Draft saved")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Words")).to_have_value("Tomorrow, and more")
    page.goto("/calendar")
    page.go_back()
    expect(page.get_by_label("Words")).to_have_value("Tomorrow, and more")
    # Today says that it waits.
    page.goto("/")
    page.get_by_role("link", name="1 draft").click()
    expect(page.get_by_label("Words")).to_have_value("Tomorrow, and more")


def test_answer_to_a_refused_edit_is_loaded_again_as_it_was_left(site):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="First")
    visitor = site.visitor(PHONE)
    visitor.expected = {422}
    page = visitor.page
    page.goto("/posts/1?edit=1")
    page.get_by_label("Time").fill("2999-01-01T12:00")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert").first).to_contain_text("Save anyway?")
    with page.expect_response(lambda answer: "keep=1" in (body := answer.request.post_data or "")
                              and "and+more" in body):
        page.get_by_label("Caption").fill("First, and more")
    page.reload()
    expect(page.get_by_label("Caption")).to_have_value("First, and more")
    expect(page.get_by_label("Time")).to_have_value("2999-01-01T12:00")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Save anyway").click()
    page.wait_for_url("**/posts/1?saved=1")
    assert site.device.posts()[0]["time"].startswith("2999-01-01T12:00")


def test_draft_of_which_nothing_arrived_yet_is_the_same(site):
    """It got another name, and its photos a draft of their own."""
    page = site.visitor(PHONE).page
    worker = at_work(page)
    hold(worker)
    choose(page, [payload(name) for name in PHOTOS], wait=False)
    expect(page).to_have_url(re.compile(r"/new\?draft="))
    page.goto("/calendar")
    page.go_back()
    cards = page.locator("[data-photos] > li")
    expect(cards).to_have_count(3)
    # One that is taken away on its way does not come after all.
    cards.filter(has_text=PHOTOS[0]).get_by_role("button", name="Remove").click()
    release(worker)
    expect(photos(page)).to_have_count(2)
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    assert set(posted(site)) == set(PHOTOS[1:])
    page.goto("/new")
    expect(page.locator(".drafts")).to_have_count(0)


def test_photos_that_wait_are_told_of_once_and_never_on_the_lock(site):
    page = site.visitor(PHONE).page
    set_pin(page)
    worker = at_work(page)
    hold(worker)
    choose(page, [payload(TIMELESS)], wait=False)
    page.goto("/timeline")
    bar = page.locator(".sending-bar")
    expect(bar).to_contain_text("0 of 1 sent")
    bar.get_by_role("button", name="Close").click()
    expect(bar).to_have_count(0)
    site.device.ask("POST", "/api/v1/lock")
    page.goto("/lock")
    release(worker)
    told(page)
    expect(bar).to_have_count(0)
    page.locator("#pin").fill(PIN)
    page.locator("#pin").press("Enter")
    page.wait_for_url("**/")
    expect(bar).to_contain_text("1 photo ready to post.")
    page.goto("/timeline")
    told(page)
    expect(bar).to_have_count(0)


def test_drafts_are_in_sight_with_their_photo_and_time(site):
    """They were folded away as "Not saved yet"."""
    page = site.visitor(PHONE).page
    page.goto("/new")
    page.get_by_label("Words").fill("Half a thought")
    choose(page, [payload(TIMELESS)])
    kept(page)
    page.goto("/new")
    drafts = page.locator(".drafts")
    expect(drafts.locator("summary")).to_have_text("1 draft")
    # One line, until it is opened.
    expect(drafts.get_by_role("link")).to_be_hidden()
    drafts.locator("summary").click()
    expect(drafts.get_by_role("link")).to_contain_text("Half a thought")
    expect(drafts.get_by_role("link")).to_contain_text(re.compile(r"1 photo · changed .*, \d{1,2}:\d\d\s[AP]M"))
    image = drafts.locator("img")
    expect(image).to_be_visible()
    holds(page, "() => document.querySelector('.drafts img').naturalWidth > 0")
    drafts.get_by_role("link").click()
    expect(page.get_by_role("status").filter(has_text="Draft restored")).to_be_visible()


def test_plus_stays_with_the_day_that_one_looks_at(site):
    site.device.post(TIMELESS, f"{DAY} 12:00")
    page = site.visitor(PHONE).page
    for path in [f"/days/{DAY}", "/posts/1", f"/memories?day={DAY}"]:
        page.goto(path)
        page.locator(".bar .add").click()
        expect(page.get_by_label("Day", exact=True)).to_have_value(DAY)
        page.goto(path)
        page.keyboard.press("n")
        expect(page).to_have_url(f"{site.server.base}/new?day={DAY}")
    for path in ["/", "/calendar", "/days/2031-01-01", "/memories"]:
        page.goto(path)
        expect(page.locator(".bar .add")).to_have_attribute("href", "/new")


def test_photo_dropped_on_another_page_goes_to_a_new_post(site):
    """The browser opened it in the tab."""
    page = site.visitor(DESKTOP).page
    at_work(page)
    page.goto("/more")
    drop(page)
    expect(page).to_have_url(re.compile(r"/new\?draft="))
    expect(photos(page)).to_have_count(1)
    expect(page.get_by_label("Day", exact=True)).not_to_have_value("")
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1"))
    assert site.device.posts()[0]["originalName"] == TIMELESS


def test_photo_that_arrives_while_its_page_is_on_the_way_is_on_it(site):
    """The page before it heard that the photo had arrived, and nobody told the next one, which was made earlier."""
    page = site.visitor(DESKTOP).page
    worker = at_work(page)
    worker.evaluate("""() => {
      const real = self.fetch;
      const isSeen = new Promise((resolve) => {
        self.addEventListener("message", ({ data }) => { if (data?.sending?.seen) resolve(); });
      });
      let isMade;
      const made = new Promise((resolve) => { isMade = resolve; });
      self.fetch = async (asked, options) => {
        if (String(asked).endsWith("/photos")) await made;
        const answer = await real(asked, options);
        if (asked.mode !== "navigate" || !asked.url.includes("/new?draft=")) return answer;
        isMade();
        await isSeen;
        return answer;
      };
    }""")
    page.goto("/more")
    drop(page)
    expect(page).to_have_url(re.compile(r"/new\?draft="))
    expect(photos(page)).to_have_count(1)


def test_photo_dropped_where_nothing_takes_it_along_is_asked_for(site):
    page = site.visitor(DESKTOP, service_workers="block").page
    page.goto("/timeline")
    drop(page)
    expect(page).to_have_url(re.compile("/new#drop"))
    expect(page.get_by_role("status").filter(has_text="Drop it here.")).to_be_visible()


def test_photo_that_was_not_sent_is_offered_to_its_own_owner_alone(site):
    """The next owner in the same browser was asked to send it, into their own journal."""
    visitor, bob = site.visitor(PHONE), site.another_owner()
    visitor.expected = {409}
    page = visitor.page
    worker = at_work(page)
    worker.evaluate("""() => {
      const real = self.fetch;
      self.fetch = (asked, ...rest) =>
        (String(asked).endsWith("/photos") ? Promise.reject(new TypeError()) : real(asked, ...rest));
      self.reach = () => { self.fetch = real; };
    }""")
    choose(page, [payload(TIMELESS)], wait=False)
    failed = page.locator("[data-photos] > li", has_text="Try again")
    expect(failed).to_have_count(1)
    address = page.url
    worker.evaluate("self.reach()")
    # Whose cookie it is, the worker is not told.
    visitor.pair(bob.token)
    failed.get_by_role("button", name="Try again").click()
    expect(failed).to_contain_text("The photo was chosen in another owner’s journal.")
    bar = page.locator(".sending-bar")
    page.goto("/timeline")
    heard(page)
    expect(bar).to_have_count(0)
    page.goto("/new")
    choose(page, [payload(PHOTOS[1])])
    page.goto("/new")
    expect(page.locator(".drafts a")).to_have_count(1)
    visitor.pair(site.device.token)
    page.goto("/timeline")
    expect(bar).to_contain_text("1 photo was not sent.")
    bar.get_by_role("button", name="Try again").click()
    page.goto(address)
    expect(photos(page)).to_have_count(1)


def test_words_of_an_old_page_stay_out_of_the_next_owners_journal(site):
    """They became a draft of theirs, or a post."""
    visitor, bob = site.visitor(PHONE), site.another_owner()
    visitor.expected = {409}
    page = visitor.page
    page.goto("/new")
    visitor.pair(bob.token)
    page.get_by_label("Words").fill("For my eyes")
    expect(page.locator("[data-state]")).to_contain_text("The page was opened in another owner’s journal; reload it.")
    post(page)
    # The page that answers: the one before says it too.
    expect(page.locator(".gate")).to_contain_text("The page was opened in another owner’s journal; reload it.")
    assert bob.posts() == []
    page.goto("/new")
    expect(page.locator(".drafts")).to_have_count(0)


def test_an_old_page_of_a_post_keeps_nothing_for_the_next_owner(site):
    """What was typed there became a draft of theirs, when the page was left or at once."""
    visitor, bob = site.visitor(PHONE), site.another_owner()
    visitor.expected = {409}
    page = visitor.page
    for device in (site.device, bob):
        device.post(PHOTOS[1], "2024-01-31 12:00")
    page.goto("/posts/1?edit=1")
    visitor.pair(bob.token)
    page.get_by_label("Caption").fill("For my eyes")
    page.goto("/timeline")
    page.goto("/posts/1?edit=1")
    expect(page.get_by_label("Caption")).to_have_value("")
    assert [post.get("caption", "") for post in bob.posts()] == [""]


def test_what_is_shared_is_shown_to_the_owner_who_saw_it_first(site):
    """The next owner in the same browser was shown it for two minutes."""
    visitor, bob = site.visitor(PHONE), site.another_owner()
    visitor.expected = {401}
    page = visitor.page
    shared, nothing = page.locator("ul.shared li"), page.get_by_text("Nothing was shared.")

    def share(device):
        visitor.pair(device.token)
        page.goto("/new")
        gallery.share(page, SAMPLES / TIMELESS, "From the gallery")
        expect(shared).to_have_text(TIMELESS)

    share(site.device)
    visitor.pair(bob.token)
    page.goto("/share")
    answered(page)
    expect(nothing).to_be_visible()
    # It is there for who shared it.
    visitor.pair(site.device.token)
    page.goto("/share")
    expect(shared).to_have_text(TIMELESS)
    # Not after they are gone.
    page.goto("/new")
    # A button says so only where there is another way in.
    page.evaluate("""() => {
      const form = Object.assign(document.createElement("form"), { method: "post", action: "/sign-out" });
      document.body.append(form);
      form.submit();
    }""")
    page.wait_for_url("**/sign-in")
    later = site.another_device()
    visitor.pair(later.token)
    page.goto("/share")
    answered(page)
    expect(nothing).to_be_visible()
    share(later)
    later.set_pin(PIN)
    later.ask("POST", "/api/v1/lock")
    page.goto("/lock")
    page.goto("/share")
    answered(page)
    expect(nothing).to_be_visible()


def test_photo_that_can_never_be_posted_says_so_when_it_is_chosen(site):
    visitor = site.visitor(PHONE)
    visitor.expected = {415, 422}
    page = visitor.page
    page.goto("/new")
    content = bytearray((SAMPLES / TIMELESS).read_bytes())
    frame = max(content.find(b"\xff\xc0"), content.find(b"\xff\xc2"))
    content[frame + 1], content[frame + 4] = 0xC1, 12
    odd = {**payload(TIMELESS), "name": "IMG_20240130_120000.jpg", "buffer": bytes(content)}
    cards = choose(page, [odd, payload(TIMELESS)])
    reason = cards.first.get_by_role("alert")
    expect(reason).not_to_be_empty()
    expect(cards.nth(1).get_by_role("alert")).to_have_count(0)
    post(page)
    left = page.locator("[data-left]")
    expect(left).to_contain_text("IMG_20240130_120000.jpg")
    assert site.device.posts() == []
    cards.first.get_by_role("button", name="Remove").click()
    expect(cards).to_have_count(1)
    expect(left).to_have_count(0)


def posted(site) -> list[str]:
    """The names of the photos of the one post that there is."""
    [made] = site.device.posts()
    return [photo["originalName"] for photo in made["photos"]]


def at_work(page: Page) -> Worker:
    """The service worker, once it has a page for new posts."""
    page.goto("/new")
    has_worker(page)
    page.reload()
    holds(page, "() => navigator.serviceWorker.controller")
    return page.context.service_workers[0]


def hold(worker: Worker, after: int = 0) -> None:
    """No photo reaches the server any more but so many."""
    worker.evaluate("""(passes) => {
      const real = self.fetch;
      const gate = new Promise((resolve) => { self.release = resolve; });
      self.fetch = async (address, options) => {
        if (String(address).endsWith("/photos") && passes-- <= 0) await gate;
        return real(address, options);
      };
    }""", after)


def heard(page: Page) -> None:
    """Waits until the page has heard of what is under way: the worker tells it to all pages at once, in order."""
    page.evaluate("""() => new Promise((resolve) => {
      new BroadcastChannel("sending").addEventListener("message", resolve);
      navigator.serviceWorker.controller.postMessage({ sending: { tell: true } });
    })""")


def answered(page: Page) -> None:
    """Waits until the worker has answered a page's question of what is shared."""
    page.evaluate("""() => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", resolve);
      port1.start();
      navigator.serviceWorker.controller.postMessage({ shared: document.body.dataset.owner }, [port2]);
    })""")


def release(worker: Worker) -> None:
    worker.evaluate("self.release()")


def drop(page: Page) -> None:
    content = base64.b64encode((SAMPLES / TIMELESS).read_bytes()).decode()
    given = page.evaluate_handle("""([content, name]) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type: "image/jpeg" }));
      return transfer;
    }""", [content, TIMELESS])
    page.dispatch_event("h1", "drop", {"dataTransfer": given})
