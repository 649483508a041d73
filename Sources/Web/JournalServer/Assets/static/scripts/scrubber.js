// A thumb at the side that goes through the months, with the month in a bubble beside it.
import { all, element } from "./dom.js";

export function startScrubber(nav, list) {
  if (!nav) return;
  const sections = all(".month", list);
  const bubble = element("span", { className: "bubble" });
  const thumb = element("div", { className: "thumb", tabIndex: 0 }, bubble);
  thumb.setAttribute("role", "slider");
  thumb.setAttribute("aria-orientation", "vertical");
  thumb.setAttribute("aria-label", nav.getAttribute("aria-label"));
  thumb.setAttribute("aria-valuemin", "1");
  thumb.setAttribute("aria-valuemax", String(sections.length));
  const years = element("ul", { className: "years" });
  years.setAttribute("aria-hidden", "true");
  nav.append(years, thumb);
  nav.classList.add("on");

  const start = () => list.getBoundingClientRect().top + scrollY;
  const length = () => Math.max(1, list.offsetHeight - innerHeight * 0.5);
  const room = () => nav.clientHeight - thumb.offsetHeight;
  const offset = (section) => section.getBoundingClientRect().top + scrollY - start();
  let timer;
  let isDragging = false;

  // The month at a distance from the beginning of the list.
  function monthAt(distance) {
    let [low, high] = [0, sections.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (offset(sections[middle]) <= distance) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  function show() {
    const distance = Math.min(Math.max(0, scrollY - start() + 8), length());
    const index = monthAt(distance + 60);
    const title = sections[index].querySelector("h2").textContent;
    thumb.style.translate = `0 ${((distance / length()) * room()).toFixed(1)}px`;
    thumb.setAttribute("aria-valuenow", String(index + 1));
    thumb.setAttribute("aria-valuetext", title);
    if (bubble.textContent !== title) bubble.textContent = title;
  }

  function go(distance) { scrollTo({ top: start() + distance, behavior: "instant" }); }

  function goToPointer(event) {
    const { top } = nav.getBoundingClientRect();
    const share = (event.clientY - top - thumb.offsetHeight / 2) / Math.max(1, room());
    go(Math.min(Math.max(0, share), 1) * length());
  }

  nav.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    isDragging = true;
    nav.classList.add("dragging");
    nav.setPointerCapture(event.pointerId);
    if (event.target !== thumb) goToPointer(event);
    event.preventDefault();
    thumb.focus({ preventScroll: true });
  });
  nav.addEventListener("pointermove", (event) => { if (isDragging) goToPointer(event); });
  for (const name of ["pointerup", "pointercancel"]) {
    nav.addEventListener(name, () => {
      isDragging = false;
      nav.classList.remove("dragging");
    });
  }
  thumb.addEventListener("keydown", (event) => {
    const index = Number(thumb.getAttribute("aria-valuenow")) - 1;
    const steps = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1, PageUp: -12, PageDown: 12 };
    const ends = { Home: 0, End: sections.length - 1 };
    const target = event.key in ends ? ends[event.key] : index + (steps[event.key] ?? NaN);
    const section = sections[Math.min(Math.max(0, target), sections.length - 1)];
    if (!section) return;
    event.preventDefault();
    go(offset(section));
  });

  // Names of years, as far as there is room for them.
  function nameYears() {
    let last = -Infinity;
    const named = sections.filter((section, index) =>
      section.dataset.month.slice(0, 4) !== sections[index - 1]?.dataset.month.slice(0, 4));
    years.replaceChildren(...named.flatMap((section) => {
      const place = Math.min(1, offset(section) / length()) * (nav.clientHeight - 14);
      if (place - last < 22) return [];
      last = place;
      const item = element("li", {}, section.dataset.month.slice(0, 4));
      item.style.top = `${place}px`;
      return [item];
    }));
  }

  addEventListener("scroll", () => {
    show();
    // Beside the rows alone: above them are buttons.
    nav.classList.toggle("moving", scrollY > start() - 8);
    clearTimeout(timer);
    timer = setTimeout(() => { if (!isDragging) nav.classList.remove("moving"); }, 1_500);
  }, { passive: true });
  addEventListener("resize", nameYears);
  nameYears();
  show();
}
