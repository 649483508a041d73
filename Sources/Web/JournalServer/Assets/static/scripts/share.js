// Sharing, where the browser can: the photo itself, else it is downloaded, and a text, else it is copied. Where
// it cannot at all, there is no button for the photo.
import { copy } from "./copy.js";
import { all, one } from "./dom.js";
import { say } from "./notice.js";

if (navigator.canShare) document.documentElement.classList.add("shares");

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const download = () => one("a[download]", button.closest("[data-photo]")).click();
  try {
    const blob = await (await fetch(button.dataset.share)).blob();
    const file = new File([blob], button.dataset.name, { type: blob.type });
    const text = button.dataset.text || undefined;
    if (navigator.canShare({ files: [file] })) await navigator.share({ files: [file], text });
    else download();
  } catch (error) {
    if (error.name !== "AbortError") download();
  }
});

// A text is that of its button, or of what is on the page; a link is copied.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share-text], [data-copy-link]");
  if (!button) return;
  const { shareText, of, copyLink } = button.dataset;
  const text = of ? all(of).map((part) => part.innerText.trim()).join("\n\n") : shareText;
  // What is said of it stands below the menu.
  button.closest("[popover]")?.hidePopover();
  try {
    if (!copyLink && navigator.share) return await navigator.share({ text });
    await copy(copyLink ? new URL(copyLink, location.href).href : text);
    say(button.dataset.copied);
  } catch (error) {
    if (error.name !== "AbortError") say(button.dataset.failed, { wrong: true });
  }
});
if (navigator.share) document.documentElement.classList.add("shares-text");
