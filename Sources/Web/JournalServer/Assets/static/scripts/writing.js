// The page that words are written on: a layer over the field has the same letters in the same places and
// shows what Markdown makes of them. The field stays the browser's own, with its caret, keys, undo and input
// methods; what it has is what is stored.
import { countCharacters, element, filled, one } from "./dom.js";
import { codeLines, partsOf } from "./markdown.js";

// Milliseconds of a frame that styling may take; what is left is styled in the next ones.
const share = 6;
// A longer line is laid out in the field alone: twice takes too long.
const longest = 20_000;

export class Writing {
  constructor(field) {
    this.field = field;
    this.lines = [];
    const host = element("div", { className: "written" });
    host.setAttribute("aria-hidden", "true");
    // A tree of its own: in the page's each line that comes would have all `:has()` looked at again.
    this.layer = host.attachShadow({ mode: "open" });
    field.before(host);
    field.addEventListener("input", (event) => {
      this.show();
      this.mark(event);
      this.countLater();
    });
    field.addEventListener("compositionend", (event) => this.mark(event));
    window.addEventListener("pageshow", () => this.show());
    // Browsers show the caret where one types, and not where one pastes.
    field.addEventListener("paste", () => setTimeout(() => this.follow()));
    this.show();
  }

  // Lines that are as they were keep their elements.
  show() {
    let texts = this.field.value.split("\n");
    const isStyled = texts.every((text) => text.length <= longest);
    this.field.parentElement.classList.toggle("styled", isStyled);
    if (!isStyled) texts = [];
    const codes = codeLines(texts);
    const { lines } = this;
    const same = (line, index) => line.text === texts[index] && line.isCode === codes[index];
    const least = Math.min(lines.length, texts.length);
    let start = 0;
    while (start < least && same(lines[start], start)) start += 1;
    const more = texts.length - lines.length;
    let end = lines.length;
    while (end > start && end + more > start && same(lines[end - 1], end - 1 + more)) end -= 1;
    const made = [];
    for (let index = start; index < end + more; index += 1) {
      const text = texts[index];
      const node = element("div", {}, text || element("br"));
      node.part = "line";
      made.push({ text, isCode: codes[index], node });
    }
    const next = lines[end]?.node ?? null;
    const box = document.createDocumentFragment();
    for (const { node } of made) box.append(node);
    for (const { node } of lines.splice(start, end - start)) node.remove();
    this.layer.insertBefore(box, next);
    this.lines = [...lines.slice(0, start), ...made, ...lines.slice(start)];
    this.waiting = [...made, ...(this.waiting ?? []).filter(({ node }) => node.isConnected)];
    this.style();
  }

  style() {
    const end = performance.now() + share;
    cancelAnimationFrame(this.frame);
    let done = 0;
    while (done < this.waiting.length && (done === 0 || performance.now() < end)) {
      const { text, isCode, node } = this.waiting[done];
      if (text) node.replaceChildren(...partsOf(text, isCode));
      done += 1;
    }
    this.waiting.splice(0, done);
    if (this.waiting.length > 0) this.frame = requestAnimationFrame(() => this.style());
  }

  // The line that the caret is in comes into sight.
  follow() {
    let place = this.field.selectionEnd;
    for (const { text, node } of this.lines) {
      if (place <= text.length) return node.scrollIntoView({ block: "nearest" });
      place -= text.length + 1;
    }
    return undefined;
  }

  // What an input method still composes is underlined, as it is in any field.
  mark({ isComposing, data }) {
    if (!window.CSS?.highlights) return;
    const end = this.field.selectionEnd;
    const range = isComposing && data ? this.range(end - data.length, end) : undefined;
    if (range) CSS.highlights.set("composed", new Highlight(range));
    else CSS.highlights.delete("composed");
  }

  // From one place in the text to another one in the same line.
  range(start, end) {
    const made = new Range();
    let place = 0;
    for (const { text, node } of this.lines) {
      if (end <= place + text.length) {
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const { length } = walker.currentNode;
          const within = (at) => at >= place && at <= place + length;
          if (within(start)) made.setStart(walker.currentNode, start - place);
          if (within(end)) {
            made.setEnd(walker.currentNode, end - place);
            return made;
          }
          place += length;
        }
        return undefined;
      }
      place += text.length + 1;
    }
    return undefined;
  }

  countLater() {
    clearTimeout(this.counting);
    const isLong = this.field.value.length > Number(this.field.dataset.limit);
    this.counting = setTimeout(() => this.count(), isLong ? 300 : 0);
  }

  // Counted only where there may be too many: a character has at least one unit.
  count() {
    const { field } = this;
    const output = one("#words-wrong");
    const limit = Number(field.dataset.limit);
    const count = field.value.length > limit ? countCharacters(field.value) : 0;
    const text = count > limit ? filled(output.dataset.text, { count, limit }) : "";
    if (!text && !field.validationMessage) return;
    output.textContent = text;
    field.setAttribute("aria-invalid", String(Boolean(text)));
    field.setCustomValidity(text);
  }
}
