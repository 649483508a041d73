"""The faces of the pages: the same on every machine, small, and there without a shift."""

import json
import re
from pathlib import Path

import pytest

from visitor import DESKTOP, PHONE
from waiting import Held, drawn, holds, next_frame

ASSETS = Path(__file__).resolve().parents[2] / "Sources/Web/JournalServer/Assets"

FACES = """() => performance.getEntriesByType("resource")
  .filter((entry) => entry.name.endsWith(".woff2"))
  .map((entry) => [entry.name.split("/").at(-1), entry.encodedBodySize])"""
SHIFT = """() => {
  window.shift = 0;
  const add = (entries) => { for (const entry of entries) window.shift += entry.value; };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.allOfShift = () => {
    add(observer.takeRecords());
    return window.shift;
  };
}"""
SEEN = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
PATHS = ["/", "/new", "/timeline", "/more", "/settings/appearance"]


def test_page_in_english_takes_little(site):
    # The text of the day is in English too; of those that come with Daystamp each has a Korean one.
    site.device.add_collection("rain.csv", "text\nRain.\n")
    visitor = site.visitor(PHONE)
    for path in PATHS:
        visitor.page.goto(path)
        drawn(visitor.page)
        faces = dict(visitor.page.evaluate(FACES))
        assert sum(faces.values()) < 120_000, faces
        # The settings name the other language in its own letters.
        others = [name for name in faces if not name.startswith("open-sans-latin")]
        assert path == "/settings/appearance" or others == [], faces


def test_page_in_korean_takes_the_slices_that_it_shows(site):
    page = site.visitor(PHONE, locale="ko-KR").page
    page.goto("/settings")
    drawn(page)
    faces = dict(page.evaluate(FACES))
    assert any(name.startswith("nanum-gothic-page") for name in faces)
    assert sum(faces.values()) < 200_000, faces


@pytest.mark.parametrize("weight", [400, 600])
def test_slice_of_the_pages_has_all_that_they_say_in_korean(weight):
    style = (ASSETS / "static/style/05-fonts.css").read_text()
    ranges = re.search(rf"nanum-gothic-page-{weight}.woff2.*unicode-range: (.*); }}", style)[1]
    has = {chr(code) for part in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges)
           for code in range(int(part[0], 16), int(part[1] or part[0], 16) + 1)}
    said = {character for file in (ASSETS / "texts").glob("*.json")
            for text in json.loads(file.read_text()).values() for character in text["ko"]
            if "가" <= character <= "힣"}
    assert said - has == set(), "run Fonts/make-web-fonts"


@pytest.mark.parametrize("locale, face", [("en-US", "Open Sans"), ("ko-KR", "NanumGothic")])
def test_text_is_drawn_with_the_bundled_faces(site, locale, face):
    page = site.visitor(DESKTOP, locale=locale).page
    # They are there at the latest with the second page.
    for _ in range(2):
        page.goto("/more")
        drawn(page)
    client = page.context.new_cdp_session(page)
    client.send("DOM.enable")
    client.send("CSS.enable")
    root = client.send("DOM.getDocument")["root"]["nodeId"]
    heading = client.send("DOM.querySelector", {"nodeId": root, "selector": "h1"})["nodeId"]
    fonts = client.send("CSS.getPlatformFontsForNode", {"nodeId": heading})["fonts"]
    assert all(font["isCustomFont"] for font in fonts), fonts
    assert face.replace(" ", "") in fonts[0]["familyName"].replace(" ", ""), fonts


@pytest.mark.parametrize("path", ["/more", "/settings"])
@pytest.mark.parametrize("locale", ["en-US", "ko-KR"])
def test_nothing_moves_when_the_faces_come(made_site, screen, locale, path):
    visitor = made_site.visitor(screen, locale=locale)
    page = visitor.page
    page.add_init_script(f"({SHIFT})()")
    faces = Held(page)
    visitor.context.route("**/*.woff2", faces)
    # A page without its faces is not loaded, and drawn all the same.
    page.goto(path, wait_until="domcontentloaded")
    holds(page, SEEN)
    next_frame(page)
    faces.release()
    drawn(page)
    assert page.evaluate("window.allOfShift()") == 0
