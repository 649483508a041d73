// The parts of a timeline: each is fetched when it comes near, and given up when it is far, so that there
// are never more than some hundred posts in memory. What stands on the screen stays where it is.
import { all, one } from "./dom.js";
import { later } from "./later.js";

const near = 2; // Heights of the screen.
const far = 6;
const atOnce = 3;
const pause = 90; // Milliseconds that a part is near before it is fetched: a fling passes many.

export const list = one(".months");
const nearby = new Set();
let running = 0;
let failures = 0;
let timer;

const nearer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) nearby.add(target);
    else nearby.delete(target);
  }
  clearTimeout(timer);
  timer = setTimeout(loadNext, pause);
}, { rootMargin: `${near * 100}% 0px` });

const farther = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (!isIntersecting && !nearby.has(target)) drop(target);
}, { rootMargin: `${far * 100}% 0px` });

export function watchPart(part) {
  nearer.observe(part);
  farther.observe(part);
}

export function forgetPart(part) {
  nearer.unobserve(part);
  farther.unobserve(part);
  nearby.delete(part);
}

// The address of some rows of this timeline.
export const address = (rows) =>
  `${list.dataset.rows}${list.dataset.rows.includes("?") ? "&" : "?"}${rows}`;

// Rows as the server gives them; nothing where it does not. A locked journal has its own page.
export async function fetchRows(rows) {
  const answer = await fetch(address(rows)).catch(() => undefined);
  if (!answer?.ok) return undefined;
  if (answer.redirected) return location.reload();
  failures = 0;
  const box = document.createElement("template");
  box.innerHTML = await answer.text();
  return box.content.firstElementChild;
}

// Asks for rows again that did not come.
export function askAgain(ask) {
  later(ask, failures);
  failures += 1;
}

function distance(part) {
  const { top, bottom } = part.getBoundingClientRect();
  return Math.max(0, top - innerHeight, -bottom);
}

function loadNext() {
  const parts = [...nearby].filter((part) => part.isConnected && !part.dataset.state)
    .sort((a, b) => distance(a) - distance(b));
  for (const part of parts.slice(0, Math.max(0, atOnce - running))) load(part).finally(loadNext);
}

export async function load(part, isForced = false) {
  if (part.dataset.state === "coming" || (part.dataset.state === "here" && !isForced)) return;
  part.dataset.state = "coming";
  running += 1;
  const found = await fetchRows(part.dataset.rows).finally(() => { running -= 1; });
  if (!found) {
    part.dataset.state = "failed";
    return askAgain(() => {
      delete part.dataset.state;
      loadNext();
    });
  }
  anchored(() => {
    part.replaceChildren(...all(".day", found));
    part.style.height = "";
    part.dataset.state = "here";
    joinDays(part);
  });
  document.dispatchEvent(new CustomEvent("rows", { detail: part }));
}

function drop(part) {
  if (part.dataset.state !== "here") return;
  part.style.height = `${part.getBoundingClientRect().height}px`;
  part.replaceChildren();
  delete part.dataset.state;
}

// A day that goes on from one part to the next has one heading.
export function joinDays(part) {
  const parts = all(".part");
  const index = parts.indexOf(part);
  for (const [first, second] of [[parts[index - 1], part], [part, parts[index + 1]]]) {
    const [last, next] = [first?.lastElementChild, second?.firstElementChild];
    if (!last || !next) continue;
    one("h3", next).hidden = last.dataset.day === next.dataset.day;
  }
}

// What a person looks at: the post in the middle of the screen, else what has room there.
function looked() {
  const found = [0.3, 0.5, 0.7, 0.15, 0.9].map((share) =>
    document.elementFromPoint(list.getBoundingClientRect().left + list.clientWidth / 3, share * innerHeight));
  for (const kind of [".tile", ".day", ".part", ".month"]) {
    const at = found.map((place) => place?.closest(kind)).find((place) => place && list.contains(place));
    if (at) return at;
  }
  return undefined;
}

export function anchored(change) {
  const at = window.scrollY > 0 ? looked() : undefined;
  const before = at?.getBoundingClientRect().top;
  change();
  if (!at?.isConnected) return;
  const moved = at.getBoundingClientRect().top - before;
  if (Math.abs(moved) > 0.5) window.scrollBy({ top: moved, behavior: "instant" });
}
