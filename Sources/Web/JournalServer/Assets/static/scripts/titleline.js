// The title is the first line: Enter and the arrows lead from one to the other.
export function joinTitle(title, words) {
  title.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    words.focus();
    words.setSelectionRange(0, 0);
  });
  words.addEventListener("keydown", (event) => {
    if (event.isComposing || words.selectionEnd > 0 || event.shiftKey) return;
    if (event.key !== "ArrowUp" && event.key !== "Backspace") return;
    event.preventDefault();
    title.focus();
    title.setSelectionRange(title.value.length, title.value.length);
  });
}
