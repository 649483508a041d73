// What is typed into a form and not saved: the server keeps it as one types, and when the page is left or
// the journal locks; it is there again where the form is. Nothing of it is stored in the browser.
import { asMade } from "./dom.js";

const pause = 800;
// What a page that is left can still send (Fetch standard: 64 kibibytes for all of them).
const longest = 60_000;

export class Unsaved {
  constructor(form) {
    this.form = form;
    this.isSent = false;
    const made = textOf(asMade(form));
    [this.first, this.onServer] = "unsaved" in form.dataset ? [undefined, made] : [made, undefined];
    if ("refused" in form.dataset) {
      // The answer to a form: loaded again it would be that form once more, without what is typed since.
      history.replaceState(history.state, "", form.getAttribute("action"));
      this.onServer = undefined;
    }
    if (this.isToKeep) this.soon();
    form.addEventListener("input", () => this.soon());
    form.addEventListener("change", () => this.soon());
    document.addEventListener("click", (event) => this.follow(event));
    window.addEventListener("pagehide", () => this.beacon());
    // Before the next page is asked for, which may be this one again.
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.beacon(); });
    window.addEventListener("beforeunload", (event) => {
      if (!this.isToKeep) return;
      if (this.text.length > longest) event.preventDefault();
      else this.beacon();
    });
  }

  get fields() { return new URLSearchParams(textsOf(new FormData(this.form))); }
  get text() { return textOf(new FormData(this.form)); }
  get isThere() { return !this.isSent && this.text !== this.first; }
  get isToKeep() { return this.isThere && !this.isDropped && this.text !== this.onServer; }

  // What is sent to be kept, and not saved.
  get kept() {
    const fields = this.fields;
    fields.set("keep", "1");
    return fields;
  }

  soon() {
    clearTimeout(this.timer);
    this.isDropped = false;
    this.timer = setTimeout(() => this.store(), pause);
  }

  async store() {
    if (!this.isThere && this.onServer !== undefined) return this.forget();
    if (!this.isToKeep) return;
    const text = this.text;
    // Where it leads is not asked for.
    this.storing = this.post(this.kept, "manual").catch(() => undefined);
    const answer = await this.storing;
    this.storing = undefined;
    if (answer?.type === "opaqueredirect") this.onServer = text;
  }

  // The page of another photo of the form shows what the form says: it is asked for once the server has that.
  follow(event) {
    const link = event.target.closest("a[href]");
    const isOfForm = link?.pathname === location.pathname && link.search.includes("photo=");
    if (!isOfForm || !(this.isToKeep || this.storing) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.settle().then(() => this.store()).finally(() => location.assign(link.href));
  }

  // Nothing is kept any more by what was begun before.
  async settle() {
    clearTimeout(this.timer);
    await this.storing;
  }

  // The address at which the form has what was typed; nothing where that is nothing.
  async keep() {
    if (!this.isThere) return undefined;
    const answer = await this.post(this.kept);
    if (!answer.redirected) throw new Error(answer.statusText);
    this.isSent = true;
    return answer.url;
  }

  beacon() {
    if (this.isToKeep && navigator.sendBeacon(this.form.action, this.kept)) this.onServer = this.text;
  }

  // What was kept is not wanted any more, and nothing is until somebody types again.
  forget() {
    clearTimeout(this.timer);
    this.isDropped = true;
    const body = new URLSearchParams({ draft: this.fields.get("draft") });
    const drop = () => navigator.sendBeacon(`${this.form.action}/discard`, body);
    if (this.onServer !== undefined || this.storing) drop();
    this.storing?.then(drop);
    this.onServer = undefined;
  }

  post(body, redirect = "follow") {
    return fetch(this.form.action, { method: "POST", body, redirect });
  }
}

// As far as a person types it.
function textOf(data) {
  for (const name of ["version", "draft"]) data.delete(name);
  return new URLSearchParams(textsOf(data)).toString();
}

// Files are sent when they are saved.
function textsOf(data) { return [...data].filter(([, value]) => typeof value === "string"); }
