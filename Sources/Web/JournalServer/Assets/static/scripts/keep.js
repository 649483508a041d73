// Photos that came within the page are fetched once more in the quiet after it, to be kept for as long
// as the journal is open: the next time the page comes without them.
import { all } from "./dom.js";

window.addEventListener("load", () => {
  const quiet = window.requestIdleCallback ?? ((work) => setTimeout(work, 1_000));
  quiet(() => {
    for (const image of all("img[data-keep]")) {
      const address = image.src.replace(/\d+$/, image.dataset.keep);
      fetch(address, { priority: "low" }).then((answer) => answer.blob()).catch(() => {});
    }
  });
});
