"""How soon Today and a month show on a slow phone, with all of their photos, and how soon a tap is answered.
Times are printed, as the machine has them. What is tested is not time: that nothing moves while a page
loads, that its photos come within it, and that what was seen is not fetched again."""

import os
from statistics import median

import pytest

from diary import safely_years_before, text, today
from visitor import PHONE

pytestmark = pytest.mark.alone
# Chromium's own presets: "Fast 3G" of its developer tools, which delays every request by 562.5 ms,
# and "Slow 4G", which Lighthouse takes for a phone; both with a CPU of a quarter of the speed.
NETWORKS = {
    "Fast 3G": {"latency": 562.5, "downloadThroughput": 1.44e6 / 8, "uploadThroughput": 675e3 / 8},
    "Slow 4G": {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8},
}
# What is tested shows in one run; for times that mean something, DAYSTAMP_RUNS=5.
RUNS = int(os.environ.get("DAYSTAMP_RUNS", "1"))
SAMPLES = ["three-puppies.jpg", "IMG_20240131_235959.jpg", "paris.png", "paris.avif"]

OBSERVE = """
window.figures = { shift: 0, largest: 0, interaction: 0 };
window.moved = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    window.figures.shift += entry.value;
    window.moved.push(...entry.sources.map(({ node, previousRect, currentRect }) =>
      `${node?.nodeName}.${node?.className}: ${JSON.stringify([previousRect, currentRect])}`));
  }
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  window.figures.largest = list.getEntries().at(-1).startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.interactionId) window.figures.interaction = Math.max(window.figures.interaction, entry.duration);
  }
}).observe({ type: "event", durationThreshold: 16, buffered: true });
// Once the page is read, before its scripts run, and at the next picture of it.
window.near = () => [...document.querySelectorAll(".cell img, .frame .behind")];
window.whole = new Promise((resolve) => document.addEventListener("readystatechange", async () => {
  if (document.readyState !== "interactive") return;
  await Promise.all(window.near().map((image) => image.decode()));
  requestAnimationFrame(() => resolve(performance.now()));
}));
"""
# A photo that comes within the page has no request of its own: it is there when it is decoded. Those of
# Today have a sharper one over them, which comes with the second round and is not waited for here.
FIGURES = """async () => {
  const [near, whole] = [window.near(), await window.whole];
  const shown = near.map((image) => image.currentSrc.startsWith("data:") ? "within" : "alone");
  const painted = () => performance.getEntriesByName("first-contentful-paint");
  while (painted().length === 0) await new Promise(requestAnimationFrame);
  const [first] = painted();
  const resources = performance.getEntriesByType("resource");
  const [page] = performance.getEntriesByType("navigation");
  return {
    ...window.figures, first: first.startTime, whole, count: shown.length,
    within: shown.filter((how) => how === "within").length, page: page.responseEnd,
    sent: [page, ...resources].reduce((sum, entry) => sum + entry.transferSize, 0),
  };
}"""
SHARP = """async () => {
  const seen = [...document.querySelectorAll(".frame .sharp")].filter((image) => {
    const box = image.getBoundingClientRect();
    return box.top < innerHeight && box.bottom > 0;
  });
  await Promise.all(seen.map((image) => image.decode()));
  return performance.now();
}"""


@pytest.fixture(scope="module")
def pages(made_site):
    """A month with a photo on each of its days, one with 200 in all, and a day of eight photos."""
    for name, count in (("2024-03", 31), ("2024-01", 200)):
        for index in range(count):
            day, minute = 1 + index % 31, index % 60
            time = f"{name}-{day:02} 12:{minute:02}:{index % 7:02}"
            made_site.device.post(SAMPLES[index % 31 % len(SAMPLES)], time)
    now = today().replace(hour=0, minute=0, second=1)
    for index in range(8):
        made_site.device.post(SAMPLES[index % len(SAMPLES)], text(now.replace(second=index)))
    for years in (1, 2, 3):
        made_site.device.post(SAMPLES[years], text(safely_years_before(now, years)))
    page = made_site.visitor(PHONE).page
    # Has the server's thumbnails made.
    for path in ("/months/2024-03", "/months/2024-01", "/"):
        page.goto(path, wait_until="networkidle")
        page.locator("img").evaluate_all("images => { for (const image of images) image.loading = 'eager'; }")
        page.wait_for_load_state("networkidle")
    return {"month of 31": ("/months/2024-03", 31), "month of 200": ("/months/2024-01", 31),
            # With this week's, and with those of other years.
            "Today of 8": ("/", 8 + 1 + 3)}


@pytest.mark.parametrize("name", ["Today of 8", "month of 31", "month of 200"])
@pytest.mark.parametrize("network", NETWORKS if RUNS > 1 else ["Fast 3G"])
@pytest.mark.parametrize("shell", ["new", "kept"])
def test_nothing_moves_while_a_page_loads(made_site, pages, name, network, shell, capsys):
    path, photos = pages[name]
    runs = [measure(made_site, path, NETWORKS[network], shell) for _ in range(RUNS)]
    figures = {name: median(run[name] for run in runs) for name in runs[0]}
    with capsys.disabled():
        print(
            f"\n  {name}, {network}, CPU 4x, shell {shell}:"
            f" first paint {figures['first']:.0f} ms, largest {figures['largest']:.0f} ms,"
            f" page {figures['page']:.0f} ms, all {figures['count']:.0f} photos"
            f" {figures['whole']:.0f} ms, {figures['within']:.0f} of them within the page,"
            f" those in sight sharp {figures['sharp']:.0f} ms,"
            f" {figures['sent'] / 1_000:.0f} kB, shift {figures['shift']:.4f}")
    # A request for each would take many rounds.
    assert all(run["within"] == run["count"] == photos for run in runs)


def measure(site, path: str, network: dict, shell: str) -> dict:
    """One load by a browser that has no photo yet, and of the shell nothing or all."""
    visitor = site.visitor(PHONE, service_workers="block", device_scale_factor=3)
    page = visitor.page
    if shell == "kept":
        # It has all of the scripts, and no photo.
        page.goto("/months/1999-01", wait_until="load")
    page.add_init_script(OBSERVE)
    slow(visitor, page, network)
    page.goto(path, wait_until="commit")
    page.wait_for_load_state("domcontentloaded")
    figures = page.evaluate(FIGURES)
    figures["sharp"] = page.evaluate(SHARP)
    page.wait_for_load_state("load")
    figures["shift"] = page.evaluate("window.figures.shift")
    moved = page.evaluate("window.moved")
    assert not moved, moved
    visitor.context.close()
    return figures


def test_taps_are_answered_at_once(made_site, pages, capsys):
    """A tap on a day, on a month's arrow, on the jump, on a face: event timing, up to the next paint."""
    visitor = made_site.visitor(PHONE, service_workers="block", device_scale_factor=3)
    page = visitor.page
    page.add_init_script(OBSERVE)
    page.goto("/months/2024-02", wait_until="networkidle")
    slow(visitor, page, NETWORKS["Fast 3G"])
    times = {}
    taps = {"day": ("/months/2024-03", ".calendar td a >> nth=9"),
            "jump": ("/months/2024-03", "[data-opens=jump]"),
            "month": ("/months/2024-03", ".steps [rel=next]"),
            "mood": ("/", ".faces a >> nth=3")}
    for name, (path, selector) in taps.items():
        page.goto(path, wait_until="load")
        # The next page would take what was measured with it.
        if name in ("month", "mood"):
            page.evaluate("""() => document.addEventListener("click", (event) => event.preventDefault())""")
        page.locator(selector).tap()
        page.wait_for_timeout(500)
        times[name] = page.evaluate("window.figures.interaction")
    with capsys.disabled():
        said = ", ".join(f"{name} {time:.0f} ms" for name, time in times.items())
        print(f"\n  taps, CPU 4x, to the next paint (0: under 16 ms): {said}")
    visitor.context.close()


def slow(visitor, page, network: dict) -> None:
    client = visitor.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", {"offline": False, **network})
    client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
