// Keeps the shell (style, script, icons, the page for when there is no network) and nothing else:
// no page, photo or answer of the journal is ever stored. The lock screen makes it forget everything.
"use strict";

const shell = "daystamp-shell";
const offline = "/assets/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("message", (event) => {
  if (event.data === "forget") event.waitUntil(caches.delete(shell));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(ofShell(request, url));
  else if (request.mode === "navigate") event.respondWith(page(request, url));
});

async function keep() {
  const cache = await caches.open(shell);
  if (!(await cache.match(offline))) await cache.addAll([offline, "/assets/app.css"]);
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

// What has a version in its address never changes; of an earlier version nothing is kept, and for the
// lock screen nothing at all.
async function ofShell(request, url) {
  if (request.referrer && isLock(new URL(request.referrer))) return fetch(request);
  const cache = await caches.open(shell);
  const kept = url.searchParams.has("v") && (await cache.match(request));
  if (kept) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      await cache.delete(request, { ignoreSearch: url.searchParams.has("v") });
      await cache.put(request, answer.clone());
    }
    return answer;
  } catch {
    return (await cache.match(request, { ignoreSearch: true })) ?? Response.error();
  }
}
