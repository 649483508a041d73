// The page with a new feed's address: copying it.
import { copy } from "./copy.js";
import { one } from "./dom.js";
import { say } from "./notice.js";

const button = one("[data-copy]");
const field = one(`#${button.dataset.copy}`);
button.hidden = false;
button.addEventListener("click", async () => {
  try {
    await copy(field.value);
    say(button.dataset.copied);
  } catch {
    field.select();
    say(button.dataset.failed, { wrong: true });
  }
});
