// Lines that are always in sight, in the place where the server's own stand.
import { all, element, one } from "./dom.js";

const seconds = 8;

// `wrong`: it is said at once and stays until it is closed. `action`: what can be done about it, with its
// `text` and a `path` to go to or what to `run`.
export function say(text, { wrong = false, action } = {}) {
  const said = element("p", {});
  said.setAttribute("role", wrong ? "alert" : "status");
  const line = element("div", { className: wrong ? "notice wrong" : "notice" }, said);
  if (action?.path) line.append(element("a", { className: "button", href: action.path }, action.text));
  else if (action) {
    const button = element("button", { type: "button" }, action.text);
    button.addEventListener("click", () => { line.remove(); action.run(); });
    line.append(button);
  }
  for (const other of all(".notice", region())) {
    // The same once more; and what says that all is well gives way to what is said after it.
    if (one("p", other)?.textContent === text || (!wrong && other.dataset.goes)) other.remove();
  }
  region().append(line);
  // What comes into a line that is there is read out.
  said.textContent = text;
  arrange(line, !wrong && !action);
  return line;
}

export function region() {
  return one(".notices") ?? document.body.appendChild(element("div", { className: "notices" }));
}

// One that says that all is well goes by itself; all of them can be closed.
export function arrange(line, goes, closed = () => {}) {
  const close = element("button", { type: "button", className: "plain close" }, "×");
  close.setAttribute("aria-label", document.body.dataset.close);
  close.addEventListener("click", () => { line.remove(); closed(); });
  line.append(close);
  if (!goes) return;
  line.dataset.goes = "yes";
  setTimeout(() => line.remove(), 1_000 * seconds);
}

for (const line of all(".notices > .notice")) {
  arrange(line, !line.classList.contains("wrong") && !one("a, button, form", line));
}
