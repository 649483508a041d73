"""How soon a month of 200 posts shows on a slow phone. Times are printed, as the machine has them;
that nothing moves while it loads is what is tested."""

from statistics import median

import pytest

from visitor import PHONE

# Chromium's own presets: "Fast 3G" of its developer tools, which delays every request by 562.5 ms,
# and "Slow 4G", which Lighthouse takes for a phone; both with a CPU of a quarter of the speed.
NETWORKS = {
    "Fast 3G": {"latency": 562.5, "downloadThroughput": 1.44e6 / 8, "uploadThroughput": 675e3 / 8},
    "Slow 4G": {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8},
}
POSTS, RUNS = 200, 3
SAMPLES = ["three-puppies.jpg", "IMG_20240131_235959.jpg", "paris.png", "paris.avif"]

OBSERVE = """
window.figures = { shift: 0, largest: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.figures.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  window.figures.largest = list.getEntries().at(-1).startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
"""
# All photos of a month are near enough to the screen to be loaded.
FIGURES = """async () => {
  for (const image of document.images) {
    if (!image.complete) await new Promise((done) => { image.onload = image.onerror = done; });
  }
  const [first] = performance.getEntriesByName("first-contentful-paint");
  const resources = performance.getEntriesByType("resource");
  const photos = resources.filter((entry) => entry.name.includes("/thumbnail"));
  const [page] = performance.getEntriesByType("navigation");
  return {
    ...window.figures, first: first.startTime,
    photos: Math.max(...photos.map((entry) => entry.responseEnd)), count: photos.length,
    sent: [page, ...resources].reduce((sum, entry) => sum + entry.transferSize, 0),
  };
}"""


@pytest.fixture(scope="module")
def month(made_site):
    """A page that has the server's thumbnails made."""
    for index in range(POSTS):
        day, minute = 1 + index % 31, index % 60
        time = f"2024-01-{day:02} 12:{minute:02}:{index % 7:02}"
        made_site.device.post(SAMPLES[index % 31 % 4], time)
    made_site.visitor(PHONE).page.goto("/months/2024-01", wait_until="networkidle")
    return "/months/2024-01"


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("shell", ["new", "kept"])
def test_month_of_200_posts_moves_nothing_while_it_loads(made_site, month, network, shell, capsys):
    runs = [measure(made_site, month, NETWORKS[network], shell) for _ in range(RUNS)]
    figures = {name: median(run[name] for run in runs) for name in runs[0]}
    with capsys.disabled():
        print(
            f"\n  {POSTS} posts, {network}, CPU 4x, shell {shell}:"
            f" first paint {figures['first']:.0f} ms, largest {figures['largest']:.0f} ms,"
            f" all {figures['count']:.0f} photos {figures['photos']:.0f} ms,"
            f" {figures['sent'] / 1_000:.0f} kB, shift {figures['shift']:.4f}")
    assert all(run["shift"] < 0.01 for run in runs)


def measure(site, path: str, network: dict, shell: str) -> dict:
    """One load by a browser that has no photo yet, and of the shell nothing or all."""
    visitor = site.visitor(PHONE, service_workers="block", device_scale_factor=3)
    page = visitor.page
    if shell == "kept":
        page.goto("/months/1999-01", wait_until="networkidle")
    page.add_init_script(OBSERVE)
    client = visitor.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", {"offline": False, **network})
    client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(path, wait_until="load")
    figures = page.evaluate(FIGURES)
    visitor.context.close()
    return figures
