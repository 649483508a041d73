// Reminders in this browser (Push API): whether it has them, and beginning and ending that.
import { ofPage, one } from "./dom.js";
import { say } from "./notice.js";

const part = one("[data-push]");
const state = one("[data-push-state]");
const begin = one("[data-push-begin]");
const end = one("[data-push-end]");
const interfacePath = "/api/v1/reminders";

// Why this browser cannot be asked at all; nothing where it can.
function obstacle() {
  if (!window.isSecureContext) return "plain";
  const isAble = navigator.serviceWorker && window.PushManager && window.Notification;
  // On iPhones and iPads only what was added to the home screen has notifications.
  const isMobileApple = "standalone" in navigator && navigator.maxTouchPoints > 0;
  if (!isAble) return isMobileApple && !navigator.standalone ? "install" : "unable";
  return Notification.permission === "denied" ? "refused" : undefined;
}

function show(name, isOn) {
  state.textContent = part.dataset[name];
  begin.hidden = isOn !== false;
  end.hidden = isOn !== true;
}

async function ask(method, path, body) {
  const answer = await fetch(interfacePath + path, {
    method, headers: { ...ofPage(), ...(body && { "Content-Type": "application/json" }) },
    body: body && JSON.stringify(body),
  });
  // What is not there any more need not be removed.
  if (!answer.ok && !(method === "DELETE" && answer.status === 404)) throw new Error(`${answer.status}`);
  return answer.status === 200 ? answer.json() : undefined;
}

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function manager() {
  await navigator.serviceWorker.register("/service-worker.js");
  return (await navigator.serviceWorker.ready).pushManager;
}

async function subscribe() {
  // Asked first, since a browser wants that from the click itself.
  if ((await Notification.requestPermission()) !== "granted") return look();
  const { key } = await ask("GET", "/push-key");
  const pushes = await manager();
  const applicationServerKey = bytes(key);
  // One that is bound to another key would be of no use, and is in the way.
  await (await pushes.getSubscription())?.unsubscribe();
  const subscription = await pushes.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys: { p256dh, auth } } = subscription.toJSON();
  try {
    await ask("POST", "/ways", { kind: "push", endpoint, keys: { p256dh, auth } });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  location.reload();
}

async function unsubscribe() {
  if (part.dataset.way) await ask("DELETE", `/ways/${part.dataset.way}`);
  await (await (await manager()).getSubscription())?.unsubscribe();
  location.reload();
}

async function look() {
  const why = obstacle();
  // What the server still has can be removed, whatever the browser says.
  if (why) return show(why, part.dataset.way ? true : undefined);
  const subscription = await (await manager()).getSubscription();
  // The server has nothing of it any more: nobody would send to it.
  if (subscription && !part.dataset.way) await subscription.unsubscribe();
  show(subscription && part.dataset.way ? "on" : "off", Boolean(subscription && part.dataset.way));
}

async function trying(button, work) {
  button.disabled = true;
  try {
    await work();
  } catch {
    say(part.dataset.failed, { wrong: true });
  } finally {
    button.disabled = false;
  }
}

begin.addEventListener("click", () => trying(begin, subscribe));
end.addEventListener("click", () => trying(end, unsubscribe));
look().catch(() => show("unable"));
