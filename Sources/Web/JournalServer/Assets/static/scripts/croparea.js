// The part of a photo that is left of it: a rectangle over the photo, moved as a whole and by its corners,
// with mouse, finger or arrow keys. It is in fractions of the photo as it stands.
import { all, filled, one } from "./dom.js";

const step = 0.01;
const leap = 0.1;
// No side is shorter than this share of the photo's.
const least = 0.05;
export const everything = Object.freeze({ x: 0, y: 0, width: 1, height: 1 });

const within = (value, low, high) => Math.min(high, Math.max(low, value));

export const isAll = ({ x, y, width, height }) =>
  x < 0.0005 && y < 0.0005 && width > 0.9995 && height > 0.9995;

// The largest area of a shape, `ratio` wide for each high, about a place.
export function largest(ratio, { x, y } = { x: 0.5, y: 0.5 }) {
  const [width, height] = ratio > 1 ? [1, 1 / ratio] : [ratio, 1];
  return {
    x: within(x - width / 2, 0, 1 - width), y: within(y - height / 2, 0, 1 - height), width, height,
  };
}

// As much of another shape about the middle of an area, as far as there is room.
export function reshaped({ x, y, width, height }, ratio) {
  const most = largest(ratio);
  const share = Math.min(1, Math.sqrt((width * height) / (most.width * most.height)));
  const [across, down] = [most.width * share, most.height * share];
  return {
    x: within(x + (width - across) / 2, 0, 1 - across),
    y: within(y + (height - down) / 2, 0, 1 - down), width: across, height: down,
  };
}

// After a turn to the right.
export const turned = ({ x, y, width, height }) =>
  ({ x: 1 - y - height, y: x, width: height, height: width });

export const moved = (area, right, down) => ({
  ...area, x: within(area.x + right, 0, 1 - area.width), y: within(area.y + down, 0, 1 - area.height),
});

// One corner is somewhere else, the opposite one where it was; a shape stays what it is.
export function pulled(area, [isRight, isBottom], right, down, ratio) {
  const [x, y] = [isRight ? area.x : area.x + area.width, isBottom ? area.y : area.y + area.height];
  const room = [isRight ? 1 - x : x, isBottom ? 1 - y : y];
  let wide = area.width + (isRight ? right : -right);
  let high = area.height + (isBottom ? down : -down);
  if (ratio) {
    wide = area.width + ((wide - area.width) + (high - area.height) * ratio) / 2;
    wide = within(wide, least * Math.max(1, ratio), Math.min(room[0], room[1] * ratio));
    high = wide / ratio;
  } else [wide, high] = [within(wide, least, room[0]), within(high, least, room[1])];
  return { x: isRight ? x : x - wide, y: isBottom ? y : y - high, width: wide, height: high };
}

export class CropArea {
  // `changing` is told while it moves, `changed` once it stays.
  constructor(root, { changing, changed }) {
    Object.assign(this, { root, changing, changed, area: everything, ratio: undefined });
    for (const handle of all("button", root)) {
      handle.addEventListener("pointerdown", (event) => this.begin(event, handle));
      handle.addEventListener("keydown", (event) => this.key(event, handle));
    }
  }

  set(area, ratio) {
    this.ratio = ratio;
    this.show(area);
  }

  show(area) {
    this.area = area;
    const box = one("[data-box]", this.root);
    for (const [name, value] of Object.entries({ left: area.x, top: area.y, width: area.width, height: area.height })) {
      box.style.setProperty(name, `${100 * value}%`);
    }
    // What is as large as the photo has nowhere to go: a finger on it moves the page.
    this.root.toggleAttribute("data-whole", isAll(area));
  }

  after(handle, right, down, from = this.area) {
    const corner = handle.dataset.corner;
    return corner
      ? pulled(from, [corner.includes("right"), corner.includes("bottom")], right, down, this.ratio)
      : moved(from, right, down);
  }

  begin(event, handle) {
    if (event.button !== 0 || (this.root.hasAttribute("data-whole") && !handle.dataset.corner)) return;
    event.preventDefault();
    handle.focus({ preventScroll: true });
    handle.setPointerCapture(event.pointerId);
    const [from, { width, height }] = [this.area, this.root.getBoundingClientRect()];
    const move = ({ clientX, clientY }) => {
      this.show(this.after(
        handle, (clientX - event.clientX) / width, (clientY - event.clientY) / height, from));
      this.changing();
    };
    const end = () => {
      handle.removeEventListener("pointermove", move);
      this.say();
      this.changed();
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", end, { once: true });
  }

  key(event, handle) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const length = event.shiftKey ? leap : step;
    // A shape follows one of its sides.
    const part = this.ratio && handle.dataset.corner ? 2 : 1;
    this.show(this.after(handle, length * way[0] * part, length * way[1] * part));
    this.say();
    this.changing();
    this.changed();
  }

  say() {
    const output = one("[data-area-said]", this.root.parentElement);
    const percent = (value) => Math.round(100 * value);
    const { x, y, width, height } = this.area;
    output.textContent = filled(output.dataset.text, {
      left: percent(x), top: percent(y), width: percent(width), height: percent(height),
    });
  }
}
