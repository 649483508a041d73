// Choices that act at once: a change sends the form that is there, and the page that comes shows what became of it.
// What was there before is a button away. Without a script the form has a button of its own.
import { all, one } from "./dom.js";
import { say } from "./notice.js";

const said = (form) => new URLSearchParams(new FormData(form));
// What the server sent; what was changed before this script came differs from it.
function sent(form) {
  const copy = form.cloneNode(true);
  copy.reset();
  return said(copy);
}

const kept = new Map(all("form[data-at-once]").map((form) => [form, sent(form)]));
// What was sent last, whether the answer has come or not.
const last = new Map([...kept].map(([form, fields]) => [form, String(fields)]));
// One after the other, so that the last one counts.
let sending = Promise.resolve();

// A field that has the focus has it again, though it is another one now.
function keepingFocus(form, work) {
  const { id, name, value, type } = document.activeElement ?? {};
  const isOwn = form.contains(document.activeElement);
  work();
  if (!isOwn) return;
  const same = id ? document.getElementById(id)
    : all("[name]", form).find((field) => field.name === name && (type !== "radio" || field.value === value));
  same?.focus({ preventScroll: true });
}

// Takes over what the page that came has: how it looks, the form, and what else shows what the form says.
function take(page, form) {
  Object.assign(document.documentElement.dataset, page.documentElement.dataset);
  all("meta[name=theme-color]").forEach((meta) => meta.remove());
  document.head.append(...all("meta[name=theme-color]", page.head));
  document.body.toggleAttribute("data-keeps-offline", page.body.hasAttribute("data-keeps-offline"));
  const made = one(`form[data-at-once="${form.dataset.atOnce}"]`, page);
  keepingFocus(form, () => form.replaceChildren(...made.childNodes));
  for (const name of form.dataset.with?.split(" ") ?? []) one(name).replaceChildren(...one(name, page).childNodes);
}

async function send(form, fields) {
  const before = kept.get(form);
  const answer = await fetch(form.action, { method: "POST", body: fields });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const { lang } = page.documentElement;
  // Another language, or what can be seen no more, is for a whole page.
  if (lang !== document.documentElement.lang || !one(`form[data-at-once="${form.dataset.atOnce}"]`, page)) {
    location.assign(answer.url);
    return;
  }
  take(page, form);
  const wrong = one("[aria-invalid=true]", form) && one(".notice.wrong p", page)?.textContent;
  if (wrong) {
    say(wrong, { wrong: true });
    return;
  }
  kept.set(form, said(form));
  document.dispatchEvent(new Event("chosen"));
  say(form.dataset.saved, { action: { text: form.dataset.undo, run: () => begin(form, before) } });
}

function begin(form, fields) {
  last.set(form, String(fields));
  sending = sending.then(() => send(form, fields)).catch(() => say(form.dataset.failed, { wrong: true }));
}

const own = (event) => event.target.closest?.("form[data-at-once]");
document.addEventListener("change", (event) => {
  const form = own(event);
  if (form) begin(form, said(form));
});
document.addEventListener("submit", (event) => {
  const form = own(event);
  if (!form) return;
  event.preventDefault();
  // What changed was sent as it changed.
  if (String(said(form)) !== last.get(form)) begin(form, said(form));
});

// A page that comes again may have what a browser remembers of it, which nobody has changed.
const isNew = performance.getEntriesByType("navigation")[0]?.type === "navigate";
for (const [form, fields] of kept) {
  if (String(said(form)) === String(fields)) continue;
  if (isNew) begin(form, said(form));
  else form.reset();
}
