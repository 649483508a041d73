// What is selected of a section's verses.
import { all, one } from "./dom.js";

export const verses = one("[data-verses]");
const letters = window.Intl?.Segmenter && new Intl.Segmenter("und", { granularity: "grapheme" });

// Passages of verses, without those of which nothing is selected.
export function selected(selection) {
  if (selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(verses)) return [];
  return all(".said", verses).filter((said) => range.intersectsNode(said)).map((said) => passage(said, range))
    .filter(({ from, to }) => from < to);
}

// From which code unit of a verse to which one, by whole characters, without blanks at the ends.
function passage(said, range) {
  const text = said.textContent;
  const place = (node, offset, otherwise) => {
    if (!said.contains(node)) return otherwise;
    const before = document.createRange();
    before.setStart(said, 0);
    before.setEnd(node, offset);
    return before.toString().length;
  };
  let from = place(range.startContainer, range.startOffset, 0);
  let to = place(range.endContainer, range.endOffset, text.length);
  while (from < to && !text[from].trim()) from += 1;
  while (from < to && !text[to - 1].trim()) to -= 1;
  if (letters && from < to) {
    const parts = letters.segment(text);
    from = parts.containing(from).index;
    const last = parts.containing(to - 1);
    to = last.index + last.segment.length;
  }
  return { verse: said.closest(".verse"), from, to, text: text.slice(from, to) };
}

export const marksIn = (range) =>
  [...new Set(all("mark[data-highlight]", verses).filter((mark) => range.intersectsNode(mark))
    .map((mark) => mark.dataset.highlight))];
