// Keeps the last thirty days on this device, where its owner has chosen that, and sends what waits. All of it is done
// once the page is there, one thing after the other; what is not done when the page is left the next one does.
import { all, ofPage, one } from "./dom.js";
import { askBrowser, askServer, askWorker, forget, known } from "./held.js";
import { say } from "./notice.js";
import { pictureOf } from "./picture.js";
import { exists, isAble, nameless, Vault, wipe } from "./vault.js";
import { sendWaiting } from "./waiting.js";

// Bytes of photos: of the earliest days none are kept where there are more.
const most = 20_000_000;
const size = 256;
const { dataset } = document.body;
const isWanted = () => "keepsOffline" in document.body.dataset;

const get = async (path, options = {}) => {
  const answer = await fetch(path, { headers: ofPage(), priority: "low", ...options });
  if (answer.status === 304) return undefined;
  if (!answer.ok || answer.redirected || answer.status === 204) throw new Error(answer.statusText);
  return answer;
};

// How a page looks, in which language: the frame that is kept goes with it.
const look = () => JSON.stringify([
  document.documentElement.lang, { ...document.documentElement.dataset }, one('link[href$="/app.css"]')?.href]);

async function keepDay(vault, index, { day, tag }) {
  const html = await (await get(`/offline/days/${day}`)).text();
  const page = new DOMParser().parseFromString(html, "text/html");
  const addresses = new Map(all("img", page).map((image) => image.getAttribute("src"))
    .map((address) => [pictureOf(address), address]).filter(([name]) => name));
  for (const [name, address] of addresses) {
    if (index.pictures[name]) continue;
    const answer = await get(address.replace(/size=\d+/, `size=${size}`)).catch(() => undefined);
    if (!answer) continue;
    const id = nameless();
    index.pictures[name] = { id, bytes: await vault.write(id, await answer.arrayBuffer()) };
  }
  const id = index.days[day]?.id ?? nameless();
  await vault.write(id, html);
  const posts = all(".card > a", page).map((link) => link.getAttribute("href"));
  index.days[day] = { tag, id, posts, pictures: [...addresses.keys()] };
}

// Lets go of what no day has, and of the earliest photos where there are too many.
async function tidy(vault, index, days) {
  const wanted = new Set(days.map(({ day }) => day));
  const gone = Object.keys(index.days).filter((day) => !wanted.has(day));
  await vault.remove(gone.map((day) => index.days[day].id));
  for (const day of gone) delete index.days[day];
  const named = new Set();
  let sum = 0;
  for (const day of Object.keys(index.days).sort().reverse()) {
    for (const name of index.days[day].pictures) {
      if (named.has(name) || !index.pictures[name]) continue;
      sum += index.pictures[name].bytes;
      if (sum <= most) named.add(name);
    }
  }
  const needless = Object.keys(index.pictures).filter((name) => !named.has(name));
  await vault.remove(needless.map((name) => index.pictures[name].id));
  for (const name of needless) delete index.pictures[name];
}

async function renew(vault) {
  const index = (await vault.read("index")) ?? { days: {}, pictures: {} };
  const headers = { ...ofPage(), ...(index.isWhole && { "If-None-Match": index.tag }) };
  const answer = await get("/offline/days", { headers });
  const frame = look();
  if (index.frame !== frame) {
    index.shell ??= nameless();
    await vault.write(index.shell, await (await get("/offline")).text());
    index.frame = frame;
  }
  index.asOf = Date.now();
  if (answer) {
    const { days } = await answer.json();
    Object.assign(index, { tag: answer.headers.get("etag"), isWhole: false });
    for (const day of days) {
      if (index.days[day.day]?.tag === day.tag) continue;
      await keepDay(vault, index, day);
      await vault.write("index", index);
    }
    await tidy(vault, index, days);
    index.isWhole = true;
  }
  await vault.write("index", index);
}

async function send(vault) {
  const { posted, left } = await sendWaiting(vault, dataset.owner);
  const texts = one("template[data-keeping]")?.dataset;
  if (!texts) return;
  if (posted.length > 0) say(texts.posted, { action: { text: texts.open, path: posted.at(-1) } });
  if (left.length > 0) say(texts.left, { wrong: true, action: { text: texts.open, path: left[0] } });
}

// The choice was taken back, or the device is none any more: nothing stays. What waits goes first, where that can be.
async function leave(before) {
  if (before && dataset.owner) await send(new Vault(before.key)).catch(() => {});
  forget();
  await wipe();
}

// One after the other: what one page still keeps would come back after another has removed all.
async function meet() {
  const before = known() ?? await askWorker(1) ?? await askBrowser();
  if (dataset.owner && !isWanted()) return leave(before);
  const mayKeep = await askServer();
  if (mayKeep === false) return leave(before);
  if (!mayKeep) return;
  const vault = new Vault(known().key);
  // Another owner's, or of a key from before.
  if (!(await vault.isOurs())) {
    await leave(before);
    await askServer();
  }
  await send(vault);
  await renew(vault);
  document.dispatchEvent(new Event("kept"));
}

async function begin() {
  const lacking = isWanted() && one("#offline")?.dataset.lacking;
  if (!isAble && lacking) say(lacking, { wrong: true });
  if (isAble && (isWanted() || await exists())) {
    await navigator.locks.request("daystamp-index", meet);
  }
}

// What waits is not to be given up by a browser that is short of room. Some ask a person: only where that was chosen.
if (one("#offline") && isWanted()) navigator.storage?.persist?.().catch(() => {});

const soon = window.requestIdleCallback ?? ((work) => setTimeout(work, 500));
// A page that is never idle has it done, too.
const beginSoon = () => soon(() => begin().catch(() => {}), { timeout: 2_000 });
if (document.readyState === "complete") beginSoon();
else window.addEventListener("load", beginSoon);
for (const name of ["online", "reached", "chosen"]) {
  (name === "online" ? window : document).addEventListener(name, beginSoon);
}
