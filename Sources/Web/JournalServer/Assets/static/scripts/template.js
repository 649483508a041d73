// Words to begin with: what the day asks, and a template. A template comes to where the caret is, in the browser's own way, so that undoing takes it back.
import { all, one } from "./dom.js";
import { put, putBlock } from "./format.js";
import { say } from "./notice.js";

export function watchTemplates(form, words) {
  const question = one("[data-asked]", form);
  question?.addEventListener("click", (event) => {
    event.preventDefault();
    put(words, 0, 0, question.dataset.asked);
    question.parentElement.remove();
  });
  for (const link of all("[data-template]", form)) {
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const answer = await fetch(link.dataset.template).catch(() => undefined);
      if (answer?.status === 401 || answer?.status === 423) return location.reload();
      if (!answer?.ok) return say(link.closest("ul").dataset.failed, { wrong: true });
      const { words: text } = await answer.json();
      link.closest("details").open = false;
      putBlock(words, text);
    });
  }
}
