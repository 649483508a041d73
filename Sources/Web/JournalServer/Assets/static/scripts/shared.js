// What another program shares is asked about before it is kept: another site can send the same. It comes from
// the service worker, and becomes a draft as what is typed and chosen in the composer does.
import { element, one, randomName } from "./dom.js";
import { isPhoto } from "./drop.js";
import { say } from "./notice.js";
import { send } from "./sending.js";

const place = one("[data-shared]");
const form = one("form", place);
const words = place.dataset;
const { owner } = document.body.dataset;

// Nothing where the page is opened by hand, or once more.
function handedOver() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", (event) => resolve(event.data));
    port1.start();
    navigator.serviceWorker?.controller?.postMessage({ shared: owner }, [port2]);
    setTimeout(resolve, 3_000);
  });
}

const settle = () => navigator.serviceWorker.controller?.postMessage("settled");

const shared = await handedOver();
if (shared) ask(shared);

function ask(entries) {
  const text = (name) => entries.filter(([key, value]) => key === name && typeof value === "string")
    .map(([, value]) => value.trim()).filter((value) => value)[0] ?? "";
  const files = entries.map(([, value]) => value).filter((value) => value instanceof File && value.size > 0);
  const photos = files.filter(isPhoto);
  for (const file of files) if (!isPhoto(file)) say(`${file.name}: ${words.noPhoto}`, { wrong: true });
  const isTitle = text("title").length <= Number(words.titleLimit);
  const title = isTitle ? text("title") : "";
  const lines = [isTitle ? "" : text("title"), text("text"), text("url")].filter((line) => line);
  if (photos.length + lines.length === 0 && !title) return;

  one("blockquote", form).append(...[title, ...lines].filter((line) => line).map((line) => element("p", {}, line)));
  one("ul", form).append(...photos.map(item));
  one("[data-nothing]", place).remove();
  form.hidden = false;
  const draft = randomName();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(draft, { owner, path: "/new", title, words: lines.join("\n\n") }, photos);
  });
  one("a", form).addEventListener("click", settle);
  one("button", form).focus();
}

function item(file) {
  const image = element("img", { src: URL.createObjectURL(file), alt: "" });
  // What the browser cannot show is named alone.
  image.addEventListener("error", () => image.remove());
  return element("li", {}, image, element("bdi", {}, file.name));
}

async function keep(draft, fields, photos) {
  const button = one("button", form);
  button.disabled = true;
  try {
    const answer = await fetch(`/drafts/${draft}`, {
      method: "POST", body: new URLSearchParams(fields), headers: { Accept: "text/plain" },
    });
    if (!answer.ok) throw new Error(await answer.text());
    for (const file of photos) await send({ draft, key: randomName(), name: file.name, file });
    settle();
    location.replace(`/new?draft=${draft}`);
  } catch (error) {
    button.disabled = false;
    say(error instanceof TypeError ? words.unreachable : error.message, { wrong: true });
  }
}
