// Keys that work on every page: those of the sheet of keys, and arrows to the neighbours.
import { all, isTyping, one } from "./dom.js";

const write = one(".places .add")?.href ?? "/new";
const places = { n: write, c: write, t: "/", "/": "/timeline#q", "#": "/tags" };
const neighbours = { ArrowLeft: "prev", ArrowRight: "next", k: "prev", j: "next" };
// What a page has a button for.
const deeds = { e: "[data-edit]", s: "form[data-star] button" };

// Where nothing else takes the key: a grid and a list of choices have arrows of their own.
const hasOwnArrows = (target) =>
  target.closest?.('[role="grid"], [role="slider"], [role="listbox"], button, summary, [data-arrows]');

// From post to post in rows: from the one that has the focus, else to the first that is in sight.
function stepTile(step) {
  const first = "a:first-of-type";
  const links = all(`main .tile > ${first}`);
  const from = links.indexOf(one(first, document.activeElement?.closest(".tile") ?? document.createElement("p")));
  const seen = links.findIndex((link) => link.getBoundingClientRect().bottom > 0.15 * innerHeight);
  const link = links[from < 0 ? Math.max(seen, 0) : from + step];
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: "nearest" });
  return links.length > 0;
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.altKey || !one("[data-keys]")) return;
  // In words it makes a link.
  if ((event.ctrlKey || event.metaKey) && key === "k" && !target.closest?.("textarea, dialog[open]:not(.palette)")) {
    event.preventDefault();
    import("./palette.js").then(({ open }) => open()).catch(() => {});
    return;
  }
  if (event.ctrlKey || event.metaKey || isTyping(target)) return;
  const act = () => {
    if (key === "?") return one("[data-keys]").showModal();
    const field = key === "/" && one('main input[type="search"]');
    if (field) return field.focus();
    if (key in places) return location.assign(places[key]);
    return one(deeds[key], one("main"))?.click();
  };
  if (key === "?" || key in places || key in deeds) {
    event.preventDefault();
    act();
  } else if (key in neighbours && !event.shiftKey && !hasOwnArrows(target)) {
    const isLetter = key.length === 1;
    if (isLetter && stepTile(key === "j" ? 1 : -1)) return;
    one(`a[rel~="${neighbours[key]}"]:not([data-older])`)?.click();
  }
});

// A link to a field is one to write in it.
if (location.hash === "#q") one("input#q")?.focus();
