// People who are due: a swipe puts one off by a day, as the button does; and a person's months by swipe.
import { all, one } from "./dom.js";
import { onSwipe, swipeToNeighbours } from "./swipe.js";

for (const row of all("[data-due]")) {
  const snooze = one("[data-snooze]", row);
  if (snooze) onSwipe(row, { left: () => snooze.requestSubmit() });
}

const month = one(".person-month");
if (month) swipeToNeighbours(month, month);
