// On a wide screen a post is read beside the timeline: words by a click, and with j and k every post as one comes
// to it. Escape, and what has a page of its own, lead away.
import { element, one } from "./dom.js";
import { anchored, list } from "./parts.js";

const isWide = window.matchMedia("(min-width: 75rem) and (hover: hover)");
const main = one("main.timeline");
let pane;
let asked;

const linkOf = (tile) => one("a", tile);

// The list has another width then: what is not there yet is measured anew, and nothing moves under the eye.
function arrange(change) {
  anchored(() => {
    change();
    dispatchEvent(new Event("resize"));
  });
}

function make() {
  const close = element("button", { type: "button", className: "plain close" }, "×");
  close.setAttribute("aria-label", document.body.dataset.close);
  close.addEventListener("click", leave);
  pane = element("aside", { className: "pane", tabIndex: -1 }, close, element("div", { className: "read" }));
  pane.setAttribute("aria-label", list.dataset.pane);
}

function leave() {
  if (!pane?.isConnected) return;
  const tile = one(".tile.read-beside", list);
  tile?.classList.remove("read-beside");
  asked = undefined;
  arrange(() => {
    pane.remove();
    main.classList.remove("paned");
  });
  if (tile) linkOf(tile).focus({ preventScroll: true });
}

async function show(tile) {
  const path = linkOf(tile).getAttribute("href");
  asked = path;
  one(".tile.read-beside", list)?.classList.remove("read-beside");
  tile.classList.add("read-beside");
  if (!pane) make();
  if (!pane.isConnected) {
    arrange(() => {
      main.append(pane);
      main.classList.add("paned");
    });
  }
  const answer = await fetch(path).catch(() => undefined);
  if (asked !== path) return;
  // Locked meanwhile, or out of reach: the page itself says so.
  if (!answer?.ok || answer.redirected) return location.assign(path);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (asked !== path) return;
  const parts = [".posthead", ".menu[popover]", ".entry"].map((name) => one(`main.post > ${name}`, page)).filter(Boolean);
  for (const part of parts) one("form.edit", part)?.remove();
  // It is no page of its own: its heading stands below the timeline's.
  const heading = one("h1", parts[0]);
  if (heading) {
    const below = element("h2", {}, ...heading.childNodes);
    heading.replaceWith(below);
  }
  one(".read", pane).replaceChildren(...parts.map((part) => document.importNode(part, true)));
  pane.scrollTop = 0;
}

if (list && main) {
  list.addEventListener("click", (event) => {
    const tile = event.target.closest(".tile.text");
    if (!tile || !isWide.matches || event.defaultPrevented || event.button) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !event.target.closest("a")) return;
    // Chosen again, it is the page that is meant.
    if (tile.classList.contains("read-beside")) return;
    event.preventDefault();
    show(tile);
  });
  // Once it is open, it follows j and k.
  list.addEventListener("focusin", (event) => {
    const tile = event.target.closest(".tile");
    if (pane?.isConnected && tile && event.target.matches(".tile > a")) show(tile);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !one("dialog[open]") && !one(":popover-open")) leave();
  });
  isWide.addEventListener("change", leave);
}
