// The photos of the composer: each is sent when it is chosen, and then shown as the server has it, with the
// time that it found and with its label.
import { countCaption } from "./captions.js";
import { all, one, randomName } from "./dom.js";
import { later } from "./later.js";
import { discard, join } from "./leavingphoto.js";
import { giveCaption, placeholder, tell } from "./photocard.js";
import { PhotoFields } from "./photofields.js";
import { forget, send, whenTold } from "./sending.js";

export class Photos {
  constructor(form, draft) {
    Object.assign(this, { form, draft, words: form.dataset, jobs: new Map(), gone: new Set() });
    this.fields = new PhotoFields(form, draft);
    this.list = one("[data-photos]", form);
    for (const card of all("li", this.list)) this.fields.watch(card);
    for (const control of all("[data-label] :is(select, input)", form)) {
      control.addEventListener("input", () => this.drawAll());
    }
    one("[data-apart] input", form).addEventListener("change", () => this.count_());
    whenTold((jobs) => {
      this.find(jobs);
      for (const job of jobs) if (job.draft === draft.name) this.told(job);
    });
    this.count_();
  }

  get count() { return all("li", this.list).length; }
  get keys() { return all("li", this.list).map((card) => card.dataset.photo); }
  get waiting() {
    return [...this.jobs.values()].filter((job) => job.state !== "done" && job.state !== "failed").length;
  }

  get failed() { return [...this.jobs.values()].filter((job) => job.state === "failed"); }

  add(files) {
    for (const file of files) {
      const job = { draft: this.draft.name, key: randomName(), name: file.name, state: "waiting", file };
      this.expect(job);
      send(job);
    }
  }

  // One that the server does not have yet.
  expect(job) {
    this.jobs.set(job.key, job);
    this.list.append(placeholder(job, this.words, () => {
      forget(job.key);
      this.taken(job.key);
    }));
    this.draft.exists();
    this.count_();
  }

  // The page's address names a draft of which nothing arrived before the page was made.
  find(jobs) {
    const asked = new URLSearchParams(location.search).get("draft");
    if (asked === this.draft.name || this.count > 0 || this.draft.isThere) return;
    if (jobs.some((job) => job.draft === asked)) this.draft.adopt(asked);
  }

  card(key) { return one(`[data-photo="${key}"]`, this.list); }

  told({ draft, key, name, state, reason }) {
    if (this.gone.has(key)) return;
    if (!this.jobs.has(key)) {
      // It arrived before the page was made; else another page chose it.
      if (this.card(key)) return;
      this.expect({ draft, key, name });
    }
    const job = this.jobs.get(key);
    const card = this.card(key);
    if (!card || job.state === state && state !== "failed") return;
    Object.assign(job, { state, reason });
    if (state === "done") this.show(key);
    else tell(card, this.words, state, reason);
    this.settle();
  }

  // The card as the server makes it, asked for until it comes.
  async show(key, failures = 0) {
    const { file } = this.jobs.get(key) ?? {};
    // The server knows what the journal's clock showed then; a browser may be elsewhere.
    const changed = file ? `?changed=${Math.floor(file.lastModified / 1_000)}` : "";
    const answer = await fetch(`${this.draft.path}/photos/${key}${changed}`).catch(() => undefined);
    const card = this.card(key);
    if (answer?.status === 404) return this.taken(key);
    if (!card || answer?.redirected) return;
    if (!answer?.ok) return later(() => this.show(key, failures + 1), failures);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const made = document.adoptNode(one("li", page));
    const image = one("img", card);
    if (join(this, made, key)) return URL.revokeObjectURL(image.src);
    const goOn = giveCaption(card, made);
    card.replaceWith(made);
    goOn();
    URL.revokeObjectURL(image.src);
    for (const output of all("[data-count-of]", made)) {
      countCaption(document.getElementById(output.dataset.countOf), output);
    }
    this.fields.watch(made);
    if (one("[data-proposed]", made)) this.draft.later();
    delete this.jobs.get(key)?.file;
  }

  drawAll() { for (const card of all("li", this.list)) this.fields.draw(card); }

  remove(key) { return discard(this, key); }

  taken(key) {
    this.card(key)?.remove();
    this.jobs.delete(key);
    this.gone.add(key);
    this.count_();
    this.settle();
  }

  settle() {
    this.finish?.();
    this.changed?.();
  }

  count_() {
    const apart = one("[data-apart]", this.form);
    const choice = one("input", apart);
    apart.hidden = this.count < 2;
    choice.disabled = this.count < 2;
    one("[data-together]", this.form).hidden = this.count < 1 || this.count > 1 && choice.checked;
  }

  // Once none waits any more: whether all came. `wait` is told how many are still to come.
  sent(wait) {
    return new Promise((resolve) => {
      this.finish = () => {
        if (this.waiting > 0) return wait(this.waiting);
        this.finish = undefined;
        resolve(this.failed.length === 0);
      };
      this.finish();
    });
  }
}
