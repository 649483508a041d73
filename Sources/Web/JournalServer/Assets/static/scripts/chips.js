// Of chips that open to be chosen from, one is open at a time.
import { all, one } from "./dom.js";

for (const choice of all(".choice")) {
  choice.addEventListener("toggle", () => {
    if (!choice.open) return;
    for (const other of all(".choice[open]")) if (other !== choice) other.open = false;
    one("input:not([type=hidden]), select, a", choice).focus();
  });
}
