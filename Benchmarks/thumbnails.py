#!/usr/bin/env python3
"""Measures what a thumbnail of a photo takes, beside libgd's full decode and Pillow; see README.md."""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from contenders import HERE, ONE_THREAD, built, compiled
from measuring import Measurement, interleaved
from photos import CAMERA_PHOTOS, camera_photos
from tables import print_table, print_target

OURS, C, PILLOW = "`Thumbnail`", "libgd: all of it, resampled", "Pillow, draft mode"
# As ThumbnailSize has them.
QUALITIES = {256: 80, 1024: 85}
# The target is for these; larger photos are shown beside them.
TWELVE_MEGAPIXELS = 12.6e6


def main():
    options = parse()
    program = options.program or built("Benchmarks")
    source = options.photos or os.environ.get("DAYSTAMP_TEST_PHOTOS")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        photos = camera_photos(source, scratch / "photos", len(CAMERA_PHOTOS))
        photos = list({photo.name: photo for photo in reversed(photos)}.values())[::-1]
        c = compiled("libgd-thumbnail", scratch)
        for edge, quality in QUALITIES.items():
            print(f"## {edge} pixels\n")
            show(edge, [(photo, measured(photo, edge, quality, program, c, options)) for photo in photos])


def measured(photo, edge, quality, program, c, options):
    """All programs in turn: {name: Measurement or None}."""
    end = [str(options.times), str(photo.path)]
    commands = {OURS: [str(program), "thumbnail", str(edge), *end]}
    if c:
        commands[C] = [str(c), str(edge), str(quality), *end]
    if subprocess.run([sys.executable, "-c", "import PIL"], capture_output=True).returncode == 0:
        script = str(HERE / "pillow_thumbnail.py")
        commands[PILLOW] = [sys.executable, script, str(edge), str(quality), *end]
    return interleaved(
        {name: lambda command=command: making(command) for name, command in commands.items()},
        options.runs)


def show(edge, results):
    names = list(dict.fromkeys(name for _, of in results for name in of))
    print_table(
        ["photo", "megapixels", *(f"{name}: ms" for name in names), "× libgd"],
        [[photo.name, f"{photo.pixels / 1e6:.1f}",
          *(f"{1000 * of[name].cpu:.1f}" if of.get(name) else "–" for name in names),
          f"{of[OURS].cpu / of[C].cpu:.2f}" if of.get(OURS) and of.get(C) else "–"]
         for photo, of in results])
    twelve = [of[OURS].cpu for photo, of in results
              if photo.pixels < TWELVE_MEGAPIXELS and of[OURS]]
    if twelve:
        print_target(f"{edge} pixels, 12 megapixels, the slowest photo, ms of one core",
                     1000 * max(twelve), at_most=40)
    print()


def making(command):
    """One process, which makes a thumbnail several times; the median, without its start."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **ONE_THREAD})
    lines = [line.split("\t") for line in process.stdout.read().splitlines()]
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or not lines:
        return None
    seconds = statistics.median(float(line[0]) for line in lines)
    return Measurement(seconds, seconds, usage.ru_maxrss * 1024)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", metavar="FILE",
                        help="a release build of Benchmarks (default: built here)")
    parser.add_argument("--photos", metavar="FOLDER", help="where the camera photos are")
    parser.add_argument("--times", type=int, default=10, metavar="N",
                        help="thumbnails that a process makes in one run (default: 10)")
    parser.add_argument("--runs", type=int, default=5, metavar="N",
                        help="measured runs after one that is not (default: 5)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
