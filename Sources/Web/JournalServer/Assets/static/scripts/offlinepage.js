// Reads what this device keeps: Today, the timeline, a day, a post, and what waits to be posted. The frame, its texts and
// the posts are as the server made them.
import { all, filled, one } from "./dom.js";
import { forget, known, used } from "./held.js";
import { say } from "./notice.js";
import { daySection, fillPictures, waitingItem } from "./offlinedraw.js";
import { beginWriting, isTyped, write } from "./offlinewrite.js";
import { Vault } from "./vault.js";
import { moment, putBack, takeBack, waiting } from "./waiting.js";

let vault, index, place, owner;
const shown = (selector, isShown) => { one(selector, place).hidden = !isShown; };
const newest = () => Object.keys(index.days).sort().reverse();
const dayOf = (path) => newest().find((day) => index.days[day].posts.includes(path));

function heading(text) {
  one("[data-heading]", place).textContent = text;
  document.title = `${text} · Daystamp`;
}

async function drawWaiting(isShown) {
  const posts = isShown ? await waiting(vault) : [];
  shown("[data-waiting]", posts.length > 0);
  one("[data-waiting] ul", place).replaceChildren(...posts.map((post) => waitingItem(place, post, async () => {
    await takeBack(vault, post.draft, false);
    await drawWaiting(true);
    const run = async () => { await putBack(vault, post); await drawWaiting(true); };
    say(place.dataset.takenBack, { action: { text: place.dataset.undo, run } });
  })));
  return posts.length;
}

async function drawDays(days, only) {
  const sections = [];
  for (const day of days) sections.push(await daySection(vault, index, day, only));
  one("[data-days]", place).replaceChildren(...sections);
  await fillPictures(vault, index, place);
}

// What the page of an address shows, as far as it is kept.
async function show() {
  const { pathname, searchParams } = new URL(location);
  const words = one("[data-heading]", place).dataset;
  const { day: today } = moment(place.dataset.zone, Number(place.dataset.dayStart));
  const day = pathname.match(/^\/days\/(\d{4}-\d\d-\d\d)$/)?.[1];
  const post = pathname.match(/^\/posts\/\d+/)?.[0];
  const isWriting = ["/new", "/write"].includes(pathname);
  const isList = ["/", "/timeline", "/offline"].includes(pathname);
  let days = [];
  if (pathname === "/") days = index.days[today] ? [today] : newest().slice(0, 1);
  else if (isList) days = newest();
  else if (post && dayOf(post)) days = [dayOf(post)];
  else if (day && index.days[day]) days = [day];
  const names = { "/": words.today, "/timeline": words.timeline, "/new": words.new, "/write": words.new };
  heading(names[pathname] ?? words.other);
  shown("[data-write]", isWriting);
  shown("[data-write-link]", !isWriting);
  if (isWriting) await beginWriting(place, vault, searchParams.get("draft"));
  await drawDays(days, post);
  const count = await drawWaiting(isList);
  shown("[data-none]", isList && days.length + count === 0);
  shown("[data-needs]", !isList && !isWriting && days.length === 0);
  if (post || day) one(".kept-day h2", place)?.scrollIntoView({ block: "nearest" });
  for (const link of all(".places a")) {
    link.removeAttribute("aria-current");
    if (link.getAttribute("href") === pathname) link.setAttribute("aria-current", "page");
  }
}

const go = (path) => {
  history.pushState(null, "", path);
  window.scrollTo(0, 0);
  return show();
};

async function post() {
  if (!await write(place, vault, owner)) return;
  await go("/");
  say(place.dataset.willBePosted);
}

function watch() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const path = link && new URL(link.href, location.href);
    if (!path || path.origin !== location.origin || link.matches(".skip, [download]") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(path.pathname + path.search);
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.target.matches("[data-write]")) post();
    else if (new URL(event.target.action).pathname === "/lock") lock();
    else say(one("[data-needs] p", place).textContent, { wrong: true });
  });
  window.addEventListener("popstate", show);
  for (const name of ["pointerdown", "keydown", "scroll"]) window.addEventListener(name, used, { passive: true });
  document.addEventListener("visibilitychange", () => { if (document.hidden && known()?.locksOnLeaving) lock(); });
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted && !known()) location.reload(); });
}

async function lock() {
  await save();
  document.body.replaceChildren();
  forget();
  location.reload();
}

// What is typed waits, too, where it could not be kept any more.
async function save() { if (isTyped(place)) await write(place, vault, owner); }

const find = () => { [place, owner] = [one("[data-offline]"), document.body.dataset.owner]; };
async function read(key) {
  vault = new Vault(key);
  index = await vault.read("index");
}

// Fills the page of what is kept; with a network it is one as any other.
async function fill(isOnline) {
  const asOf = new Date(index.asOf);
  const isToday = asOf.toDateString() === new Date().toDateString();
  const style = { timeStyle: "short", ...(!isToday && { dateStyle: "medium" }) };
  const time = asOf.toLocaleString(document.documentElement.lang, style);
  one("[data-as-of-line]", place).textContent = filled(place.dataset[isOnline ? "kept" : "asOf"], { time });
  await show();
}

// Draws the page in the place of the one that is there. Fails where the key is another.
export async function begin(key) {
  await read(key);
  const page = new DOMParser().parseFromString(await vault.read(index.shell), "text/html");
  Object.assign(document.documentElement.dataset, page.documentElement.dataset);
  document.documentElement.lang = page.documentElement.lang;
  ({ owner: document.body.dataset.owner, close: document.body.dataset.close } = page.body.dataset);
  document.body.replaceChildren(...page.body.childNodes);
  find();
  // At once: a form that is sent, or a link, would ask for what there is no network for.
  watch();
  await fill(false);
  return { isTyped: () => isTyped(place), save };
}

// The server's own page: as soon as all is kept.
if (one("[data-offline]")) {
  find();
  place.classList.add("online");
  document.addEventListener("kept", () => read(known().key).then(() => fill(true)), { once: true });
}
