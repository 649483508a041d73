// One photo to be posted: its preview, its own caption and time, and the request that posts it. A
// request that failed is sent again with the same key: it posts once.
"use strict";

class PhotoCard {
  key = randomKey();
  isDone = false;

  // `form` has the page's words and what the photos have in common.
  constructor(photo, form) {
    Object.assign(this, { photo, form, words: form.words });
    const id = "upload-" + this.key;
    this.image = element("img", { src: URL.createObjectURL(photo), alt: photo.name });
    this.label = element("span", { ariaHidden: "true" });
    this.preview = element("div", { className: "preview" }, this.image, this.label);
    this.caption = element("textarea", { id: id + "-caption", rows: 2 });
    this.caption.dataset.limit = one("#caption").dataset.limit;
    const count = element("p", { id: id + "-count", className: "quiet" });
    Object.assign(count.dataset, one("#caption-count").dataset);
    this.time = element("input", { id: id + "-time", type: "datetime-local", step: 1 });
    this.source = element("p", { id: id + "-source", className: "quiet" });
    this.progress = element("progress", { max: 1, value: 0, hidden: true });
    this.progress.setAttribute("aria-label", photo.name);
    this.state = element("p", { className: "state", role: "status" }, this.words.waiting);
    this.remove = element("button", { type: "button", textContent: this.words.remove });
    this.remove.setAttribute("aria-label", `${this.words.remove}: ${photo.name}`);
    this.node = element(
      "li", {}, this.preview, element(
        "div", {}, element(
          "div", { className: "name" }, element("strong", {}, photo.name), this.remove),
        field(this.words.captionLabel, this.caption, count),
        field(this.words.timeLabel, this.time, this.source), this.progress, this.state));
    countCaption(this.caption, count);
    this.remove.addEventListener("click", () => this.forget());
    this.time.addEventListener("input", () => {
      this.isTyped = true;
      this.source.textContent = "";
      this.draw();
    });
    this.image.addEventListener("load", () => this.draw());
    // What the browser cannot show (HEIC) is posted all the same.
    this.image.addEventListener("error", () => { this.preview.hidden = true; });
    this.readTime();
  }

  draw() { this.form.label.draw(this.label, this.image, this.time.value); }

  // Only a time that was corrected is sent.
  async readTime() {
    const found = await photoTime(this.photo, this.words.zone);
    if (this.isTyped) return;
    if (found) this.setTime(found.text, this.words[found.source]);
    else this.source.textContent = one("#time-hint").textContent;
  }

  proposeTime() {
    if (this.time.value) return;
    this.setTime(fileTime(this.photo), this.words.fromFile);
    this.isTyped = true;
  }

  setTime(text, source) {
    this.time.value = text;
    this.source.textContent = source;
    this.draw();
  }

  forget() {
    URL.revokeObjectURL(this.image.src);
    this.node.remove();
    this.form.removed(this);
  }

  body() {
    const body = new FormData();
    // Fields before the photo, so that they are known when it comes.
    body.append("caption", this.caption.value);
    if (this.isTyped && this.time.value) body.append("time", this.time.value);
    for (const [name, value] of this.form.details()) body.append(name, value);
    body.append("photo", this.photo, this.photo.name);
    return body;
  }

  send() {
    this.progress.hidden = false;
    this.remove.hidden = true;
    this.state.classList.remove("wrong");
    this.state.textContent = this.words.sending;
    return new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open("POST", "/api/v1/posts");
      request.setRequestHeader("Idempotency-Key", this.key);
      request.responseType = "json";
      request.upload.addEventListener("progress", (event) => {
        if (event.lengthComputable) this.progress.value = event.loaded / event.total;
      });
      request.addEventListener("loadend", () => resolve(this.finish(request)));
      request.send(this.body());
    });
  }

  finish(request) {
    const answer = request.response ?? {};
    this.progress.hidden = true;
    this.isDone = request.status === 200 || request.status === 201;
    if (request.status === 401 || request.status === 423) location.assign("/lock?next=/new");
    if (!this.isDone) return this.fail(request.status, answer);
    this.day = answer.day;
    for (const control of [this.caption, this.time]) control.disabled = true;
    this.state.replaceChildren(
      this.words.done + " ",
      element("a", { href: `/posts/${answer.number}`, textContent: this.words.show }));
  }

  fail(status, answer) {
    this.remove.hidden = false;
    if (answer.type === "/problems/no-time") this.proposeTime();
    const retry = element("button", { type: "button", textContent: this.words.retry });
    retry.setAttribute("aria-label", `${this.words.retry}: ${this.photo.name}`);
    retry.addEventListener("click", () => this.form.send([this]));
    const reason = status === 0 ? this.words.unreachable
      : this.form.problems[answer.type?.split("/").at(-1)] ?? answer.detail ?? status;
    this.state.classList.add("wrong");
    this.state.replaceChildren(element("span", {}, `${this.words.failed}: ${reason}`), retry);
  }
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function field(name, control, hint) {
  control.setAttribute("aria-describedby", hint.id);
  const label = element("label", { htmlFor: control.id, textContent: name });
  return element("div", { className: "field" }, label, control, hint);
}

// 128 random bits; randomUUID is missing where there is no TLS.
function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
