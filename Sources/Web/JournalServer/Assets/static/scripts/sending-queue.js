// Photos on their way to the drafts that they wait in, one after the other: the service worker's, and the
// page's where there is none. Not a module, because Firefox gives a service worker none.
"use strict";

self.SendingQueue = class {
  #jobs = new Map();
  #line = Promise.resolve();
  #tell;

  // `tell` is given the list of all jobs whenever one of them has changed.
  constructor(tell) { this.#tell = tell; }

  get jobs() { return [...this.#jobs.values()]; }

  tell() {
    this.#tell(this.jobs.map(({ owner, draft, key, name, state, reason, isSeen }) =>
      ({ owner, draft, key, name, state, reason, isSeen })));
  }

  drop(isDropped) {
    for (const job of this.jobs) if (isDropped(job)) this.#jobs.delete(job.key);
  }

  // What a page asks for. Returns once that is done.
  take({ add, retry, forget, clear }) {
    let done;
    if (add && !this.#jobs.has(add.key)) {
      this.#jobs.set(add.key, { ...add, state: "waiting" });
      done = this.#queue(add.key);
    } else if (retry && this.#jobs.get(retry)?.state === "failed") {
      this.#jobs.get(retry).state = "waiting";
      done = this.#queue(retry);
    } else if (forget) {
      const job = this.#jobs.get(forget);
      if (job) job.isDropped = true;
      this.#jobs.delete(forget);
    } else if (clear) {
      // What came to the draft meanwhile is still to be sent.
      this.drop((job) => job.draft === clear && job.state === "done");
    }
    this.tell();
    return done;
  }

  #queue(key) {
    this.#line = this.#line.then(() => this.#send(key));
    return this.#line;
  }

  async #send(key) {
    const job = this.#jobs.get(key);
    if (job?.state !== "waiting") return;
    job.state = "sending";
    this.tell();
    const form = new FormData();
    form.append("owner", job.owner);
    form.append("key", key);
    form.append("photo", job.file, job.name);
    const path = `/drafts/${job.draft}/photos`;
    try {
      // Read before it is sent, so that sending does not hang on the page that handed the file over.
      const whole = new Response(form);
      const headers = { Accept: "text/plain", "Content-Type": whole.headers.get("content-type") };
      const answer = await fetch(path, { method: "POST", body: await whole.arrayBuffer(), headers });
      // Removed while it was on its way.
      if (answer.ok && job.isDropped) await fetch(`${path}/${key}/discard`, { method: "POST" });
      job.state = answer.ok ? "done" : "failed";
      job.reason = answer.ok ? undefined : await answer.text();
    } catch {
      Object.assign(job, { state: "failed", reason: undefined });
    }
    if (job.state === "done") {
      delete job.file;
      job.end = Date.now();
    }
    this.tell();
  }
};
