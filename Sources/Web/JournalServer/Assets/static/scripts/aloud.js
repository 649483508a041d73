// Reading a section aloud by the browser's own voices: the verse that is spoken is marked and in sight.
import { all, one } from "./dom.js";
import { say } from "./notice.js";

const voice = window.speechSynthesis;
const player = one("[data-player]");
const opener = one("[data-aloud]");
const [play, rate, sleep] = ["[data-play]", "[data-rate]", "[data-sleep]"].map((name) => one(name, player));

// Where it is: which verse, and from which code unit of it on.
let verse;
let offset = 0;
let speaking;
let timer;
// The address of the section that is here.
let shown = location.href;

if (voice) {
  // Some browsers know their voices only later.
  voice.addEventListener?.("voiceschanged", check);
  check();
}

function check() {
  document.documentElement.classList.toggle("speaks", voice.getVoices().length > 0);
}

opener.addEventListener("click", () => {
  player.hidden = false;
  go(verse?.isConnected ? verse : inSight());
  play.focus();
});
play.addEventListener("click", () => { if (speaking) pause(); else go(verse, offset); });
rate.addEventListener("change", () => { if (speaking) go(verse, offset); });
sleep.addEventListener("change", () => {
  clearTimeout(timer);
  const minutes = Number(sleep.value);
  if (minutes > 0) timer = setTimeout(() => { sleep.value = "0"; pause(); }, 60_000 * minutes);
});
one("[data-stop]", player).addEventListener("click", close);
window.addEventListener("pagehide", () => voice?.cancel());

function inSight() {
  const verses = all(".verse");
  return verses.find((one) => one.getBoundingClientRect().bottom > 0) ?? verses[0];
}

// From a part of a verse on, to the end of the collection.
function go(from, start = 0) {
  hush();
  // A highlight puts a new element into the place of the old one.
  const next = from?.isConnected ? from : from && document.getElementById(from.id);
  if (!next) return close();
  [verse, offset] = [next, start];
  const text = one(".said", verse).textContent.slice(start);
  mark();
  if (!text.trim()) return goOn();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = verse.closest("[lang]").lang;
  utterance.rate = Number(rate.value);
  utterance.addEventListener("boundary", (event) => {
    if (speaking === utterance) offset = start + event.charIndex;
  });
  utterance.addEventListener("end", () => { if (speaking === utterance) goOn(); });
  utterance.addEventListener("error", () => { if (speaking === utterance) pause(); });
  speaking = utterance;
  play.textContent = player.dataset.pause;
  voice.speak(utterance);
}

function goOn() {
  if (verse.nextElementSibling) go(verse.nextElementSibling);
  else turn();
}

// What comes next is shown in this page: a new one may not speak before it was touched.
async function turn() {
  const link = one("[data-onwards]");
  if (!link) return close();
  const turning = speaking = {};
  const answer = await fetch(link.href).catch(() => undefined);
  // Meanwhile it was paused or closed.
  if (speaking !== turning) return;
  if (answer?.redirected) return location.reload();
  if (!answer?.ok) {
    pause();
    return say(player.dataset.unreachable, { wrong: true });
  }
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement;
  one("[data-verses]").replaceChildren(...one("[data-verses]", found).children);
  one(".section-tools [name=from]").value = one(".section-tools [name=from]", found).value;
  // What scripts hold stays; all else is of what comes next.
  for (const name of ["[data-verses]", ".section-tools", "[data-marker]", "[data-player]"]) {
    one(name, found).replaceWith(one(name));
  }
  one("main").replaceChildren(...one("main", found).childNodes);
  document.title = found.title;
  history.pushState({}, "", link.href);
  shown = location.href;
  focused?.focus({ preventScroll: true });
  go(one(".verse"));
}

// Back among sections that were turned goes to the page itself.
window.addEventListener("popstate", () => {
  if (location.href.split("#")[0] !== shown.split("#")[0]) location.reload();
});

// What is cancelled tells that it ended, which then means nothing any more.
function hush() {
  speaking = undefined;
  voice.cancel();
}

// Goes on where it was: pausing itself is not to be had of all browsers.
function pause() {
  hush();
  play.textContent = player.dataset.play;
}

function close() {
  pause();
  clearTimeout(timer);
  sleep.value = "0";
  [verse, offset] = [undefined, 0];
  for (const old of all(".verse.spoken")) unmark(old);
  player.hidden = true;
  opener.focus({ preventScroll: true });
}

function mark() {
  for (const old of all(".verse.spoken")) if (old !== verse) unmark(old);
  verse.classList.add("spoken");
  verse.setAttribute("aria-current", "true");
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  verse.scrollIntoView({ block: "center", behavior: isStill ? "auto" : "smooth" });
}

function unmark(old) {
  old.classList.remove("spoken");
  old.removeAttribute("aria-current");
}
