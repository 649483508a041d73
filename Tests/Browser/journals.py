"""Journals with which tests begin: each is made once in a run, whichever process needs it first, and copied."""

import fcntl
import pickle
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device import Device
from server import Server


@dataclass(frozen=True)
class Beginning:
    """A journal in a folder that nobody serves; `made` is what its maker returned."""

    folder: Path
    token: str
    count: int
    made: object

    def copy(self, folder: Path) -> None:
        shutil.copytree(self.folder, folder / "journal")


class Journals:
    """The journals of a run, in a folder that all of its processes have."""

    def __init__(self, program: Path, folder: Path):
        self._program = program
        self._folder = folder

    def that(self, make: Callable[[Device], object]) -> Beginning:
        """The journal that a function makes through a device of its own."""
        folder = self._folder / f"{make.__module__}.{make.__qualname__}"
        folder.mkdir(parents=True, exist_ok=True)
        notes = folder / "notes"
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not notes.exists():
                # What is there is of a maker that failed.
                shutil.rmtree(folder / "journal", ignore_errors=True)
                server = Server(self._program, folder)
                try:
                    device = Device.pair(server.base, server.link())
                    made = make(device)
                finally:
                    server.stop()
                notes.write_bytes(pickle.dumps((device.token, device.count, made)))
        return Beginning(folder / "journal", *pickle.loads(notes.read_bytes()))


def nothing(device: Device) -> None:
    """A journal with one device and no post."""
