// The lock holds for what is on the screen too. The page asks for the state of the lock, which does not
// count as a use of the journal, and leads to the lock screen once the journal is locked; what a person
// does on the page counts. Where the owner wants that, the page locks the journal as soon as it is left.
import { one } from "./dom.js";

let lockState;
let lockTimer;
// When the journal locks as far as is known: without an answer it has to be taken as locked then.
let end = Infinity;
// While another page opens, or a photo is chosen, the page is hidden but not left.
let isStaying = false;
let lastUse = Date.now();
// A form of words, where the page has one: `keep` sends what is not saved and returns where it is shown
// again, `beacon` sends it from a page that may never come back. Nothing of it is stored here.
let unsaved;

export function watchUnsaved(form) { unsaved = form; }

// Says that the page is left for another one of the journal.
export function stay() { isStaying = true; }

async function watchLock() {
  clearTimeout(lockTimer);
  const answer = await fetch("/api/v1/lock").catch(() => undefined);
  if (answer?.status === 401) return location.reload();
  if (!answer?.ok) {
    if (Date.now() >= end) document.body.hidden = true;
    if (lockState?.hasPIN) lockTimer = setTimeout(watchLock, 5_000);
    return;
  }
  lockState = await answer.json();
  if (lockState.locked) {
    await showLock();
  } else {
    document.body.hidden = false;
    end = lockState.hasPIN ? Date.now() + 1_000 * lockState.secondsLeftUnused : Infinity;
    if (!lockState.hasPIN) return;
    document.dispatchEvent(new CustomEvent("unlocked", { detail: end }));
    if (document.hidden) lockOnLeaving();
    lockTimer = setTimeout(watchLock, 1_000 * (lockState.secondsLeftUnused + 1));
  }
}

// What was typed and not saved goes to the server, which gives it back after the PIN.
async function showLock() {
  document.body.hidden = true;
  const here = location.pathname + location.search;
  try {
    location.replace((await unsaved?.keep()) ?? "/lock?next=" + encodeURIComponent(here));
  } catch {
    lockTimer = setTimeout(watchLock, 5_000);
  }
}

function lockOnLeaving() {
  // Photos that are being sent are let through. Words go first: the page may never come back.
  if (!lockState?.locksOnLeaving || isStaying || one("[data-sends]")) return;
  unsaved?.beacon();
  navigator.sendBeacon("/api/v1/lock");
}

function reportUse() {
  if (!lockState?.hasPIN || Date.now() - lastUse < 15_000) return;
  lastUse = Date.now();
  fetch("/api/v1/settings", { method: "HEAD" }).then(watchLock, () => {});
}

// Other pages of this browser send a message when they come to the lock screen.
if (window.BroadcastChannel) new BroadcastChannel("lock").onmessage = watchLock;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return lockOnLeaving();
  isStaying = false;
  watchLock();
});
// A page that a browser restores as it was is shown only once the journal is known to be unlocked.
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  document.body.hidden = true;
  watchLock();
});
for (const name of ["pointerdown", "keydown", "scroll"]) {
  window.addEventListener(name, reportUse, { passive: true });
}
window.navigation?.addEventListener("navigate", (event) => {
  const isDownload = Boolean(event.downloadRequest) || event.destination.sameDocument;
  isStaying ||= !isDownload && new URL(event.destination.url).origin === location.origin;
});
document.addEventListener("submit", (event) => { isStaying ||= !event.defaultPrevented; });
document.addEventListener("click", (event) => {
  const leading = event.target.closest('a[href]:not([download], [href^="#"]), input[type=file]');
  isStaying ||= !event.defaultPrevented && leading !== null;
});
for (const name of ["change", "cancel"]) {
  document.addEventListener(name, (event) => {
    if (event.target.matches("input[type=file]")) isStaying = false;
  }, true);
}
watchLock();
