// What every page has: keys, sheets, notices, and the service worker, which keeps the shell.
import "./dropped.js";
import "./keys.js";
import "./notice.js";
import "./sending.js";
import "./sheet.js";

document.documentElement.classList.add("script");

// The lock screen keeps nothing, old or new.
if (document.body.dataset.page !== "lock") {
  navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
}
