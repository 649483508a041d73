// The door closes for what is on the screen too. The page asks how the lock is, which is no use of the
// journal, and leads to the lock screen once it is closed; what a person does on the page is one.
// Where the owner wants that, it is closed as soon as the page is left.
"use strict";

let door;
let asking;
// When the door is closed as far as is known: without an answer nobody says that it is still open.
let end = Infinity;
// On to another page, or at the choice of a photo: the page is hidden then, but not left.
let isStaying = false;
let lastUse = Date.now();

async function watchDoor() {
  clearTimeout(asking);
  const answer = await fetch("/api/v1/lock").catch(() => undefined);
  if (answer?.status === 401) return location.reload();
  if (!answer?.ok) {
    if (Date.now() >= end) document.body.hidden = true;
    if (door?.hasPIN) asking = setTimeout(watchDoor, 5_000);
    return;
  }
  door = await answer.json();
  if (door.locked) {
    location.replace("/lock?next=" + encodeURIComponent(location.pathname + location.search));
  } else {
    document.body.hidden = false;
    end = door.hasPIN ? Date.now() + 1_000 * door.secondsLeftUnused : Infinity;
    if (!door.hasPIN) return;
    if (document.hidden) leaveDoor();
    asking = setTimeout(watchDoor, 1_000 * (door.secondsLeftUnused + 1));
  }
}

function leaveDoor() {
  // Photos on their way are let through.
  if (!door?.locksOnLeaving || isStaying || one("[data-sends]")) return;
  navigator.sendBeacon("/api/v1/lock");
}

function useDoor() {
  if (!door?.hasPIN || Date.now() - lastUse < 15_000) return;
  lastUse = Date.now();
  fetch("/api/v1/settings", { method: "HEAD" }).then(watchDoor, () => {});
}

// Other pages of this browser tell when they come to the lock screen.
if (window.BroadcastChannel) new BroadcastChannel("lock").onmessage = watchDoor;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return leaveDoor();
  isStaying = false;
  watchDoor();
});
// A page that a browser brings back as it was is looked at only when the door is known to be open.
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  document.body.hidden = true;
  watchDoor();
});
for (const name of ["pointerdown", "keydown", "scroll"]) {
  window.addEventListener(name, useDoor, { passive: true });
}
window.navigation?.addEventListener("navigate", (event) => {
  const isDownload = Boolean(event.downloadRequest) || event.hashChange;
  isStaying ||= !isDownload && new URL(event.destination.url).origin === location.origin;
});
document.addEventListener("submit", (event) => { isStaying ||= !event.defaultPrevented; });
document.addEventListener("click", (event) => {
  isStaying ||= event.target.closest('a[href]:not([download], [href^="#"]), input[type=file]') !== null;
});
for (const name of ["change", "cancel"]) {
  document.addEventListener(name, (event) => {
    if (event.target.matches("input[type=file]")) isStaying = false;
  }, true);
}
watchDoor();
