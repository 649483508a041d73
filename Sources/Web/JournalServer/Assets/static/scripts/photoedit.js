// A photo's crop, turn and filter, chosen on the photo itself. The fields that say them are in the form also
// without this; what is seen here is drawn in the browser, from a small picture of the photo.
import { CropArea, everything, isAll, largest, reshaped, turned } from "./croparea.js";
import { all, element, one } from "./dom.js";
import { Filters, pixels, vignetteFrom } from "./filtering.js";

// Pixels along the longer side of what is drawn large, and along both of each filter's picture.
const longest = 720;
const sample = 144;
// Milliseconds in which the page can answer a finger.
const slice = 12;

let loading;
const filtersFrom = (address) => {
  loading ??= Filters.load(address).catch(() => { loading = undefined; });
  return loading;
};

const frame = () => new Promise((done) => requestAnimationFrame(done));

export class PhotoEdit {
  constructor(root) {
    Object.assign(this, { root, stage: one("canvas", root) });
    this.crop = new CropArea(one("[data-area]", root), {
      changing: () => this.soon(), changed: () => this.keepArea(),
    });
    root.addEventListener("toggle", () => (root.open ? this.open() : this.close()));
    for (const shape of this.shapes) shape.addEventListener("change", () => this.takeShape());
    for (const filter of all("[data-filter]", root)) filter.addEventListener("change", () => this.soon());
    one("[data-turn]", root).addEventListener("click", () => this.turn());
    one("[data-reset]", root).addEventListener("click", () => this.reset());
    if (root.open) this.open();
  }

  get shapes() { return all("[data-shape]", this.root); }
  get shape() { return this.shapes.find((shape) => shape.checked) ?? this.shapes[0]; }
  get turns() { return one("[data-turns]", this.root); }
  get filters() { return all("[data-filter]", this.root); }

  async open() {
    if (this.picture) return;
    const [answer, filters] = await Promise.all([
      fetch(this.root.dataset.source).catch(() => undefined), filtersFrom(this.root.dataset.tables)]);
    if (!answer?.ok || answer.redirected) return;
    this.picture = await createImageBitmap(await answer.blob()).catch(() => undefined);
    if (!this.picture || !this.root.open) return this.close();
    this.tables = filters;
    this.draw();
    this.takeArea();
    one("[data-stage]", this.root).hidden = false;
    this.show();
  }

  // A picture takes some megabytes.
  close() {
    this.picture?.close();
    this.picture = this.base = this.drawn = undefined;
  }

  // Turned as it will be, no larger than it is shown.
  draw() {
    const { width, height } = this.picture;
    const scale = Math.min(1, longest / Math.max(width, height));
    const [wide, high] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
    const quarters = Number(this.turns.value) / 90;
    const size = quarters % 2 ? { width: high, height: wide } : { width: wide, height: high };
    const canvas = element("canvas", size);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    context.translate(size.width / 2, size.height / 2);
    context.rotate(quarters * Math.PI / 2);
    context.drawImage(this.picture, -wide / 2, -high / 2, wide, high);
    this.base = pixels(canvas);
    this.baseCanvas = canvas;
    Object.assign(this.stage, size);
    this.drawn = undefined;
  }

  // A shape's width for its height, in shares of the photo's sides.
  ratio(name) {
    if (!/^(square|[\d.]+:[\d.]+)$/.test(name)) return undefined;
    const [width, height] = name === "square" ? [1, 1] : name.split(":").map(Number);
    return (width / height) * (this.base.height / this.base.width);
  }

  // What the form says, as an area; one that has a shape with a name gets that.
  takeArea() {
    const parts = this.shape.value.split(",").map(Number);
    if (parts.length !== 4) return this.takeShape({ isNew: false });
    const [x, y, width, height] = parts;
    const named = this.shapes.find((shape) => {
      const ratio = this.ratio(shape.dataset.shape);
      return ratio && Math.abs(Math.log(width / height / ratio)) < 0.01;
    }) ?? this.shape;
    const text = this.shape.value;
    this.forget();
    named.value = text;
    named.checked = true;
    this.crop.set({ x, y, width, height }, this.ratio(named.dataset.shape));
  }

  // Shapes say no area of their own any more.
  forget() {
    for (const shape of this.shapes) shape.value = shape.dataset.shape === "free" ? "" : shape.dataset.shape;
  }

  takeShape({ isNew = true } = {}) {
    if (!this.base) return;
    this.forget();
    const name = this.shape.dataset.shape;
    const ratio = this.ratio(name);
    const { x, y, width, height } = this.crop.area;
    const middle = { x: x + width / 2, y: y + height / 2 };
    const area = ratio ? largest(ratio, isNew ? middle : this.middle(ratio))
      : name === "free" ? this.crop.area : everything;
    this.crop.set(area, ratio);
    if (isNew) this.keepArea();
    this.soon();
  }

  // Where a shape lies of which something else than the outer parts is cut off.
  middle(ratio) {
    const [left, top] = (this.root.dataset.gravity ?? "0.5,0.5").split(",").map(Number);
    const { width, height } = largest(ratio);
    return { x: left * (1 - width) + width / 2, y: top * (1 - height) + height / 2 };
  }

  // Into the form, which is kept and asks the server for its preview.
  keepArea() {
    const { area } = this.crop;
    let { shape } = this;
    if (isAll(area)) {
      this.forget();
      if (!shape.dataset.shape) shape.checked = true;
    } else {
      if (!shape.dataset.shape) shape = this.shapes.find((other) => other.dataset.shape === "free");
      shape.checked = true;
      // The server knows where the middle is to the pixel.
      const { ratio } = this.crop;
      const isMiddle = ratio && textOf(area) === textOf(largest(ratio));
      shape.value = isMiddle ? shape.dataset.shape : textOf(area);
    }
    this.root.dispatchEvent(new Event("input", { bubbles: true }));
    this.soon();
    this.samplesSoon();
  }

  turn() {
    this.turns.value = (Number(this.turns.value) + 90) % 360 || "";
    if (this.base) {
      this.draw();
      const area = turned(this.crop.area);
      const ratio = this.ratio(this.shape.dataset.shape);
      this.crop.set(ratio && !isAll(area) ? reshaped(area, ratio) : area, ratio);
    }
    this.keepArea();
  }

  reset() {
    this.turns.value = "";
    this.filters[0].checked = true;
    this.shapes[0].checked = true;
    if (this.base) this.draw();
    this.takeShape();
  }

  soon() {
    if (this.isComing) return;
    this.isComing = true;
    requestAnimationFrame(() => {
      this.isComing = false;
      this.paint();
    });
  }

  samplesSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.drawSamples(), 150);
  }

  show() {
    this.paint();
    this.drawSamples();
  }

  // The area in pixels of something that is so large.
  areaIn({ width, height }) {
    const { area } = this.crop;
    return {
      x: area.x * width, y: area.y * height, width: area.width * width, height: area.height * height,
    };
  }

  // The photo with its filter, and dimmed what is cut off.
  paint() {
    if (!this.base) return;
    const context = this.stage.getContext("2d");
    const number = Math.max(0, this.filters.findIndex((filter) => filter.checked));
    const vignette = vignetteFrom(this.filters[number].dataset.vignette);
    const area = this.areaIn(this.base);
    const state = [number, vignette ? textOf(this.crop.area) : ""].join();
    if (this.drawn?.state !== state) {
      const data = this.drawn?.data ?? new ImageData(this.base.width, this.base.height);
      if (this.tables) this.tables.draw(number, this.base, data, vignette, area);
      else data.data.set(this.base.data);
      this.drawn = { state, data };
    }
    context.putImageData(this.drawn.data, 0, 0);
    if (isAll(this.crop.area)) return;
    context.fillStyle = getComputedStyle(this.stage).getPropertyValue("--shade");
    context.beginPath();
    context.rect(0, 0, this.base.width, this.base.height);
    context.rect(area.x, area.y, area.width, area.height);
    context.fill("evenodd");
  }

  // What is left of the photo, with each filter.
  async drawSamples() {
    if (!this.base || !this.tables) return;
    const run = (this.run = {});
    const { x, y, width, height } = this.areaIn(this.base);
    const side = Math.min(width, height);
    const small = element("canvas", { width: sample, height: sample });
    const context = small.getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    context.drawImage(
      this.baseCanvas, x + (width - side) / 2, y + (height - side) / 2, side, side, 0, 0, sample, sample);
    const [from, to] = [context.getImageData(0, 0, sample, sample), new ImageData(sample, sample)];
    let start = performance.now();
    for (const [number, filter] of this.filters.entries()) {
      const canvas = one("canvas", filter.parentElement)
        ?? filter.parentElement.insertBefore(element("canvas", { width: sample, height: sample }), filter.nextSibling);
      const vignette = vignetteFrom(filter.dataset.vignette);
      this.tables.draw(number, from, to, vignette, { x: 0, y: 0, width: sample, height: sample });
      canvas.getContext("2d").putImageData(to, 0, 0);
      if (performance.now() - start < slice) continue;
      await frame();
      if (this.run !== run || !this.base) return;
      start = performance.now();
    }
    this.root.dataset.drawn = "";
  }
}

// What the fields below an element say of a photo, where that is anything.
export const editOf = (root) =>
  all("[data-photo-edit] :is(select, :checked)", root)
    .filter((control) => control.name && control.value)
    .map((control) => [control.name.split(".")[0], control.value]);

// To a ten-thousandth, its right and lower edges too: they stay within the photo.
function textOf({ x, y, width, height }) {
  const round = (share) => Math.round(10_000 * share);
  const [left, top] = [round(x), round(y)];
  const parts = [left, top, round(x + width) - left, round(y + height) - top];
  return parts.map((part) => part / 10_000).join(",");
}
