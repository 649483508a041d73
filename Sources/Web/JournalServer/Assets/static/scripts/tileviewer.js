// A photo of the timeline full screen, over it; words open their post.
import { all, one } from "./dom.js";
import { list } from "./parts.js";
import "./share.js";
import "./star.js";
import { opensViewer } from "./viewer.js";

opensViewer(one("main"), ".tile > a[data-view], .pane a[data-viewer]", {
  label: list?.dataset.viewer, goesOn: true,
  photoOf: (link) => one("img:last-of-type", link), pathOf: (link) => link.dataset.view ?? link.href,
  // In sight, as far as its row is there.
  home({ shown }) {
    const cell = all(".tile > a[data-view]", list).find((link) => new URL(link.dataset.view, location.href).href === shown);
    const number = /posts\/(\d+)/.exec(shown)?.[1];
    const tile = one(`.tile[data-post="${number}"]`, list);
    tile?.scrollIntoView({ block: "nearest", behavior: "instant" });
    const seen = cell ?? tile;
    return seen && one("img", seen);
  },
});
