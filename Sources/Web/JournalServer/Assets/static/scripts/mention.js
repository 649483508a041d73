// People are named in words as @Mina, completed from those that there are. The list is a listbox that the field
// keeps the focus of: arrows choose, Enter and Tab take, Escape closes.
import { all, element, plain } from "./dom.js";
import { put } from "./format.js";

const most = 8;
// What stands before the caret from its last @ on, which is within no word.
const begun = /(?:^|[^\p{L}\p{N}_@/])@([^@\n]{0,40})$/u;
let known;

// Those whom one keeps up with, by name and nickname; nobody where they cannot be asked for.
const load = () => {
  known ??= fetch("/api/v1/people?limit=200").then((answer) => (answer.ok ? answer.json() : { people: [] }))
    .then(({ people }) => people.map(({ name, nickname }) => ({ name, nickname })), () => []);
  return known;
};

// How well a person is meant by a beginning, 1 or 2, and by which name; nothing where not at all.
function match({ name, nickname }, typed) {
  for (const each of [name, nickname].filter(Boolean)) {
    const text = plain(each);
    if (text.startsWith(typed)) return { name: each, rank: 1 };
    if (typed && text.split(/\s+/).some((word) => word.startsWith(typed))) return { name: each, rank: 2 };
  }
  return undefined;
}

export class Mention {
  constructor(field, writing) {
    this.field = field;
    this.writing = writing;
    this.list = element("ul", { id: "people-named", className: "choices named", hidden: true });
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", field.dataset.people);
    field.parentElement.append(this.list);
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", this.list.id);
    // Nothing is done with what an input method still composes.
    field.addEventListener("input", (event) => { if (!event.isComposing) this.show(); });
    field.addEventListener("compositionend", () => this.show());
    field.addEventListener("beforeinput", (event) => this.type(event));
    field.addEventListener("keydown", (event) => this.press(event), { capture: true });
    field.addEventListener("blur", () => this.close());
    field.addEventListener("pointerdown", () => this.close());
    // Before the field would lose the focus.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const choice = event.target.closest("[role=option]");
      if (choice) this.take(choice.textContent);
    });
  }

  // The places of the @ and of the caret, and what is between them.
  get part() {
    const { value, selectionStart, selectionEnd } = this.field;
    const found = selectionStart === selectionEnd && value.slice(0, selectionEnd).match(begun);
    return found ? { at: selectionEnd - found[1].length - 1, end: selectionEnd, typed: plain(found[1]) } : undefined;
  }

  async show() {
    if (!this.part || this.isTaking) return this.close();
    const people = await load();
    // More may have been typed meanwhile.
    const { part } = this;
    if (!part || document.activeElement !== this.field) return this.close();
    const found = people.map((person) => match(person, part.typed)).filter(Boolean);
    found.sort((a, b) => a.rank - b.rank);
    this.list.replaceChildren(...found.slice(0, most).map(({ name }, index) => {
      const choice = element("li", { id: `${this.list.id}-${index}`, dir: "auto" }, name);
      choice.setAttribute("role", "option");
      return choice;
    }));
    this.list.hidden = found.length === 0;
    if (this.list.hidden) return this.close();
    this.place(part.at);
    this.choose(0);
  }

  // Below the line that the @ is in.
  place(at) {
    const line = this.writing.range(at, at + 1)?.getBoundingClientRect();
    const box = this.field.parentElement.getBoundingClientRect();
    this.list.style.top = line?.height ? `${line.bottom - box.top}px` : "100%";
    this.list.scrollIntoView({ block: "nearest" });
  }

  choose(index) {
    const choices = all("li", this.list);
    this.index = (index + choices.length) % choices.length;
    choices.forEach((choice, place) => choice.setAttribute("aria-selected", String(place === this.index)));
    this.field.setAttribute("aria-activedescendant", choices[this.index].id);
  }

  press(event) {
    if (this.list.hidden || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowDown") this.choose(this.index + 1);
    else if (event.key === "ArrowUp") this.choose(this.index - 1);
    else if (event.key === "Escape") this.close();
    else if (event.key === "Enter" || event.key === "Tab") this.take(all("li", this.list)[this.index].textContent);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  take(name) {
    const { part } = this;
    this.close();
    if (!part) return;
    this.isTaking = true;
    put(this.field, part.at, part.end, `@${name} `);
    this.isTaking = false;
    this.taken = this.field.selectionEnd;
  }

  // A stop stands at the name, instead of the blank that came with that.
  type(event) {
    const { selectionStart, selectionEnd, value } = this.field;
    const isAfter = selectionStart === selectionEnd && selectionEnd === this.taken && value[selectionEnd - 1] === " ";
    this.taken = undefined;
    if (!isAfter || event.inputType !== "insertText" || !/^[,.;:!?)]$/.test(event.data ?? "")) return;
    event.preventDefault();
    put(this.field, selectionEnd - 1, selectionEnd, event.data);
  }

  // Begins a name at the caret, as its button asks for.
  begin() {
    const { value, selectionStart, selectionEnd } = this.field;
    // After a word, a stop or the end of what is marked; not within brackets or marks that begin.
    const gap = /[^\s([{"'“‘«*_~]$|[^\s*_~][*_~]+$/u.test(value.slice(0, selectionStart)) ? " " : "";
    put(this.field, selectionStart, selectionEnd, `${gap}@`);
    this.show();
  }

  close() {
    this.list.hidden = true;
    this.field.removeAttribute("aria-activedescendant");
  }
}
