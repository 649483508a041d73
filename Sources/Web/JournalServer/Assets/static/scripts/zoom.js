// A photo drawn nearer: by two fingers, by a double tap or click, by the wheel; and moved where it is
// larger than the screen. A single tap is told of, once it is known to be no more than that.
const most = 8;
const nearer = 2.5;
const doubleTap = 280; // Milliseconds that a second tap is waited for.
const slop = 10; // Pixels up to which a touch is a tap.

export class Zoom {
  constructor(slide, { tapped, zoomed }) {
    Object.assign(this, { slide, tapped, zoomed, pointers: new Map() });
    this.stage = slide.querySelector(".stage");
    this.reset();
    const listeners = {
      pointerdown: this.begin, pointermove: this.move, pointerup: this.end, pointercancel: this.cancel,
    };
    for (const [name, listen] of Object.entries(listeners)) slide.addEventListener(name, listen.bind(this));
    slide.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // Two fingers are ours: the strip under them stays, and the page does not grow.
    for (const name of ["touchstart", "touchmove"]) {
      slide.addEventListener(name, (event) => {
        if (event.touches.length > 1 && event.cancelable) event.preventDefault();
      }, { passive: false });
    }
  }

  reset() { this.set(1, 0, 0); }
  by(factor) { this.at(this.scale * factor, this.slide.clientWidth / 2, this.slide.clientHeight / 2); }

  // The point of the photo that is there stays there.
  at(scale, x, y) {
    const wanted = Math.min(most, Math.max(1, scale));
    const ratio = wanted / this.scale;
    this.set(wanted, x - ratio * (x - this.x), y - ratio * (y - this.y));
  }

  set(scale, x, y) {
    this.scale = scale;
    [this.x, this.y] = this.within(scale, x, y);
    this.stage.style.transform =
      scale === 1 ? "" : `translate(${this.x}px, ${this.y}px) scale(${scale})`;
    this.slide.toggleAttribute("data-no-swipe", scale > 1);
    this.zoomed(scale);
  }

  // The photo covers the screen, or stands in its middle.
  within(scale, x, y) {
    const [width, height] = [this.slide.clientWidth, this.slide.clientHeight];
    const image = this.stage.querySelector("img");
    const ratio = (image.naturalWidth || 1) / (image.naturalHeight || 1);
    const shown = [Math.min(width, height * ratio), Math.min(height, width / ratio)];
    return [[width, shown[0], x], [height, shown[1], y]].map(([room, size, place]) => {
      const edge = (room - size) / 2;
      if (size * scale <= room) return (room - room * scale) / 2;
      return Math.min(-scale * edge, Math.max(room - scale * (edge + size), place));
    });
  }

  place(event) {
    const box = this.slide.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  begin(event) {
    if (event.button !== 0 || event.target.closest(".about")) return;
    this.stage.classList.remove("eased");
    this.pointers.set(event.pointerId, this.place(event));
    this.touch = this.pointers.size === 1 ? { ...this.place(event), time: event.timeStamp } : undefined;
    if (this.pointers.size > 1 || this.scale > 1) this.slide.setPointerCapture(event.pointerId);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.place(event);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    if (this.touch && Math.hypot(now.x - this.touch.x, now.y - this.touch.y) > slop) this.touch = undefined;
    if (other) {
      const length = (point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      this.at(this.scale * length(now) / length(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
    }
    if (this.scale === 1) return;
    const share = other ? 2 : 1;
    this.set(this.scale, this.x + (now.x - before.x) / share, this.y + (now.y - before.y) / share);
  }

  end(event) {
    const wasHere = this.pointers.delete(event.pointerId);
    const touch = this.touch;
    this.touch = undefined;
    if (wasHere && touch && event.timeStamp - touch.time < 500) this.tap(touch);
  }

  cancel(event) {
    this.pointers.delete(event.pointerId);
    this.touch = undefined;
  }

  tap({ x, y }) {
    clearTimeout(this.timer);
    const last = this.last;
    this.last = { x, y };
    // Of one that was told of this is none the second.
    if (last && Math.hypot(x - last.x, y - last.y) < 4 * slop) {
      this.last = undefined;
      this.stage.classList.add("eased");
      return this.scale > 1 ? this.reset() : this.at(nearer, x, y);
    }
    this.timer = setTimeout(() => {
      this.last = undefined;
      this.tapped();
    }, doubleTap);
  }

  wheel(event) {
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) && this.scale === 1) return;
    event.preventDefault();
    this.stage.classList.remove("eased");
    const { x, y } = this.place(event);
    const lines = event.deltaMode === 1 ? 20 : 1;
    this.at(this.scale * Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002)), x, y);
  }
}
