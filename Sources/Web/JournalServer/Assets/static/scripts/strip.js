// A strip of slides side by side, of which one is seen: the browser scrolls and snaps. The slides beside
// the last ones come from those photos' own pages before anybody is there.
import { all, one } from "./dom.js";

const quiet = 120; // Milliseconds after which a strip does not move any more.
const isStill = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Strip {
  // `shown` is called with the slide that is seen, `added` with each that is there.
  constructor(list, { shown, added }) {
    Object.assign(this, { list, shown, added, ends: { before: false, after: false } });
    this.current = one(".slide.current", list);
  }

  begin() {
    const { list } = this;
    list.classList.add("ready");
    for (const slide of this.slides) this.added(slide);
    new ResizeObserver(() => this.hold()).observe(list);
    list.addEventListener("scroll", () => this.look(), { passive: true });
    for (const kind of ["touchstart", "touchend", "touchcancel"]) {
      list.addEventListener(kind, (event) => this.touch(event.touches.length), { passive: true });
    }
    this.hold();
    this.set(this.current);
    this.rest();
  }

  get slides() { return [...this.list.children]; }

  // At the slide that is seen, or is gone to, whatever changed around it.
  hold() {
    this.width = this.list.clientWidth;
    this.list.scrollTo({ left: (this.goal ?? this.current).offsetLeft, behavior: "instant" });
  }

  look() {
    if (this.list.clientWidth !== this.width) return;
    const slide = this.slides[Math.round(this.list.scrollLeft / this.width)];
    if (slide && slide !== this.current) this.set(slide);
    this.restSoon();
  }

  touch(fingers) {
    this.isTouched = fingers > 0;
    this.restSoon();
  }

  restSoon() {
    clearTimeout(this.timer);
    this.timer = this.isTouched ? undefined : setTimeout(() => this.rest(), quiet);
  }

  set(slide) {
    this.current = slide;
    const place = this.slides.indexOf(slide);
    for (const [index, other] of this.slides.entries()) {
      other.classList.toggle("current", other === slide);
      other.setAttribute("aria-hidden", String(other !== slide));
      if (Math.abs(index - place) < 2) one("img", other).loading = "eager";
    }
    this.shown(slide);
  }

  // Also while the strip still moves to the one before.
  step(by) {
    const target = this.slides[this.slides.indexOf(this.goal ?? this.current) + by];
    if (!target) return;
    this.goal = target;
    this.list.scrollTo({ left: target.offsetLeft, behavior: isStill.matches ? "instant" : "smooth" });
  }

  async rest() {
    this.timer = this.goal = undefined;
    this.prepend();
    const place = this.slides.indexOf(this.current);
    if (place < 2) await this.load("before");
    if (this.slides.length - place < 3) await this.load("after");
  }

  async load(side) {
    if (this.ends[side] || this.isLoading) return;
    this.isLoading = true;
    const end = side === "before" ? this.slides[0] : this.slides.at(-1);
    const answer = await fetch(`${end.dataset.path}/photo`).catch(() => undefined);
    const text = answer?.ok && !answer.redirected ? await answer.text() : undefined;
    this.isLoading = false;
    if (text === undefined) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    const there = new Set(this.slides.map((slide) => slide.dataset.number));
    const found = all(".slide", page);
    const place = found.findIndex((slide) => slide.dataset.number === end.dataset.number);
    const beside = side === "before" ? found.slice(0, place) : found.slice(place + 1);
    const more = beside.filter((slide) => !there.has(slide.dataset.number));
    this.ends[side] = more.length === 0;
    if (this.ends[side]) return;
    for (const slide of more) {
      document.adoptNode(slide);
      slide.classList.remove("current");
      slide.setAttribute("aria-hidden", "true");
      this.added(slide);
    }
    if (side === "after") return this.list.append(...more);
    this.waiting = more;
    if (!this.timer && !this.isTouched) this.prepend();
  }

  // What comes before moves all the others: not under a finger, nor while the strip still moves.
  prepend() {
    if (!this.waiting) return;
    this.list.prepend(...this.waiting);
    this.waiting = undefined;
    this.hold();
  }
}
