// The key of what is kept for reading without a network: in memory, from one page to the next, and no longer than the
// journal is unlocked.
"use strict";

{
  let held;
  let forgotten = 0;
  const forget = () => { [held, forgotten] = [undefined, Date.now()]; };

  self.addEventListener("message", (event) => {
    const { data } = event;
    // What a page knew before, and says only now that it is left, is not to be known again.
    if (data?.held?.given > forgotten) held = data.held;
    if (data === "key?") event.ports[0].postMessage(held && Date.now() < held.end ? held : undefined);
    if (["forget", "left", "forget key"].includes(data)) forget();
  });

  // Also where the page that comes then, and says so, cannot: the network may be gone by then.
  const ends = ["/lock", "/api/v1/lock", "/sign-out"];
  self.addEventListener("fetch", ({ request }) => {
    const { pathname } = new URL(request.url);
    if (ends.includes(pathname) && (request.method === "POST" || request.mode === "navigate")) forget();
  });

  // Whether this device keeps anything: then it keeps the shell too, which says nothing, while it is locked.
  self.keepsOffline = async () =>
    ((await indexedDB.databases?.()) ?? []).some(({ name }) => name === "daystamp");
}
