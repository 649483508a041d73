// The lock screen: a keypad, a wait that counts down, and nothing kept of what was seen before.
import { all, filled, one } from "./dom.js";
import { exists } from "./vault.js";

// Where posts are kept for reading offline, the shell stays, which says nothing of them; their key does not.
exists().then(async (isKept) => {
  for (const key of isKept ? [] : await caches.keys()) caches.delete(key);
}).catch(() => {});
navigator.serviceWorker?.controller?.postMessage("forget");
sessionStorage.clear();
if (window.BroadcastChannel) new BroadcastChannel("lock").postMessage("shown");

const lock = one("[data-lock]");
if (lock) {
  const pin = one("#pin", lock);
  const keypad = one("[data-keypad]", lock);
  keypad.hidden = false;
  one("[data-plain]", lock).hidden = true;
  // No second keypad over this one.
  if (matchMedia("(pointer: coarse)").matches) pin.inputMode = "none";
  keypad.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const digit = button?.dataset.digit;
    if (digit && pin.value.length < pin.maxLength) pin.value += digit;
    if (button && "erase" in button.dataset) pin.value = pin.value.slice(0, -1);
  });
  const wait = one("[data-wait]", lock);
  if (wait) countDown(wait, pin);
}

function countDown(wait, pin) {
  const end = Date.now() + 1_000 * Number(wait.dataset.wait);
  const controls = [pin, ...all("button", lock)];
  const tick = () => {
    const count = Math.ceil((end - Date.now()) / 1_000);
    const isOver = count <= 0;
    wait.hidden = isOver;
    // Screen readers are told now and then, not every second.
    wait.setAttribute("aria-live", count % 10 === 0 ? "polite" : "off");
    wait.textContent = filled(wait.dataset.text, { count });
    for (const control of controls) control.disabled = !isOver;
    if (isOver) pin.focus();
    else setTimeout(tick, 250);
  };
  tick();
}
