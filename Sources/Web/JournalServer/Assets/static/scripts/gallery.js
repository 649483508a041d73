// The viewer: a strip of photos as large as the screen, each with what can be done with it.
import { all, one } from "./dom.js";
import { Strip } from "./strip.js";
import { onSwipe } from "./swipe.js";
import { Zoom } from "./zoom.js";

const near = 2; // From there on the photo itself is drawn.
const settled = 300; // Milliseconds that a slide is seen before its photo is asked for.
const controls = ".top a, .top button";
const thumbnail = 1_024; // Pixels of its longer side.

export class Viewer {
  // `leave` is called with the path of the post that is seen, `moved` with another slide that is.
  constructor(root, { leave, moved }) {
    Object.assign(this, { root, moved, leaveTo: leave, zooms: new WeakMap() });
    const list = one(".slides", root);
    this.strip = new Strip(list, {
      added: (slide) => this.add(slide), shown: (slide) => this.show(slide),
    });
    this.strip.begin();
    onSwipe(list, { down: () => this.leave() });
    root.addEventListener("click", (event) => this.click(event));
  }

  get slide() { return this.strip.current; }
  get zoom() { return this.zooms.get(this.slide); }
  leave(isToPost = false) { this.leaveTo(this.slide.dataset.path, isToPost); }

  add(slide) {
    one("noscript", slide)?.remove();
    this.zooms.set(slide, new Zoom(slide, {
      tapped: () => this.root.classList.toggle("bare"),
      zoomed: (scale) => {
        this.root.classList.toggle("zoomed", scale > 1);
        if (scale >= near) this.draw(slide);
      },
    }));
  }

  show(slide) {
    const isFirst = !this.seen;
    const before = this.seen;
    this.seen = slide;
    if (before) {
      this.focus(before, slide);
      this.zooms.get(before).reset();
      this.forget(before);
    }
    for (const [way, step] of [["prev", -1], ["next", 1]]) this.arrange(way, step);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (this.isCoarse(slide)) this.draw(slide); }, settled);
    if (isFirst) return;
    one("[data-said]", this.root).textContent = one("img", slide).alt;
    this.moved(slide);
  }

  // On what does the same for the photo that is seen now.
  focus(before, slide) {
    const place = all(controls, before).indexOf(document.activeElement);
    if (place >= 0) (all(controls, slide)[place] ?? one(controls, slide)).focus({ preventScroll: true });
  }

  // The arrows are there where they lead somewhere.
  arrange(way, step) {
    const link = one(`.beside [rel="${way}"]`, this.root);
    const there = (this.slide[step < 0 ? "previousElementSibling" : "nextElementSibling"])?.dataset.path;
    if (link) link.hidden = !there;
    if (link && there) link.href = `${there}/photo`;
  }

  // Whether the screen shows more pixels than the thumbnail has.
  isCoarse(slide) {
    const image = one("img", slide);
    const ratio = (image.naturalWidth || 1) / (image.naturalHeight || 1);
    const width = Math.min(slide.clientWidth, slide.clientHeight * ratio);
    return Math.max(width, width / ratio) * window.devicePixelRatio > 1.1 * thumbnail;
  }

  // The photo itself over its thumbnail, once it is there.
  async draw(slide) {
    const stage = one(".stage", slide);
    if (stage.dataset.drawn || !stage.dataset.full) return;
    stage.dataset.drawn = "1";
    const image = Object.assign(new Image(), {
      className: "full", alt: "", draggable: false, src: stage.dataset.full });
    try {
      await image.decode();
      if (slide === this.slide) stage.append(image);
      else delete stage.dataset.drawn;
    } catch {
      // What the browser cannot decode stays its thumbnail.
    }
  }

  forget(slide) {
    const stage = one(".stage", slide);
    one("img.full", stage)?.remove();
    delete stage.dataset.drawn;
  }

  click(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest(".beside a, .top a[data-leave], .when a");
    if (!link) return;
    event.preventDefault();
    if (link.rel) this.strip.step(link.rel === "prev" ? -1 : 1);
    else this.leave(Boolean(link.closest(".when")));
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || one(":popover-open", this.root)) return;
    const act = {
      ArrowLeft: () => this.strip.step(-1), ArrowRight: () => this.strip.step(1),
      "+": () => this.zoom.by(1.5), "=": () => this.zoom.by(1.5), "-": () => this.zoom.by(1 / 1.5),
      0: () => this.zoom.reset(), Escape: () => this.leave(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}
