// A photo full screen, over the page that shows it. The address is the photo's, so that going back closes it
// and whoever gets it comes to the same photo.
import { element, one } from "./dom.js";
import { Viewer } from "./gallery.js";

const isStill = window.matchMedia("(prefers-reduced-motion: reduce)");
let box;

// Opens the viewer by clicks on links within an element. Of a link, `photoOf` gives the image in it and `pathOf`
// the path of its photo's page. With the address that was seen last, `home` gives that photo's image on this
// page, or the path of another page; `goesOn` says that a post is another page than this one. The element is
// within the document: a click that the document is told of first would pass for leaving the page.
export function opensViewer(root, links, page) {
  root?.addEventListener("click", (event) => {
    const link = event.target.closest(links);
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    if (!box) open(page.photoOf(link), new URL(page.pathOf(link), location.href).href, page);
  });
}

async function open(photo, address, page) {
  const title = document.title;
  // The photo that is seen is there at once, and what goes with it when its page has come.
  const stage = element("div", { className: "stage" }, photo.cloneNode());
  const slide = element("li", { className: "slide current" }, stage);
  const strip = element("ol", { className: "slides ready" }, slide);
  box = element("dialog", { className: "viewerbox" }, element("div", { className: "viewer" }, strip));
  box.setAttribute("aria-label", page.label);
  document.body.append(box);
  // Whoever leaves comes to the photo that they saw, also where the strip still moves meanwhile, and no
  // further back, however often they say so.
  let isLeft = false;
  const leave = (path, isToPost) => {
    if (isLeft) return;
    isLeft = true;
    if (isToPost && page.goesOn) location.replace(path);
    else history.back();
  };
  box.addEventListener("cancel", (event) => {
    event.preventDefault();
    leave();
  });
  box.addEventListener("close", () => { if (box) leave(); });
  const dialog = box;
  dialog.dataset.shown = address;
  const ended = new Promise((resolve) => {
    window.addEventListener("popstate", resolve, { once: true });
  }).then(() => close(dialog, title, page));
  history.pushState({ viewer: true }, "", address);
  turn(photo, one("img", slide), () => dialog.showModal());

  const answer = await fetch(address).catch(() => undefined);
  if (!dialog.isConnected) return;
  if (!answer?.ok || answer.redirected) {
    leave();
    await ended;
    location.assign(address);
    return;
  }
  const own = new DOMParser().parseFromString(await answer.text(), "text/html");
  const root = document.adoptNode(one(".viewer", own));
  if (!dialog.isConnected) return;
  one(".viewer", dialog).replaceWith(root);
  const viewer = new Viewer(root, {
    leave,
    moved: (shown) => {
      if (isLeft) return;
      history.replaceState({ viewer: true }, "", shown.dataset.view);
      document.title = `${shown.dataset.title} · Daystamp`;
      dialog.dataset.path = shown.dataset.path;
      dialog.dataset.shown = location.href;
    },
  });
  // Wherever the focus is, and before the keys of every page.
  const key = (event) => viewer.key(event);
  document.addEventListener("keydown", key, true);
  ended.then(() => document.removeEventListener("keydown", key, true));
  one(".slide.current [data-leave]", root).focus({ preventScroll: true });
}

// Back on the page; where another photo is seen, at that one.
function close(dialog, title, page) {
  box = undefined;
  document.title = title;
  const photo = page.home(dialog.dataset);
  if (typeof photo === "string") return location.replace(photo);
  turn(one(".slide.current img", dialog), photo, () => {
    dialog.close();
    dialog.remove();
  });
}

// From one picture of the photo to the other, where the browser can and nobody minds.
async function turn(from, to, change) {
  if (!to || !document.startViewTransition || isStill.matches) return change();
  from.style.viewTransitionName = "photo";
  // A style of the page gives it the name too, and two of a name end the transition.
  to.style.viewTransitionName = "none";
  const transition = document.startViewTransition(() => {
    from.style.viewTransitionName = "none";
    to.style.viewTransitionName = "photo";
    change();
  });
  await Promise.allSettled([transition.ready, transition.finished]);
  for (const image of [from, to]) image.style.viewTransitionName = "";
}
