"""A phone's gallery, which shares what a person chose by the share target of the manifest."""

import base64
from pathlib import Path

from playwright.sync_api import Page

from waiting import has_worker

SUBMIT = """([content, name, text, target]) => {
  const form = Object.assign(document.createElement("form"), {
    action: target.action, method: target.method, enctype: target.enctype });
  const field = (name, type) => {
    const input = Object.assign(document.createElement("input"), { name, type });
    form.append(input);
    return input;
  };
  field(target.params.text, "text").value = text;
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name, { type: "image/jpeg" }));
  field(target.params.files[0].name, "file").files = transfer.files;
  document.body.append(form);
  form.submit();
}"""


def share(page: Page, photo: Path, text: str) -> None:
    """Shares a photo with a text to the journal that a page shows."""
    has_worker(page)
    # Its worker has the page from then on.
    page.reload()
    manifest = page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")
    content = base64.b64encode(photo.read_bytes()).decode()
    page.evaluate(SUBMIT, [content, photo.name, text, manifest["share_target"]])
    page.wait_for_url("**/share")
