"""What the tests share: the program, browsers, and sites made for a test."""

import os
import time
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

import album
import chromium
from journals import Journals, nothing
from server import CHECKOUT
from sites import Site
from visitor import SCREENS


# When the run began, for all of its processes: pytest-xdist's workers inherit it.
BEGIN = "DAYSTAMP_TESTS_BEGIN"


def pytest_configure(config):
    config.addinivalue_line("markers", "workers: browsers run the pages' service worker")
    if not hasattr(config, "workerinput"):
        os.environ[BEGIN] = str(time.time())


def pytest_sessionfinish(session):
    if not hasattr(session.config, "workerinput"):
        album.index(Path(session.config.getoption("--screenshots")))


def pytest_addoption(parser):
    parser.addoption(
        "--server", metavar="FILE", type=Path, help="daystamp-server (default: that of Tests/build)",
        default=CHECKOUT / ".build-tests/release/daystamp-server")
    parser.addoption(
        "--screenshots", metavar="FOLDER", type=Path, help="where the pages' pictures go",
        default=os.environ.get("DAYSTAMP_SCREENSHOTS", CHECKOUT / ".screenshots"))


@pytest.fixture(scope="session")
def program(pytestconfig) -> Path:
    path = pytestconfig.getoption("--server").resolve()
    if not path.is_file():
        pytest.exit(f"There is no {path}: Tests/build", returncode=2)
    return path


@pytest.fixture(scope="session")
def screenshots(pytestconfig) -> Path:
    """A folder for pictures of the pages, without those of earlier runs."""
    folder = Path(pytestconfig.getoption("--screenshots"))
    album.clear(folder, float(os.environ[BEGIN]))
    return folder


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    """Draws and runs the pages as Chromium does, and takes a third of the time."""
    with playwright.chromium.launch(**chromium.without_windows()) as browser:
        yield browser


@pytest.fixture(scope="session")
def whole_browser(playwright):
    """For what is the browser's own: what it installs, and what it keeps on the disk."""
    with playwright.chromium.launch(**chromium.whole()) as browser:
        yield browser


@pytest.fixture(scope="session")
def journals(program, tmp_path_factory) -> Journals:
    folder = tmp_path_factory.getbasetemp()
    # Each of pytest-xdist's workers has a folder within that of the run.
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    return Journals(program, (folder.parent if is_worker else folder) / "journals")


def workers(request) -> bool:
    """Whether the tests are about the pages' service worker. Elsewhere it is left out: each visitor would install
    its own, which takes a seventh of a test's time."""
    return request.node.get_closest_marker("workers") is not None


@pytest.fixture
def begin(request, program, journals, browser, tmp_path):
    """Makes a site on a copy of the journal that a function makes."""
    sites = []

    def begin(make) -> Site:
        sites.append(Site(program, tmp_path, browser, beginning=journals.that(make), workers=workers(request)))
        return sites[0]

    yield begin
    for site in sites:
        site.close()


@pytest.fixture
def site(begin):
    """A site without a post."""
    return begin(nothing)


@pytest.fixture
def new_site(program, browser, tmp_path):
    """A site on a new journal, which prints its link."""
    site = Site(program, tmp_path, browser)
    yield site
    site.close()


@pytest.fixture(params=SCREENS, ids=lambda screen: screen.name)
def screen(request):
    """For what looks different on a phone and on a desktop; what it does is tested on one of them."""
    return request.param


@pytest.fixture(scope="module")
def begin_module(request, program, journals, browser, tmp_path_factory):
    """As `begin`, for tests of a module that share a site; they change nothing that another one looks at."""
    sites = []

    def begin(make) -> Site:
        folder = tmp_path_factory.mktemp("site")
        sites.append(Site(program, folder, browser, beginning=journals.that(make), workers=workers(request)))
        return sites[0]

    yield begin
    for site in sites:
        site.close()


@pytest.fixture(scope="module")
def made_site(begin_module):
    return begin_module(nothing)
