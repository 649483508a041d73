// A photo of the post is put where the caret is, as Markdown that shows it by its place.
import { all, element, one } from "./dom.js";

const reference = ({ caption, number }) => {
  const text = caption?.trim().replace(/\s+/g, " ") ?? "";
  return `![${text.replace(/[[\]\\]/g, "\\$&")}](photo:${number})`;
};

// The photos of a list that the server has, by their places; those that are still on their way have theirs.
export const photosIn = (list) => all("li", list)
  .map((card, index) => ({
    card, number: index + 1, image: one("img", card), caption: one('[name^="caption."]', card)?.value,
  }))
  .filter(({ card }) => card.dataset.path);

// The button is there where a photo is; where there are several it shows them to choose from. `act` is given
// the Markdown that shows the chosen one. What is returned looks again whether there are any.
export function whenPhotoChosen(button, photos, act) {
  const choice = element("div", { className: "photo-choice" });
  choice.popover = "auto";
  button.after(choice);
  const show = () => { button.hidden = photos().length === 0; };
  show();
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    const all = photos();
    if (all.length === 1) return act(reference(all[0]));
    choice.replaceChildren(...all.map((photo) => {
      const { src, alt } = photo.image;
      const made = element("button", { type: "button" }, element("img", { src, alt }));
      made.addEventListener("click", () => {
        choice.hidePopover();
        act(reference(photo));
      });
      return made;
    }));
    choice.showPopover();
    one("button", choice).focus();
  });
  return show;
}

// The same of a list whose photos come and go.
export function whenPhotoChosenIn(list, button, act) {
  const show = whenPhotoChosen(button, () => photosIn(list), act);
  new MutationObserver(show).observe(list, { childList: true });
}
