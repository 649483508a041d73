// The timeline's filter: a sheet over it, in which each choice acts at once. What it finds is shown behind the
// sheet; the page itself follows when the sheet closes.
import { all, element, one, plain } from "./dom.js";

const box = one("[data-filter]");
const form = box && one("form", box);
const found = one("[data-found]");
let view = one("[data-view]");
let sheet;
let asked;
let begun;

// Without what is empty, so that the same choice has the same address.
function chosen() {
  const fields = [...new FormData(form)].filter(([, value]) => value !== "");
  return `/timeline${fields.length > 0 ? `?${new URLSearchParams(fields)}` : ""}`;
}

async function apply() {
  const address = chosen();
  asked = address;
  const answer = await fetch(address).catch(() => undefined);
  if (asked !== address) return;
  // Locked meanwhile, or out of reach: the page itself says so.
  if (!answer?.ok || answer.redirected) return location.assign(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (asked !== address) return;
  const other = document.adoptNode(one("[data-view]", page));
  const says = one("[data-found]", page)?.textContent ?? "";
  view.replaceWith(other);
  view = other;
  begun = undefined;
  for (const place of [found, one("[data-filter-found]", form)]) if (place) place.textContent = says;
}

// The tags that there are, the most used first, with how many posts have each.
const mostTags = 60;
let tags;
async function loadTags() {
  if (tags) return;
  const answer = await fetch("/api/v1/tags").catch(() => undefined);
  if (!answer?.ok) return;
  ({ tags } = await answer.json());
  const list = one("[data-filter-tags]", form);
  for (const { tag, count } of tags) {
    const own = all("input", list).find((input) => input.value === tag);
    if (own) own.closest("label").append(element("small", {}, String(count)));
    else list.append(choice(tag, count));
  }
  narrow();
}

const choice = (tag, count) => element("label", { className: "chip" },
  element("input", { type: "checkbox", name: "tag", value: tag }), element("span", {}, "#", element("bdi", {}, tag)),
  element("small", {}, String(count)));

// Those that have what is typed.
function narrow() {
  const field = one("[data-filter-tag]", form);
  const typed = plain(field.value.trim().replace(/^#/, ""));
  let shown = 0;
  for (const label of all("[data-filter-tags] label", form)) {
    const { value, checked } = one("input", label);
    label.hidden = !checked && (shown >= mostTags || !plain(value).includes(typed));
    if (!label.hidden) shown += 1;
  }
}

function make() {
  sheet = element("dialog", { className: "sheet filter-sheet" }, element("div", { className: "held" }, form));
  sheet.setAttribute("aria-label", one("summary", box).textContent.trim());
  document.body.append(sheet);
  // Typed, it narrows what can be chosen.
  const field = one("[data-filter-tag]", form);
  field.removeAttribute("name");
  field.addEventListener("input", narrow);
  form.addEventListener("change", ({ target }) => { if (target !== field) apply(); });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // Of a tag that is typed, the first that has it.
    const first = field.value && one("[data-filter-tags] label:not([hidden]) input:not(:checked)", form);
    if (!first || document.activeElement !== field) return sheet.close();
    first.checked = true;
    field.value = "";
    narrow();
    apply();
  });
  // What was shown behind it has no scripts yet.
  sheet.addEventListener("close", () => { if (chosen() !== begun) location.assign(chosen()); });
}

if (box) {
  one("summary", box).addEventListener("click", (event) => {
    event.preventDefault();
    if (!sheet) make();
    begun = chosen();
    sheet.showModal();
    loadTags();
  });
  // Nothing is chosen twice of what can be chosen once.
  for (const group of all("[data-single]", form)) {
    group.addEventListener("change", ({ target }) => {
      for (const other of all("input", group)) if (other !== target) other.checked = false;
    }, { capture: true });
  }
}
