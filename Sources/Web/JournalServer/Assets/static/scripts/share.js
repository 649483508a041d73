// Sharing, where the browser can: the photo itself, else it is downloaded. Where it cannot at all, there
// is no button.
import { one } from "./dom.js";

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
