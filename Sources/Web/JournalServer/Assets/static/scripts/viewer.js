// A post's photo full screen, over its page. The address is the photo's, so that going back closes it and
// whoever gets it comes to the same photo.
import { all, element, one } from "./dom.js";
import { Viewer } from "./gallery.js";

const isStill = window.matchMedia("(prefers-reduced-motion: reduce)");
let box;

for (const link of all("a[data-viewer]")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    if (!box) open(link);
  });
}

async function open(link) {
  const photo = one(".large", link);
  const title = document.title;
  // The photo that is seen is there at once, and what goes with it when its page has come.
  const stage = element("div", { className: "stage" }, photo.cloneNode());
  const slide = element("li", { className: "slide current" }, stage);
  const strip = element("ol", { className: "slides ready" }, slide);
  box = element("dialog", { className: "viewerbox" }, element("div", { className: "viewer" }, strip));
  box.setAttribute("aria-label", link.dataset.label);
  document.body.append(box);
  // Whoever leaves comes to the photo that they saw, also where the strip still moves meanwhile, and no
  // further back, however often they say so.
  let isLeft = false;
  const leave = () => {
    if (isLeft) return;
    isLeft = true;
    history.back();
  };
  box.addEventListener("cancel", (event) => {
    event.preventDefault();
    leave();
  });
  box.addEventListener("close", () => { if (box) leave(); });
  const dialog = box;
  dialog.dataset.shown = link.href;
  const ended = new Promise((resolve) => {
    window.addEventListener("popstate", resolve, { once: true });
  }).then(() => close(dialog, title));
  history.pushState({ viewer: true }, "", link.href);
  turn(photo, one("img", slide), () => dialog.showModal());

  const answer = await fetch(link.href).catch(() => undefined);
  if (!dialog.isConnected) return;
  if (!answer?.ok || answer.redirected) {
    leave();
    await ended;
    location.assign(link.href);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const root = document.adoptNode(one(".viewer", page));
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

// Back on the page; where another photo is seen, on that one's.
function close(dialog, title) {
  box = undefined;
  document.title = title;
  const { path, shown } = dialog.dataset;
  if (path && path !== location.pathname) return location.replace(path);
  const photo = all("a[data-viewer]").find((link) => link.href === shown)?.querySelector(".large")
    ?? one("a[data-viewer] .large");
  turn(one(".slide.current img", dialog), photo, () => {
    dialog.close();
    dialog.remove();
  });
}

// From one picture of the photo to the other, where the browser can and nobody minds.
async function turn(from, to, change) {
  if (!document.startViewTransition || isStill.matches) return change();
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
