// Where to go, by typing: places, days and months, tags, and a search of all posts. Loaded at its first use.
import { all, element, one } from "./dom.js";

const words = one("[data-palette]").dataset;
const most = 9;
let box;
let field;
let list;
let tags;
let shown = [];
let at = 0;

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();

// What the page's own links and buttons lead to.
function places() {
  const known = new Set();
  return all(".places :is(a, button)").flatMap((place) => {
    const name = place.textContent.trim();
    if (known.has(name)) return [];
    known.add(name);
    return [{ name, go: () => (place.href ? location.assign(place.href) : place.click()) }];
  });
}

// A day, a month or a year as it is written in addresses.
function dates(text) {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?$/.exec(text.trim()) ?? [];
  if (!year) return [];
  const two = (part) => part.padStart(2, "0");
  const isThere = !month || new Date(`${year}-${two(month)}-${two(day ?? "1")}T00:00:00Z`).getUTCDate() === Number(day ?? "1");
  if (!isThere) return [];
  const date = new Date(Date.UTC(Number(year), Number(month ?? "1") - 1, Number(day ?? "1")));
  const format = { timeZone: "UTC", year: "numeric", ...(month && { month: "long" }), ...(day && { day: "numeric", weekday: "long" }) };
  const name = new Intl.DateTimeFormat(document.documentElement.lang, format).format(date);
  const path = day ? `/days/${year}-${two(month)}-${two(day)}` : month ? `/months/${year}-${two(month)}` : `/years/${year}`;
  return [{ name, go: () => location.assign(path) }];
}

// Those that begin with what is typed before those that have it within.
function matching(all_, typed) {
  const rank = ({ name }) => {
    const place = plain(name).indexOf(typed);
    return place < 0 ? undefined : place === 0 ? 0 : /\s/.test(plain(name)[place - 1]) ? 1 : 2;
  };
  return all_.map((choice) => [rank(choice), choice]).filter(([place]) => place !== undefined)
    .sort(([a], [b]) => a - b).map(([, choice]) => choice);
}

function choices() {
  const text = field.value.trim();
  if (!text) return places();
  const typed = plain(text.replace(/^#/, ""));
  const found = (tags ?? []).map((tag) => ({ name: `#${tag}`, go: () => location.assign(`/timeline?${new URLSearchParams({ tag })}`) }));
  const tagged = typed ? matching(found.map((tag) => ({ ...tag, name: tag.name.slice(1) })), typed).slice(0, 4)
    .map((tag) => ({ ...tag, name: `#${tag.name}` })) : [];
  const search = { name: words.search.replace("{text}", text), go: () => location.assign(`/timeline?${new URLSearchParams({ q: text })}`) };
  return [...dates(text), ...(text.startsWith("#") ? [] : matching(places(), typed)).slice(0, most - 2), ...tagged, search];
}

function show() {
  shown = choices();
  at = 0;
  list.replaceChildren(...shown.map(({ name }, index) => {
    const item = element("li", { id: `palette-${index}` }, name);
    item.setAttribute("role", "option");
    return item;
  }));
  mark();
}

function mark() {
  all("li", list).forEach((item, index) => item.setAttribute("aria-selected", String(index === at)));
  field.setAttribute("aria-activedescendant", `palette-${at}`);
  list.children[at]?.scrollIntoView({ block: "nearest" });
}

function press(event) {
  if (event.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) at = (at + step + shown.length) % shown.length;
  else if (event.key === "Enter") go(at);
  else return;
  event.preventDefault();
  mark();
}

function go(index) {
  box.close();
  shown[index]?.go();
}

function make() {
  field = element("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false, placeholder: words.hint });
  list = element("ul", { id: "palette", className: "palette-list" });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", words.title);
  for (const [name, value] of [
    ["role", "combobox"], ["aria-label", words.title], ["aria-expanded", "true"], ["aria-controls", "palette"],
    ["aria-autocomplete", "list"],
  ]) field.setAttribute(name, value);
  box = element("dialog", { className: "sheet palette" }, element("div", {}, field, list));
  box.setAttribute("aria-label", words.title);
  document.body.append(box);
  field.addEventListener("input", show);
  field.addEventListener("keydown", press);
  list.addEventListener("click", ({ target }) => {
    const index = [...list.children].indexOf(target.closest("li"));
    if (index >= 0) go(index);
  });
}

export async function open() {
  if (!box) make();
  if (box.open) return box.close();
  field.value = "";
  show();
  box.showModal();
  field.focus();
  const answer = tags ? undefined : await fetch("/api/v1/tags").catch(() => undefined);
  if (!answer?.ok) return;
  tags = (await answer.json()).tags.map(({ tag }) => tag);
  if (field.value) show();
}
