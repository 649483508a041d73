// What the pages can do beyond what they do without it. Each part searches the page for its
// elements and does nothing where there are none. New posts and the lock have scripts of their own.
"use strict";

const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
// Fills the places of a text: `{name}`, or `{name|word|words}` for a number with what is counted.
const filled = (text, values) =>
  text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, key, singular, plural) => {
    const value = values[key] ?? "";
    return plural === undefined ? value : `${value} ${value === 1 ? singular : plural}`;
  });

document.documentElement.classList.add("script");

// Captions: characters are counted as the server counts them, trimmed and in normal form C.
const segmenter = window.Intl?.Segmenter && new Intl.Segmenter("und", { granularity: "grapheme" });
function countCharacters(text) {
  const kept = text.replace(/\r\n?/g, "\n").trim().normalize("NFC");
  return segmenter ? [...segmenter.segment(kept)].length : [...kept].length;
}
function countCaption(field, output) {
  const limit = Number(field.dataset.limit);
  const show = () => {
    const count = countCharacters(field.value);
    const isOver = count > limit;
    output.textContent = filled(isOver ? output.dataset.over : output.dataset.text, { count, limit });
    output.classList.toggle("over", isOver);
    field.setAttribute("aria-invalid", String(isOver));
    field.setCustomValidity(isOver ? output.textContent : "");
  };
  field.addEventListener("input", show);
  show();
}
for (const output of all("[data-count-of]")) {
  countCaption(document.getElementById(output.dataset.countOf), output);
}

// Calendars: one stop for Tab, arrows from day to day, on to the neighbouring month at its ends.
for (const grid of all('table[role="grid"]')) {
  const links = all("td a", grid);
  const start = links.find((link) => link.hasAttribute("aria-current")) ?? links[0];
  for (const link of links) link.tabIndex = link === start ? 0 : -1;
  const focus = (link) => {
    for (const other of links) other.tabIndex = other === link ? 0 : -1;
    link.focus();
  };
  grid.addEventListener("focusin", (event) => {
    const link = event.target.closest("td a");
    if (link) for (const other of links) other.tabIndex = other === link ? 0 : -1;
  });
  grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const index = links.indexOf(event.target.closest("td a"));
    if (index < 0) return;
    const row = all("td a", event.target.closest("tr"));
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    let target;
    if (event.key in steps) target = links[index + steps[event.key]];
    else if (event.key === "Home") target = row[0];
    else if (event.key === "End") target = row.at(-1);
    else if (event.key === "PageUp" || event.key === "PageDown") {
      const link = one(`.tools a[rel="${event.key === "PageUp" ? "prev" : "next"}"]`);
      if (link) location.assign(link.href);
    } else return;
    event.preventDefault();
    if (target) focus(target);
  });
}

// Neighbours by key and by swipe, where nothing else takes them.
const neighbour = (name) => one(`.neighbours a[rel="${name}"]`);
const isTyping = (element) => element.closest("input, textarea, select, button, summary, table");
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event.target)) return;
  const link = { ArrowLeft: neighbour("prev"), ArrowRight: neighbour("next") }[event.key];
  if (link) location.assign(link.href);
});
let touch;
const swiped = one(".calendar, .photo");
swiped?.addEventListener("touchstart", (event) => {
  const { clientX, clientY } = event.touches[0];
  touch = event.touches.length === 1 ? { x: clientX, y: clientY } : undefined;
}, { passive: true });
swiped?.addEventListener("touchend", (event) => {
  if (!touch) return;
  const [x, y] = [event.changedTouches[0].clientX - touch.x, event.changedTouches[0].clientY - touch.y];
  touch = undefined;
  if (Math.abs(x) < 60 || Math.abs(x) < 2 * Math.abs(y)) return;
  const link = neighbour(x > 0 ? "prev" : "next");
  if (link) location.assign(link.href);
}, { passive: true });

// The menu closes as menus do.
const menu = one("details.more");
document.addEventListener("click", (event) => {
  if (menu?.open && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu?.open) return;
  menu.open = false;
  one("summary", menu).focus();
});

// Older posts come when the end of the list does.
function observeOlder() {
  const link = one("[data-older]");
  const list = one("[data-endless]");
  if (!link || !list || !window.IntersectionObserver) return;
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    const answer = await fetch(link.href).catch(() => undefined);
    if (!answer?.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    list.append(...all("[data-endless] > li", page).map((item) => document.adoptNode(item)));
    const next = one("[data-older]", page);
    if (next) link.href = next.href;
    else link.parentElement.remove();
    observeOlder();
  }, { rootMargin: "800px" });
  observer.observe(link);
}
observeOlder();

// Photos that came within the page are fetched once more in the quiet after it, to be kept for as long
// as the journal is open: the next time the page comes without them.
window.addEventListener("load", () => {
  const quiet = window.requestIdleCallback ?? ((work) => setTimeout(work, 1_000));
  quiet(() => {
    for (const image of all("img[data-keep]")) {
      const address = image.src.replace(/\d+$/, image.dataset.keep);
      fetch(address, { priority: "low" }).then((answer) => answer.blob()).catch(() => {});
    }
  });
});

// Sharing, where the browser can: the photo itself, else its caption.
for (const button of all("[data-share]")) {
  if (!navigator.canShare) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      const blob = await (await fetch(button.dataset.share)).blob();
      const file = new File([blob], button.dataset.name, { type: blob.type });
      const text = button.dataset.text || undefined;
      if (navigator.canShare({ files: [file] })) await navigator.share({ files: [file], text });
      else one(".actions a[download]").click();
    } catch (error) {
      if (error.name !== "AbortError") one(".actions a[download]").click();
    }
  });
}

// Time zones that this browser knows, to choose from.
for (const field of all("[data-zones]")) {
  const zones = Intl.supportedValuesOf?.("timeZone") ?? [];
  one("#" + field.dataset.zones).append(...zones.map((zone) => new Option(zone, zone)));
}

// The lock screen keeps nothing, old or new.
if (document.body.dataset.page !== "lock") {
  navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
}
