// A photo that the server does not have yet: its name, and how far it is.
import { element, one } from "./dom.js";
import { retry } from "./sending.js";

export function placeholder(job, words, forget) {
  const state = element("p", { className: "quiet" }, words.waiting);
  state.setAttribute("role", "status");
  const remove = element("button", { type: "button", className: "plain" }, "×");
  remove.setAttribute("aria-label", `${words.remove}: ${job.name}`);
  remove.addEventListener("click", forget);
  const progress = element("progress", {});
  progress.setAttribute("aria-label", job.name);
  // One that another page chose is not here.
  const image = element("img", job.file ? { src: URL.createObjectURL(job.file), alt: "" } : { hidden: true });
  // What the browser cannot show comes from the server.
  image.addEventListener("error", () => { image.hidden = true; });
  const caption = element("textarea", { name: `caption.${job.key}`, rows: 1, dir: "auto", placeholder: words.caption });
  caption.setAttribute("aria-label", words.caption);
  const card = element(
    "li", {}, image, element("div", { className: "name" }, element("bdi", {}, job.name), remove), progress, state,
    caption);
  card.dataset.photo = job.key;
  return card;
}

// The server's card has what was typed into this one meanwhile.
export function giveCaption(card, made) {
  const [typed, field] = [card, made].map((each) => one('[name^="caption."]', each));
  if (!typed || !field) return () => {};
  if (typed.value) field.value = typed.value;
  const { selectionStart, selectionEnd } = typed;
  if (document.activeElement !== typed) return () => {};
  return () => {
    field.focus({ preventScroll: true });
    field.setSelectionRange(selectionStart, selectionEnd);
  };
}

export function tell(card, words, state, reason) {
  const text = one('[role="status"]', card);
  one("progress", card).hidden = state === "failed";
  text.className = state === "failed" ? "over" : "quiet";
  text.textContent = state === "failed" ? reason || words.unreachable : words[state];
  if (state !== "failed") return;
  const again = element("button", { type: "button" }, words.retry);
  again.setAttribute("aria-label", `${words.retry}: ${one("bdi", card).textContent}`);
  again.addEventListener("click", () => retry(card.dataset.photo));
  text.append(" ", again);
}
