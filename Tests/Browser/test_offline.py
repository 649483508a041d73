"""What a device keeps for reading without a network, where its owner has chosen that; what is written meanwhile; and that
nothing of it can be read once the journal is locked, or by anybody else."""

import base64
import re
import sqlite3

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from clock import today
from server import SAMPLES
from test_kept import Profile, contents
from visitor import PHONE
from waiting import drawn, has_worker, holds, until

pytestmark = pytest.mark.workers

PIN = "2849"
SECRET = "A secret of the lake"
# The names of the databases, and each record of them: how many bytes it has, or what it is.
STORED = """async () => {
  const stored = {};
  for (const { name } of await indexedDB.databases()) {
    const open = indexedDB.open(name);
    // Removed meanwhile: it is not to be made again.
    open.onupgradeneeded = () => open.transaction.abort();
    const made = await new Promise((done) => {
      open.onsuccess = () => done(open.result);
      open.onerror = () => done(undefined);
    });
    if (!made) continue;
    stored[name] = {};
    for (const store of made.objectStoreNames) {
      const all = (ask) => new Promise((done) => {
        const request = made.transaction(store).objectStore(store)[ask]();
        request.onsuccess = () => done(request.result);
      });
      const [keys, values] = [await all("getAllKeys"), await all("getAll")];
      stored[name][store] = keys.map((key, index) => {
        const value = values[index];
        if (value instanceof CryptoKey) return { key, extractable: value.extractable };
        return { key, fields: Object.keys(value), text: new TextDecoder("latin1").decode(value.data) };
      });
    }
    made.close();
  }
  return stored;
}"""
VIOLATIONS = "rules => axe.run(rules).then((results) => results.violations.map(({ id, nodes }) => [id, nodes[0].html]))"
IDLE = "() => navigator.locks.query().then(({ held }) => held.length === 0)"


@pytest.fixture(scope="module")
def browser(whole_browser):
    return whole_browser


def make(device) -> None:
    """Today's words and a photo, and a photo of three days ago."""
    now = today()
    device.ask("POST", "/api/v1/posts", headers={"Idempotency-Key": "a" * 32}, json={
        "title": "The lake", "words": f"{SECRET}, **cold** <script>alert(1)</script>"})
    device.post("three-puppies.jpg", f"{now:%Y-%m-%d} 00:00:01", caption="Puppies")
    device.post("birthday-dog.jpg", str(now.date().fromordinal(now.toordinal() - 3)) + " 12:00", caption="A cake")


@pytest.fixture
def site(begin):
    return begin(make)


def records(page: Page) -> list[dict]:
    return page.evaluate(STORED).get("daystamp", {}).get("records", [])


def is_whole(page: Page, count: int = 6) -> bool:
    """Whether the days, the frame and the photos are there, and nothing is under way."""
    return len(records(page)) >= count and page.evaluate(IDLE)


def choose(site, screen=PHONE, theme="light", visitor=None, count=6):
    """A browser that keeps the last days."""
    visitor = visitor or site.visitor(screen, theme)
    page = visitor.page
    page.goto("/settings/devices")
    has_worker(page)
    page.locator(".link-rows a", has=page.locator(".tag")).click()
    page.get_by_label("Keep the last 30 days").check()
    expect(page.get_by_text("Saved.")).to_be_visible()
    until(lambda: is_whole(page, count), "the days are kept")
    page.reload()
    holds(page, "() => navigator.serviceWorker.controller")
    return visitor


def away(visitor, path="/") -> Page:
    visitor.context.set_offline(True)
    visitor.page.goto(path)
    expect(visitor.page.get_by_text("This is what your device stored")).to_be_visible()
    return visitor.page


def back(visitor) -> Page:
    """With a network again; the page that was wanted comes by itself."""
    visitor.context.set_offline(False)
    expect(visitor.page.locator("[data-offline], main.gate:has([data-again])")).to_have_count(0)
    visitor.page.wait_for_load_state()
    return visitor.page


def set_pin(page: Page) -> None:
    page.goto("/settings/lock")
    page.locator("#new-pin").fill(PIN)
    page.locator("#new-pin-again").fill(PIN)
    page.get_by_role("button", name="Set a PIN").click()
    expect(page.get_by_role("main").get_by_role("button", name="Lock now")).to_be_visible()


def test_without_the_choice_nothing_is_kept(site):
    page = site.visitor(PHONE).page
    page.goto("/")
    has_worker(page)
    for path in ["/", "/timeline", "/new", "/posts/1", f"/days/{today():%Y-%m-%d}", "/settings/devices/1"]:
        page.goto(path)
        drawn(page)
    assert page.evaluate(STORED) == {}
    assert page.evaluate("() => [localStorage.length, sessionStorage.length]") == [0, 0]


def test_choice_acts_at_once_and_is_undone(site):
    page = choose(site).page
    page.get_by_label("Keep the last 30 days").uncheck()
    expect(page.get_by_text("Saved.")).to_be_visible()
    until(lambda: page.evaluate(STORED) == {}, "the store is removed")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Keep the last 30 days")).to_be_checked()
    until(lambda: is_whole(page), "the days are kept again")


def test_days_are_read_without_a_network(site, screen):
    visitor = choose(site, screen)
    page = away(visitor)
    expect(page.get_by_role("heading", name="Today", level=1)).to_be_visible()
    expect(page.get_by_text(SECRET)).to_be_visible()
    expect(page.locator(".words strong")).to_have_text("cold")
    assert page.locator(".card img").evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") > 100
    expect(page.get_by_text("A cake")).to_have_count(0)
    page.get_by_role("link", name="Timeline").click()
    expect(page.get_by_text("A cake")).to_be_visible()
    expect(page).to_have_url(site.server.base + "/timeline")
    page.get_by_text("A cake").click()
    expect(page.get_by_text(SECRET)).to_have_count(0)
    expect(page).to_have_url(site.server.base + "/posts/3")
    page.locator(".kept-day h2 a").click()
    expect(page).to_have_url(re.compile(r"/days/"))
    page.go_back()
    expect(page).to_have_url(site.server.base + "/posts/3")
    expect(page.get_by_text("A cake")).to_be_visible()
    # Also where a page is opened anew.
    page.goto("/timeline")
    expect(page.get_by_text("A cake")).to_be_visible()
    page.goto("/statistics")
    expect(page.get_by_text("This page needs a connection.")).to_be_visible()
    visitor.context.set_offline(False)
    expect(page.get_by_role("heading", name="Statistics")).to_be_visible()


def test_what_changed_is_kept_anew_and_nothing_else_is_asked_for(site):
    visitor = choose(site)
    page = visitor.page
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/about")
    until(lambda: page.evaluate(IDLE) and any(url.endswith("/offline/days") for url in asked), "the days are looked at")
    assert not [url for url in asked if "/offline/days/" in url or "/thumbnails/" in url]
    site.device.ask("POST", "/api/v1/posts", headers={"Idempotency-Key": "b" * 32}, json={"words": "News"})
    page.goto("/about")
    until(lambda: page.evaluate(IDLE) and [url for url in asked if "/offline/days/" in url], "the day is kept anew")
    assert len([url for url in asked if "/offline/days/" in url]) == 1
    assert not [url for url in asked if "/thumbnails/" in url]
    expect(away(visitor).get_by_text("News")).to_be_visible()


def write(page: Page, words: str, title: str = "") -> None:
    page.goto("/new")
    page.get_by_label("Title").fill(title)
    page.get_by_label("Words").fill(words)
    page.get_by_role("button", name="Post").click()
    expect(page.get_by_text("It’s posted once you’re back online.")).to_be_visible()


def test_words_wait_are_changed_taken_back_and_posted_once(site):
    visitor = choose(site)
    page = away(visitor)
    write(page, "On the <b>train</b><img src=x onerror=alert(1)>", "Away")
    write(page, "Not this")
    items = page.locator("[data-waiting] li")
    expect(items).to_have_count(2)
    expect(items.first).to_contain_text("Waiting to be posted")
    # What was typed is text.
    expect(items.first).to_contain_text("<b>train</b><img src=x")
    expect(items.locator("b, img")).to_have_count(0)
    items.first.get_by_role("link", name="Edit").click()
    expect(page.get_by_label("Title")).to_have_value("Away")
    page.get_by_label("Words").fill("On the train")
    page.get_by_role("button", name="Post").click()
    expect(items.filter(has_text="On the train")).to_have_count(1)
    items.filter(has_text="Not this").get_by_role("button", name="Don’t post").click()
    expect(items).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(items).to_have_count(2)
    items.filter(has_text="Not this").get_by_role("button", name="Don’t post").click()
    expect(items).to_have_count(1)
    before = len(site.device.posts())
    visitor.context.set_offline(False)
    expect(page.get_by_text("What you wrote offline is posted.")).to_be_visible()
    page.reload()
    drawn(page)
    until(lambda: page.evaluate(IDLE), "nothing is sent any more")
    posts = site.device.posts()
    assert len(posts) == before + 1
    [post] = [post for post in posts if post.get("title") == "Away"]
    assert post["words"] == "On the train"
    assert post["day"] == f"{today():%Y-%m-%d}"


def test_open_composer_posts_later_from_another_page(site):
    visitor = choose(site)
    page = visitor.page
    page.goto("/new")
    page.get_by_label("Words").fill("Begun with a network")
    expect(page.get_by_text("Draft saved")).to_be_visible()
    until(lambda: page.evaluate(IDLE), "nothing is kept any more")
    visitor.context.set_offline(True)
    page.get_by_label("Words").fill("Begun with a network, ended without")
    page.locator("[data-post]").click()
    expect(page.locator("[data-waiting] li")).to_contain_text("ended without")
    visitor.context.set_offline(False)
    expect(page.get_by_text("What you wrote offline is posted.")).to_be_visible()
    words = [post.get("words") for post in site.device.posts()]
    assert words.count("Begun with a network, ended without") == 1
    page.goto("/new")
    expect(page.locator(".drafts")).to_have_count(0)


def test_answer_that_is_lost_posts_nothing_twice(site):
    visitor = choose(site)
    write(away(visitor), "Once")
    page = visitor.page
    lost = []
    # The server has it; the browser does not know.
    def lose(route):
        if route.request.method == "POST":
            route.fetch(max_redirects=0)
            route.abort()
            lost.append(route)
        else:
            route.continue_()
    page.route(re.compile(r"/new$"), lose)
    back(visitor)
    has = lambda: "Once" in [post.get("words") for post in site.device.posts()]
    # A question to the page lets Playwright tell of what it asks for.
    until(lambda: page.evaluate("true") and lost and has(), "it is posted")
    page.unroute_all()
    page.goto("/about")
    expect(page.get_by_text("What you wrote offline is posted.")).to_be_visible()
    assert [post.get("words") for post in site.device.posts()].count("Once") == 1


def test_photos_wait_too(site):
    visitor = choose(site)
    page = away(visitor, "/new")
    page.get_by_label("Words").fill("With a photo")
    page.get_by_label("Photos").set_input_files(SAMPLES / "canyon-wren.jpg")
    page.get_by_role("button", name="Post").click()
    expect(page.locator("[data-waiting] li")).to_contain_text("1 photo")
    visitor.context.set_offline(False)
    expect(page.get_by_text("What you wrote offline is posted.")).to_be_visible()
    [post] = [post for post in site.device.posts() if post.get("words") == "With a photo"]
    assert len(post["photos"]) == 1


def test_what_is_refused_becomes_a_draft(site):
    visitor = choose(site)
    page = away(visitor)
    visitor.expected = {422}
    write(page, "Some words", "Far too long a title: " + 100 * "x")
    visitor.context.set_offline(False)
    page.get_by_role("link", name="Open it").click()
    expect(page.get_by_label("Words")).to_have_value("Some words")


def test_locked_journal_is_noise(site):
    visitor = site.visitor(PHONE)
    # Asked by the page that locks.
    visitor.expected = {423}
    set_pin(visitor.page)
    page = choose(site, visitor=visitor).page
    stored = page.evaluate(STORED)["daystamp"]
    assert stored["keys"] == []
    assert all(record["fields"] == ["iv", "data"] for record in stored["records"])
    told = " ".join(record["key"] + record["text"] for record in stored["records"])
    assert not re.search(r"secret|lake|Puppies|cake|class=|JFIF|2\d\d\d-\d\d-\d\d", told)
    # While it is open it is read.
    page = away(visitor)
    expect(page.get_by_text(SECRET)).to_be_visible()
    write(page, "In the tunnel")
    visitor.context.set_offline(False)
    expect(page.get_by_text("What you wrote offline is posted.")).to_be_visible()
    # It is locked from here, without a network.
    page = away(visitor)
    page.goto("/more")
    lock = page.locator('form[action="/lock"] button')
    lock.dispatch_event("click")
    expect(page.get_by_text("Your journal is locked, and opens once there is a network.")).to_be_visible()
    page.goto("/timeline")
    expect(page.get_by_text("Your journal is locked")).to_be_visible()
    back(visitor).goto("/settings/lock")
    page.get_by_role("main").get_by_role("button", name="Lock now").click()
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    visitor.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_text("Your journal is locked")).to_be_visible()
    assert not page.get_by_text(SECRET).count()


def test_files_of_a_locked_browser_say_nothing(playwright, site, tmp_path):
    profile = Profile(playwright, site, tmp_path / "profile")
    try:
        set_pin(profile.page)
        page = choose(site, visitor=profile).page
        write(away(profile), "Typed in the tunnel")
        thumbnails = [
            site.device.ask("GET", f"/api/v1/posts/{number}/thumbnail", params={"size": 256}).content for number in [2, 3]]
        back(profile).goto("/settings/lock")
        page.get_by_role("main").get_by_role("button", name="Lock now").click()
        expect(page.get_by_role("heading", name="Locked")).to_be_visible()
        until(lambda: not any(profile.has(thumbnails)), "the browser has no thumbnail on the disk")
        stored = page.evaluate(STORED)["daystamp"]["records"]
        assert len(stored) >= 6
    finally:
        profile.context.close()
    with sqlite3.connect(site.server.journal / "journal.sqlite") as journal:
        keys = [key for key, in journal.execute("SELECT offline_key FROM device") if key]
    assert len(keys) == 1
    files = list(contents(profile.folder))
    for text in [SECRET, "Puppies", "in the tunnel"]:
        for code in ["utf-8", "utf-16-le"]:
            assert not any(text.encode(code) in file for file in files), text
    for secret in [*keys, *(base64.b64encode(key) for key in keys)]:
        assert not any(secret in file for file in files)
    assert not any(profile.has(thumbnails))


def test_pin_makes_another_key(site):
    """Without one the browser has the key in its files."""
    page = choose(site).page
    [own] = page.evaluate(STORED)["daystamp"]["keys"]
    assert own == {"key": "own", "extractable": False}
    before = {record["key"]: record["text"] for record in records(page)}
    set_pin(page)
    until(lambda: page.evaluate(STORED).get("daystamp", {}).get("keys") == [] and is_whole(page), "the key is forgotten")
    assert not {record["text"] for record in records(page)} & set(before.values())


def test_revoked_device_keeps_nothing(site):
    visitor = choose(site)
    visitor.expected = {401}
    page = visitor.page
    [device] = site.device.ask("GET", "/api/v1/devices").json()["devices"]
    site.device.ask("DELETE", f"/api/v1/devices/{device['id']}")
    page.goto("/timeline")
    until(lambda: page.evaluate(STORED) == {}, "the store is removed")


def test_another_owner_of_the_browser_sees_nothing(site):
    visitor = choose(site)
    bob = site.another_owner()
    write(away(visitor), "Anna’s")
    visitor.pair(bob.token)
    back(visitor).goto("/timeline")
    page = visitor.page
    until(lambda: page.evaluate(STORED) == {}, "the store is removed")
    assert bob.posts() == []
    choose(site, visitor=visitor, count=2)
    page = away(visitor, "/timeline")
    expect(page.get_by_text("Nothing here yet.")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_reading_is_accessible_and_fits(site, screen, theme, screenshots):
    visitor = choose(site, screen, theme)
    page = away(visitor)
    write(page, "On the train", "Away")
    for path in ["/", "/timeline", "/posts/1", "/new", "/statistics"]:
        page.goto(path)
        expect(page.get_by_text("This is what your device stored")).to_be_visible()
        drawn(page)
        page.evaluate(Axe().axe_script)
        assert page.evaluate(VIOLATIONS, {"resultTypes": ["violations"]}) == [], path
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
        page.screenshot(
            path=screenshots / f"offline{path.replace('/', '-')}-{screen.name}-{theme}.png", full_page=True)
