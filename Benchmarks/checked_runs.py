"""Runs that fail unless they wrote what they should have."""

import filecmp
import shutil
import sys

from contenders import ONE_THREAD
from measuring import measure


def stamping(command, output, count):
    """A run into an empty folder, which fails unless it wrote `count` photos."""
    def fault():
        written = sum(1 for path in output.rglob("*") if path.is_file())
        return written != count and f"wrote {written} of {count} photos"
    return checked(command, output, fault)


def unstamping(command, output, photos):
    """A run into an empty folder, which fails unless it gave back every photo byte for byte."""
    def fault():
        filecmp.clear_cache()  # it takes a file for the same where size and time are
        wrong = [photo.path.name for photo in photos
                 if not is_copy(output / photo.path.name, photo.path)]
        return wrong and f"did not give back {', '.join(wrong)}"
    return checked(command, output, fault)


def is_copy(path, original):
    return path.is_file() and filecmp.cmp(path, original, shallow=False)


def checked(command, output, fault):
    """A run into an empty folder; `fault` looks there, unmeasured, and names what is wrong."""
    def run():
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir(parents=True)
        result = measure(command, ONE_THREAD)
        if result and (wrong := fault()):
            print(f"{command[0]}: {wrong}", file=sys.stderr)
            return None
        return result
    return run
