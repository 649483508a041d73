// Keeps the place in a long list: the post at the top of the screen is in the page's address, so that
// whoever comes back, or opens the page anew, is where they were.
import { all, one } from "./dom.js";

const head = 60; // Pixels that the month's heading covers.
const home = location.pathname;
let timer;

const first = () => all(".tile[data-post]").find((tile) => tile.getBoundingClientRect().bottom > head);

function save() {
  clearTimeout(timer);
  // Not while a photo lies over it.
  if (location.pathname !== home) return;
  const place = new URL(location.href);
  place.searchParams.delete("at");
  place.searchParams.delete("cursor");
  place.searchParams.delete("deleted");
  const tile = window.scrollY > 40 ? first() : undefined;
  if (tile) place.searchParams.set("at", tile.dataset.post);
  const top = tile?.getBoundingClientRect().top;
  const state = { ...history.state, place: tile && { post: tile.dataset.post, top } };
  if (place.href !== location.href || history.state?.place?.top !== top) {
    history.replaceState(state, "", place);
  }
}

function saveSoon() {
  clearTimeout(timer);
  timer = setTimeout(save, 200);
}

export function keepPlace() {
  addEventListener("scroll", saveSoon, { passive: true });
  // They may come to where one has scrolled already.
  document.addEventListener("rows", saveSoon);
  // Before a link is followed, not after: then the page is another one.
  addEventListener("click", (event) => { if (event.target.closest("a[href]")) save(); }, true);
}

// To the post that the address names, where it was on the screen.
export function findPlace(list) {
  history.scrollRestoration = "manual";
  const post = list.dataset.anchor;
  const tile = post && one(`.tile[data-post="${post}"]`, list);
  const kept = history.state?.place;
  const top = kept && kept.post === post ? kept.top : head + 40;
  const at = tile ?? (new URL(location.href).searchParams.has("at") ? one(".part:not(:empty)", list) : undefined);
  if (!at) return;
  scrollBy({ top: at.getBoundingClientRect().top - top, behavior: "instant" });
}
