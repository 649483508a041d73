#!/usr/bin/env python3
"""Measures daystamp beside other programs, in one run; see README.md."""

import argparse
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path

import contenders
from measuring import interleaved, measure
from photos import camera_photos, tiny_photos
from tables import print_table, print_target, verdict

MEGABYTE = 1_000_000


def main():
    options = parse()
    program = options.daystamp or contenders.built_daystamp()
    print(f"{platform.machine()}, {os.cpu_count()} cores, medians of {options.runs} runs, "
          f"JPEG quality {options.quality}, one thread a program but for `--jobs 2`\n")
    with tempfile.TemporaryDirectory(prefix="daystamp-benchmark-") as scratch:
        scratch = Path(scratch)
        photos = camera_photos(options.photos, scratch / "camera")
        compare(program, photos, scratch, options)
        memory_of_each(program, photos, scratch, options)
        many_tiny(program, scratch, options)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daystamp", metavar="FILE", help="a release build (default: built here)")
    parser.add_argument(
        "--photos", metavar="FOLDER", default=os.environ.get("DAYSTAMP_TEST_PHOTOS"),
        help="the camera photos (default: $DAYSTAMP_TEST_PHOTOS, else ../shared/photos beside "
             "the checkout, else the largest of Samples)")
    parser.add_argument("--runs", type=int, default=3, help="measured runs (default: 3)")
    parser.add_argument("--quality", type=int, default=90, help="JPEG quality (default: 90)")
    parser.add_argument("--tiny", type=int, default=10_000, metavar="N",
                        help="how many tiny photos (default: 10000)")
    return parser.parse_args()


def compare(program, photos, scratch, options):
    """Twelve camera photos, every program."""
    folder, output, quality = photos[0].path.parent, scratch / "stamped", options.quality
    commands = {
        "daystamp --jobs 1": contenders.daystamp(program, folder, output, 1, quality),
        "daystamp --jobs 2": contenders.daystamp(program, folder, output, 2, quality),
        "C with libgd": contenders.libgd(photos, output, quality, scratch),
        "ImageMagick convert": contenders.imagemagick(photos, output, quality),
        "GraphicsMagick convert": contenders.graphicsmagick(photos, output, quality),
        "Pillow": contenders.pillow(photos, output, quality),
    }
    for name in [name for name, command in commands.items() if not command]:
        print(f"{name}: not installed\n")
        del commands[name]
    results = interleaved(
        {name: stamping(command, output, len(photos)) for name, command in commands.items()},
        options.runs)

    megapixels = sum(photo.pixels for photo in photos) / 1e6
    print(f"## {len(photos)} camera photos, {megapixels:.0f} megapixels\n")
    print(", ".join(dict.fromkeys(photo.path.name[3:] for photo in photos)) + "\n")
    reference = results.get("C with libgd")
    print_table(
        ["program", "seconds", "photos/s", "× C", "CPU s", "peak MB"],
        [[name, f"{of.seconds:.2f}", f"{len(photos) / of.seconds:.1f}",
          f"{of.seconds / reference.seconds:.2f}" if reference else "–",
          f"{of.cpu:.2f}", f"{of.peak / MEGABYTE:.0f}"] if of else [name, *["failed"] * 5]
         for name, of in results.items()])

    one, two = results["daystamp --jobs 1"], results["daystamp --jobs 2"]
    if one and reference:
        print_target("one job, × C", one.seconds / reference.seconds, at_most=1.10)
    if one and two:
        print_target("two jobs, × one job", one.seconds / two.seconds, at_least=1.8)
        largest = max(photo.pixels for photo in photos)
        for jobs, of in ((1, one), (2, two)):
            print_target(f"peak MB, jobs {jobs}", of.peak / MEGABYTE, at_most=bound(jobs, largest))


def memory_of_each(program, photos, scratch, options):
    """Each photo alone, against the bound for its own pixels."""
    print("\n## Peak memory, one photo at a time\n")
    rows = []
    for photo in {photo.path.name[3:]: photo for photo in photos}.values():
        command = contenders.daystamp(program, photo.path, scratch / "one.jpg", 1, options.quality)
        of, limit = measure(command), bound(1, photo.pixels)
        rows.append([photo.path.name[3:], f"{photo.pixels / 1e6:.1f}", f"{limit:.0f}",
                     *([f"{of.peak / MEGABYTE:.0f}", verdict(of.peak / MEGABYTE <= limit)]
                       if of else ["failed", "–"])])
    print_table(["photo", "megapixels", "bound MB", "peak MB", "met"], rows)


def many_tiny(program, scratch, options):
    """Where the photos are small, the time goes into everything but pixels."""
    folder, output = scratch / "tiny", scratch / "stamped"
    size = tiny_photos(folder, options.tiny)
    if not size:
        print("\nThe tiny photos are made with Pillow, which is not installed")
        return
    command = contenders.daystamp(program, folder, output, 2, options.quality)
    of = interleaved({"tiny": stamping(command, output, options.tiny)}, options.runs)["tiny"]
    print(f"\n## {options.tiny:,} photos of 160 × 120 pixels, {size / 1000:.1f} kB, two jobs\n")
    if of:
        print_table(["seconds", "photos/s", "CPU s", "peak MB"], [[
            f"{of.seconds:.2f}", f"{options.tiny / of.seconds:.0f}", f"{of.cpu:.2f}",
            f"{of.peak / MEGABYTE:.0f}"]])
        print_target("photos a second", options.tiny / of.seconds, at_least=500)
        print_target("peak MB", of.peak / MEGABYTE, at_most=bound(2, 160 * 120))


def stamping(command, output, count):
    """A run into an empty folder, which fails unless it wrote `count` photos."""
    def run():
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir()
        result = measure(command, contenders.ONE_THREAD)
        written = sum(1 for path in output.rglob("*") if path.is_file())
        if result and written != count:
            print(f"{command[0]}: wrote {written} of {count} photos", file=sys.stderr)
            return None
        return result
    return run


def bound(jobs, pixels):
    """In megabytes: jobs × 6 bytes a pixel + 60 MB."""
    return jobs * 6 * pixels / MEGABYTE + 60


if __name__ == "__main__":
    main()
