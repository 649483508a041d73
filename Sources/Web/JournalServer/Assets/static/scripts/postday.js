// The day of a post: the one that was chosen, or else that of its first photo, which the chip says as soon as it
// is known.
import { tellDay } from "./composerchips.js";
import { one } from "./dom.js";

// The day by the journal's clock; nothing where no time is known.
function dayOf(card, start) {
  const field = one('[name^="time."]', card);
  const text = field?.value || field?.dataset.taken;
  if (!text?.includes("T")) return text;
  const at = Date.parse(`${text}Z`);
  return Number.isNaN(at) ? "" : new Date(at - 1_000 * start).toISOString().slice(0, 10);
}

// `changed` is told when the day is another without that anybody chose it.
export function followPhotos(form, changed) {
  const [day, usual] = [one("#day", form), one("[data-default-day]", form)];
  const list = one("[data-photos]", form);
  const apart = one("[data-apart] input", form);
  // What it is without photos.
  const own = one("li", list) ? one("[data-today]", form).dataset.today : day.value;
  const follow = () => {
    if (!usual.value || usual.value !== day.value) return;
    const first = one("li", list);
    const isApart = apart.checked && !apart.disabled;
    // One that is still on its way tells nothing.
    if (first && !isApart && !first.dataset.path) return;
    const next = first && !isApart && dayOf(first, Number(form.dataset.dayStart)) || own;
    if (next === day.value) return;
    day.value = usual.value = next;
    tellDay(form);
    changed();
  };
  day.addEventListener("input", () => { usual.value = ""; });
  new MutationObserver(follow).observe(list, { childList: true });
  list.addEventListener("input", follow);
  apart.addEventListener("change", follow);
  follow();
}
