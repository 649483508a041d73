// What is typed, kept on the server: a moment after, when the page is left, and when the journal locks.
import { asMade, one } from "./dom.js";
import { watchUnsaved } from "./watch.js";

const pause = 1_000;
// What is longer a page that is left cannot send; the browser asks before it goes.
const longest = 60_000;

export class Draft {
  constructor(form) {
    this.form = form;
    this.isSubmitted = false;
    this.isThere = "unsaved" in form.dataset;
    // The answer to a form that was refused: loaded again it would be that form once more, without what is
    // typed from now on.
    if (this.isThere && !location.search.includes(this.name)) this.showAddress();
    this.last = this.fieldsOf(asMade(form)).toString();
    this.later();
    form.addEventListener("input", () => this.later());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.beacon() : this.back()));
    // Early, too: what a page sends that is already gone, Chromium loses where there is a service worker.
    window.addEventListener("pagehide", () => this.beacon());
    window.addEventListener("beforeunload", (event) => {
      if (this.isChanged && (this.text.length > longest || this.hasFailed)) event.preventDefault();
      else this.beacon();
    });
    watchUnsaved(this);
  }

  get name() { return one('[name="draft"]', this.form).value; }
  get path() { return `/drafts/${this.name}`; }

  // Its first photos are still on their way, so that the server does not know it yet.
  adopt(name) {
    one('[name="draft"]', this.form).value = name;
    this.isThere = true;
  }

  fieldsOf(data) {
    return new URLSearchParams(
      [...data].filter(([name, value]) => typeof value === "string" && name !== "draft"));
  }

  get text() { return this.fieldsOf(new FormData(this.form)).toString(); }
  get isChanged() { return !this.isSubmitted && this.text !== this.last; }

  say(text) { one("[data-state]", this.form).textContent = text; }

  // What the form says is read once nobody types: with long words that takes its time.
  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (this.isChanged) this.send().catch(() => {}); }, pause);
  }

  // Where there is none yet, also without anything that changed: photos are sent to it.
  async send() {
    clearTimeout(this.timer);
    if (this.isSubmitted) return;
    const text = this.text;
    try {
      const answer = await fetch(this.path, {
        method: "POST", body: new URLSearchParams(text), headers: { Accept: "text/plain" },
      });
      if (!answer.ok) throw new Error(await answer.text());
      this.last = text;
      if (this.isHandedOver) this.handOver();
      if (this.hasFailed) document.dispatchEvent(new Event("reached"));
      this.hasFailed = false;
      this.exists();
      this.say(this.form.dataset.kept);
    } catch (error) {
      this.hasFailed = true;
      this.handOver(text);
      const reason = error instanceof TypeError ? this.form.dataset.unreachable : error.message;
      this.say(`${this.form.dataset.notKept} ${reason}`);
      this.timer = setTimeout(() => this.send().catch(() => {}), 5 * pause);
      throw error;
    }
  }

  // From now on the page's address leads to it.
  exists() {
    if (this.isThere) return;
    this.isThere = true;
    this.showAddress();
  }

  showAddress() { history.replaceState(history.state, "", `/new?draft=${this.name}`); }

  // Before the lock: where it is given back after the PIN.
  async keep() {
    if (this.isChanged) await this.send();
    return this.isThere
      ? "/lock?next=" + encodeURIComponent(`/new?draft=${this.name}`) : undefined;
  }

  // The service worker sends what the page could not, where it is left; without a text it has nothing to send.
  handOver(text, isLeft = false) {
    this.isHandedOver = Boolean(text);
    navigator.serviceWorker?.controller?.postMessage({ words: { draft: this.name, text, isLeft } });
  }

  beacon() {
    if (!this.isChanged) return;
    const text = this.text;
    // What is sent blindly without a network is lost.
    if (this.hasFailed || !navigator.onLine) this.handOver(text, true);
    if (text.length <= longest && navigator.sendBeacon(this.path, new URLSearchParams(text))) {
      this.last = text;
      this.isThere = true;
      this.isBlind = true;
    }
  }

  // Nobody said that what was sent blindly has come.
  back() {
    if (!this.isBlind) return;
    this.isBlind = false;
    this.last = undefined;
    this.later();
  }

  submitted() {
    clearTimeout(this.timer);
    this.isSubmitted = true;
  }
}
