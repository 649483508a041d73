// A star by one tap: it is shown at once, and taken back where the server does not take it.
import { all, ofPage, one } from "./dom.js";
import { say } from "./notice.js";

// The requests of each post come one after the other, so that the last tap is the one that holds.
const last = new Map();

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-star]");
  if (!form) return;
  event.preventDefault();
  const number = form.dataset.star;
  const wanted = one('[name="starred"]', form).value === "1";
  show(number, wanted);
  last.set(number, (last.get(number) ?? Promise.resolve()).then(() => send(form, wanted)));
});

async function send(form, wanted) {
  const number = form.dataset.star;
  const body = new URLSearchParams({
    starred: wanted ? "1" : "0", script: "1", version: one('[name="version"]', form).value });
  const answer = await fetch(form.action, { method: "POST", headers: ofPage(), body }).catch(() => undefined);
  if (answer?.status === 401 || answer?.status === 423) return location.reload();
  if (!answer?.ok) {
    show(number, !wanted);
    say(form.dataset.unreachable, { wrong: true });
    return;
  }
  // What is edited on this page is about the post as it is now; where somebody else has changed it, the
  // old version stays, and saving says so.
  const version = answer.headers.get("ETag");
  if (version) for (const field of versions(number)) field.value = version;
}

// A post may be on the page more than once: as a slide of the viewer too.
function show(number, isStarred) {
  for (const form of all(`form[data-star="${number}"]`)) {
    one('[name="starred"]', form).value = isStarred ? "0" : "1";
    one("button", form).setAttribute("aria-pressed", String(isStarred));
  }
  const box = one(`form.edit[action="/posts/${number}"] [name="starred"]`);
  if (!box || box.checked === isStarred) return;
  box.checked = isStarred;
  // It is saved, so what is edited has not changed by it.
  box.dispatchEvent(new CustomEvent("saved", { bubbles: true }));
}

function versions(number) {
  return [
    ...all(`:is([data-star="${number}"], [data-ticks="${number}"]) [name="version"]`),
    ...all(`form.edit[action="/posts/${number}"] [name="version"]`),
  ];
}
