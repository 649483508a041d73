// Reading a section: what is selected of its texts is highlighted, noted, copied or passed on. Selecting
// itself is the browser's own; only after it has rested is it asked what is selected.
import { copy } from "./copy.js";
import { all, isTyping, one } from "./dom.js";
import { add, change } from "./highlights.js";
import { say } from "./notice.js";
import { marksIn, selected, verses } from "./passages.js";
import "./chips.js";

const bar = one("[data-marker]");
const { collection } = verses.dataset;
const rest = 200;

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
  else if ("unmark" in button.dataset) change(chosen.marks, { deed: "remove" }, leave);
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
  if (chosen.isTapped) return change(chosen.marks, { colour: name }, leave);
  return add(chosen.passages, name, leave);
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
