// A calendar's neighbours by swipe, the present month in sight, and the sheet that leads to another one.
import { all, one } from "./dom.js";
import { swipeToNeighbours } from "./swipe.js";
import "./ticks.js";

const area = one(".month-box, .year-box, main.day, main.memories");
if (area) swipeToNeighbours(area);

// A day that lay over its calendar and was loaded anew is a page: what is a step back or on is another one.
if (one("main.day")) {
  const own = location.pathname;
  window.addEventListener("popstate", () => { if (location.pathname !== own) location.reload(); });
}

// On a phone a year is longer than the screen; whoever comes from a month is led to that one.
const present = one(".year-box [data-now]");
if (present && !location.hash && present.getBoundingClientRect().bottom > innerHeight) {
  present.scrollIntoView({ block: "center" });
}

const jump = one("[data-jump]");
if (jump) {
  const field = one("input", jump);
  const show = (wanted) => {
    const year = Math.min(Math.max(Number(wanted) || 1, 1), 9999);
    for (const [index, link] of all("ul a", jump).entries()) {
      const month = `${String(year).padStart(4, "0")}-${String(index + 1).padStart(2, "0")}`;
      link.href = `/months/${month}`;
      if (month === jump.dataset.shown) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    return year;
  };
  field.addEventListener("input", () => show(field.value));
  field.addEventListener("change", () => { field.value = show(field.value); });
  jump.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (step) field.value = show(Number(field.value) + Number(step.dataset.step));
  });
  show(field.value);
}
