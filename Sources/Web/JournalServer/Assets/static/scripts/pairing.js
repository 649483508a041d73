// The page with a pairing link: copying it, and a word once another device has come by it.
import { one } from "./dom.js";
import { say } from "./notice.js";

const page = one("[data-pairing]");
const copy = one("[data-copy]");
if (navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(one(`#${copy.dataset.copy}`).value);
    say(page.dataset.copied);
  });
}

const seconds = 3;
// The link is good for a while only: nobody waits for longer.
const end = Date.now() + 600_000;
let known;
async function look() {
  const answer = await fetch("/api/v1/devices").catch(() => undefined);
  // Locked meanwhile, or no device any more: the page itself finds that out.
  if (answer && !answer.ok) return;
  const present = (await answer?.json())?.devices;
  const found = known && present?.find((device) => !known.has(device.id));
  if (found) {
    const text = page.dataset.paired.replace("{name}", found.name);
    say(text, { action: { text: one(".back a").textContent, path: "/settings/devices" } });
    one(".code")?.classList.add("used");
    return;
  }
  if (present) known ??= new Set(present.map((device) => device.id));
  if (Date.now() < end) setTimeout(look, 1_000 * seconds);
}
look();
