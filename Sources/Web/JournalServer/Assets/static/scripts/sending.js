// Photos that are being sent: the service worker goes on with them while one moves about, and every page
// shows how far they are. Without a service worker the page sends them itself, and asks before it is left.
import { all, filled, one } from "./dom.js";
import { arrange, region } from "./notice.js";

const told = [];
// Not on the lock's page and those without a device: they say nothing of the journal.
const place = one("header.bar") && one("template[data-sending]");
const isHere = location.pathname === "/new";
// A photo goes to the journal of the owner who chose it, whoever signs in here next.
const { owner } = document.body.dataset;
let jobs = [];
// What this page handed over and has not arrived yet: a browser may end the worker, and the worker forgets then.
const own = new Map();
const pulse = 5_000;
let beat;
let bar;
// What was closed: not said again before something else is to be said.
let closed;

export function whenTold(act) {
  told.push(act);
  if (jobs.length > 0) act(jobs);
}

// Once it is known what is under way that an earlier page began.
let answered;
export const known = new Promise((resolve) => { answered = resolve; });

// The worker, once it runs; nothing where there is none.
const worker = navigator.serviceWorker
  ? Promise.race([
    navigator.serviceWorker.ready.then((registration) => registration.active),
    new Promise((resolve) => { setTimeout(resolve, 3_000); }),
  ])
  : Promise.resolve(undefined);

async function ask(message) {
  // The worker that has the page is there, however late it says that it runs: a page that is about to be left
  // must not send itself.
  const other = navigator.serviceWorker?.controller ?? await worker;
  if (other) other.postMessage({ sending: message });
  else (await import("./sender.js")).take(message, hear);
}

// A job has `draft`, `key`, `name` and `file`.
export function send(job) {
  const { draft, key, name, file } = job;
  jobs = [...jobs, { owner, draft, key, name, state: "waiting" }];
  own.set(key, { owner, draft, key, name, file });
  beat ??= setInterval(() => ask({ tell: true }), pulse);
  show();
  return ask({ add: own.get(key) });
}
// What has not arrived of a draft, as this page has it.
export const filesOf = (draft) => [...own.values()].filter((job) => job.draft === draft);
export const retry = (key) => ask({ retry: key });
export function forget(key) {
  own.delete(key);
  return ask({ forget: key });
}
// What waits in a draft is told of no more: it is posted.
export const clear = (draft) => (jobs.length > 0 ? ask({ clear: draft }) : undefined);

function hear(all) {
  const list = all.filter((job) => job.owner === owner);
  jobs = list;
  answered();
  handOverAgain();
  for (const act of told) act(list);
  show();
}

// The key is the same, so that what has arrived after all is there once.
function handOverAgain() {
  const states = new Map(jobs.map(({ key, state }) => [key, state]));
  for (const [key, job] of own) {
    if (states.get(key) === "done") own.delete(key);
    else if (!states.has(key)) ask({ add: job });
  }
  if (own.size === 0) beat = clearInterval(beat);
}

if (window.BroadcastChannel) {
  new BroadcastChannel("sending").addEventListener("message", (event) => hear(event.data));
}
// What another page began goes on; a page that nobody has sent from asks nothing of a worker.
const isRun = Boolean(navigator.serviceWorker?.controller);
if (place && (isRun || isHere)) ask({ tell: true });
setTimeout(answered, isRun ? 2_000 : 0);
// Those that the server has not seen; what it has refused is up to a person.
const goOn = () => {
  for (const job of jobs) if (job.state === "failed" && !job.reason) retry(job.key);
};
window.addEventListener("online", goOn);
document.addEventListener("reached", goOn);

function show() {
  if (!place) return;
  const news = jobs.filter((job) => !job.isSeen);
  const count = news.length;
  const done = news.filter((job) => job.state === "done").length;
  const failed = news.filter((job) => job.state === "failed");
  const isSending = news.some((job) => job.state === "waiting" || job.state === "sending");
  clearTimeout(bar?.timer);
  if (count === 0 || (isHere && !isSending && failed.length === 0)) {
    bar?.remove();
    bar = undefined;
    return;
  }
  const state = isSending ? "sending" : failed.length > 0 ? "failed" : "done";
  // Said once, on one page.
  if (state === "done") ask({ seen: news.map((job) => job.key) });
  if (closed === state) return;
  closed = undefined;
  bar ??= make();
  bar.dataset.tells = state;
  bar.classList.toggle("wrong", failed.length > 0);
  const words = place.dataset;
  const text = { sending: words.text, failed: words.failed, done: words.done }[state];
  one("span", bar).textContent = filled(text, { done, count, failed: failed.length });
  Object.assign(one("progress", bar), { value: done, max: count, hidden: !isSending });
  one("a", bar).href = `/new?draft=${news.at(-1).draft}`;
  one("a", bar).hidden = isSending || isHere;
  one("[data-again]", bar).hidden = isSending || failed.length === 0;
  if (!isSending && failed.length === 0) {
    bar.timer = setTimeout(() => { bar?.remove(); bar = undefined; }, 8_000);
  }
}

function make() {
  const made = place.content.firstElementChild.cloneNode(true);
  one("[data-again]", made).addEventListener("click", () => {
    for (const job of jobs) if (job.state === "failed") retry(job.key);
  });
  arrange(made, false, () => {
    closed = made.dataset.tells;
    bar = undefined;
    // Where their cards are not, nobody asks for them again.
    if (closed === "failed" && !isHere) for (const job of jobs) if (job.state === "failed") forget(job.key);
  });
  region().prepend(made);
  for (const other of all(".sending-bar", region()).slice(1)) other.remove();
  return made;
}
