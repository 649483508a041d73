// What is chosen at once is shown at once, and tags are completed from those that there are.
import { all, element, one } from "./dom.js";

const known = one("#known-tags");
let isAsked = false;

async function fill() {
  if (isAsked || !known) return;
  isAsked = true;
  const answer = await fetch("/api/v1/tags").catch(() => undefined);
  if (!answer?.ok) return;
  const { tags } = await answer.json();
  known.replaceChildren(...tags.slice(0, 500).map(({ tag }) => element("option", { value: tag })));
}

for (const field of all("[data-known-tags]")) field.addEventListener("focus", fill);
for (const choice of all(".choice")) {
  choice.addEventListener("toggle", () => {
    if (!choice.open) return;
    for (const other of all(".choice[open]")) if (other !== choice) other.open = false;
    one("input:not([type=hidden]), select, a", choice).focus();
  });
}
