// Editing in place: the form takes the place of what it changes, and gives it back. Nothing that was typed
// is lost when the page is left, when the server cannot be reached or when the journal locks.
import { addPhotos } from "./addphotos.js";
import { all, one } from "./dom.js";
import { format, putPhoto } from "./format.js";
import { LabelLook } from "./labellook.js";
import { Mention } from "./mention.js";
import { say } from "./notice.js";
import { pasteMarkdown } from "./pasted.js";
import { photosIn, whenPhotoChosen } from "./photochoice.js";
import { Unsaved } from "./unsaved.js";
import { stay, watchUnsaved } from "./watch.js";
import { joinTitle } from "./titleline.js";
import { Writing } from "./writing.js";
import "./captions.js";

const form = one("form.edit");
if (form) begin(form, one(".entry"));

function begin(form, post) {
  const unsaved = new Unsaved(form);
  const look = one("[data-look]", form) && new LabelLook(form, one("figure.photo:not(.several) .large, figure.edited .large"));
  watchUnsaved(unsaved);
  const words = one("#words", form);
  if (words) {
    new Mention(words, new Writing(words));
    // One goes on below what is there.
    words.setSelectionRange(words.value.length, words.value.length);
    joinTitle(one("#title", form), words);
    format(words, form);
    pasteMarkdown(words);
    whenPhotoChosen(one("[data-photo-here]", form), () => photosOf(form), (text) => putPhoto(words, text));
  }
  const opener = one("[data-edit]");

  function open() {
    post.classList.add("editing");
    if (unsaved.isDropped) unsaved.soon();
    look?.show();
    const field = one("textarea:not([readonly]), input:not([type=hidden])", form);
    field.focus({ preventScroll: true });
    form.scrollIntoView({ block: "nearest" });
  }

  // What was typed stays in the form, from which it can be gone on.
  function close() {
    post.classList.remove("editing");
    look?.hide();
    opener.focus();
    unsaved.forget();
    if (!unsaved.isThere) return;
    say(form.dataset.left, { action: { text: form.dataset.resume, run: open } });
  }

  opener.addEventListener("click", (event) => {
    event.preventDefault();
    if (post.classList.contains("editing")) close();
    else open();
  });
  one("a[data-cancel]", form)?.addEventListener("click", (event) => {
    event.preventDefault();
    close();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    if (event.key === "Escape" && !event.defaultPrevented && one("a[data-cancel]", form)) close();
  });
  form.addEventListener("saved", () => { if (unsaved.first !== undefined) unsaved.first = unsaved.text; });
  form.addEventListener("submit", (event) => {
    if (event.submitter?.hasAttribute("formaction")) return void (unsaved.isSent = true);
    event.preventDefault();
    save(form, unsaved, event.submitter);
  });
  addPhotos(form, () => post.classList.contains("editing"));
  window.addEventListener("pageshow", () => sending(form, unsaved, false));
  if (post.classList.contains("editing")) look?.show();
}

// Of an only photo the list has none.
function photosOf(form) {
  const list = one(".arranged", form);
  if (list) return photosIn(list);
  const image = one("figure.photo :is(.large, video)");
  return image ? [{ number: 1, image, caption: one("#caption", form)?.value }] : [];
}

// The page stays until the server has what was typed.
async function save(form, unsaved, submitter) {
  sending(form, unsaved, true);
  await unsaved.settle();
  const fields = new FormData(form);
  if (submitter?.name) fields.set(submitter.name, submitter.value);
  const answer = await unsaved.post(fields).catch(() => undefined);
  const isShownAgain = [404, 409, 412, 415, 422].includes(answer?.status);
  if (!answer?.redirected && !isShownAgain) {
    sending(form, unsaved, false);
    const text = await answer?.text().catch(() => "");
    const reason = text && one(".gate p", new DOMParser().parseFromString(text, "text/html"));
    const result = one("[data-result]", form);
    result.textContent = reason?.textContent ?? form.dataset.unreachable;
    result.hidden = false;
    return;
  }
  unsaved.isSent = true;
  stay();
  // The same page: going back from it leads to where one was before.
  if (answer.redirected) location.replace(answer.url);
  // The browser asks again, and shows what the server says beside what was typed.
  else form.submit();
}

function sending(form, unsaved, isSending) {
  unsaved.isSent = isSending;
  for (const button of all("button", form)) button.disabled = isSending;
  one("[data-result]", form).hidden = true;
}
