#!/usr/bin/env python3
"""Measures daystamp beside other programs, in one run; see README.md."""

import argparse
import os
import platform
import tempfile
from pathlib import Path

from camera import camera
from contenders import built
from jobs import jobs
from memory import memory
from photos import camera_photos
from sets import sets
from start import start
from tiny import tiny


def main():
    options = parse()
    program = options.daystamp or built("daystamp")
    print(f"{platform.machine()}, {os.cpu_count()} cores, medians of {options.runs} runs, "
          f"JPEG quality {options.quality}, one thread a program but for `--jobs 2` and "
          "the tiny photos\n")
    with tempfile.TemporaryDirectory(prefix="daystamp-benchmark-") as scratch:
        scratch = Path(scratch)
        photos = camera_photos(options.photos, scratch / "camera")
        camera(program, photos, scratch, options)
        jobs(program, photos, scratch, options)
        sets(program, photos, scratch, options)
        memory(program, photos, scratch, options)
        tiny(program, scratch, options)
        start(program, scratch, options)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daystamp", metavar="FILE", help="a release build (default: built here)")
    parser.add_argument(
        "--photos", metavar="FOLDER", default=os.environ.get("DAYSTAMP_TEST_PHOTOS"),
        help="the camera photos (default: $DAYSTAMP_TEST_PHOTOS, else ../shared/photos beside "
             "the checkout, else the largest of Samples)")
    parser.add_argument("--runs", type=int, default=3, help="measured runs (default: 3)")
    parser.add_argument("--quality", type=int, default=90,
                        help="JPEG quality of what re-encodes (default: 90)")
    parser.add_argument("--tiny", type=int, default=10_000, metavar="N",
                        help="how many tiny photos (default: 10000)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
