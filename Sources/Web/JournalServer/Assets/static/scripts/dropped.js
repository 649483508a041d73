// A photo that is dropped on a page without a place for it is taken along to a new post; anywhere else the
// browser would open it in the tab.
import { one, randomName } from "./dom.js";
import { isPhoto, whenDropped } from "./drop.js";
import { send } from "./sending.js";

const most = 50;

if (!one("[data-compose]")) {
  whenDropped(undefined, async (files) => {
    // A post that is being edited gets them.
    if (one(".entry.editing")) return;
    const photos = files.filter(isPhoto).slice(0, most);
    if (!one("header.bar") || photos.length === 0) return;
    // Only a service worker still has them on the next page.
    if (!navigator.serviceWorker?.controller) return location.assign("/new#drop");
    const draft = randomName();
    for (const file of photos) await send({ draft, key: randomName(), name: file.name, file });
    location.assign(`/new?draft=${draft}`);
  });
}
