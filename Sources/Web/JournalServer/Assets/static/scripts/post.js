// The page of a post: each thing that it can do has a module of its own.
import { all, one } from "./dom.js";
import "./edit.js";
import "./share.js";
import "./star.js";
import "./tags.js";
import { swipeToNeighbours } from "./swipe.js";
import { opensViewer } from "./viewer.js";

const photo = one("figure.photo") ?? one(".entry .reading");
if (photo) swipeToNeighbours(photo);

const links = "a[data-viewer]";
opensViewer(one("main"), links, {
  label: one(links)?.dataset.label,
  photoOf: (link) => one(".large", link), pathOf: (link) => link.href,
  // Where another post's photo is seen, its page.
  home: ({ path, shown }) => (path && path !== location.pathname
    ? path
    : one(".large", all(links).find((link) => link.href === shown) ?? one(links))),
});
