// The order of the photos that are to be posted: they are dragged, or moved by keys. Words that show one of
// them by its place show the same one after it.
import { all } from "./dom.js";

const own = /(\]\(photo:)(\d+)(?=[\s)])/g;

export class Order {
  // `changed` is told to which place one was moved, and of how many.
  constructor(list, field, words, changed) {
    Object.assign(this, { list, field, words, changed });
    list.addEventListener("click", (event) => {
      const button = event.target.closest("[data-move]");
      if (button) this.step(button.closest("li"), Number(button.dataset.move), button);
    });
    list.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const button = event.target.closest("[data-move]");
      if (!step || !button) return;
      event.preventDefault();
      this.step(button.closest("li"), step, button);
    });
    list.addEventListener("dragstart", (event) => this.drag(event));
    list.addEventListener("dragover", (event) => this.over(event));
    list.addEventListener("drop", (event) => { if (this.dragged) event.preventDefault(); });
    list.addEventListener("dragend", () => this.drop());
    // Photos are sent several at a time, and arrive in any order.
    new MutationObserver(() => { this.field.value = this.keys.join(" "); }).observe(list, { childList: true });
  }

  get keys() { return all("li", this.list).map((card) => card.dataset.photo); }

  step(card, by, button) {
    const cards = all("li", this.list);
    const place = cards.indexOf(card) + by;
    if (place < 0 || place >= cards.length) return;
    const before = this.keys;
    if (by < 0) cards[place].before(card);
    else cards[place].after(card);
    button.focus();
    card.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.settle(before, card.dataset.photo);
  }

  drag(event) {
    const card = event.target.closest?.("li");
    if (event.target.localName !== "img" || !card) return;
    this.dragged = card;
    this.before = this.keys;
    event.dataTransfer.effectAllowed = "move";
    card.classList.add("dragged");
  }

  over(event) {
    const card = event.target.closest?.("li");
    if (!this.dragged) return;
    event.preventDefault();
    if (!card || card === this.dragged) return;
    const isLater = this.dragged.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (isLater) card.after(this.dragged);
    else card.before(this.dragged);
  }

  drop() {
    if (!this.dragged) return;
    const card = this.dragged;
    card.classList.remove("dragged");
    this.dragged = undefined;
    this.settle(this.before, card.dataset.photo);
  }

  // The form says the order, which the words follow.
  settle(before, moved) {
    const { keys } = this;
    if (before.join() === keys.join()) return;
    this.field.value = keys.join(" ");
    this.follow(before, keys);
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
    this.changed(keys.indexOf(moved) + 1, keys.length);
  }

  // The words show the same photos by their new places.
  follow(before, keys) {
    const { words } = this;
    const text = words.value.replace(own, (whole, start, number) => {
      const place = keys.indexOf(before[number - 1]);
      return place < 0 ? whole : `${start}${place + 1}`;
    });
    if (text !== words.value) {
      const { selectionStart, selectionEnd } = words;
      words.value = text;
      words.setSelectionRange(selectionStart, selectionEnd);
      words.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}
