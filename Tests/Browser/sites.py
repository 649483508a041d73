"""A server with those who come to it."""

import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from device import Device
from journals import Beginning
from server import Server
from visitor import Visitor


class Site:
    """A server on a journal, a device for the test itself, and browsers that visit. The journal begins as a copy
    of another one, and else as a new one."""

    def __init__(
            self, program: Path, folder: Path, browser: Browser, *options: str,
            beginning: Beginning | None = None, workers: bool = False):
        if beginning:
            beginning.copy(folder)
        self.server = Server(program, folder, *options)
        self._browser = browser
        self._workers = "allow" if workers else "block"
        self._visitors: list[Visitor] = []
        self._beginning = beginning
        self._device: Device | None = None

    @property
    def device(self) -> Device:
        if self._device is None and self._beginning:
            self._device = Device(self.server.base, self._beginning.token, self._beginning.count)
        elif self._device is None:
            # When it is first needed: the link is good once.
            self._device = Device.pair(self.server.base, self.server.link())
        return self._device

    @property
    def made(self):
        """What the maker of the journal returned."""
        return self._beginning.made

    def another_device(self) -> Device:
        return Device.pair(self.server.base, self.server.link())

    def another_owner(self) -> Device:
        """A device of an owner who is new to the journal."""
        daystamp = self.server.program.with_name("daystamp")
        if not daystamp.is_file():
            pytest.skip(f"There is no {daystamp}: swift build --product daystamp")
        command = [daystamp, "owner", "add", "bob", "--journal", self.server.journal]
        subprocess.run(command, check=True, capture_output=True)
        return Device.pair(self.server.base, self.server.link("--owner", "bob"))

    def visitor(self, screen, theme="light", *, paired=True, **options) -> Visitor:
        options = {"service_workers": self._workers, **options}
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
