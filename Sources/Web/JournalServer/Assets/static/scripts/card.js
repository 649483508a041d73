// A card is drawn anew as soon as something else is chosen for it.
import { all, one } from "./dom.js";

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

// Where there is no card there is nothing to download.
picture?.addEventListener("error", () => show(false));
picture?.addEventListener("load", () => show(true));

function show(isDrawn) {
  const [actions, failure] = [one(".actions", picture.parentElement), one("[data-failure]", picture.parentElement)];
  [picture.hidden, actions.hidden, failure.hidden] = [!isDrawn, !isDrawn, isDrawn];
}
