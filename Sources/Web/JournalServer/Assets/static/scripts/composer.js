// The one page on which posts are made. What is typed is kept on the server a moment after, photos are sent
// as they are chosen, and nothing of either is stored in the browser.
import { all, filled, one } from "./dom.js";
import { Draft } from "./draft.js";
import { isPhoto, whenDropped, whenPasted } from "./drop.js";
import { say } from "./notice.js";
import { Photos } from "./photos.js";
import { clear, known } from "./sending.js";
import "./tags.js";
import { joinTitle, Writing } from "./writing.js";

const form = one("[data-compose]");
const words = one("#words", form);
const draft = new Draft(form);
const photos = new Photos(form, draft);
const button = one("[data-post]", form);

function add(files) {
  const chosen = files.filter((file) => {
    const isOne = isPhoto(file);
    if (!isOne) say(`${file.name}: ${form.dataset.noPhoto}`, { wrong: true });
    return isOne;
  });
  const room = Number(form.dataset.limit) - photos.count;
  if (chosen.length > room) {
    say(filled(form.dataset.tooMany, { limit: Number(form.dataset.limit) }), { wrong: true });
  }
  photos.add(chosen.slice(0, Math.max(0, room)));
}

const camera = one("[data-camera]", form);
camera.hidden = !matchMedia("(pointer: coarse)").matches;
one("input", camera).disabled = false;
for (const input of [one("[data-files]", form), one("input", camera)]) {
  const take = () => {
    add([...input.files]);
    input.value = "";
  };
  input.addEventListener("change", take);
  // What was chosen before this script ran.
  take();
}
whenDropped(one("[data-drop-here]"), add);
whenPasted(add);
// Where a photo was dropped on another page, which could not take it along.
if (location.hash === "#drop") say(form.dataset.dropIt);

new Writing(words);
joinTitle(one("#title", form), words);

// Touched again, a face is no longer chosen.
for (const face of all('[name="mood"]', form)) {
  let was = false;
  face.closest("label").addEventListener("pointerdown", () => { was = face.checked; });
  face.addEventListener("click", () => {
    if (!was || !face.value) return;
    was = false;
    one('[name="mood"][value=""]', form).checked = true;
    form.dispatchEvent(new Event("input"));
  });
}

form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(button);
});

// What is typed is on the server before the page is given up for the answer: that may never come.
let isReady = false;
let wrong;
photos.changed = () => {
  if (photos.failed.length === 0) wrong?.remove();
  if (photos.count === 0) one("[data-left]")?.remove();
};
form.addEventListener("submit", async (event) => {
  const submitter = event.submitter ?? button;
  if (isReady) {
    draft.submitted();
    clear(draft.name);
    return;
  }
  event.preventDefault();
  if (submitter.name === "remove") return photos.remove(submitter.value);
  button.disabled = true;
  wrong?.remove();
  await known;
  const areSent = await photos.sent((count) => draft.say(filled(form.dataset.wait, { count })));
  const isReached = !areSent || await draft.send().then(
    () => true, (error) => !(error instanceof TypeError));
  button.disabled = false;
  if (!areSent) {
    draft.say("");
    const names = photos.failed.map((job) => job.name).join(", ");
    wrong = say(filled(form.dataset.notSent, { names }), { wrong: true });
  } else if (!isReached) {
    wrong = say(form.dataset.unreachable, { wrong: true });
  }
  if (!areSent || !isReached) return;
  isReady = true;
  form.requestSubmit(submitter);
  isReady = false;
});

// A question is about what was sent.
form.addEventListener("input", (event) => {
  if (/^(time\.|day$|clock$)/.test(event.target.name)) one(".notice.question")?.remove();
});
one(".notice.question button")?.focus();

// A page that a browser restores after it was posted would show what is posted as if it were not.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && draft.isSubmitted) location.reload();
});
