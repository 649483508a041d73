"""Passkeys, of an authenticator that Chromium makes (its debugging protocol, domain WebAuthn)."""

import re

from playwright.sync_api import Page, expect

from visitor import DESKTOP, PHONE


class Authenticator:
    """One with a fingerprint, as phones have: it asks nobody, and says that its user was verified."""

    def __init__(self, page: Page):
        self._client = page.context.new_cdp_session(page)
        self._client.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True}
        made = self._client.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self._name = {"authenticatorId": made["authenticatorId"]}

    def verify(self, whether: bool) -> None:
        self._client.send("WebAuthn.setUserVerified", {**self._name, "isUserVerified": whether})

    @property
    def credentials(self) -> list[dict]:
        return self._client.send("WebAuthn.getCredentials", self._name)["credentials"]

    def hold(self, credential: dict) -> None:
        """Has this credential alone."""
        self._client.send("WebAuthn.clearCredentials", self._name)
        self._client.send("WebAuthn.addCredential", {**self._name, "credential": credential})


def passkeys(page: Page):
    page.goto("/settings/passkeys")
    return page.get_by_role("region", name="Passkeys")


def add(page: Page) -> None:
    """Asks for a passkey, with the PIN, which is asked for once more."""
    region = passkeys(page)
    region.get_by_label("PIN, again").fill("8352")
    region.get_by_role("button", name="Add a passkey").click()


def lock(page: Page) -> None:
    page.goto("/settings/lock")
    page.get_by_role("main").get_by_role("button", name="Lock now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Locked")


def test_passkey_unlocks_and_signs_in_until_it_is_removed(site):
    site.device.set_pin("8352")
    visitor = site.visitor(PHONE)
    # A wrong PIN.
    visitor.expected = {403}
    page = visitor.page
    own = Authenticator(page)
    add(page)
    expect(page).to_have_url(re.compile(r"/settings/passkeys/1\?saved=1$"))
    page.get_by_label("Name").fill("열쇠 <key>")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("열쇠 <key>")
    row = passkeys(page).get_by_role("listitem")
    expect(row).to_contain_text("not used yet")
    # Not without the PIN, nor a second one of the same authenticator.
    region = passkeys(page)
    region.get_by_label("PIN, again").fill("9999")
    region.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("Wrong PIN")
    add(page)
    expect(page.get_by_role("alert")).to_contain_text("No passkey was added.")

    lock(page)
    button = page.get_by_role("button", name="Unlock with a passkey")
    own.verify(False)
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("Couldn’t use the passkey.")
    expect(page.get_by_label("PIN")).to_be_enabled()
    own.verify(True)
    # By the keyboard alone.
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/$"))
    expect(passkeys(page).get_by_role("listitem")).to_contain_text("used ")

    # The same passkey in another browser, as where its maker syncs it.
    stranger = site.visitor(DESKTOP, paired=False)
    stranger.expected = {401, 403}
    other = Authenticator(stranger.page)
    [credential] = own.credentials
    stranger.page.goto("/calendar")
    expect(stranger.page.get_by_role("heading", level=1)).to_have_text("Not paired")
    other.hold({**credential, "signCount": 0})
    sign_in = stranger.page.get_by_role("button", name="Sign in with a passkey")
    sign_in.click()
    expect(stranger.page.get_by_role("alert")).to_contain_text("counter did not rise")
    other.hold({**credential, "signCount": 1_000})
    sign_in.click()
    expect(sign_in).to_have_count(0)
    expect(stranger.page).to_have_url(re.compile("/calendar$"))
    stranger.page.goto("/settings/devices")
    expect(stranger.page.get_by_role("region", name="Devices").get_by_role("listitem")).to_have_count(2)

    passkeys(page).get_by_role("link").click()
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("열쇠 <key>")
    page.get_by_label("Yes, remove my last passkey").check()
    page.get_by_role("button", name="Remove the passkey").click()
    expect(passkeys(page).get_by_role("listitem")).to_have_count(0)
    stranger.page.goto("/")
    expect(stranger.page.get_by_role("heading", level=1)).to_have_text("Not paired")
    sign_in.click()
    expect(stranger.page.get_by_role("alert")).to_contain_text("The passkey was not accepted")
