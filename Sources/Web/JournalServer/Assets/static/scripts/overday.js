// A day over its calendar: a sheet with that day's posts, at the day's own address. Back, Escape and a tap
// beside it lead back to the calendar, which has stayed as it was; who comes back from a post finds the
// sheet open, or the day's own page where the browser has to load it anew.
import { element, one } from "./dom.js";
import { onSwipe } from "./swipe.js";
import "./ticks.js";

const days = ".calendar td a, .heatmap td a, .week a";
let sheet;
let asked;

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest(`${days}, .dayover .steps a`);
  if (!link) return;
  event.preventDefault();
  const day = link.getAttribute("href");
  // From day to day within the sheet: one step back still leads to the calendar.
  if (sheet?.open) history.replaceState({ day }, "", day);
  else history.pushState({ day }, "", day);
  show(day, link.getAttribute("aria-label"));
});

window.addEventListener("popstate", () => {
  if (history.state?.day) show(history.state.day, "");
  else if (sheet?.open) sheet.close();
});

// A browser may keep the state of a page that is opened anew at the same address.
const isBack = performance.getEntriesByType("navigation")[0]?.type !== "navigate";
if (isBack && history.state?.day) show(history.state.day, "");
else history.replaceState(null, "");

async function show(day, title) {
  asked = day;
  make();
  // In sight at once, with what is known already.
  fill([element("h1", {}, title ?? ""), element("p", { className: "waiting" })]);
  if (!sheet.open) sheet.showModal();
  const answer = await fetch(day, { headers: { Accept: "text/html" } }).catch(() => undefined);
  if (asked !== day || !sheet.open) return;
  const page = answer?.ok && !answer.redirected && new DOMParser().parseFromString(await answer.text(), "text/html");
  // Locked meanwhile, or out of reach: the page itself says so.
  const main = page && page.querySelector("main.day");
  if (!main) return location.assign(day);
  await dress(page);
  if (asked !== day || !sheet.open) return;
  fill([...main.childNodes].map((node) => document.importNode(node, true)));
}

// Loads the style of the page of a day, where this one came with no more of it than it needs itself.
async function dress(page) {
  const style = 'link[rel="stylesheet"]';
  const link = page.querySelector(style);
  if (!link || document.querySelector(style)) return;
  const own = document.importNode(link, true);
  const loaded = new Promise((resolve) => (own.onload = own.onerror = resolve));
  document.head.append(own);
  await loaded;
}

function make() {
  if (sheet) return;
  const close = element("button", { type: "button", className: "plain" }, "×");
  close.setAttribute("aria-label", document.body.dataset.close);
  close.setAttribute("data-closes", "");
  const held = element("div", { className: "held" },
    element("div", { className: "close" }, element("span"), close), element("div", { className: "shown" }));
  sheet = element("dialog", { className: "sheet dayover" }, held);
  sheet.setAttribute("data-stays", "");
  document.body.append(sheet);
  sheet.addEventListener("close", () => {
    asked = undefined;
    if (history.state?.day) history.back();
  });
  const go = (rel) => () => one(`.steps a[rel="${rel}"]`, sheet)?.click();
  onSwipe(one(".shown", sheet), { left: go("next"), right: go("prev") });
  sheet.addEventListener("keydown", (event) => {
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (rel && !event.altKey && !event.ctrlKey && !event.metaKey) go(rel)();
  });
}

function fill(nodes) {
  const shown = one(".shown", sheet);
  shown.replaceChildren(...nodes);
  sheet.scrollTop = 0;
  const heading = one("h1", shown);
  heading.id = "dayover-title";
  sheet.setAttribute("aria-labelledby", heading.id);
}
