// In one language where it is known, in the faces that the service worker kept for it.
const language = navigator.language.startsWith("ko") ? "ko" : "en";
document.documentElement.lang = language;
for (const part of document.querySelectorAll("main [lang]")) part.hidden = part.lang !== language;

// The page for when there is no network stands under the address of the page that was wanted: trying
// again is loading it again, also once the network is back.
const again = document.querySelector("[data-again]");
again.addEventListener("click", (event) => {
  event.preventDefault();
  location.reload();
});
// It comes by itself once there is a network, and the server, again.
const seconds = 4;
const look = () => {
  if (!document.hidden) fetch("/health").then((answer) => answer.ok && location.reload(), () => {});
};
window.addEventListener("online", look);
document.addEventListener("visibilitychange", look);
setInterval(look, 1_000 * seconds);
