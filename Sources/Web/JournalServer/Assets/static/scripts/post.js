// The page of a post: each thing that it can do has a module of its own.
import { all, one } from "./dom.js";
import "./edit.js";
import "./share.js";
import "./star.js";
import "./tags.js";
import "./ticks.js";
import { swipeToNeighbours } from "./swipe.js";
import { opensViewer } from "./viewer.js";

const photo = one(".collage, figure.photo:not(.in-words)") ?? one(".entry .reading");
if (photo) swipeToNeighbours(photo);

const links = "a[data-viewer]";
// Also where it stands within words; the one above them is not shown then.
const pictureOf = (link) => one(".large", link) ?? one("img", link);
const shownLinks = () => all(links).filter((link) => link.checkVisibility?.() ?? true);
opensViewer(one("main"), links, {
  label: one("a[data-label]")?.dataset.label ?? "",
  photoOf: pictureOf, pathOf: (link) => link.href,
  // Where another post's photo is seen, its page.
  home: ({ path, shown }) => (path && path !== location.pathname
    ? path
    : pictureOf(shownLinks().find((link) => link.href === shown) ?? shownLinks()[0] ?? one(links))),
});
