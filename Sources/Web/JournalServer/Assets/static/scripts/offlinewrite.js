// The form in which words are written without a network. They wait on this device.
import { one, randomName } from "./dom.js";
import { say } from "./notice.js";
import { bytesOf, moment, most, putOff, waiting } from "./waiting.js";

const typed = ["title", "words"];
const formOf = (place) => one("[data-write]", place);

export const isTyped = (place) => {
  const form = formOf(place);
  return !form.hidden && typed.some((name) => form.elements[name].value !== form.elements[name].defaultValue);
};

// Shows what waits under the name of a draft, or nothing.
export async function beginWriting(place, vault, draft) {
  const form = formOf(place);
  const post = draft && (await waiting(vault)).find((found) => found.draft === draft);
  form.dataset.draft = post?.draft ?? "";
  for (const name of typed) form.elements[name].defaultValue = post?.fields[name] ?? "";
  form.reset();
  form.elements.words.required = !post?.photos.length;
}

// Puts off what the form says. Returns whether it is.
export async function write(place, vault, owner) {
  const form = formOf(place);
  const draft = form.dataset.draft || randomName();
  const all = await waiting(vault);
  const before = all.find((post) => post.draft === draft);
  const files = [...one("[type=file]", form).files].map((file) => ({ key: randomName(), name: file.name, file }));
  if (bytesOf(all) + files.reduce((sum, { file }) => sum + file.size, 0) > most) {
    say(place.dataset.tooLarge, { wrong: true });
    return false;
  }
  const { day, clock } = moment(place.dataset.zone, Number(place.dataset.dayStart));
  // Photos have their own time, or their file's.
  const when = { day, "default-day": day, ...(files.length === 0 && { clock }) };
  const fields = { ...when, ...before?.fields };
  for (const name of typed) fields[name] = form.elements[name].value;
  await putOff(vault, { draft, owner, fields, files });
  form.dataset.draft = draft;
  for (const name of typed) form.elements[name].defaultValue = form.elements[name].value;
  return true;
}
