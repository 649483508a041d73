// Sheets: `<dialog class="sheet">`, opened by what has `data-opens` with the dialog's id, closed by
// Escape, by a tap beside it and by what has `data-closes`.
import { one } from "./dom.js";

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) {
    const sheet = document.getElementById(opener.dataset.opens);
    if (!sheet?.showModal) return;
    event.preventDefault();
    sheet.showModal();
    return;
  }
  const sheet = event.target.closest("dialog.sheet");
  if (!sheet) return;
  // The dialog itself is clicked only beside what it holds, which fills it.
  if (event.target === sheet || event.target.closest("[data-closes]")) sheet.close();
});

// A page that is come back to has no open sheet.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) one("dialog.sheet[open]:not([data-stays])")?.close();
});
