// A note that is written: what is typed and not saved is kept by the server, also when the journal locks.
import { one } from "./dom.js";
import { Unsaved } from "./unsaved.js";
import { watchUnsaved } from "./watch.js";

const form = one("[data-note-form]");
const unsaved = new Unsaved(form);
watchUnsaved(unsaved);
form.addEventListener("submit", () => { unsaved.isSent = true; });
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});
