"""The pages as an app: its manifest, and a service worker that keeps the shell and nothing else."""

import pytest
from playwright.sync_api import Page, expect

from visitor import PHONE
from waiting import drawn, has_worker, holds, until

pytestmark = pytest.mark.workers

PIN = "2849"
CACHED = """async () => {
  const paths = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) {
      paths.push(new URL(request.url).pathname);
    }
  }
  return paths;
}"""


@pytest.fixture(scope="module")
def browser(whole_browser):
    return whole_browser


def test_manifest_makes_it_installable(site):
    page = site.visitor(PHONE).page
    page.goto("/")
    client = page.context.new_cdp_session(page)
    manifest = client.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == site.server.base + "/manifest.webmanifest"
    # An incognito window, as tests have it, is the one reason why it is not installed.
    errors = client.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors] in ([], ["in-incognito"])


def test_shell_alone_is_kept_and_forgotten_by_the_lock(site):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Secret")
    page = site.visitor(PHONE).page
    page.goto("/settings/lock")
    page.locator("#new-pin").fill(PIN)
    page.locator("#new-pin-again").fill(PIN)
    page.get_by_role("button", name="Set a PIN").click()
    has_worker(page)
    paths = ["/", "/months/2024-01", "/days/2024-01-31", "/posts/1", "/new", "/search?q=secret"]
    for path in paths:
        page.goto(path)
        drawn(page)
    kept = page.evaluate(CACHED)
    assert "/assets/offline.html" in kept and any(path.endswith("/app.js") for path in kept)
    assert [path for path in kept if not path.startswith("/assets/")] == []

    page.goto("/settings/lock")
    page.get_by_role("main").get_by_role("button", name="Lock now").click()
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    until(lambda: page.evaluate(CACHED) == [], "the browser has forgotten the shell")
    page.locator("#pin").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.locator("main.today")).to_be_visible()
    until(lambda: "/assets/offline.html" in page.evaluate(CACHED), "the browser keeps the shell again")


def installed(visitor) -> Page:
    """Today, in a browser whose service worker has the page."""
    page = visitor.page
    page.goto("/")
    has_worker(page)
    page.reload()
    holds(page, "() => navigator.serviceWorker.controller")
    return page


def test_page_is_there_when_the_server_is_not(site):
    visitor = site.visitor(PHONE)
    page = installed(visitor)
    visitor.context.set_offline(True)
    page.goto("/months/2024-01")
    expect(page.get_by_text("You’re offline, or the server is.")).to_be_visible()
    expect(page.locator("body")).to_have_css("margin-top", "0px")
    # It looks as the others do: its icon and its faces are kept with it.
    assert page.evaluate("async () => (await fetch('/assets/icon.svg')).ok")
    assert page.evaluate("async () => { await document.fonts.ready; return document.fonts.check('1em Daystamp', 'You') }")
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_text("You’re offline, or the server is.")).to_be_visible()
    # The page that was wanted comes by itself once there is a network again.
    visitor.context.set_offline(False)
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page).to_have_url(site.server.base + "/months/2024-01")


def test_trying_again_leads_to_the_page_that_was_wanted(site):
    visitor = site.visitor(PHONE)
    page = installed(visitor)
    # The server is gone, not the network: nothing tells the page when it is back.
    visitor.context.route("**/*", lambda route: route.abort())
    page.goto("/statistics?x=1")
    expect(page.get_by_text("You’re offline, or the server is.")).to_be_visible()
    visitor.context.unroute("**/*")
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Statistics")).to_be_visible()
    expect(page).to_have_url(site.server.base + "/statistics?x=1")


def test_link_on_another_site_shows_a_page_and_leaves_nothing_behind(site):
    searches = lambda: site.device.ask("GET", "/api/v1/texts/searches").json()["searches"]
    page = site.visitor(PHONE).page
    page.goto("/")
    has_worker(page)
    page.goto("/more")
    address = site.server.base + "/texts?q=planted"
    page.goto(f"data:text/html,<a href='{address}'>Look</a>")
    page.get_by_role("link", name="Look").click()
    expect(page).to_have_url(address)
    drawn(page)
    assert searches() == []
    page.goto("/more")
    page.goto("/texts?q=mine")
    drawn(page)
    until(lambda: len(searches()) == 1, "what its owner looked for is remembered")
