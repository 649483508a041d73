// New posts: a card for every photo that is chosen, taken or dropped, and one request each.
"use strict";

const form = one("[data-upload]");
const cards = [];
const upload = {
  words: form.dataset,
  // What the server's kinds of problems are in the page's language.
  problems: JSON.parse(form.dataset.problems),
  label: new LabelPreview(form),

  // What all photos have in common, as fields.
  details() {
    const tags = one("#tags", form).value.split(/[\s,]+/).filter(Boolean);
    const isStarred = one('[name="star"]', form).checked;
    return [
      ...(isStarred ? [["star", "true"]] : []), ...tags.map((tag) => ["tag", tag]),
      ...this.label.changes,
    ];
  },

  removed(card) {
    cards.splice(cards.indexOf(card), 1);
    showFields();
  },

  // Once all are posted, their day is shown.
  async send(chosen) {
    const button = one("button.main", form);
    const buttons = [button, ...all(".state button", form)];
    for (const other of buttons) other.disabled = true;
    form.dataset.sends = "";
    for (const card of chosen) if (!card.isDone) await card.send();
    delete form.dataset.sends;
    for (const other of buttons) other.disabled = false;
    if (cards.length > 0 && cards.every((card) => card.isDone)) {
      location.assign(`/days/${cards.at(-1).day}`);
    }
  },
};

function add(photos) {
  for (const photo of photos) {
    if (photo.type && !photo.type.startsWith("image/")) {
      say(`${photo.name}: ${upload.problems.photo}`);
      continue;
    }
    const card = new PhotoCard(photo, upload);
    cards.push(card);
    one("[data-uploads]", form).append(card.node);
  }
  showFields();
}

// The fields for a single photo are replaced by those of each card.
function showFields() {
  const single = one("[data-single]", form);
  single.hidden = cards.length > 0;
  for (const field of all("input, textarea", single)) field.disabled = cards.length > 0;
}

function say(text) {
  const result = one("[data-result]", form);
  result.textContent = text;
  result.hidden = false;
}

const files = one("[data-files]", form);
const camera = one("[data-camera]", form);
const isTouched = matchMedia("(pointer: coarse)").matches;
files.required = false;
camera.hidden = !isTouched;
one("input", camera).disabled = false;
one("[data-drop-hint]", form).hidden = isTouched;
for (const input of [files, one("input", camera)]) {
  input.addEventListener("change", () => {
    add([...input.files]);
    input.value = "";
  });
}
for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  form.addEventListener(name, (event) => {
    event.preventDefault();
    one("[data-drop]", form).classList.toggle("over", name === "dragenter" || name === "dragover");
    if (name === "drop") add([...event.dataTransfer.files]);
  });
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  one("[data-result]", form).hidden = true;
  if (cards.length === 0) say(upload.words.noPhoto);
  else upload.send(cards);
});
upload.label.whenChanged(() => cards.forEach((card) => card.draw()));
