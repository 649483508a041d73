// A card that goes from the row of the composer's photos: its photo is taken out, or is the video of another.
import { one } from "./dom.js";
import { say } from "./notice.js";
import { forget } from "./sending.js";

const videoOf = (card) => one("[data-live]", card)?.dataset.live;

// Takes a photo out, with its video where it is a Live Photo, until that is undone.
export async function discard(photos, key) {
  const card = photos.card(key);
  const place = card.nextElementSibling;
  const before = photos.keys;
  const paths = [key, videoOf(card)].filter(Boolean).map((each) => `${photos.draft.path}/photos/${each}`);
  const all = (action) => Promise.all(paths.map((path) => fetch(`${path}/${action}`, { method: "POST" })));
  const answers = await all("discard").catch(() => []);
  if (answers.length === 0 || answers.some(({ ok }) => !ok)) return say(photos.words.unreachable, { wrong: true });
  photos.taken(key);
  photos.arranged?.(before, [...photos.keys, key]);
  forget(key);
  const run = async () => {
    await all("restore");
    const [...others] = photos.keys;
    photos.list.insertBefore(card, place?.isConnected ? place : null);
    photos.arranged?.([...others, key], photos.keys);
    photos.count_();
  };
  say(photos.words.removed, { action: { text: photos.words.undo, run } });
}

// Whether what arrived is the video of a photo: then the answer has that one's card, and it has none of its
// own. Where the video was there before its photo, its card goes now.
export function join(photos, made, key) {
  const video = videoOf(made);
  const photo = made.dataset.photo;
  if (video && photos.card(video)) {
    const before = photos.keys.map((each) => (each === video ? photo : each));
    photos.taken(video);
    forget(video);
    photos.arranged?.(before, photos.keys);
  }
  if (photo === key) return false;
  const card = photos.card(photo);
  if (card && !videoOf(card)) one(".name", card).after(one("[data-live]", made));
  return true;
}
