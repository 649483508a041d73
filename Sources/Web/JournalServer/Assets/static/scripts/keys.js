// Keys that work on every page: those of the sheet of keys, and arrows to the neighbours.
import { isTyping, one } from "./dom.js";

const places = { n: one(".places .add")?.href ?? "/new", t: "/", "/": "/timeline#q" };
const neighbours = { ArrowLeft: "prev", ArrowRight: "next" };

// Where nothing else takes the key: a grid and a list of choices have arrows of their own.
const hasOwnArrows = (target) =>
  target.closest?.('[role="grid"], [role="slider"], [role="listbox"], button, summary, [data-arrows]');

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (isTyping(event.target) || !one("[data-keys]")) return;
  if (event.key === "?") {
    event.preventDefault();
    one("[data-keys]").showModal();
  } else if (event.key in places && !event.shiftKey) {
    event.preventDefault();
    const field = event.key === "/" && one('main input[type="search"]');
    if (field) field.focus();
    else location.assign(places[event.key]);
  } else if (event.key in neighbours && !event.shiftKey && !hasOwnArrows(event.target)) {
    one(`a[rel~="${neighbours[event.key]}"]:not([data-older])`)?.click();
  }
});

// A link to a field is one to write in it.
if (location.hash === "#q") one("input#q")?.focus();
