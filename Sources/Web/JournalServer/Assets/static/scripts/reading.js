// Reading a section: what is selected of its texts is highlighted, noted, copied or passed on. Selecting
// itself is the browser's own; only after it has rested is it asked what is selected.
import { copy } from "./copy.js";
import { all, isTyping, ofPage, one } from "./dom.js";
import { say } from "./notice.js";
import "./chips.js";

const bar = one("[data-marker]");
const verses = one("[data-verses]");
const collection = verses.dataset.collection;
const rest = 200;
// What a form of the server takes at once.
const most = 60;
const letters = window.Intl?.Segmenter && new Intl.Segmenter("und", { granularity: "grapheme" });

// What the bar is about: passages of verses, and the highlights in them.
let chosen;
let timer;

document.addEventListener("selectionchange", () => {
  clearTimeout(timer);
  timer = setTimeout(look, rest);
});

function look() {
  const passages = selected(getSelection());
  if (passages.length > 0) show({ passages, marks: marksIn(getSelection().getRangeAt(0)) });
  else if (!chosen?.isTapped) hide();
}

function selected(selection) {
  if (selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(verses)) return [];
  return all(".said", verses).filter((said) => range.intersectsNode(said)).map((said) => passage(said, range))
    .filter(({ from, to }) => from < to);
}

// From which code unit of a verse to which one, by whole characters, without blanks at the ends.
function passage(said, range) {
  const text = said.textContent;
  const place = (node, offset, otherwise) => {
    if (!said.contains(node)) return otherwise;
    const before = document.createRange();
    before.setStart(said, 0);
    before.setEnd(node, offset);
    return before.toString().length;
  };
  let from = place(range.startContainer, range.startOffset, 0);
  let to = place(range.endContainer, range.endOffset, text.length);
  while (from < to && !text[from].trim()) from += 1;
  while (from < to && !text[to - 1].trim()) to -= 1;
  if (letters && from < to) {
    const parts = letters.segment(text);
    from = parts.containing(from).index;
    const last = parts.containing(to - 1);
    to = last.index + last.segment.length;
  }
  return { verse: said.closest(".verse"), from, to, text: text.slice(from, to) };
}

const marksIn = (range) =>
  [...new Set(all("mark[data-highlight]", verses).filter((mark) => range.intersectsNode(mark))
    .map((mark) => mark.dataset.highlight))];

function show(what) {
  chosen = what;
  one("[data-unmark]", bar).hidden = chosen.marks.length === 0;
  bar.hidden = false;
}

function hide() {
  chosen = undefined;
  bar.hidden = true;
}

function leave() {
  getSelection().removeAllRanges();
  hide();
}

// A tap on the bar leaves what is selected as it is.
bar.addEventListener("pointerdown", (event) => event.preventDefault());
bar.addEventListener("mousedown", (event) => event.preventDefault());

bar.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !chosen) return;
  if (button.dataset.colourOf) colour(button.dataset.colourOf);
  else if ("unmark" in button.dataset) change(chosen.marks, { deed: "remove" });
  else if ("note" in button.dataset) {
    const key = chosen.passages[0].verse.dataset.key;
    location.assign(`/texts/note?${new URLSearchParams({ collection, key })}`);
  } else pass("copy" in button.dataset);
});

// A highlight that is tapped is changed; while something is being selected it is text as any other.
verses.addEventListener("click", (event) => {
  const mark = event.target.closest("mark[data-highlight]");
  if (!mark || !getSelection().isCollapsed) return;
  clearTimeout(timer);
  const parts = all(`mark[data-highlight="${mark.dataset.highlight}"]`, verses);
  const text = parts.map((part) => part.textContent).join("");
  const passages = [{ verse: mark.closest(".verse"), text }];
  show({ passages, marks: [mark.dataset.highlight], isTapped: true });
});
document.addEventListener("pointerdown", (event) => {
  if (chosen?.isTapped && !event.target.closest("mark, [data-marker]")) hide();
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
  const swatches = all("[data-colour-of]", bar);
  if (event.key === "Escape" && chosen) leave();
  else if (chosen && swatches[event.key - 1]) swatches[event.key - 1].click();
  else if (event.key === "h" && chosen) swatches[0].focus();
  else if (event.key === "h" && event.target.closest?.(".verse")) {
    getSelection().selectAllChildren(one(".said", event.target.closest(".verse")));
    clearTimeout(timer);
    look();
  } else if (["ArrowLeft", "ArrowRight"].includes(event.key) && bar.contains(event.target)) {
    const buttons = all("button:not([hidden])", bar);
    const next = buttons.indexOf(event.target) + (event.key === "ArrowLeft" ? -1 : 1);
    buttons.at(next % buttons.length).focus();
  } else return;
  event.preventDefault();
});

function colour(name) {
  if (chosen.isTapped) return change(chosen.marks, { colour: name });
  return add(chosen.passages, name);
}

async function add(passages, name) {
  for (let first = 0; first < passages.length; first += most) {
    const fields = new URLSearchParams({ collection, colour: name, script: "1" });
    passages.slice(first, first + most).forEach(({ verse, from, to }, index) => {
      fields.set(`key-${index}`, verse.dataset.key);
      fields.set(`from-${index}`, from);
      fields.set(`to-${index}`, to);
    });
    if (!await send("/texts/highlights/add", fields)) return;
  }
}

async function change(highlights, deed) {
  for (const highlight of highlights) {
    const fields = new URLSearchParams({ highlight, script: "1", ...deed });
    if (!await send("/texts/highlights/change", fields)) return;
  }
}

// The server answers with the verses as they are now.
async function send(path, body) {
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
  leave();
  for (const verse of all(".verse", found)) {
    const old = document.getElementById(verse.id);
    if (old?.classList.contains("spoken")) verse.classList.add("spoken");
    const hadFocus = isOfBar || old?.contains(focused);
    old?.replaceWith(verse);
    if (hadFocus) one(".number", verse).focus({ preventScroll: true });
  }
  return true;
}

async function pass(isCopied) {
  const said = chosen.passages.map(({ text }) => text).join("\n");
  const [first, last] = [chosen.passages[0], chosen.passages.at(-1)].map(({ verse }) => verse.dataset.reference);
  const text = `${said}\n\n— ${first === last ? first : `${first} – ${last}`}, ${collection}`;
  try {
    if (!isCopied && navigator.share) await navigator.share({ text });
    else {
      await copy(text);
      say(bar.dataset.copied);
    }
    leave();
  } catch (error) {
    if (error.name !== "AbortError") say(bar.dataset.failed, { wrong: true });
  }
}
