// A journal of another program: its file is sent in pieces, so that it goes on where the network left it, and the
// page shows how far the import is. Without a script the file is sent whole, and the page is loaded again.
import { element, filled, ofPage, one } from "./dom.js";
import { say } from "./notice.js";

const path = "/settings/import";
const pieceSize = 8_000_000;
const pause = 1_500;
// Seconds to wait for a network that is gone, one after the other; then a person has to ask again.
const waits = [1, 2, 5, 10, 30, 60];
const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
const part = () => one("#bring");
// Which file is being sent; another choice ends it.
let current;

// Sends some bytes of a file. Returns how many the server has then: of a file that was sent in part, it knows.
async function sendPiece(file, at, end) {
  const query = new URLSearchParams({ name: file.name, size: file.size, changed: file.lastModified, at });
  const headers = { ...ofPage(), "Content-Type": "application/octet-stream", Accept: "text/plain" };
  const answer = await fetch(`${path}/pieces?${query}`, { method: "POST", body: file.slice(at, end), headers });
  if (answer.ok) return (await answer.json()).received;
  throw Object.assign(new Error(await answer.text()), { isFinal: answer.status < 500 || answer.status === 507 });
}

async function send(file, show) {
  let at;
  let tries = 0;
  while (current === file && (at === undefined || at < file.size)) {
    try {
      const received = at === undefined ? await sendPiece(file, 0, 0) : await sendPiece(file, at, at + pieceSize);
      // Another page sends another file.
      if (received <= at) throw Object.assign(new Error(part().dataset.failed), { isFinal: true });
      at = received;
      tries = 0;
      show(at);
    } catch (error) {
      if (error.isFinal || tries === waits.length) throw error;
      await wait(1_000 * waits[tries]);
      tries += 1;
      // The last piece may have come, in part or whole.
      at = undefined;
    }
  }
}

const millions = (bytes) => Math.ceil(bytes / 1_000_000).toLocaleString(document.documentElement.lang);

async function bring(form) {
  const [file] = one("[type=file]", form).files;
  current = file;
  form.querySelector("button").disabled = true;
  const text = element("p", { className: "quiet" });
  const bar = element("progress", { max: file.size, value: 0, ariaLabel: part().dataset.sending });
  const shown = element("div", {}, text, bar);
  shown.setAttribute("role", "status");
  one(".sending-file", form)?.remove();
  shown.className = "sending-file";
  form.append(shown);
  const show = (at) => {
    bar.value = at;
    text.textContent = filled(part().dataset.progress, { done: millions(at), size: millions(file.size) });
  };
  show(0);
  try {
    await send(file, show);
    current = undefined;
    location.assign(path);
  } catch (error) {
    current = undefined;
    form.querySelector("button").disabled = false;
    say(error.isFinal ? error.message : part().dataset.failed, { wrong: true });
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-bring]");
  if (!form) return;
  event.preventDefault();
  if (form.reportValidity()) bring(form);
});
window.addEventListener("beforeunload", (event) => { if (current) event.preventDefault(); });

// While the server works, what it says replaces what is shown, and the focus stays on what can be pressed.
async function watch() {
  while (part()?.matches("[data-running]")) {
    await wait(pause);
    const answer = await fetch(path).catch(() => undefined);
    if (!answer?.ok || answer.redirected) {
      if (answer?.redirected || answer?.status === 401) return location.assign(path);
      continue;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const made = one("#bring", page);
    if (!made?.matches("[data-running]")) return location.assign(path);
    one("progress", part()).replaceWith(one("progress", made));
    const count = one("[data-count]", part());
    const now = one("[data-count]", made);
    if (count && now) count.textContent = now.textContent;
    else if (now) return location.assign(path);
  }
  return undefined;
}
watch();
