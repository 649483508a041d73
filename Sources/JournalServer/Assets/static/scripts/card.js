// A card is drawn anew as soon as something else is chosen for it.
import { all, one } from "./dom.js";
import { say } from "./notice.js";

const form = one("form[data-card]");
const picture = one("[data-card-picture]");
const shapes = { square: [1080, 1080], story: [1080, 1920], wide: [1920, 1080] };

form?.addEventListener("change", () => {
  const fields = new FormData(form);
  const address = `/api/v1/texts/card?${new URLSearchParams(fields)}`;
  [picture.width, picture.height] = shapes[fields.get("shape")];
  picture.src = address;
  for (const link of all("a[download]", picture.closest("[data-photo]"))) link.href = address;
  one("[data-share]", picture.closest("[data-photo]")).dataset.share = address;
});

picture?.addEventListener("error", () => say(picture.dataset.failed, { wrong: true }));
