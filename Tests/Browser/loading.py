"""How a page loads on a slow phone: what of it is there when, and what moves meanwhile."""

from playwright.sync_api import Page

from clock import today
from diary import safely_years_before, text
from visitor import PHONE
from waiting import drawn

# Chromium's own presets: "Fast 3G" of its developer tools, which delays every request by 562.5 ms,
# and "Slow 4G", which Lighthouse takes for a phone; both with a CPU of a quarter of the speed.
NETWORKS = {
    "Fast 3G": {"latency": 562.5, "downloadThroughput": 1.44e6 / 8, "uploadThroughput": 675e3 / 8},
    "Slow 4G": {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8},
}
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


VERSES = """
window.shift = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const nodes = entry.sources.map(({ node }) => node).filter((node) => node?.parentElement?.closest("main"));
    if (nodes.length > 0) window.shift.push([entry.value, ...nodes.map((node) => (node.outerHTML ?? node.parentElement.outerHTML).slice(0, 90))]);
  }
}).observe({ type: "layout-shift", buffered: true });
// Once all of the page is read, before its scripts run, and after the next picture of it.
window.whole = new Promise((resolve) => document.addEventListener("readystatechange", () => {
  if (document.readyState !== "interactive") return;
  window.read = performance.now();
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
}));
"""


def months(device, count: int = 62) -> dict[str, tuple[str, int]]:
    """A month with a photo on each of its days, one with so many in all, and a day of eight photos: their paths,
    and how many photos they show."""
    for name, posts in (("2024-03", 31), ("2024-01", count)):
        for index in range(posts):
            day, minute = 1 + index % 31, index % 60
            time = f"{name}-{day:02} 12:{minute:02}:{index % 7:02}"
            device.post(SAMPLES[index % 31 % len(SAMPLES)], time)
    now = today().replace(hour=0, minute=0, second=1)
    for index in range(8):
        device.post(SAMPLES[index % len(SAMPLES)], text(now.replace(second=index)))
    for years in (1, 2, 3):
        device.post(SAMPLES[years], text(safely_years_before(now, years)))
    # With this week's, and with those of other years.
    return {"month": ("/months/2024-03", 31), "full month": ("/months/2024-01", 31), "Today": ("/", 8 + 1 + 3)}


def psalm(device) -> str:
    """The longest section that there is, every third verse highlighted; its path."""
    text = "".join(f"Psa119:{n} " + 5 * "Blessed are they. " + "\n" for n in range(1, 177))
    device.ask(
        "POST", "/api/v1/collections", data={"name": "KJV", "language": "en", "format": "bible"},
        files={"file": ("kjv.txt", text.encode(), "application/octet-stream")})
    for index in range(1, 177, 3):
        device.ask("POST", "/texts/highlights/add", data={
            "collection": "KJV", "colour": "blue", "key-0": f"Ps.119.{index}", "from-0": "0",
            "to-0": "9", "script": "1"})
    return "/texts/read?collection=KJV&section=Ps.119"


def visit_all(site) -> None:
    """Has the server's thumbnails made."""
    page = site.visitor(PHONE).page
    for path, _ in site.made.values():
        page.goto(path)
        page.locator("img").evaluate_all("images => { for (const image of images) image.loading = 'eager'; }")
        drawn(page)


def slow(visitor, page, network: dict) -> None:
    client = visitor.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", {"offline": False, **network})
    client.send("Emulation.setCPUThrottlingRate", {"rate": 4})


def load(site, path: str, network: dict, shell: str) -> dict:
    """One load by a browser that has no photo yet, and of the shell nothing or all."""
    visitor = site.visitor(PHONE, device_scale_factor=3)
    page = visitor.page
    if shell == "kept":
        # It has all of the scripts, and no photo.
        page.goto("/months/1999-01")
    page.add_init_script(OBSERVE)
    slow(visitor, page, network)
    page.goto(path, wait_until="commit")
    page.wait_for_load_state("domcontentloaded")
    figures = page.evaluate(FIGURES)
    figures["sharp"] = page.evaluate(SHARP)
    page.wait_for_load_state()
    figures |= page.evaluate("({ shift: window.figures.shift, moved: window.moved })")
    visitor.context.close()
    return figures


def load_verses(site, rounds: int, figures: list[dict] | None = None) -> Page:
    """A psalm as a person has it who reads on from another section, with a processor of a quarter of the speed."""
    visitor = site.visitor(PHONE, device_scale_factor=3)
    page = visitor.page
    for path in ("/texts/reading", site.made):
        page.goto(path)
        drawn(page)
    page.add_init_script(VERSES)
    visitor.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    for _ in range(rounds):
        page.goto("/texts/reading")
        page.goto(site.made)
        measured = page.evaluate("""async () => ({
          whole: await window.whole,
          page: performance.getEntriesByType("navigation")[0].responseEnd,
          first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime })""")
        if figures is not None:
            figures.append(measured)
    return page
