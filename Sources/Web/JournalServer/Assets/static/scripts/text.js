// What is done with a text: marks by one tap, and sharing.
import { one } from "./dom.js";
import "./share.js";
import { say } from "./notice.js";

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-mark]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  const button = event.submitter;
  const isHeart = button.classList.contains("heart");
  const body = new URLSearchParams([...new FormData(form, button), ["script", "1"]]);
  if (isHeart) toggle(button);
  // What is wrong is told in words.
  const headers = { Accept: "text/plain" };
  const answer = await fetch(form.action, { method: "POST", headers, body }).catch(() => undefined);
  if (answer?.status === 401 || answer?.status === 423) return location.reload();
  if (!answer?.ok) {
    if (isHeart) toggle(button);
    say(answer ? await answer.text() : form.dataset.unreachable, { wrong: true });
    return;
  }
  const label = one("[data-uses]", form);
  label.textContent = await answer.text() || label.dataset.unused;
  if (button.value === "use") say(label.textContent, { action: { text: form.dataset.undo, run: () => undo(form) } });
});

// A use too many is taken away again.
function undo(form) {
  const button = one("button.use", form);
  button.value = "unuse";
  form.requestSubmit(button);
  button.value = "use";
}

// What the next tap is to do is what this one is not.
function toggle(button) {
  const isHearted = button.value === "heart";
  button.value = isHearted ? "unheart" : "heart";
  button.setAttribute("aria-pressed", String(isHearted));
}
