// Words to begin with: a template comes to where the caret is, in the browser's own way, so that undoing takes it back.
import { all } from "./dom.js";
import { put } from "./format.js";
import { say } from "./notice.js";

export function watchTemplates(form, words) {
  for (const link of all("[data-template]", form)) {
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const answer = await fetch(link.dataset.template).catch(() => undefined);
      if (answer?.status === 401 || answer?.status === 423) return location.reload();
      if (!answer?.ok) return say(link.closest("ul").dataset.failed, { wrong: true });
      const { words: text } = await answer.json();
      link.closest("details").open = false;
      put(words, words.selectionStart, words.selectionEnd, text);
    });
  }
}
