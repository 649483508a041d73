// Tasks in words that are shown: a tick is there at once, and taken back where the server does not take it.
import { all, ofPage, one } from "./dom.js";
import { say } from "./notice.js";

// One after the other: each is about the words that the one before made.
let last = Promise.resolve();

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-ticks]");
  const button = event.submitter;
  if (!form || !button) return;
  event.preventDefault();
  const [task, wanted] = button.value.split(" ");
  show(button, task, wanted === "1");
  last = last.then(() => send(form, button, task, wanted === "1"));
});

async function send(form, button, task, isDone) {
  const body = new URLSearchParams({
    tick: `${task} ${isDone ? 1 : 0}`, script: "1", version: one('[name="version"]', form).value });
  const answer = await fetch(form.action, { method: "POST", headers: ofPage(), body }).catch(() => undefined);
  // Somebody else changed the words: which, is still to be seen.
  if ([401, 412, 423].includes(answer?.status)) return location.reload();
  if (!answer?.ok) {
    show(button, task, !isDone);
    say(form.dataset.unreachable, { wrong: true });
    return;
  }
  const words = await answer.text();
  const version = answer.headers.get("ETag");
  const number = form.dataset.ticks;
  for (const field of all(`:is([data-ticks="${number}"], [data-star="${number}"]) [name="version"]`)) {
    field.value = version;
  }
  follow(one(`form.edit[action="/posts/${number}"]`), words, version);
}

function show(button, task, isDone) {
  button.value = `${task} ${isDone ? 0 : 1}`;
  button.setAttribute("aria-checked", String(isDone));
  button.textContent = isDone ? "☑" : "☐";
}

// What is edited is about the post as it is now; where other words are typed already, saving says so.
function follow(form, words, version) {
  const field = form && one("#words", form);
  if (!field || field.value !== field.defaultValue) return;
  field.value = field.defaultValue = words;
  one('[name="version"]', form).value = version;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new CustomEvent("saved", { bubbles: true }));
}
