// Parts of the page that is read without a network. Words are the server's own HTML, out of what only it can have
// encrypted; what a person has typed since is text.
import { all, filled, one } from "./dom.js";
import { pictureOf } from "./picture.js";

// A day with its posts, or with one of them.
export async function daySection(vault, index, day, post) {
  const page = new DOMParser().parseFromString(await vault.read(index.days[day].id), "text/html");
  const section = document.adoptNode(one("section", page));
  if (post) {
    for (const card of all(".card", section)) if (one(":scope > a", card).getAttribute("href") !== post) card.remove();
    for (const list of all(".cards", section)) {
      list.classList.remove("row");
      if (!list.firstElementChild) list.remove();
    }
  }
  // They would be asked for as soon as they are part of the page.
  for (const image of all("img", section)) {
    image.dataset.picture = pictureOf(image.getAttribute("src")) ?? "";
    for (const name of ["src", "srcset", "sizes", "loading"]) image.removeAttribute(name);
  }
  for (const video of all("video", section)) video.remove();
  return section;
}

let addresses = [];
export async function fillPictures(vault, index, root) {
  for (const address of addresses) URL.revokeObjectURL(address);
  addresses = [];
  for (const image of all("img[data-picture]", root)) {
    const picture = index.pictures[image.dataset.picture];
    const bytes = picture && await vault.bytes(picture.id);
    if (!bytes) continue;
    image.src = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
    addresses.push(image.src);
  }
}

// A post that waits, as text.
export function waitingItem(place, { draft, fields, photos, made, reason }, takeBack) {
  const item = one("template[data-item]", place).content.firstElementChild.cloneNode(true);
  const time = one("time", item);
  time.dateTime = new Date(made).toISOString();
  time.textContent = new Date(made).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  const texts = {
    ".headline": fields.title, ".said": fields.words, ".over": reason,
    ".photos": photos.length > 0 ? filled(place.dataset.photos, { count: photos.length }) : "",
  };
  for (const [selector, text] of Object.entries(texts)) {
    one(selector, item).textContent = text ?? "";
    one(selector, item).hidden = !text;
  }
  one("[data-edit]", item).href = `/new?draft=${draft}`;
  one("[data-take-back]", item).addEventListener("click", takeBack);
  return item;
}
