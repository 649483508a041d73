// Changing several posts of the timeline alike, and taking that back.
import { filled, ofPage, one } from "./dom.js";
import { say } from "./notice.js";
import { load } from "./parts.js";

let said; // What was done last.

function tell(text, how) {
  said?.remove();
  said = say(text, how);
}

// How many posts were changed; nothing where none was.
async function send(change, numbers, words) {
  const answer = await fetch("/api/v1/posts/batch", {
    method: "POST", headers: { "content-type": "application/json", ...ofPage() },
    body: JSON.stringify({ posts: numbers, ...change }),
  }).catch(() => undefined);
  if (answer?.ok) return (await answer.json()).posts;
  say(words.failed, { wrong: true });
  return undefined;
}

async function reload(parts) {
  const there = [...parts].filter((part) => part.isConnected);
  await Promise.all([recount(), ...there.map((part) => load(part, true))]);
  for (const month of new Set(there.map((part) => part.closest(".month")))) {
    month.hidden = !one(".day, .part:not([data-state=here])", month);
  }
}

// How many posts there are now, where the head says it.
async function recount() {
  const page = new URL(location.href);
  page.searchParams.delete("at");
  page.searchParams.delete("deleted");
  const answer = await fetch(page).catch(() => undefined);
  if (!answer?.ok || answer.redirected) return;
  const found = one("[data-found]", new DOMParser().parseFromString(await answer.text(), "text/html"));
  const shown = one("[data-found]");
  if (found && shown) shown.textContent = found.textContent;
}

// `parts`: of the timeline, with the posts in them. `undo`: the change that takes it back, with its text.
export async function change(numbers, parts, change, text, words, undo) {
  const count = await send(change, numbers, words);
  if (count === undefined) return false;
  const back = async () => {
    const restored = await send(undo.change, numbers, words);
    if (restored === undefined) return;
    await reload(parts);
    tell(filled(restored < count ? words.partly : undo.text, { count: restored, all: count }));
  };
  reload(parts).then(() =>
    tell(filled(text, { count }), undo ? { action: { text: words.undo, run: back } } : {}));
  return true;
}
