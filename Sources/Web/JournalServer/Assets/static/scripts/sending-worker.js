// The service worker's part in sending photos: it goes on while one moves from page to page, and tells all
// pages how far it is. It keeps the photos in memory alone.
"use strict";

importScripts("/assets/sending-queue.js");

{
  const pages = new BroadcastChannel("sending");
  const queue = new self.SendingQueue((list) => pages.postMessage(list));
  // Those that are done are told of for a while.
  const memory = 20_000;

  self.addEventListener("message", (event) => {
    const message = event.data?.sending;
    if (!message) return;
    if (message.seen) return queue.drop((job) => job.state === "done" && message.seen.includes(job.key));
    if (message.tell) queue.drop((job) => Date.now() - job.end > memory);
    // What was done before this belongs to an earlier choice.
    if (message.add && queue.jobs.every((job) => job.state === "done")) queue.drop(() => true);
    const done = queue.take(message);
    if (done) event.waitUntil(done);
  });
}
