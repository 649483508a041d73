// Calendars: one stop for Tab, arrows from day to day, on to the neighbouring month at its ends.
import { all, one } from "./dom.js";

for (const grid of all('table[role="grid"]')) {
  const links = all("td a", grid);
  const start = links.find((link) => link.hasAttribute("aria-current")) ?? links[0];
  for (const link of links) link.tabIndex = link === start ? 0 : -1;
  const focus = (link) => {
    for (const other of links) other.tabIndex = other === link ? 0 : -1;
    link.focus();
  };
  grid.addEventListener("focusin", (event) => {
    const link = event.target.closest("td a");
    if (link) for (const other of links) other.tabIndex = other === link ? 0 : -1;
  });
  grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const index = links.indexOf(event.target.closest("td a"));
    if (index < 0) return;
    const row = all("td a", event.target.closest("tr"));
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    let target;
    if (event.key in steps) target = links[index + steps[event.key]];
    else if (event.key === "Home") target = row[0];
    else if (event.key === "End") target = row.at(-1);
    else if (event.key === "PageUp" || event.key === "PageDown") {
      const link = one(`.steps a[rel="${event.key === "PageUp" ? "prev" : "next"}"]`);
      if (link) location.assign(link.href);
    } else return;
    event.preventDefault();
    if (target) focus(target);
  });
}
