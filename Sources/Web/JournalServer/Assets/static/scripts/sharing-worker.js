// What another program shares: a form that no page of this server sends. Another site can send it just as
// well, so that it is held here, in memory, until a person has said what becomes of it.
"use strict";

{
  // A browser gives a worker that has something to do some minutes.
  const patience = 120_000;
  let shared;

  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const isShared = request.method === "POST" && new URL(request.url).pathname === "/share"
      && request.mode === "navigate";
    if (!isShared) return;
    const form = request.formData().then((form) => { shared = [...form]; }, () => {});
    event.respondWith(form.then(() => Response.redirect("/share", 303)));
    event.waitUntil(form.then(() => new Promise((resolve) => { setTimeout(resolve, patience); })));
  });

  self.addEventListener("message", (event) => {
    if (event.data === "shared") event.ports[0].postMessage(shared);
    if (event.data === "settled") shared = undefined;
  });
}
