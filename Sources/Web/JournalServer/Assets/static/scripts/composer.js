// The one page on which posts are made. What is typed is kept on the server a moment after, photos are sent
// as they are chosen, and nothing of either is stored in the browser.
import { lacksMood, watchChips } from "./composerchips.js";
import { filled, one } from "./dom.js";
import { Draft } from "./draft.js";
import { isPhoto, whenDropped, whenPasted } from "./drop.js";
import { format, putPhoto } from "./format.js";
import { later } from "./later.js";
import { Mention } from "./mention.js";
import { say } from "./notice.js";
import { Order } from "./order.js";
import { pasteMarkdown } from "./pasted.js";
import { whenPhotoChosenIn } from "./photochoice.js";
import { followPhotos } from "./postday.js";
import { Photos } from "./photos.js";
import { putOffForm } from "./putoff.js";
import { clear, known, retry } from "./sending.js";
import "./tags.js";
import { watchTemplates } from "./template.js";
import { joinTitle } from "./titleline.js";
import { Writing } from "./writing.js";

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

const mention = new Mention(words, new Writing(words));
// Below what is there: the page's own focus would have the first letters typed before it.
if (words.value && !one("[autofocus]") && document.activeElement !== words) {
  words.focus();
  words.setSelectionRange(words.value.length, words.value.length);
}
one("[data-with]", form)?.addEventListener("click", () => mention.begin());
joinTitle(one("#title", form), words);
format(words, form);
pasteMarkdown(words);
watchChips(form);
followPhotos(form, () => draft.later());
watchTemplates(form, words);
const list = one("[data-photos]", form);
const refused = one(".notices > .notice.wrong");
const order = new Order(list, one("[data-order]", form), words, (place, count) =>
  draft.say(filled(form.dataset.moved, { place, count })));
// What was wrong with one that is taken out is not any more.
photos.arranged = (before, after) => {
  order.follow(before, after);
  one("[data-left]")?.remove();
  if (!one(".over[role=alert]", list)) refused?.remove();
};
whenPhotoChosenIn(list, one("[data-photo-here]", form), (text) => putPhoto(words, text));
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(button);
});

// What is typed is on the server before the page is given up for the answer: that may never come. Where the
// server cannot be reached, it is posted as soon as that can, unless more is typed before.
let isReady = false;
let wrong;
let pending;
let failures = 0;
photos.changed = () => {
  if (photos.failed.length === 0 && !pending) wrong?.remove();
  if (photos.count === 0) one("[data-left]")?.remove();
};
async function postLater(submitter) {
  if (await putOffForm(form, draft, submitter)) return;
  const mine = pending = {};
  wrong = say(form.dataset.offline, { wrong: true });
  later(() => { if (pending === mine) form.requestSubmit(submitter); }, failures);
  failures += 1;
}
form.addEventListener("input", () => {
  if (pending) wrong?.remove();
  pending = undefined;
});
form.addEventListener("submit", async (event) => {
  const submitter = event.submitter ?? button;
  if (isReady) {
    draft.submitted();
    clear(draft.name);
    return;
  }
  event.preventDefault();
  if (submitter.name === "remove") return photos.remove(submitter.value);
  if (submitter.name !== "keep" && lacksMood(form)) return;
  button.disabled = true;
  wrong?.remove();
  if (pending) {
    for (const job of photos.failed.filter(({ reason }) => !reason)) {
      job.state = "waiting";
      retry(job.key);
    }
  }
  pending = undefined;
  await known;
  const areSent = await photos.sent((count) => draft.say(filled(form.dataset.wait, { count })));
  const isReached = areSent && await draft.send().then(
    () => true, (error) => !(error instanceof TypeError));
  button.disabled = false;
  if (!areSent) draft.say("");
  if (!areSent && (navigator.onLine || photos.failed.some(({ reason }) => reason))) {
    const names = photos.failed.map((job) => job.name).join(", ");
    wrong = say(filled(form.dataset.notSent, { names }), { wrong: true });
  } else if (!isReached) {
    postLater(submitter);
  }
  if (!isReached) return;
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
