// The service worker's part in sending photos: it goes on while one moves from page to page, tells all pages
// how far it is, and takes what another program shares. It keeps the photos in memory alone.
"use strict";

{
  const jobs = new Map();
  const pages = new BroadcastChannel("sending");
  let line = Promise.resolve();
  // Those that are done are told of for a while.
  const memory = 20_000;

  const tell = () => pages.postMessage(
    [...jobs.values()].map(({ draft, key, name, state, reason }) => ({ draft, key, name, state, reason })));

  async function sendOne(key) {
    const job = jobs.get(key);
    if (job?.state !== "waiting") return;
    job.state = "sending";
    tell();
    const body = new FormData();
    body.append("key", key);
    body.append("photo", job.file, job.name);
    try {
      const answer = await fetch(`/drafts/${job.draft}/photos`, {
        method: "POST", body, headers: { Accept: "text/plain" },
      });
      // Removed while it was on its way.
      if (answer.ok && job.isDropped) {
        await fetch(`/drafts/${job.draft}/photos/${key}/discard`, { method: "POST" });
      }
      job.state = answer.ok ? "done" : "failed";
      job.reason = answer.ok ? undefined : await answer.text();
    } catch {
      Object.assign(job, { state: "failed", reason: undefined });
    }
    if (job.state === "done") {
      delete job.file;
      job.end = Date.now();
    }
    tell();
  }

  function queue(key) {
    line = line.then(() => sendOne(key));
    return line;
  }

  self.addEventListener("message", (event) => {
    const message = event.data?.sending;
    if (!message) return;
    if (message.add) {
      // What was done before this belongs to an earlier choice.
      const isBusy = [...jobs.values()].some((job) => job.state !== "done");
      if (!isBusy) jobs.clear();
      jobs.set(message.add.key, { ...message.add, state: "waiting" });
      event.waitUntil(queue(message.add.key));
    } else if (message.retry) {
      const job = jobs.get(message.retry);
      if (job?.state !== "failed") return;
      job.state = "waiting";
      event.waitUntil(queue(job.key));
    } else if (message.forget) {
      const job = jobs.get(message.forget);
      if (job) job.isDropped = true;
      jobs.delete(message.forget);
    } else if (message.clear) {
      for (const [key, job] of jobs) if (job.draft === message.clear) jobs.delete(key);
    } else if (message.tell) {
      for (const [key, job] of jobs) if (job.end && Date.now() - job.end > memory) jobs.delete(key);
    } else if (message.seen) {
      for (const key of message.seen) if (jobs.get(key)?.state === "done") jobs.delete(key);
      return;
    }
    tell();
  });

  // A phone's gallery sends a form as no page of this server does: it is sent on as one.
  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "POST" || url.pathname !== "/share" || request.mode !== "navigate") return;
    event.respondWith(share(request));
  });

  async function share(request) {
    try {
      const answer = await fetch("/share", { method: "POST", body: await request.formData() });
      return Response.redirect(answer.redirected ? answer.url : "/new", 303);
    } catch {
      return (await caches.match("/assets/offline.html")) ?? Response.error();
    }
  }
}
