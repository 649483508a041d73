// The timeline: all months have their room from the beginning, and posts come into it when they are near.
// What nobody has counted, such as what a search finds, comes at the end of what is there.
import { all, element, one } from "./dom.js";
import { anchored, askAgain, fetchRows, forgetPart, joinDays, list, watchPart } from "./parts.js";
import { findPlace, keepPlace } from "./place.js";
import { calibrate, estimate, measure } from "./rowheights.js";
import { startScrubber } from "./scrubber.js";

let size = measure(list);

// Months as the links at the side have them.
const months = all("[data-parts]").map((link) => ({
  name: link.dataset.month, title: link.dataset.title,
  parts: link.dataset.parts.split(" ").map((text) => {
    const [posts, days, photos] = text.split(".").map(Number);
    return { posts, days, photos };
  }),
}));
const monthOf = new Map();

const makePart = (month, index) => {
  const part = element("div", { className: "part" });
  part.dataset.rows = `at=${month.name}.${index}`;
  part.style.height = `${estimate(month.parts[index], size)}px`;
  return part;
};

// A month that is far has no parts, only their height.
const monthWatch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) (isIntersecting ? unfold : fold)(target);
}, { rootMargin: "800% 0px" });

function unfold(section) {
  const month = monthOf.get(section);
  if (!section.dataset.folded) return;
  delete section.dataset.folded;
  section.append(...(month.kept ?? month.parts.map((_, index) => makePart(month, index))));
  section.style.height = "";
  all(".part", section).forEach(watchPart);
}

function fold(section) {
  const month = monthOf.get(section);
  const parts = all(".part", section);
  if (section.dataset.folded || parts.some((part) => part.dataset.state)) return;
  // As high as it was.
  section.style.height = `${section.getBoundingClientRect().height}px`;
  for (const part of parts) {
    forgetPart(part);
    part.remove();
  }
  month.kept = parts;
  section.dataset.folded = "yes";
}

const folded = (month) =>
  size.month + month.parts.reduce((sum, part) => sum + estimate(part, size), 0);

function makeMonth(month) {
  const link = element("a", { href: `/months/${month.name}` }, month.title);
  const section = element("section", { className: "month" }, element("h2", {}, link));
  section.dataset.month = month.name;
  section.dataset.folded = "yes";
  section.style.height = `${folded(month)}px`;
  return section;
}

function buildMonths() {
  const known = new Map(all(".month", list).map((section) => [section.dataset.month, section]));
  calibrate(size, months.flatMap((month) => all(".part", known.get(month.name) ?? document.createElement("p"))
    .map((part) => ({ part: month.parts[Number(part.dataset.rows.split(".").at(-1))], height: part.offsetHeight }))));
  const sections = months.map((month) => {
    const section = known.get(month.name) ?? makeMonth(month);
    monthOf.set(section, month);
    const there = new Map(all(".part", section).map((part) => [part.dataset.rows, part]));
    if (there.size > 0) {
      // All of its parts, of which some are there.
      const parts = month.parts.map((_, index) => there.get(`at=${month.name}.${index}`) ?? makePart(month, index));
      section.append(...parts);
      parts.forEach(watchPart);
    }
    return section;
  });
  list.append(...sections);
  sections.forEach((section) => monthWatch.observe(section));
  all(".more-posts").forEach((link) => link.remove());
}

// What is not counted: more of it at either end.
function adopt(found, isOlder) {
  const own = all(".month", list);
  const edge = isOlder ? own.at(-1) : own[0];
  const sections = all(".month", found);
  const parts = all(".part", found);
  const meeting = isOlder ? sections[0] : sections.at(-1);
  if (edge && meeting && edge.dataset.month === meeting.dataset.month) {
    if (isOlder) edge.append(...all(".part", meeting));
    else one("h2", edge).after(...all(".part", meeting));
    meeting.remove();
  }
  if (isOlder) list.append(...all(".month", found));
  else list.prepend(...all(".month", found));
  parts.forEach(watchPart);
  parts.forEach(joinDays);
  return parts;
}

function watchEdge(line, key) {
  if (!line) return;
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    const found = await fetchRows(line.dataset[key]);
    if (!found) return askAgain(() => watchEdge(line, key));
    let parts;
    anchored(() => {
      parts = adopt(found, key === "olderRows");
      line.dataset[key] = found.dataset[key] ?? "";
      if (!found.dataset[key] || parts.length === 0) line.remove();
    });
    parts.forEach((part) => document.dispatchEvent(new CustomEvent("rows", { detail: part })));
    if (line.isConnected) watchEdge(line, key);
  }, { rootMargin: "200% 0px" });
  observer.observe(line);
}

if (list) {
  if (months.length > 0) buildMonths();
  else all(".part", list).forEach(watchPart);
  findPlace(list);
  keepPlace();
  watchEdge(one("[data-newer]"), "newer");
  watchEdge(one("[data-older-rows]"), "olderRows");
  if (months.length > 0) startScrubber(one("[data-scrubber]"), list);
  addEventListener("resize", () => {
    const now = measure(list);
    if (now.width === size.width && now.row === size.row) return;
    size = { ...now, scale: size.scale };
    for (const [section, month] of monthOf) {
      month.kept = undefined;
      if (section.dataset.folded) section.style.height = `${folded(month)}px`;
      all(".part:empty", section).forEach((part) => {
        const index = Number(part.dataset.rows.split(".").at(-1));
        part.style.height = `${estimate(month.parts[index], size)}px`;
      });
    }
  });
}
