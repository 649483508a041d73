// The chips of the composer: each says what is chosen behind it, and one is open at a time.
import { all, one } from "./dom.js";

const chip = (form, name) => one(`[data-chip="${name}"]`, form);
const language = document.documentElement.lang;

export function tellDay(form) {
  const says = one("[data-says]", chip(form, "day"));
  const [day, clock] = [one("#day", form).value, one("#clock", form).value];
  // An old photo's day is not to look like one of this year.
  const more = day.slice(0, 4) === says.dataset.today.slice(0, 4) ? { weekday: "short" } : { year: "numeric" };
  const date = day && new Intl.DateTimeFormat(
    language, { month: "short", day: "numeric", timeZone: "UTC", ...more }).format(new Date(day));
  const name = day === says.dataset.today ? says.dataset.text : date;
  const time = clock && new Intl.DateTimeFormat(
    language, { timeStyle: "short", timeZone: "UTC" }).format(new Date(`2000-01-01T${clock}Z`)).replace("\u202f", "\u00a0");
  says.textContent = [name, time].filter(Boolean).join(", ");
}

function tellMood(form) {
  const box = chip(form, "mood");
  const label = one('[name="mood"]:checked:not([value=""])', form)?.closest("label");
  one("[data-face]", box).replaceChildren(...(label ? [...one(".face", label).cloneNode(true).childNodes] : []));
  const says = one("[data-says]", box);
  says.textContent = label ? one("span:last-child", label).textContent : says.dataset.text;
  one("[data-mood-first]", box).hidden = Boolean(label) || !isMorning(form);
}

const isMorning = (form) => Boolean(one('[name="morning"][value="1"]:checked', form));

// A morning page has a mood too: whether one is still to be chosen, which is shown.
export function lacksMood(form) {
  const box = chip(form, "mood");
  if (!isMorning(form) || !one("#words", form).value.trim()) return false;
  if (one('[name="mood"]:checked:not([value=""])', form)) return false;
  box.open = true;
  one("[name=mood]", box).focus();
  return true;
}

function tellTags(form) {
  const says = one("[data-says]", chip(form, "tags"));
  says.textContent = one("#tags", form).value.trim().replace(/,$/, "") || says.dataset.text;
}

export function watchChips(form) {
  const boxes = all("details.pill", form);
  const tell = () => [tellDay, tellMood, tellTags].forEach((act) => act(form));
  // Not with each letter of the words: with what it changes the browser looks at all of the page's style.
  form.addEventListener("input", ({ target }) => { if (target === form || target.closest(".pills")) tell(); });
  tell();
  const close = (but) => { for (const box of boxes) if (box !== but) box.open = false; };
  for (const box of boxes) {
    box.addEventListener("toggle", () => {
      if (!box.open) return;
      close(box);
      if (box.dataset.chip === "tags") one("input", box).focus();
    });
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || !box.open) return;
      event.preventDefault();
      box.open = false;
      one("summary", box).focus();
    });
  }
  // What is typed is not to be below it.
  one("#words", form).addEventListener("input", () => { for (const box of boxes) if (box.open) box.open = false; });
  // By the path: what is touched may be gone by now, as a tag is that was taken.
  document.addEventListener("pointerdown", (event) => {
    close(boxes.find((box) => event.composedPath().includes(box)));
  });
  // Touched again, a face is no longer chosen; one that is touched closes what it is in.
  for (const face of all('[name="mood"]', form)) {
    let was = false;
    face.closest("label").addEventListener("pointerdown", () => { was = face.checked; });
    face.addEventListener("click", (event) => {
      if (was && face.value) {
        one('[name="mood"][value=""]', form).checked = true;
        form.dispatchEvent(new Event("input"));
      }
      was = false;
      // By keys one goes through the others first.
      if (event.detail > 0) {
        chip(form, "mood").open = false;
        one("summary", chip(form, "mood")).focus();
      }
    });
  }
}
