// Tags: separated by commas, each completed from those that there are. The list is the browser's kind of a
// combobox (WAI-ARIA, "Combobox"): arrows choose, Enter and Tab take, Escape closes.
import { all, element, plain } from "./dom.js";

let known;
const load = (path) => {
  known ??= fetch(path).then((answer) => (answer.ok ? answer.json() : { tags: [] }))
    .then(({ tags }) => tags.map(({ tag }) => tag)).catch(() => []);
  return known;
};
const most = 8;
let number = 0;

class TagField {
  constructor(input) {
    this.input = input;
    this.list = element("ul", { id: `tag-list-${number += 1}`, className: "choices", hidden: true });
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", input.dataset.suggestions);
    input.after(this.list);
    for (const [name, value] of [
      ["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"],
      ["aria-controls", this.list.id],
    ]) input.setAttribute(name, value);
    // Behind a chip it is opened to be chosen from: the usual ones are there before anything is typed.
    this.offers = Boolean(input.closest(".pill-box"));
    input.addEventListener("focus", () => (this.offers ? this.show() : load(input.dataset.tags)));
    input.addEventListener("input", () => this.show());
    input.addEventListener("keydown", (event) => this.press(event));
    input.addEventListener("blur", () => this.close());
    // Before the field would lose the focus.
    this.list.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const choice = event.target.closest("[role=option]");
      if (choice) this.take(choice.textContent);
    });
  }

  // The name that the caret is in.
  get part() {
    const { value, selectionStart } = this.input;
    const start = value.lastIndexOf(",", selectionStart - 1) + 1;
    const end = value.indexOf(",", selectionStart);
    return { start, end: end < 0 ? value.length : end };
  }

  async show() {
    const all_ = await load(this.input.dataset.tags);
    const { start, end } = this.part;
    const typed = plain(this.input.value.slice(start, end).trim().replace(/^#/, ""));
    const had = this.input.value.split(",").map((name) => plain(name.trim()));
    const found = typed || this.offers
      ? all_.filter((tag) => plain(tag).includes(typed) && !had.includes(plain(tag))) : [];
    if (typed) found.sort((a, b) => plain(b).startsWith(typed) - plain(a).startsWith(typed));
    this.list.replaceChildren(...found.slice(0, most).map((tag, index) => {
      const choice = element("li", { id: `${this.list.id}-${index}` }, tag);
      choice.setAttribute("role", "option");
      choice.setAttribute("aria-selected", "false");
      return choice;
    }));
    this.list.hidden = found.length === 0 || document.activeElement !== this.input;
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    this.choose(-1);
  }

  choose(index) {
    const choices = all("li", this.list);
    this.index = choices.length ? (index + choices.length + 1) % (choices.length + 1) : -1;
    if (index < 0 || this.index === choices.length) this.index = index < -1 ? choices.length - 1 : -1;
    choices.forEach((choice, place) => {
      choice.setAttribute("aria-selected", String(place === this.index));
    });
    const chosen = choices[this.index];
    if (chosen) this.input.setAttribute("aria-activedescendant", chosen.id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  press(event) {
    if (this.list.hidden || event.isComposing) return;
    const chosen = all("li", this.list)[this.index];
    if (event.key === "ArrowDown") this.choose(this.index + 1);
    else if (event.key === "ArrowUp") this.choose(this.index < 0 ? -2 : this.index - 1);
    else if (event.key === "Escape") this.close();
    else if ((event.key === "Enter" || event.key === "Tab") && chosen) this.take(chosen.textContent);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  take(tag) {
    const { value } = this.input;
    const { start, end } = this.part;
    const before = value.slice(0, start) + (start > 0 ? " " : "") + tag + ", ";
    this.input.value = before + value.slice(end).replace(/^,\s*/, "");
    this.input.setSelectionRange(before.length, before.length);
    this.close();
    this.input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }
}

for (const input of all("input[data-tags]")) new TagField(input);
