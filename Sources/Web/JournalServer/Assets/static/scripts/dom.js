// What all scripts share: finding elements, filling texts, and counting as the server counts.

export const one = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// With what a script has changed: of which owner its page is. The browser may be another's by now.
export const ofPage = () => {
  const { owner } = document.body.dataset;
  return owner ? { "Daystamp-Owner": encodeURIComponent(owner) } : {};
};

// Fills the places of a text: `{name}`, or `{name|word|words}` for a number with what is counted.
export const filled = (text, values) =>
  text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, key, singular, plural) => {
    const value = values[key] ?? "";
    return plural === undefined ? value : `${value} ${value === 1 ? singular : plural}`;
  });

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// What a form says as the server made it, whatever was typed into it before its script ran. The document that
// it is copied to loads nothing; Chromium resets no form there.
export function asMade(form) {
  const made = document.implementation.createHTMLDocument("").importNode(form, true);
  for (const control of made.elements) {
    if (control.options) for (const option of control.options) option.selected = option.defaultSelected;
    else if (control.matches("[type=checkbox], [type=radio]")) control.checked = control.defaultChecked;
    else if (control.matches("input, textarea")) control.value = control.defaultValue;
  }
  return new FormData(made);
}

// What is typed and what may be meant, as they are compared.
export const plain = (text) => text.normalize("NFKC").toLocaleLowerCase();

// Characters as a reader sees them, trimmed and in normal form C.
const segmenter = window.Intl?.Segmenter && new Intl.Segmenter("und", { granularity: "grapheme" });
export function countCharacters(text) {
  const kept = text.replace(/\r\n?/g, "\n").trim().normalize("NFC");
  return segmenter ? [...segmenter.segment(kept)].length : [...kept].length;
}

// Whether keys mean text here, or are what the element itself answers to.
export const isTyping = (target) =>
  Boolean(target.closest?.("input, textarea, select, [contenteditable], dialog[open]"));

// 256 random bits, as the server's names are.
export function randomName() {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
