"""Signing in by an account of another server, a real one, and what it lets nobody do."""

import re
import socket
import subprocess

import pytest
from playwright.sync_api import Page, expect

from issuer import PASSWORD, Issuer
from sites import Site
from visitor import PHONE

PIN = "80461729"


@pytest.fixture
def signing_site(program, browser, tmp_path):
    """A journal with its issuer; each has to know the other's address before it begins."""
    with socket.socket() as taken:
        # Nobody else is given the port until the server listens on it, which this lets it.
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        issuer = Issuer(f"http://localhost:{port}", "mina", "zoe")
        secret = tmp_path / "secret"
        secret.write_text(issuer.secret + "\n")
        secret.chmod(0o600)
        site = Site(
            program, tmp_path, browser, "--port", str(port), "--url", f"http://localhost:{port}",
            "--oidc-issuer", issuer.base, "--oidc-client", issuer.client, "--oidc-secret-file", secret,
            "--oidc-name", "Canaille")
    site.issuer = issuer
    yield site
    site.close()
    issuer.stop()


def visit(site, screen, **options):
    visitor = site.visitor(screen, **options)
    visitor.elsewhere = {site.issuer.base}
    return visitor


def begin(page: Page) -> None:
    page.get_by_role("button", name="Sign in with Canaille").click()


def identify(page: Page, person: str) -> None:
    """What Canaille asks who has not signed in there."""
    page.locator("input[name=login]").fill(person)
    page.locator("input[name=login]").press("Enter")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password]").press("Enter")


def test_account_of_a_real_issuer(signing_site, program):
    site = signing_site
    visitor = visit(site, PHONE, paired=False)
    visitor.expected = {400, 401, 403}
    page = visitor.page

    # Nobody comes in by an account that is linked with nobody, though its password is right.
    page.goto("/timeline")
    begin(page)
    identify(page, "mina")
    # Once, whether the journal may know who it is.
    page.locator("button[name=answer][value=accept]").click()
    expect(page.get_by_role("heading")).to_have_text("Not allowed")
    facts = page.locator(".fact-list")
    expect(facts).to_contain_text(site.issuer.base)
    expect(facts.locator("bdi")).to_have_text("mina")
    page.goto("/")
    expect(page.get_by_role("heading")).to_have_text("Not paired")

    # The owner links it with what that page said.
    link(site, program, "mina")
    site.device.set_pin(PIN)

    # Known to the issuer still, so it asks no more; the PIN is asked, and then it goes on.
    page.goto("/timeline")
    begin(page)
    expect(page).to_have_url(re.compile(r"/lock\?next=%2Ftimeline$"))
    page.get_by_label("PIN").fill(PIN)
    page.get_by_role("button", name="Unlock").click()
    expect(page.get_by_role("link", name="Timeline")).to_have_attribute("aria-current", "page")
    page.goto("/settings#devices")
    page.get_by_role("region", name="Devices").get_by_role("link").filter(
        has_text="this browser").click()
    came = page.locator(".fact-list div").filter(has_text="Paired with").locator("dd")
    expect(came).to_have_text("an account")

    # What another site has one open: nothing was begun, or something else was.
    for query in ("code=x&state=y", "error=access_denied", ""):
        refused(page, query)
    own = {"origin": site.server.base}
    assert visitor.context.request.post("/sign-in/account", headers=own).ok
    refused(page, "code=x&state=y")

    # Another account, linked in the settings of a device that is unlocked.
    visitor.context.clear_cookies(domain="127.0.0.1")
    page.goto("/settings/accounts")
    region = page.get_by_role("region", name="Accounts")
    region.get_by_label("PIN, again").fill(PIN)
    region.get_by_role("button", name="Link an account at Canaille").click()
    identify(page, "zoe")
    accounts = page.get_by_role("region", name="Accounts")
    expect(accounts.locator("summary")).to_have_text(["mina", "zoe"])
    accounts.locator("summary", has_text="zoe").click()
    accounts.get_by_role("checkbox").locator("visible=true").check()
    accounts.get_by_role("button", name="Unlink").locator("visible=true").click()
    expect(accounts.locator("summary")).to_have_text(["mina"])

    # Out here, and at the issuer, which then asks who it is again.
    page.goto("/more")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading")).to_have_text("Signed out")
    page.get_by_role("link", name="Canaille").click()
    logout = page.locator("button[name=answer][value=logout]")
    logout.click()
    # Leaving before the issuer has answered would leave one signed in there.
    expect(logout).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("heading")).to_have_text("Not paired")
    begin(page)
    expect(page.locator("input[name=login]")).to_be_visible()
    assert [device["id"] for device in devices(site)] == [1]


def devices(site) -> list[dict]:
    site.device.ask("POST", "/api/v1/unlock", json={"pin": PIN})
    return site.device.ask("GET", "/api/v1/devices").json()["devices"]


def refused(page: Page, query: str) -> None:
    assert page.goto(f"/sign-in/account/return?{query}").status == 400
    expect(page.get_by_role("heading")).to_have_text("The server can’t read this request")


def link(site, program, person: str) -> None:
    """By the command, as the journal's owner does it."""
    daystamp = program.with_name("daystamp")
    if not daystamp.is_file():
        pytest.skip(f"There is no {daystamp}: swift build --product daystamp")

    def owner(*arguments: str) -> str:
        command = [daystamp, "owner", *arguments, "--journal", site.server.journal]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    name = owner("list").split()[0]
    owner("link", name, "--oidc", f"{site.issuer.base} {person}")
    assert person in owner("accounts", name)
