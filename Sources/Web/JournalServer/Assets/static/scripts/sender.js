// Sends photos from the page itself, where there is no service worker: they are lost with the page, which
// therefore asks before it is left.
import "./sending-queue.js";

let hear = () => {};
const queue = new self.SendingQueue((list) => hear(list));

export function take(message, act) {
  hear = act;
  queue.take(message);
}

window.addEventListener("beforeunload", (event) => {
  if (queue.jobs.some((job) => job.file)) event.preventDefault();
});
