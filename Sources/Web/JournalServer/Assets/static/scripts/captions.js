// Captions: how many characters there are, and a word where there are too many.
import { all, countCharacters, filled } from "./dom.js";

export function countCaption(field, output) {
  const limit = Number(field.dataset.limit);
  const show = () => {
    const count = countCharacters(field.value);
    const isOver = count > limit;
    output.textContent = filled(isOver ? output.dataset.over : output.dataset.text, { count, limit });
    output.classList.toggle("over", isOver);
    field.setAttribute("aria-invalid", String(isOver));
    field.setCustomValidity(isOver ? output.textContent : "");
  };
  field.addEventListener("input", show);
  show();
}

for (const output of all("[data-count-of]")) {
  countCaption(document.getElementById(output.dataset.countOf), output);
}
