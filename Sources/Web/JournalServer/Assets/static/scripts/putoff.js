// What the composer cannot post without a network waits on this device, where its owner has chosen that.
import { one } from "./dom.js";
import { known } from "./held.js";
import { filesOf, forget } from "./sending.js";
import { Vault } from "./vault.js";
import { moment, putOff } from "./waiting.js";

// Puts off what the form says, and leads to where it waits. Returns false where it cannot.
export async function putOffForm(form, draft, submitter) {
  const held = known();
  if (!held || submitter.name === "keep") return false;
  const data = new FormData(form, submitter);
  const fields = Object.fromEntries([...data].filter(([, value]) => typeof value === "string"));
  delete fields.draft;
  const hasPhotos = Boolean(one("[data-photos] > li", form));
  // It is of when it was written. Photos have their own time, or their file's.
  const { zone, dayStart } = form.dataset;
  const now = moment(zone, Number(dayStart));
  if (!hasPhotos && !fields.clock && fields.day === now.day) fields.clock = now.clock;
  const files = filesOf(draft.name);
  try {
    await putOff(new Vault(held.key), { draft: draft.name, owner: document.body.dataset.owner, fields, files });
  } catch {
    return false;
  }
  draft.submitted();
  draft.handOver();
  for (const { key } of files) forget(key);
  location.assign("/");
  return true;
}
