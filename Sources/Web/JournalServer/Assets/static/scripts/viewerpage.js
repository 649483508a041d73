// The photo's own page, whose address somebody came to: the viewer without a page under it.
import { one } from "./dom.js";
import "./share.js";
import "./star.js";
import { Viewer } from "./gallery.js";

const viewer = new Viewer(one("main > .viewer"), {
  leave: (path) => location.assign(path),
  moved: (slide) => {
    history.replaceState(history.state, "", slide.dataset.view);
    document.title = `${slide.dataset.title} · Daystamp`;
  },
});
// Before the keys of every page, which would load the neighbour's.
document.addEventListener("keydown", (event) => viewer.key(event), true);
