// Sends photos to the drafts that they wait in, one after the other: for the page itself where there is no
// service worker, which has the same in its own file.
const jobs = new Map();
let line = Promise.resolve();
let hear = () => {};

export function take(message, act) {
  hear = act;
  if (message.add) {
    jobs.set(message.add.key, { ...message.add, state: "waiting" });
    queue(message.add.key);
  } else if (message.retry) {
    const job = jobs.get(message.retry);
    if (job?.state !== "failed") return;
    job.state = "waiting";
    queue(job.key);
  } else if (message.forget) {
    const job = jobs.get(message.forget);
    if (job) job.isDropped = true;
    jobs.delete(message.forget);
  } else if (message.clear) {
    for (const [key, job] of jobs) if (job.draft === message.clear) jobs.delete(key);
  }
  tell();
}

function tell() {
  hear([...jobs.values()].map(({ draft, key, name, state, reason }) => ({ draft, key, name, state, reason })));
}

function queue(key) {
  line = line.then(() => sendOne(key));
  return line;
}

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
  if (job.state === "done") delete job.file;
  tell();
}

window.addEventListener("beforeunload", (event) => {
  if ([...jobs.values()].some((job) => job.file)) event.preventDefault();
});
