// What another program shares: a form that no page of this server sends. Another site can send it just as
// well, so that it is held here, in memory, until a person has said what becomes of it.
"use strict";

{
  // A browser gives a worker that has something to do some minutes.
  const patience = 120_000;
  let shared;
  // Whose page was shown it first; nobody else's is.
  let owner;

  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const isShared = request.method === "POST" && new URL(request.url).pathname === "/share"
      && request.mode === "navigate";
    if (!isShared) return;
    const form = request.formData().then((form) => {
      shared = [...form];
      owner = undefined;
    }, () => {});
    event.respondWith(form.then(() => Response.redirect("/share", 303)));
    event.waitUntil(form.then(() => new Promise((resolve) => { setTimeout(resolve, patience); })));
  });

  self.addEventListener("message", (event) => {
    const { data } = event;
    if (data?.shared) {
      owner ??= data.shared;
      event.ports[0].postMessage(owner === data.shared ? shared : undefined);
    }
    // On the lock screen; and where somebody else may sign in, unless nobody was shown it yet.
    if (data === "settled" || data === "forget" || data === "left" && owner) shared = undefined;
  });
}
