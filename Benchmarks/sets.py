"""The camera photos coded in other ways: each set stamped beside jpegtran, and unstamped."""

import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import contenders
import restart_markers
from checked_runs import stamping, unstamping
from measuring import MEGABYTE, interleaved, lossless_bound
from photos import Photo, header
from tables import print_comparison, print_target, print_unstamp

HERE = Path(__file__).resolve().parent
ONE, UNSTAMP, JPEGTRAN = "daystamp --jobs 1", "daystamp unstamp --jobs 1", "jpegtran -copy all"


@dataclass(frozen=True)
class PhotoSet:
    title: str
    # jpegtran's options; where there are several lists, the photos take them in turn.
    options: list
    # Of jpegtran's time, at most.
    share: float
    # Whether a JPEG, by its first megabyte, is of the set as it is.
    has: object = field(default=lambda jpeg: False)


SETS = [
    PhotoSet("Optimised Huffman tables", [["-optimize"]], 0.60),
    PhotoSet("Progressive, by two scan scripts",
             [["-progressive"], ["-scans", HERE / "mozjpeg.scans"]], 0.80),
    PhotoSet("A restart marker in every row of MCUs", [["-restart", "1"]], 0.12,
             restart_markers.in_every_row),
]

LARGE = PhotoSet("One progressive photo of 16 MB", [], 0.80)


def sets(program, photos, scratch, options):
    if not shutil.which("jpegtran"):
        print("\nThe photos of the sets are made with jpegtran, which is not installed")
        return
    for number, photo_set in enumerate(SETS):
        print(f"\n## {photo_set.title}\n")
        folder = scratch / f"set {number}"
        measure_set(program, photo_set, made(photo_set, photos, folder / "photos"), folder,
                    options)
    print("\n## One progressive photo of 16 MB\n")
    folder = scratch / "large"
    if large := made_large(photos[0], folder / "photos"):
        measure_set(program, LARGE, [large], folder, options)


def made(photo_set, photos, folder):
    """Copies the photos into a folder; those that are not of the set are made so by jpegtran."""
    folder.mkdir(parents=True)
    copies, count = [], 0
    for number, photo in enumerate(photos):
        copy = folder / photo.path.name
        if photo_set.has(header(photo.path)):
            shutil.copyfile(photo.path, copy)
        else:
            way = photo_set.options[number % len(photo_set.options)]
            subprocess.run(
                ["jpegtran", *way, "-copy", "all", "-outfile", copy, photo.path], check=True)
            count += 1
        copies.append(Photo(copy, photo.width, photo.height))
    ways = " or ".join(f"`jpegtran {' '.join(map(str, way))} -copy all`"
                       for way in photo_set.options)
    print(f"{len(copies)} photos, of which {count} were made with {ways}.\n")
    return copies


def made_large(photo, folder):
    """A photo with noise, coded with next to no loss; None where libjpeg's programs are missing."""
    if not shutil.which("djpeg") or not shutil.which("cjpeg"):
        print("The photo is made with djpeg and cjpeg, which are not installed")
        return None
    folder.mkdir(parents=True)
    copy = folder / "large.jpg"
    options = "-quality 98 -sample 1x1 -progressive"
    subprocess.run(
        f"djpeg {shlex.quote(str(photo.path))} | {sys.executable} {HERE / 'noisy_photo.py'} | "
        f"cjpeg {options} -outfile {copy}", shell=True, check=True)
    print(f"{copy.stat().st_size / MEGABYTE:.1f} MB, made with `noisy_photo.py` and "
          f"`cjpeg {options}`.\n")
    return Photo(copy, photo.width, photo.height)


def measure_set(program, photo_set, photos, folder, options):
    into = {name: folder / name for name in (ONE, UNSTAMP, JPEGTRAN)}
    source = photos[0].path.parent
    results = interleaved({
        ONE: stamping(contenders.daystamp(program, source, into[ONE], 1), into[ONE], len(photos)),
        JPEGTRAN: stamping(
            contenders.jpegtran(photos, into[JPEGTRAN]), into[JPEGTRAN], len(photos)),
        UNSTAMP: unstamping(
            contenders.unstamp(program, into[ONE], into[UNSTAMP]), into[UNSTAMP], photos),
    }, options.runs)
    print_comparison(results, into, JPEGTRAN, len(photos))
    one, jpegtran, unstamp = (results[name] for name in (ONE, JPEGTRAN, UNSTAMP))
    if one and jpegtran:
        print_target(f"one job, × {JPEGTRAN}", one.seconds / jpegtran.seconds,
                     at_most=photo_set.share)
    print_unstamp(one, unstamp)
    if one:
        largest = max(photo.size for photo in photos)
        print_target("peak MB", one.peak / MEGABYTE, at_most=lossless_bound(1, largest))
