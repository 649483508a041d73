"""Another program's journal, brought by the settings' page and taken back."""

import hashlib
import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from server import SAMPLES
from visitor import DESKTOP, PHONE


def day_one(path: Path) -> Path:
    """An export of Day One with an entry of words, and one with a photo and a recording."""
    photo = (SAMPLES / "birthday-dog.jpg").read_bytes()
    md5 = hashlib.md5(photo).hexdigest()
    entries = [
        {"uuid": "A", "creationDate": "2024-01-30T12:00:00Z", "timeZone": "Asia/Seoul", "text": "# Snow\n\nAt last.",
         "tags": ["winter"]},
        {"uuid": "B", "creationDate": "2024-01-31T12:00:00Z", "timeZone": "Asia/Seoul",
         "text": "The dog\n\n![](dayone-moment://P)\n\n![](dayone-moment:/audio/S)",
         "photos": [{"identifier": "P", "md5": md5, "type": "jpeg"}],
         "audios": [{"identifier": "S", "md5": "0" * 32, "format": "aac", "title": "Barking"}]}]
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Journal.json", json.dumps({"metadata": {"version": "1.0"}, "entries": entries}))
        archive.writestr(f"photos/{md5}.jpeg", photo)
    return path


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "none"])
def test_journal_comes_and_is_taken_back(site, tmp_path, has_script):
    screen = DESKTOP if has_script else PHONE
    page = site.visitor(screen, java_script_enabled=has_script).page
    page.goto("/settings")
    page.get_by_role("link", name="Bring your journal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bring your journal")
    asked = []

    def lose_once(route):
        # After the question how much is there, the network is gone for the first piece, which is sent again.
        asked.append(route.request.url)
        if len(asked) == 2:
            route.abort()
        else:
            route.continue_()

    if has_script:
        page.route("**/settings/import/pieces?*", lose_once)
    page.get_by_label("File (ZIP").set_input_files(day_one(tmp_path / "Day One.zip"))
    page.get_by_role("button", name="Upload").click()
    seen(page, has_script, lambda: page.get_by_role("heading", name="Day One.zip: Day One"))
    assert len(asked) == (4 if has_script else 0)
    facts = page.locator("#bring dl")
    expect(facts).to_contain_text("New posts2")
    expect(facts).to_contain_text("1, such as winter")
    expect(page.locator("#bring")).to_contain_text("Recordings: 1 (Barking")
    page.get_by_role("button", name="Import", exact=True).click()
    seen(page, has_script, lambda: page.get_by_text("2 entries came as arrival 1."))
    page.goto("/days/2024-01-31")
    expect(page.get_by_text("The dog").first).to_be_visible()
    expect(page.locator("main img").first).to_be_visible()
    page.goto("/settings/import")
    page.get_by_role("button", name="Undo: Day One.zip").click()
    expect(page.get_by_text("Moved 2 posts of arrival 1 to the trash.")).to_be_visible()
    expect(page.locator("#arrivals .tag")).to_have_text("Undone")
    page.goto("/days/2024-01-31")
    expect(page.get_by_text("The dog")).to_have_count(0)


def seen(page, has_script, found) -> None:
    """Waits until the page shows something: without a script it is loaded again."""
    while not has_script and page.locator("[data-running]").count():
        page.get_by_role("link", name="Reload").click()
    expect(found()).to_be_visible()
