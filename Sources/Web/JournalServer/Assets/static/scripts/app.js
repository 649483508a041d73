// What every page has: keys, sheets, notices, and the service worker, which keeps the shell.
import "./dropped.js";
import "./keys.js";
import "./notice.js";
import "./sending.js";
import "./sheet.js";
import { exists } from "./vault.js";

document.documentElement.classList.add("script");

// Whoever comes next is not shown what another owner was shown.
if (["pair", "sign-in", "signed-out"].includes(document.body.dataset.page)) {
  navigator.serviceWorker?.controller?.postMessage("left");
}

// Where this device keeps posts, or has kept some, or is just told to.
async function keepOffline() {
  const load = () => import("./keeping.js");
  if ("keepsOffline" in document.body.dataset || await exists()) load();
  else document.addEventListener("chosen", () => { if ("keepsOffline" in document.body.dataset) load(); }, { once: true });
}

// The lock screen keeps nothing, old or new.
if (document.body.dataset.page !== "lock") {
  navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
  keepOffline();
}
