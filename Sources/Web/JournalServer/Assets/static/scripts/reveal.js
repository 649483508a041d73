// Before a page is seen. A script below a link to the style waits for it: a browser that sees the page first takes it
// for one that nothing gives way to, and complains.
for (const turn of ["pageswap", "pagereveal"]) {
  // A transition that a browser gives up, to a page that has none, is no error of the page.
  addEventListener(turn, ({ viewTransition: given }) => given && Promise.allSettled([given.ready, given.finished]));
}
