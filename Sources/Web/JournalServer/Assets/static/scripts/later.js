// Asks again for what the server did not give: later after each failure, and at once when the network is back.
const waits = [1_000, 2_000, 5_000, 10_000, 30_000]; // Milliseconds.

export function later(ask, failures) {
  const controller = new AbortController();
  const again = () => {
    controller.abort();
    clearTimeout(timer);
    ask();
  };
  const timer = setTimeout(again, waits[Math.min(failures, waits.length - 1)]);
  addEventListener("online", again, { signal: controller.signal });
}
