// The label's place and look after posting, and the photo's crop, turn and filter: the photo is shown as it
// will be, by the server that stamps.
import { all, one } from "./dom.js";
import { PhotoEdit } from "./photoedit.js";

const pause = 250;
// The fields that change what is on the photo.
const shown = /^(label-|(photo|time|crop|rotate|filter)$)/;

export class LabelLook {
  constructor(form, image) {
    Object.assign(this, { form, image, path: one("[data-look]", form).dataset.look });
    this.stored = image.src;
    // What was chosen before and is not saved is on no photo that is stored.
    this.first = "unsaved" in form.dataset ? undefined : this.choice;
    const style = one("#label-style", form);
    style.addEventListener("change", () => this.follow(style.selectedOptions[0]));
    const edit = one("[data-photo-edit]", form);
    new PhotoEdit(edit);
    edit.addEventListener("input", () => this.soon());
    for (const name of ["input", "change"]) {
      form.addEventListener(name, (event) => {
        if (shown.test(event.target.name)) this.soon();
      });
    }
  }

  get fields() {
    return [...new FormData(this.form)].filter(([name]) => shown.test(name));
  }
  get choice() { return new URLSearchParams(this.fields).toString(); }

  // A style brings its own place, colour and size.
  follow(option) {
    if (!option.dataset.position) return;
    one('[name="label-whole"]', this.form).disabled = false;
    for (const place of all('[name="label-position"]', this.form)) {
      place.checked = place.value === option.dataset.position;
    }
    one("#label-color", this.form).value = option.dataset.colour;
    one("#label-size", this.form).value = option.dataset.size;
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), pause);
  }

  // The latest alone: a choice may be older than its picture.
  async show() {
    const choice = this.choice;
    if (choice === this.shown || (choice === this.first && !this.shown)) return;
    this.shown = choice;
    if (choice === this.first) return void (this.image.src = this.stored);
    this.image.setAttribute("aria-busy", "true");
    const answer = await fetch(`${this.path}?${choice}`).catch(() => undefined);
    const picture = answer?.ok ? await answer.blob() : undefined;
    if (this.shown !== choice) return;
    this.image.removeAttribute("aria-busy");
    // What cannot be drawn is told of when it is saved.
    if (picture) this.draw(picture);
  }

  draw(picture) {
    const address = URL.createObjectURL(picture);
    this.image.addEventListener("load", () => URL.revokeObjectURL(address), { once: true });
    this.image.src = address;
  }

  hide() {
    clearTimeout(this.timer);
    this.shown = undefined;
    this.image.src = this.stored;
  }
}
