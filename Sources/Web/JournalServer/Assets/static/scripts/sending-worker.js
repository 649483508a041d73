// The service worker's part in sending photos: it goes on while one moves from page to page, and tells all
// pages how far it is. It keeps the photos in memory alone.
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
}
