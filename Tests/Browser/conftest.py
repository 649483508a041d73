"""What the tests share: the program, browsers, and sites made for a test."""

import os
import subprocess
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

import album
import chromium
from device import Device
from server import CHECKOUT, Server
from visitor import SCREENS, Visitor


# When the run began, for all of its processes: pytest-xdist's workers inherit it.
BEGIN = "DAYSTAMP_TESTS_BEGIN"


def pytest_configure(config):
    config.addinivalue_line("markers", "alone: measures time, so nothing else runs beside it")
    if not hasattr(config, "workerinput"):
        os.environ[BEGIN] = str(time.time())


def pytest_sessionfinish(session):
    if not hasattr(session.config, "workerinput"):
        album.index(Path(session.config.getoption("--screenshots")))


def pytest_addoption(parser):
    parser.addoption(
        "--server", metavar="FILE", type=Path, help="daystamp-server (default: the debug build)",
        default=CHECKOUT / ".build/debug/daystamp-server")
    parser.addoption(
        "--screenshots", metavar="FOLDER", type=Path, help="where the pages' pictures go",
        default=os.environ.get("DAYSTAMP_SCREENSHOTS", CHECKOUT / ".screenshots"))


@pytest.fixture(scope="session")
def program(pytestconfig) -> Path:
    path = pytestconfig.getoption("--server").resolve()
    if not path.is_file():
        pytest.exit(f"There is no {path}: swift build --product daystamp-server", returncode=2)
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


class Site:
    """A server on a new journal, a device for the test itself, and browsers that visit."""

    def __init__(self, program: Path, folder: Path, browser: Browser, *options: str):
        self.server = Server(program, folder, *options)
        self._program = program
        self._browser = browser
        self._visitors: list[Visitor] = []
        self._device: Device | None = None

    @property
    def device(self) -> Device:
        """Paired when it is first needed: the link is good once."""
        if self._device is None:
            self._device = Device(self.server.base, self.server.link)
        return self._device

    def another_device(self) -> Device:
        command = [self._program, "pair", "--journal", self.server.journal]
        link = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return Device(self.server.base, link.split()[0])

    def visitor(self, screen, theme="light", *, paired=True, **options) -> Visitor:
        visitor = Visitor(self._browser, self.server.base, screen, theme, **options)
        self._visitors.append(visitor)
        return visitor.pair(self.device.token) if paired else visitor

    def close(self) -> None:
        try:
            for visitor in self._visitors:
                visitor.context.close()
        finally:
            self.server.stop()
        for visitor in self._visitors:
            visitor.check()


@pytest.fixture
def site(program, browser, tmp_path):
    site = Site(program, tmp_path, browser)
    yield site
    site.close()


@pytest.fixture(params=SCREENS, ids=lambda screen: screen.name)
def screen(request):
    return request.param


@pytest.fixture(scope="module")
def made_site(program, browser, tmp_path_factory):
    """A site that a module's tests share; they change nothing that another one looks at."""
    site = Site(program, tmp_path_factory.mktemp("site"), browser)
    yield site
    site.close()
