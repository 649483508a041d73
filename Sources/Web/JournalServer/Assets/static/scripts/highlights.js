// Highlights of a section's verses, as the server keeps them.
import { all, ofPage, one } from "./dom.js";
import { say } from "./notice.js";
import { verses } from "./passages.js";

const bar = one("[data-marker]");
const { collection } = verses.dataset;
// What a form of the server takes at once.
const most = 60;

// Both call `done` before what has changed is shown.
export async function add(passages, name, done) {
  for (let first = 0; first < passages.length; first += most) {
    const fields = new URLSearchParams({ collection, colour: name, script: "1" });
    passages.slice(first, first + most).forEach(({ verse, from, to }, index) => {
      fields.set(`key-${index}`, verse.dataset.key);
      fields.set(`from-${index}`, from);
      fields.set(`to-${index}`, to);
    });
    if (!await send("/texts/highlights/add", fields, done)) return;
  }
}

export async function change(highlights, deed, done) {
  for (const highlight of highlights) {
    const fields = new URLSearchParams({ highlight, script: "1", ...deed });
    if (!await send("/texts/highlights/change", fields, done)) return;
  }
}

// The server answers with the verses as they are now.
async function send(path, body, done) {
  const headers = { Accept: "text/plain", ...ofPage() };
  const answer = await fetch(path, { method: "POST", headers, body }).catch(() => undefined);
  if (answer?.status === 401 || answer?.status === 423) return location.reload();
  if (!answer?.ok) {
    say(answer ? await answer.text() : bar.dataset.unreachable, { wrong: true });
    return false;
  }
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement;
  const isOfBar = bar.contains(focused);
  done();
  for (const verse of all(".verse", found)) {
    const old = document.getElementById(verse.id);
    if (old?.classList.contains("spoken")) verse.classList.add("spoken");
    const hadFocus = isOfBar || old?.contains(focused);
    old?.replaceWith(verse);
    if (hadFocus) one(".number", verse).focus({ preventScroll: true });
  }
  return true;
}
