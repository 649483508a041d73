// A swipe of one finger or pen over an element. `ways` has a function for each way that something lies:
// onSwipe(calendar, { left: nextMonth, right: previousMonth }). The element goes along a little; the page
// still scrolls across the ways that are taken, and two fingers still zoom. Returns what ends it.
const slop = 10; // Pixels up to which a touch may yet be a tap or a scroll.
const far = 56; // A slow swipe's shortest way; a quick one needs less.
const quick = 0.4; // Pixels in a millisecond.
const typing = "input, textarea, select, summary, audio, video, [contenteditable], [data-no-swipe]";
const isStill = window.matchMedia("(prefers-reduced-motion: reduce)");

export function onSwipe(element, ways) {
  const across = Boolean(ways.left || ways.right);
  const along = Boolean(ways.up || ways.down);
  const scroll = across && along ? "" : across ? "pan-y" : "pan-x";
  element.style.touchAction = `${scroll} pinch-zoom`.trim();
  const fingers = new Set();
  let swipe;

  const way = (x, y) => (swipe.axis === "x" ? (x < 0 ? "left" : "right") : y < 0 ? "up" : "down");

  function begin(event) {
    if (event.pointerType === "mouse") return;
    fingers.add(event.pointerId);
    if (fingers.size > 1) return end();
    if (window.visualViewport?.scale > 1.05 || isOthers(event.target, element, across)) return;
    swipe = { id: event.pointerId, x: event.clientX, y: event.clientY, time: event.timeStamp };
  }

  function move(event) {
    if (event.pointerId !== swipe?.id) return;
    const [x, y] = [event.clientX - swipe.x, event.clientY - swipe.y];
    if (!swipe.axis) {
      if (Math.max(Math.abs(x), Math.abs(y)) < slop) return;
      swipe.axis = Math.abs(x) > Math.abs(y) ? "x" : "y";
      if (swipe.axis === "x" ? !across : !along) return end();
    }
    if (isStill.matches) return;
    // Less the further it goes, and hardly to where nothing lies.
    const distance = swipe.axis === "x" ? x : y;
    const most = ways[way(x, y)] ? 64 : 12;
    const offset = `${(most * Math.tanh(distance / (2.5 * most))).toFixed(1)}px`;
    element.style.translate = swipe.axis === "x" ? offset : `0 ${offset}`;
  }

  function finish(event) {
    fingers.delete(event.pointerId);
    move(event);
    if (event.pointerId !== swipe?.id) return;
    const [x, y] = [event.clientX - swipe.x, event.clientY - swipe.y];
    const time = Math.max(event.timeStamp - swipe.time, 1);
    const [distance, other] = swipe.axis === "x" ? [x, y] : [y, x].map(Math.abs);
    const length = Math.abs(distance);
    const isMeant = length > far || (length > far / 2 && length / time > quick);
    const act = swipe.axis && isMeant && length > 1.5 * Math.abs(other) && ways[way(x, y)];
    end();
    act?.(event);
  }

  function cancel(event) {
    fingers.delete(event.pointerId);
    if (event.pointerId === swipe?.id) end();
  }

  function end() {
    const offset = element.style.translate;
    swipe = undefined;
    element.style.translate = "";
    if (!offset || isStill.matches) return;
    element.animate([{ translate: offset }, { translate: "none" }], { duration: 180, easing: "ease-out" });
  }

  const listeners = { pointerdown: begin, pointermove: move, pointerup: finish, pointercancel: cancel };
  for (const [name, listen] of Object.entries(listeners)) element.addEventListener(name, listen);
  return () => {
    for (const [name, listen] of Object.entries(listeners)) element.removeEventListener(name, listen);
    element.style.touchAction = "";
  };
}

// To the page before or after by the links that every page has for them, as the arrow keys go.
export function swipeToNeighbours(element, root = document) {
  const go = (rel) => () => root.querySelector(`a[rel="${rel}"]`)?.click();
  return onSwipe(element, { left: go("next"), right: go("prev") });
}

// Whether a touch is for what lies there: a field, a dialog over the element, something that scrolls.
function isOthers(target, element, across) {
  if (target.closest(typing) || target.closest("dialog") !== element.closest("dialog")) return true;
  for (let part = target; part && part !== element; part = part.parentElement) {
    const [size, room] = across
      ? [part.scrollWidth, part.clientWidth] : [part.scrollHeight, part.clientHeight];
    if (size <= room + 1) continue;
    const style = getComputedStyle(part);
    if (/auto|scroll/.test(across ? style.overflowX : style.overflowY)) return true;
  }
  return false;
}
