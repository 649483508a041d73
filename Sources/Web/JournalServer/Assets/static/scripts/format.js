// What the bar and keys do to words: all of it by the browser's own way of typing, so that undoing takes it back.
import { all } from "./dom.js";

// A list's mark, with the box of a task, or a quote's.
const item = /^([ \t]*)([-*+]|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\] )?/;
const quote = /^([ \t]*>)+ ?/;
const marks = { list: "- ", check: "- [ ] ", quote: "> " };
const keys = { b: "bold", i: "italic", k: "link" };
const web = /^(https?:\/\/|mailto:)\S+$/;

// Puts a text in the place of what is between two, and selects what is between two places in it.
export function put(field, start, end, text, from = text.length, to = from) {
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  if (text || start < end) {
    const isDone = text
      ? document.execCommand("insertText", false, text) : document.execCommand("delete");
    if (!isDone) {
      field.setRangeText(text, start, end, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  field.setSelectionRange(start + from, start + to);
}

// Puts blocks on lines of their own, with an empty one to what is before and after; `isLast` where one writes on
// below them.
export function putBlock(field, text, isLast = false) {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const [before, after] = [value.slice(0, start), value.slice(end)];
  const gap = (lines) => "\n".repeat(Math.max(0, 2 - lines.length));
  const lead = before.trim() ? gap(before.match(/\n*$/)[0]) : "";
  const tail = after.trim() || isLast ? gap(after.match(/^\n*/)[0]) : "";
  put(field, start, end, lead + text + tail, lead.length + text.length + (isLast ? tail.length : 0));
}

// Puts what may stand within a line: a block where that is empty so far, and else with blanks around it.
export function putPhoto(field, text) {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const before = value.slice(0, start).split("\n").at(-1);
  if (!before.trim()) return putBlock(field, text, true);
  put(field, start, end, `${/\s$/.test(before) ? "" : " "}${text}${/[ \t]/.test(value[end] ?? "") ? "" : " "}`);
}

function wrap(field, mark) {
  const { value } = field;
  let { selectionStart: start, selectionEnd: end } = field;
  while (start < end && /\s/.test(value[start])) start += 1;
  while (end > start && /\s/.test(value[end - 1])) end -= 1;
  const text = value.slice(start, end);
  const before = value.slice(0, start).match(/\**$/)[0].length;
  const after = value.slice(end).match(/^\**/)[0].length;
  const size = mark.length;
  const isOn = (count) => (size === 2 ? count >= 2 : count % 2 === 1);
  if (isOn(before) && isOn(after)) {
    put(field, start - size, end + size, text, 0, text.length);
  } else if (start === end && isOn(after)) {
    // The end of what is marked.
    field.focus();
    field.setSelectionRange(end + size, end + size);
  } else {
    put(field, start, end, mark + text + mark, size, size + text.length);
  }
}

function link(field) {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const text = value.slice(start, end);
  if (web.test(text)) put(field, start, end, `[](${text})`, 1);
  else put(field, start, end, `[${text}]()`, text ? text.length + 3 : 1);
}

// The lines of the selection get a mark, or lose it where each has it.
function begin(field, kind) {
  const { value, selectionStart, selectionEnd } = field;
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const last = value.indexOf("\n", Math.max(start, selectionEnd - (selectionEnd > selectionStart ? 1 : 0)));
  const end = last < 0 ? value.length : last;
  const lines = value.slice(start, end).split("\n");
  const isOn = (line) => {
    if (kind === "quote") return quote.test(line);
    const found = line.match(item);
    return Boolean(found) && Boolean(found[6]) === (kind === "check");
  };
  const written = lines.filter((line) => line.trim());
  const isOff = written.length > 0 && written.every(isOn);
  const made = lines.map((line) => {
    if (!line.trim() && lines.length > 1) return line;
    if (kind === "quote") return isOff ? line.replace(quote, "") : marks.quote + line;
    const bare = line.replace(item, "$1");
    const [indent] = bare.match(/^[ \t]*/);
    return isOff ? bare : indent + marks[kind] + bare.slice(indent.length);
  }).join("\n");
  // A caret stays where it was in its line; a selection has all that changed.
  const place = made.length - (end - selectionEnd);
  put(field, start, end, made, selectionStart === selectionEnd ? Math.max(0, place) : 0, place);
}

// A list or a quote goes on with the next line. From an item without words it ends, with an empty line after it:
// without one, what is typed next would be the last item's.
function breakLine(event) {
  const field = event.target;
  const { value, selectionStart: start, selectionEnd: end } = field;
  const from = value.lastIndexOf("\n", start - 1) + 1;
  const line = value.slice(from, start);
  const found = line.match(item) ?? line.match(quote);
  if (!found || start !== end) return;
  event.preventDefault();
  const [rest, next] = value.slice(start).split("\n", 2);
  if (!line.slice(found[0].length).trim() && !rest.trim()) {
    const before = value.slice(0, from).split("\n").at(-2)?.trim() ? "\n" : "";
    return put(field, from, start + rest.length, before + (next?.trim() ? "\n" : ""), before.length);
  }
  const [whole, indent, sign, number, dot, gap, box] = found;
  const mark = gap === undefined ? whole
    : indent + (number ? Number(number) + 1 + dot : sign) + gap + (box ? "[ ] " : "");
  put(field, start, start, `\n${mark}`);
}

const deeds = {
  bold: (field) => wrap(field, "**"), italic: (field) => wrap(field, "*"), link,
  list: (field) => begin(field, "list"), check: (field) => begin(field, "check"),
  quote: (field) => begin(field, "quote"),
};

export function format(field, bar) {
  field.addEventListener("beforeinput", (event) => {
    if (["insertLineBreak", "insertParagraph"].includes(event.inputType) && !event.isComposing) breakLine(event);
  });
  field.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return;
    // Where the keys type other letters, by their place.
    const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.slice(3).toLowerCase();
    if (!Object.hasOwn(keys, letter)) return;
    event.preventDefault();
    deeds[keys[letter]](field);
  });
  for (const button of all("[data-mark]", bar)) {
    // The field keeps the focus, and a phone its keyboard.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => deeds[button.dataset.mark](field));
  }
}
