// The service worker's part in sending photos: it goes on while one moves from page to page, and tells all
// pages how far it is. Words that could not be sent before their page was left go to their draft as soon as they
// can. It keeps all of it in memory alone.
"use strict";

importScripts("/assets/sending-queue.js");

{
  const pages = new BroadcastChannel("sending");
  const queue = new self.SendingQueue((list) => pages.postMessage(list));
  // For so long after a photo has arrived the bar says so, and the page of its draft learns of it: the server may
  // have made that page before.
  const news = 20_000;
  const memory = 600_000;

  self.addEventListener("message", (event) => {
    const message = event.data?.sending;
    if (!message) return;
    // Of those that are done; what was done before a new choice belongs to an earlier one.
    const { owner } = message.add ?? {};
    const isOld = message.add && queue.jobs.every((job) => job.owner !== owner || job.state === "done");
    for (const job of queue.jobs) {
      if (job.state !== "done") continue;
      job.isSeen ||= isOld || message.seen?.includes(job.key) || Date.now() - job.end > news;
    }
    if (message.seen) return;
    if (message.tell) queue.drop((job) => Date.now() - job.end > memory);
    const done = queue.take(message);
    if (done) event.waitUntil(done);
  });

  // By their drafts: what was typed last, as its form says it.
  const words = new Map();
  // Whoever is to be asked for a PIN, or signed in, first.
  const later = [401, 409, 423, 429];

  async function sendWords() {
    for (const [draft, text] of words) {
      const body = new URLSearchParams(text);
      const answer = await fetch(`/drafts/${draft}`, { method: "POST", body }).catch(() => undefined);
      const isOver = answer && answer.status < 500 && !later.includes(answer.status);
      if (isOver && words.get(draft) === text) words.delete(draft);
    }
  }

  // A page that was left says the last; one that has sent them itself takes them back.
  self.addEventListener("message", (event) => {
    const { draft, text, isLeft } = event.data?.words ?? {};
    if (text) words.set(draft, text);
    else words.delete(draft);
    if (isLeft) event.waitUntil(sendWords());
  });
  // The page for when there is no network looks for the server again and again.
  self.addEventListener("fetch", (event) => { if (words.size > 0) event.waitUntil(sendWords()); });
}
