// A photo that the server has: the fields of its time, and its preview with the label, which the server draws.
import { all, element, one } from "./dom.js";
import { PhotoEdit, editOf } from "./photoedit.js";

const timeOf = (card) => one('[name^="time."]', card);
// Its place, and its colour, which counts where a place is chosen.
const ownLabel = (card) => all("[data-own-label] :is(select, input)", card);

export class PhotoFields {
  constructor(form, draft) {
    Object.assign(this, { form, draft, words: form.dataset });
  }

  watch(card) {
    timeOf(card)?.addEventListener("input", () => {
      this.tellSource(card);
      this.draw(card);
    });
    for (const control of ownLabel(card)) control.addEventListener("input", () => this.draw(card));
    const edit = one("[data-photo-edit]", card);
    if (edit) {
      new PhotoEdit(edit);
      edit.addEventListener("input", () => this.draw(card));
    }
    one("img", card).addEventListener("error", () => this.tellReason(card));
    this.tellSource(card);
    this.draw(card, true);
  }

  // Where the time is from: what the photo itself says stands there from the beginning.
  tellSource(card) {
    const field = timeOf(card);
    if (!field) return;
    const source = one(".source", card);
    const { taken } = field.dataset;
    if (taken) {
      const isOther = field.value && ![field.value, `${field.value}:00`].includes(taken);
      source.textContent = isOther ? this.words.given : source.dataset.says;
      return;
    }
    const text = !field.value ? this.words.noTime
      : field.value === field.dataset.proposed ? this.words.fromFile : "";
    source.textContent = text;
  }

  // The server draws the label; one that is as it was is not asked for again.
  draw(card, isFirst = false) {
    const image = one("img", card);
    if (!card.dataset.path) return;
    const query = new URLSearchParams();
    const time = timeOf(card);
    if (time && time.value !== time.dataset.taken) query.set("time", time.value);
    const own = ownLabel(card);
    const label = own[0]?.value ? own : all("[data-label] :is(select, input)", this.form);
    for (const control of label) query.set(control.name.split(".")[0], control.value);
    for (const [name, value] of editOf(card)) query.set(name, value);
    const address = `${card.dataset.path}/preview?${query}`;
    clearTimeout(card.timer);
    card.timer = setTimeout(() => {
      // What is posted is no draft's photo any more.
      if (image.getAttribute("src") !== address && !this.draft.isSubmitted) image.src = address;
    }, isFirst ? 0 : 300);
  }

  // What cannot be drawn cannot be posted: why, in the server's words.
  async tellReason(card) {
    const address = one("img", card).getAttribute("src");
    const answer = await fetch(address, { headers: { Accept: "text/plain" } }).catch(() => undefined);
    if (!answer || answer.ok || answer.redirected || one(".over[role=alert]", card)) return;
    const reason = element("p", { className: "over" });
    reason.setAttribute("role", "alert");
    one(".name", card).after(reason);
    reason.textContent = await answer.text();
  }
}
