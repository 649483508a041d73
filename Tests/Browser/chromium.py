"""The system's Chromium, as Playwright's ``launch`` takes it."""

import os
import shutil

import pytest

NAMES = ["chromium", "chromium-browser"]
# The same engine in a program that has no windows, menus or profiles.
SHELL = "chromium-headless-shell"


def whole() -> dict:
    return options(NAMES)


def without_windows() -> dict:
    """Not every system has a package of that; the whole of Chromium does the same."""
    return options([SHELL, *NAMES])


def options(names: list[str]) -> dict:
    path = next(filter(None, map(shutil.which, names)), None)
    if not path:
        pytest.exit(f"There is no {names[0]}: sudo apt-get install {names[0]}", returncode=2)
    # Chromium's sandbox refuses root, as which containers run.
    return {"executable_path": path, "args": ["--no-sandbox"] if os.geteuid() == 0 else []}
