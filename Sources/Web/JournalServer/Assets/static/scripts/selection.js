// Selecting several posts: by the button, a long press, with shift from one to another; and what is done to
// all of them at once.
import { change } from "./batch.js";
import { all, element, filled, one } from "./dom.js";
import { say } from "./notice.js";
import { list } from "./parts.js";

const bar = one("[data-selection]");
const starter = one("[data-select]");
const most = 1_000;
const chosen = new Set();
let last;
let isOn = false;

const tiles = () => all(".tile[data-post]", list);
const boxOf = (tile) => one(".pick-box input", tile);

function addBox(tile) {
  if (boxOf(tile)) return;
  const box = element("input", { type: "checkbox", checked: chosen.has(tile.dataset.post) });
  const name = one("img", tile)?.alt || one("a", tile).innerText.replace(/\s+/g, " ").slice(0, 80);
  box.setAttribute("aria-label", filled(bar.dataset.pick, { name }));
  tile.append(element("label", { className: "pick-box" }, box));
}

function begin(tile) {
  isOn = true;
  document.body.classList.add("selecting");
  bar.hidden = false;
  starter.setAttribute("aria-pressed", "true");
  tiles().forEach(addBox);
  if (tile) choose(tile, true);
  show();
}

function end() {
  isOn = false;
  chosen.clear();
  last = undefined;
  document.body.classList.remove("selecting");
  bar.hidden = true;
  starter.setAttribute("aria-pressed", "false");
  all(".pick-box", list).forEach((box) => box.remove());
}

function choose(tile, isChosen) {
  if (isChosen && !chosen.has(tile.dataset.post) && chosen.size >= most) {
    say(filled(bar.dataset.most, { count: most }), { wrong: true });
    isChosen = false;
  }
  if (isChosen) chosen.add(tile.dataset.post);
  else chosen.delete(tile.dataset.post);
  boxOf(tile).checked = isChosen;
}

function show() {
  one("[data-count-text]", bar).textContent = filled(bar.dataset.count, { count: chosen.size });
  for (const button of all("button:not([data-act=end])", bar)) button.disabled = chosen.size === 0;
}

list?.addEventListener("click", (event) => {
  const tile = event.target.closest(".tile");
  if (!isOn || !event.target.matches(".pick-box input") || !tile) return;
  const isChosen = event.target.checked;
  const own = tiles();
  const from = event.shiftKey ? own.findIndex((other) => other.dataset.post === last) : -1;
  const to = own.indexOf(tile);
  const range = from < 0 ? [tile] : own.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const other of range) choose(other, isChosen);
  last = tile.dataset.post;
  show();
});

// A finger that stays on a post selects it; what the browser would show of the link is not shown.
let press;
const swallow = (click) => click.preventDefault();
list?.addEventListener("pointerdown", (event) => {
  const tile = event.target.closest(".tile");
  if (isOn || event.pointerType === "mouse" || !tile) return;
  press = setTimeout(() => {
    // The click that some browsers make of the end of this touch, and none after it.
    const how = { capture: true, once: true };
    list.addEventListener("click", swallow, how);
    addEventListener("pointerdown", () => list.removeEventListener("click", swallow, how), how);
    begin(tile);
    last = tile.dataset.post;
  }, 500);
});
for (const name of ["pointerup", "pointercancel", "pointermove", "pointerleave"]) {
  list?.addEventListener(name, (event) => {
    if (name !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 4) clearTimeout(press);
  });
}
list?.addEventListener("contextmenu", (event) => {
  if (event.pointerType !== "mouse" && event.target.closest(".tile")) event.preventDefault();
});

async function act(made, text, undo) {
  const numbers = [...chosen].map(Number);
  const parts = new Set(tiles().filter((tile) => chosen.has(tile.dataset.post)).map((tile) => tile.closest(".part")));
  if (numbers.length > 0 && await change(numbers, parts, made, text, bar.dataset, undo)) end();
}

if (bar && starter) {
  const words = bar.dataset;
  starter.addEventListener("click", () => (isOn ? end() : begin()));
  bar.addEventListener("click", (event) => {
    const name = event.target.closest("[data-act]")?.dataset.act;
    if (name === "end") end();
    if (name === "star") act({ starred: true }, words.starred);
    if (name === "unstar") act({ starred: false }, words.unstarred);
    if (name === "trash") {
      act({ trashed: true }, words.trashed, { change: { trashed: false }, text: words.restored });
    }
  });
  one("[data-archive]", bar).addEventListener("submit", (event) => {
    one("[name=posts]", event.target).value = [...chosen].join(",");
  });
  one("[data-tag-form]").addEventListener("submit", (event) => {
    const field = event.target.elements.tags;
    const addTags = field.value.split(",").map((tag) => tag.trim()).filter(Boolean);
    field.value = "";
    if (addTags.length > 0) act({ addTags }, words.tagged);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOn && !one("dialog[open]")) end();
  });
  document.addEventListener("rows", (event) => { if (isOn) all(".tile", event.detail).forEach(addBox); });
}
