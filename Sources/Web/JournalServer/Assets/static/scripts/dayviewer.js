// A photo of several full screen, over the page of its day. What that needs comes only where there are several.
import { all, element, one } from "./dom.js";

const links = ".collage a[data-viewer]";
const nothing = element("p");

async function start(first) {
  const [{ opensViewer }] = await Promise.all([import("./viewer.js"), import("./share.js"), import("./star.js")]);
  opensViewer(one("main"), links, {
    label: first.dataset.label, goesOn: true,
    photoOf: (link) => one("img", link), pathOf: (link) => link.href,
    home: ({ shown }) => one("img", all(links).find((link) => link.href === shown) ?? nothing),
  });
}

// Whoever taps sooner waits for it.
function wait(event) {
  const link = event.target.closest(links);
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  started.then(() => link.click(), () => location.assign(link.href));
}

const first = one(links);
const started = first && start(first);
if (first) one("main").addEventListener("click", wait);
started?.then(() => one("main").removeEventListener("click", wait), () => {});
