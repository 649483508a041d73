// Passkeys: one is added in the settings, unlocks the journal or signs in. What goes between the server and
// the authenticator is written by hand, for browsers whose credentials do not do that themselves.
import { all, ofPage } from "./dom.js";
import { say } from "./notice.js";

const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const known = ({ type, id }) => ({ type, id: bytes(id) });

// What the server says was wrong, in the page's language.
class Refusal extends Error {}

async function send(path, body) {
  const answer = await fetch(path, {
    method: "POST", body: body && JSON.stringify(body),
    headers: { Accept: "text/plain", ...ofPage(), ...(body && { "Content-Type": "application/json" }) },
  });
  if (!answer.ok) throw new Refusal(await answer.text());
  return answer.json();
}

async function add(form) {
  const pin = form.elements.pin?.value;
  const options = await send("/settings/passkeys/options", pin && { pin });
  const publicKey = {
    ...options, challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(known),
  };
  const { response } = await navigator.credentials.create({ publicKey });
  const { id } = await send("/settings/passkeys", {
    clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject),
  });
  location.assign(`/settings/passkeys/${id}?saved=1`);
}

// The path under which the server gives a challenge and takes what answers it.
async function use(path, next) {
  const options = await send(`${path}/options`);
  const publicKey = {
    ...options, challenge: bytes(options.challenge), allowCredentials: options.allowCredentials.map(known),
  };
  const { rawId, response } = await navigator.credentials.get({ publicKey });
  const { hasFailedTries } = await send(path, {
    id: text(rawId), clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData), signature: text(response.signature),
    ...(response.userHandle && { userHandle: text(response.userHandle) }),
  });
  location.replace(hasFailedTries ? `/tries?next=${encodeURIComponent(next)}` : next);
}

const ceremonies = {
  add,
  unlock: (form) => use("/unlock/passkey", form.dataset.next),
  "sign-in": (form) => use("/sign-in/passkey", form.dataset.next),
};

for (const form of all("form[data-passkey]")) {
  const button = form.querySelector("button");
  if (!window.PublicKeyCredential) {
    button.disabled = true;
    if (form.dataset.missing) button.title = form.dataset.missing;
    else form.hidden = true;
    continue;
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    try {
      await ceremonies[form.dataset.passkey](form);
    } catch (error) {
      // Who closes the browser's dialog need not be told; what else it says is for programmers.
      const isRefusal = error instanceof Refusal && error.message;
      say(isRefusal ? error.message : form.dataset.failed, { wrong: true });
      button.disabled = false;
      button.focus();
    }
  });
}
