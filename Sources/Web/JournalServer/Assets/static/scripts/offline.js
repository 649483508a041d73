// The page for when there is no network: what this device keeps of the journal, where it keeps any and may read it; else
// that it keeps nothing, or has to be unlocked first. In one language where it is known, in the faces that the service
// worker kept for it.
import { all, one } from "./dom.js";
import { askBrowser, askWorker, known } from "./held.js";
import { exists } from "./vault.js";

const language = navigator.language.startsWith("ko") ? "ko" : "en";
document.documentElement.lang = language;
for (const part of all("main [lang]")) part.hidden = part.lang !== language;

// It stands under the address of the page that was wanted: trying again is loading it again, also once the network is
// back.
one("[data-again]").addEventListener("click", (event) => {
  event.preventDefault();
  location.reload();
});

let page;
// It comes by itself once there is a network, and the server, again; unless something is typed that nobody has yet.
const seconds = 4;
const look = () => {
  if (page && !known()) return location.reload();
  // About to lock.
  if (page && known().end < Date.now() + 2_000 * seconds) page.save();
  if (!document.hidden && !page?.isTyped()) fetch("/health").then((answer) => answer.ok && location.reload(), () => {});
};
window.addEventListener("online", look);
document.addEventListener("visibilitychange", look);
setInterval(look, 1_000 * seconds);

if (await exists()) {
  const held = await askWorker() ?? await askBrowser();
  for (const part of all("[data-kept], [data-nothing]")) part.hidden = "nothing" in part.dataset;
  if (held) page = await (await import("./offlinepage.js")).begin(held.key).catch(() => undefined);
}
document.body.hidden = false;
