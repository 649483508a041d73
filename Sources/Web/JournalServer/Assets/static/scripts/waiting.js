// Posts that wait for a network: as the composer's form says them, with photos. They are sent as that sends them, and
// are one post however often they are: the server knows the form by the name of its draft.
import { one } from "./dom.js";
import { nameless } from "./vault.js";

// Bytes of photos.
export const most = 50_000_000;
const list = "waiting";

export const waiting = async (vault) => (await vault.read(list)) ?? [];
export const bytesOf = (posts) => posts.flatMap(({ photos }) => photos).reduce((sum, { size }) => sum + size, 0);

// `post` has `draft`, `owner`, `fields` and `files`, each with `key`, `name` and `file`. Fails where the photos are
// too large.
export async function putOff(vault, { draft, owner, fields, files = [] }) {
  const others = (await waiting(vault)).filter((post) => post.draft !== draft);
  const before = (await waiting(vault)).find((post) => post.draft === draft);
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  if (bytesOf(others) + bytesOf(before ? [before] : []) + size > most) throw new RangeError();
  const photos = before?.photos ?? [];
  for (const { key, name, file } of files) {
    const id = nameless();
    await vault.write(id, await file.arrayBuffer());
    photos.push({ id, key, name, type: file.type, size: file.size, changed: file.lastModified });
  }
  const made = { draft, owner, fields, photos, made: before?.made ?? Date.now() };
  await vault.change(list, [], (posts) => [...posts.filter((other) => other.draft !== draft), made]);
}

export async function takeBack(vault, draft, isForGood = true) {
  let photos = [];
  await vault.change(list, [], (posts) => {
    photos = posts.find((post) => post.draft === draft)?.photos ?? [];
    return posts.filter((post) => post.draft !== draft);
  });
  if (isForGood) await vault.remove(photos.map(({ id }) => id));
}

export const putBack = (vault, post) => vault.change(list, [], (posts) => [...posts, post]);

// The hour and minute at which a post is written, by the journal's clock, and the day that this is of.
export function moment(zone, dayStart, now = Date.now()) {
  const wall = (time) => {
    const parts = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit",
      hourCycle: "h23",
    }).formatToParts(time);
    return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  };
  const { hour, minute } = wall(now);
  const { year, month, day } = wall(now - 1_000 * dayStart);
  return { day: `${year}-${month}-${day}`, clock: `${hour}:${minute}` };
}

// Anything but a refusal is tried again later.
const isLater = ({ status, url }) =>
  status >= 500 || [401, 423, 429].includes(status) || new URL(url).pathname.startsWith("/lock");

async function post(vault, { draft, owner, fields, photos }) {
  const address = `/drafts/${draft}`;
  const headers = { Accept: "text/plain" };
  const send = (path, body) => fetch(path, { method: "POST", body, headers, priority: "low" });
  const kept = await send(address, new URLSearchParams({ ...fields, owner }));
  if (!kept.ok) return isLater(kept) ? {} : { reason: await kept.text() };
  const times = {};
  for (const photo of photos) {
    const form = new FormData();
    form.append("owner", owner);
    form.append("key", photo.key);
    form.append("photo", new Blob([await vault.bytes(photo.id)], { type: photo.type }), photo.name);
    const answer = await send(`${address}/photos`, form);
    if (!answer.ok) return isLater(answer) ? {} : { reason: await answer.text() };
    // A photo that does not say when it was taken has its file's time, by the journal's clock.
    const card = await fetch(`${address}/photos/${photo.key}?changed=${Math.floor(photo.changed / 1_000)}`);
    if (!card.ok || isLater(card)) return {};
    const page = new DOMParser().parseFromString(await card.text(), "text/html");
    const time = one(`[name="time.${photo.key}"][data-proposed]`, page)?.value;
    if (time) times[`time.${photo.key}`] = time;
  }
  const all = { ...fields, ...times, owner, draft };
  const answer = await send("/new", new URLSearchParams(all));
  if (isLater(answer)) return {};
  if (answer.ok && answer.redirected) return { path: new URL(answer.url).pathname };
  // It is a draft now, whose page says what is wrong.
  return { draftPath: `/new?draft=${draft}` };
}

// Sends what an owner has put off, one after the other, once however many pages are open. Returns the paths of the
// posts, and of what a person has to look at: a draft, or what still waits.
export function sendWaiting(vault, owner) {
  return navigator.locks.request("daystamp-sending", async () => {
    const [posted, left] = [[], []];
    for (const each of (await waiting(vault)).filter((item) => item.owner === owner && !item.reason)) {
      const { path, draftPath, reason } = await post(vault, each);
      if (path) posted.push(path);
      else if (draftPath) left.push(draftPath);
      else if (reason) left.push("/offline");
      else break;
      if (reason) await vault.change(list, [], (posts) =>
        posts.map((item) => (item.draft === each.draft ? { ...item, reason } : item)));
      else await takeBack(vault, each.draft);
    }
    return { posted, left };
  });
}
