// Photos that a post gets are added as soon as they are chosen, dropped or pasted; what is typed is saved with
// them.
import { one } from "./dom.js";
import { isPhoto, whenDropped, whenPasted } from "./drop.js";
import { say } from "./notice.js";

export function addPhotos(form, isOpen) {
  const field = one("[data-add]", form);
  if (!field) return;
  const send = () => { if (field.files.length > 0) form.requestSubmit(one("[data-stay]", form)); };
  field.addEventListener("change", send);
  const take = (files) => {
    if (!isOpen()) return;
    const chosen = new DataTransfer();
    for (const file of files) {
      if (isPhoto(file)) chosen.items.add(file);
      else say(`${file.name}: ${form.dataset.noPhoto}`, { wrong: true });
    }
    field.files = chosen.files;
    send();
  };
  whenDropped(one("[data-drop-here]"), take);
  whenPasted(take);
}
