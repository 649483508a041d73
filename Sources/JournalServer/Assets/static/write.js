// Forms of words: nothing that was typed is lost when the page is left, when the server cannot be reached
// or when the journal locks, and nothing of it is stored in the browser.
"use strict";

const words = one("[data-words]");

class Unsaved {
  constructor(form) {
    this.form = form;
    this.isSent = false;
    this.first = "unsaved" in form.dataset ? undefined : this.text;
    window.addEventListener("beforeunload", (event) => {
      if (this.isThere) event.preventDefault();
    });
    window.addEventListener("pageshow", () => this.sending(false));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
  }

  get fields() { return new URLSearchParams(new FormData(this.form)); }
  get text() { return this.fields.toString(); }
  get isThere() { return !this.isSent && this.text !== this.first; }

  // What is sent to be kept, and not saved.
  get kept() {
    const fields = this.fields;
    fields.set("keep", "1");
    return fields;
  }

  async keep() {
    if (!this.isThere) return undefined;
    const answer = await this.post(this.kept);
    if (!answer.redirected) throw new Error(answer.statusText);
    this.isSent = true;
    return answer.url;
  }

  // What is longer than a beacon stays in the page, and is sent when somebody comes back to it.
  beacon() {
    if (this.isThere) navigator.sendBeacon(this.form.action, this.kept);
  }

  post(body) { return fetch(this.form.action, { method: "POST", body }); }

  // The page stays until the server has what was typed.
  async send() {
    this.sending(true);
    const answer = await this.post(this.fields).catch(() => undefined);
    const isShownAgain = [404, 409, 412, 422].includes(answer?.status);
    if (!answer?.redirected && !isShownAgain) {
      this.sending(false);
      return this.say(answer);
    }
    this.isSent = isStaying = true;
    if (answer.redirected) location.assign(answer.url);
    // The browser asks again, and shows what the server says beside what was typed.
    else this.form.submit();
  }

  async say(answer) {
    const text = await answer?.text().catch(() => "");
    const reason = text && one(".gate p", new DOMParser().parseFromString(text, "text/html"));
    const result = one("[data-result]", this.form);
    result.textContent = reason?.textContent ?? this.form.dataset.unreachable;
    result.hidden = false;
  }

  sending(isSending) {
    this.isSent = isSending;
    for (const button of all("button", this.form)) button.disabled = isSending;
    one("[data-result]", this.form).hidden = true;
  }
}

// Counted only where there may be too many: a character has at least one unit.
function countWords(field) {
  const output = one("#words-wrong");
  const limit = Number(field.dataset.limit);
  let timer;
  const show = () => {
    const count = field.value.length > limit ? countCharacters(field.value) : 0;
    const isOver = count > limit;
    output.textContent = isOver ? filled(output.dataset.text, { count, limit }) : "";
    field.setAttribute("aria-invalid", String(isOver));
    field.setCustomValidity(output.textContent);
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, field.value.length > limit ? 300 : 0);
  });
}

if (words) {
  unsaved = new Unsaved(words);
  countWords(one("#words", words));
}
