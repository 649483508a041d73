"""How soon a month shows on a slow phone, with all of its photos. Times are printed, as the machine has
them; that nothing moves while it loads, and that what was seen is not fetched again, is what is tested."""

from statistics import median

import pytest

from visitor import PHONE

pytestmark = pytest.mark.alone
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
# All photos of a month are near enough to the screen to be loaded. One that comes within the page has no
# request of its own: it is there when it is decoded.
FIGURES = """async () => {
  const images = [...document.images];
  await Promise.all(images.map((image) => image.decode()));
  const shown = images.map((image) => image.currentSrc.startsWith("data:") ? "within" : "alone");
  const whole = performance.now();
  const [first] = performance.getEntriesByName("first-contentful-paint");
  const resources = performance.getEntriesByType("resource");
  const photos = resources.filter((entry) => entry.initiatorType === "img");
  const [page] = performance.getEntriesByType("navigation");
  return {
    ...window.figures, first: first.startTime, whole, count: shown.length,
    within: shown.filter((how) => how === "within").length,
    fetched: photos.filter((entry) => entry.transferSize > 0).length, page: page.responseEnd,
    sent: [page, ...resources].reduce((sum, entry) => sum + entry.transferSize, 0),
  };
}"""


@pytest.fixture(scope="module", params=[31, 200])
def month(made_site, request):
    """A page that has the server's thumbnails made."""
    name = {31: "2024-03", 200: "2024-01"}[request.param]
    for index in range(request.param):
        day, minute = 1 + index % 31, index % 60
        time = f"{name}-{day:02} 12:{minute:02}:{index % 7:02}"
        made_site.device.post(SAMPLES[index % 31 % len(SAMPLES)], time)
    made_site.visitor(PHONE).page.goto(f"/months/{name}", wait_until="networkidle")
    return request.param, f"/months/{name}"


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("shell", ["new", "kept"])
def test_month_moves_nothing_while_it_loads(made_site, month, network, shell, capsys):
    posts, path = month
    runs = [measure(made_site, path, NETWORKS[network], shell) for _ in range(RUNS)]
    figures = {name: median(run[name] for run in runs) for name in runs[0]}
    with capsys.disabled():
        print(
            f"\n  {posts} posts, {network}, CPU 4x, shell {shell}:"
            f" first paint {figures['first']:.0f} ms, largest {figures['largest']:.0f} ms,"
            f" page {figures['page']:.0f} ms, all {figures['count']:.0f} photos"
            f" {figures['whole']:.0f} ms, {figures['within']:.0f} of them within the page,"
            f" {figures['sent'] / 1_000:.0f} kB, shift {figures['shift']:.4f}")
    assert all(run["shift"] < 0.01 for run in runs)
    # A request for each would take six rounds.
    assert all(run["within"] == run["count"] == 31 and run["fetched"] == 0 for run in runs)


def measure(site, path: str, network: dict, shell: str) -> dict:
    """One load by a browser that has no photo yet, and of the shell nothing or all."""
    visitor = site.visitor(PHONE, service_workers="block", device_scale_factor=3)
    page = visitor.page
    if shell == "kept":
        page.goto("/months/1999-01", wait_until="load")
    page.add_init_script(OBSERVE)
    client = visitor.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", {"offline": False, **network})
    client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(path, wait_until="load")
    figures = page.evaluate(FIGURES)
    visitor.context.close()
    return figures
