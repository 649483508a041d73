// Keeps the shell (style, scripts, faces, icons, the page for when there is no network) and nothing else:
// no page, photo or answer of the journal is ever stored. The lock screen makes it forget everything. What a page
// keeps for reading without a network, where that was chosen, is encrypted and none of its business.
"use strict";

importScripts("/assets/sending-worker.js", "/assets/sharing-worker.js", "/assets/offline-worker.js");

const shell = "daystamp-shell";
const offline = "/assets/offline.html";
// What the page for when there is no network consists of, under addresses of its own.
const faces = ["open-sans-latin", ...(navigator.language.startsWith("ko") ? ["nanum-gothic-page"] : [])];
const offlineFiles = [
  offline, "/assets/app.css", "/assets/icon.svg",
  ...["dom", "held", "notice", "offline", "offlinedraw", "offlinepage", "offlinewrite", "picture", "vault", "waiting"].map((name) => `/assets/${name}.js`),
  ...faces.flatMap((face) => ["400", "600"].map((weight) => `/assets/${face}-${weight}.woff2`)),
];
// The version is a part of the path: `/assets/0123456789abcdef/app.css`.
const versionOf = (url) => url.pathname.match(/^\/assets\/([0-9a-f]{16})\//)?.[1];

self.addEventListener("install", (event) => {
  // What a page sends that is being left is lost on the way through here.
  if (event.addRoutes) {
    const typed = new URLPattern({ pathname: "/(drafts|posts)/*" });
    event.addRoutes({ condition: { urlPattern: typed, requestMethod: "POST" }, source: "network" });
  }
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("message", (event) => {
  if (event.data === "forget") event.waitUntil(self.keepsOffline().then((keeps) => keeps || caches.delete(shell)));
});

// Of a locked journal it says no more than that something is due: the server sees to that.
self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // A browser asks that something is shown for every message.
  }
  const options = {
    body: String(told.body ?? ""), tag: told.tag ? String(told.tag) : undefined,
    icon: "/assets/icon-192.png", data: { path: ownPath(told.link) },
  };
  event.waitUntil(self.registration.showNotification(String(told.title ?? "Daystamp"), options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});

// The page that is told of, on this server, by whatever address the server knows itself.
function ownPath(link) {
  try {
    const url = new URL(link, self.location.origin);
    return url.pathname + url.search;
  } catch {
    return "/";
  }
}

async function open(path) {
  const pages = await self.clients.matchAll({ type: "window" });
  const same = pages.find((page) => new URL(page.url).pathname + new URL(page.url).search === path);
  if (same) return same.focus();
  return self.clients.openWindow(path);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(ofShell(event, request, url));
  else if (request.mode === "navigate") event.respondWith(page(request, url));
});

async function keep() {
  const cache = await caches.open(shell);
  if (!(await cache.match(offline))) await cache.addAll(offlineFiles);
}

// Once the lock is passed, the shell is kept again.
async function page(request, url) {
  try {
    const answer = await fetch(request);
    if (answer.ok && !isLock(url)) keep().catch(() => {});
    return answer;
  } catch {
    return (await caches.match(offline)) ?? Response.error();
  }
}

function isLock(url) {
  return url.pathname === "/lock";
}

// What a module or a style asks for comes from the page that has it, whatever its referrer says.
async function isForLock(event) {
  const client = event.clientId && (await self.clients.get(event.clientId));
  const address = client?.url ?? event.request.referrer;
  return Boolean(address) && isLock(new URL(address));
}

// What has a version in its address never changes; of an earlier version nothing is kept, and for the
// lock screen nothing at all.
async function ofShell(event, request, url) {
  if (await isForLock(event)) return fetch(request);
  const cache = await caches.open(shell);
  const version = versionOf(url);
  const kept = version && (await cache.match(request));
  if (kept) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await cache.put(request, answer.clone());
      // A page of an earlier version gets the present files; they are no reason to forget.
      if (version && answer.headers.get("cache-control")?.includes("immutable")) {
        await forgetOthers(cache, version);
      }
    }
    return answer;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}

async function forgetOthers(cache, version) {
  let isRenewed = false;
  for (const request of await cache.keys()) {
    const other = versionOf(new URL(request.url));
    if (other && other !== version) isRenewed = await cache.delete(request);
  }
  if (isRenewed) await cache.addAll(offlineFiles);
}
