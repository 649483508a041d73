#!/usr/bin/env python3
"""How soon the pages show on a slow phone, and a tap is answered: pages.py SERVER [RUNS]. With the browser and the
Python of the pages' tests: .venv/bin/python Benchmarks/pages.py .build/release/daystamp-server"""

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests/Browser"))

import chromium
from diary import SMALL
from journals import Journals
from loading import NETWORKS, OBSERVE, load, load_verses, months, psalm, slow, visit_all
from sites import Site
from visitor import PHONE

# As a browser keeps of a few sites.
FILES = 1_000
PIN = "2849"
FETCH = """async (count) => {
  for (let index = 0; index < count; index += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, place) =>
      fetch(`/assets/icon.svg?n=${index + place}`).then((answer) => answer.text())));
  }
}"""


def full_months(device):
    return months(device, 200)


def photos(device):
    for index, sample in enumerate(SMALL):
        device.post(sample, f"2024-01-{31 - index:02} 12:00")
    device.set_pin(PIN)
    device.ask("POST", "/api/v1/unlock", json={"pin": PIN})


def loads(site, runs):
    visit_all(site)
    for name, (path, _) in site.made.items():
        for network, limits in NETWORKS.items():
            for shell in ("new", "kept"):
                each = [load(site, path, limits, shell) for _ in range(runs)]
                of = lambda figure: median(one[figure] for one in each)
                print(f"{name}, {network}, CPU 4x, shell {shell}: first paint {of('first'):.0f} ms, largest"
                      f" {of('largest'):.0f} ms, page {of('page'):.0f} ms, all {of('count'):.0f} photos"
                      f" {of('whole'):.0f} ms, those in sight sharp {of('sharp'):.0f} ms,"
                      f" {of('sent') / 1_000:.0f} kB")


def taps(site):
    """A tap on a day, on a month's arrow, on the jump, on a face: event timing, up to the next paint."""
    visitor = site.visitor(PHONE, device_scale_factor=3)
    page = visitor.page
    page.add_init_script(OBSERVE)
    page.goto("/months/2024-02")
    slow(visitor, page, NETWORKS["Fast 3G"])
    for name, path, selector in [
            ("day", "/months/2024-03", ".calendar td a >> nth=9"), ("jump", "/months/2024-03", "[data-opens=jump]"),
            ("month", "/months/2024-03", ".steps [rel=next]"), ("mood", "/", ".faces a >> nth=3")]:
        page.goto(path)
        # The next page would take what was measured with it.
        if name in ("month", "mood"):
            page.evaluate("() => document.addEventListener('click', (event) => event.preventDefault())")
        page.locator(selector).tap()
        time.sleep(0.5)
        print(f"tap on {name}, CPU 4x: {page.evaluate('window.figures.interaction'):.0f} ms (0: under 16 ms)")


def verses(site, runs):
    figures = []
    load_verses(site, runs, figures)
    of = lambda figure: median(one[figure] or 0 for one in figures)
    print(f"176 verses, CPU 4x: sent {of('page'):.0f} ms, first paint {of('first'):.0f} ms,"
          f" all shown {of('whole'):.0f} ms")


def lock(playwright, site, folder):
    """A browser goes through all that it has kept of any site."""
    with playwright.chromium.launch_persistent_context(
            folder, base_url=site.server.base, **PHONE.options, **chromium.whole()) as context:
        context.add_cookies([{"name": "daystamp", "value": site.device.token, "url": site.server.base}])
        page = context.new_page()
        page.goto("/months/2024-01")
        page.evaluate(FETCH, FILES)
        page.goto("/more")
        begin = time.monotonic()
        page.get_by_role("button", name="Lock now").click()
        page.get_by_role("heading", name="Locked").wait_for()
        print(f"{FILES} files kept: locked within {1_000 * (time.monotonic() - begin):.0f} ms")


def main():
    program = Path(sys.argv[1]).resolve()
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        journals = Journals(program, Path(folder, "journals"))
        with playwright.chromium.launch(**chromium.without_windows()) as browser:
            for make, measure in [
                    (full_months, lambda site: (loads(site, runs), taps(site))),
                    (psalm, lambda site: verses(site, runs)),
                    (photos, lambda site: lock(playwright, site, Path(folder, "profile")))]:
                place = Path(folder, make.__name__)
                place.mkdir()
                site = Site(program, place, browser, beginning=journals.that(make))
                measure(site)
                site.close()


if __name__ == "__main__":
    main()
