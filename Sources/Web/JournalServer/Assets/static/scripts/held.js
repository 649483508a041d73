// The key of what is kept for reading without a network: the server gives it while the journal is unlocked. It is in
// memory alone, from page to page in that of the service worker, and forgotten when the journal would lock. Only of a
// journal without a PIN the browser keeps it, in a form that no script reads.
import { ofPage } from "./dom.js";
import { forgetOwnKey, keepOwnKey, ownKey } from "./vault.js";

let held;

export const known = () => (held && Date.now() < held.end ? held : undefined);

const tell = (message) => navigator.serviceWorker?.controller?.postMessage(message);
const handOver = () => { if (known()) tell({ held }); };

export function forget() {
  held = undefined;
  tell("forget key");
}

// What a person does keeps the journal open, as it would with a network.
export function used() {
  if (!known()) return;
  held.end = Math.max(held.end, Math.min(Date.now() + held.afterUse, held.latest));
}

// Whether this device may keep anything still, as the server says; nothing where it says neither.
export async function askServer() {
  const given = Date.now();
  const answer = await fetch("/offline/key", { method: "POST", headers: ofPage(), priority: "low" }).catch(() => {});
  if ([401, 404].includes(answer?.status)) return false;
  if (answer?.status === 423) forget();
  if (!answer?.ok || !answer.headers.get("content-type")?.includes("json")) return undefined;
  const said = await answer.json();
  const bytes = Uint8Array.from(atob(said.key), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  bytes.fill(0);
  delete said.key;
  const after = (seconds) => (said.hasPIN ? 1_000 * (seconds ?? 0) : Infinity);
  held = {
    key, given, hasPIN: said.hasPIN, locksOnLeaving: said.locksOnLeaving ?? false, afterUse: after(said.secondsAfterUse),
    end: Date.now() + after(said.secondsLeftUnused), latest: Date.now() + after(said.secondsLeftAtMost),
  };
  await (held.hasPIN ? forgetOwnKey() : keepOwnKey(key));
  handOver();
  return true;
}

// What the page before has left with the service worker; it may only just do so.
export async function askWorker(tries = 3) {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return undefined;
  const channel = new MessageChannel();
  const said = await new Promise((resolve) => {
    channel.port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage("key?", [channel.port2]);
    setTimeout(resolve, 500);
  });
  if (said) held = said;
  if (known() || tries <= 1) return known();
  await new Promise((resolve) => { setTimeout(resolve, 250); });
  return askWorker(tries - 1);
}

export async function askBrowser() {
  const key = await ownKey();
  if (key) held = { key, hasPIN: false, end: Infinity, latest: Infinity, afterUse: Infinity };
  return known();
}

// The worker may have been ended meanwhile, and forgot it then.
for (const name of ["pagehide", "offline"]) window.addEventListener(name, handOver);
window.navigation?.addEventListener("navigate", handOver);
// The page that watches the lock knows for how long it is open.
document.addEventListener("unlocked", ({ detail }) => { if (held?.hasPIN) held.end = Math.min(detail, held.latest); });
