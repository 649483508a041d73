#!/usr/bin/env python3
"""Measures what a card of 1080 × 1080 takes, beside ImageMagick's caption:; see README.md."""

import argparse
import os
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

from contenders import FONT, ONE_THREAD, built
from measuring import Measurement, interleaved, measure
from tables import print_table, print_target

TEXT = "The cure for boredom is curiosity. There is no cure for curiosity."
FORMATS = ["png", "jpeg", "webp"]
FIRST, NEXT, MAGICK = "`Card`, the first one", "`Card`, the next ones", "ImageMagick `caption:`"


def main():
    options = parse()
    program = options.program or built("Benchmarks")
    with tempfile.TemporaryDirectory() as scratch:
        for form in FORMATS:
            print(f"## {form}\n")
            sizes = {}
            contenders = {
                FIRST: lambda: made(program, form, 1, sizes, FIRST),
                NEXT: lambda: made(program, form, options.times, sizes, NEXT),
            }
            if convert := shutil.which("convert"):
                file = Path(scratch, f"card.{form}")
                contenders[MAGICK] = lambda: drawn(convert, file, sizes)
            show(interleaved(contenders, options.runs), sizes)


def made(program, form, times, sizes, name):
    """One process; the median of all cards, without the first where there are more."""
    output = subprocess.run(
        [str(program), "card", form, str(times), str(FONT.parent), TEXT], check=True, capture_output=True,
        text=True, env={**os.environ, **ONE_THREAD}).stdout
    lines = [[float(value) for value in line.split("\t")] for line in output.splitlines()]
    lines = lines[1:] or lines
    seconds, encoder, size = (statistics.median(column) for column in zip(*lines))
    sizes[name] = (f"{1000 * encoder:.1f}", int(size))
    return Measurement(seconds, seconds, 0)


def drawn(convert, file, sizes):
    """One process, with its start: ImageMagick is used so."""
    run = measure(
        [convert, "-size", "832x832", "-background", "#F1E8D8", "-fill", "#3A2F23", "-font", str(FONT),
         "-pointsize", "72", "-gravity", "center", f"caption:{TEXT}", "-extent", "1080x1080",
         "-quality", "35" if file.suffix == ".png" else "90", str(file)], ONE_THREAD)
    sizes[MAGICK] = ("–", file.stat().st_size)
    return run and Measurement(run.cpu, run.cpu, run.peak)


def show(results, sizes):
    print_table(
        ["program", "ms of one core", "of these the encoder", "kB"],
        [[name, f"{1000 * of.cpu:.1f}", sizes[name][0], f"{sizes[name][1] / 1000:.1f}"]
         for name, of in results.items() if of])
    if results.get(FIRST):
        print_target("the first card, ms of one core", 1000 * results[FIRST].cpu, at_most=60)
    print()


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", metavar="FILE",
                        help="a release build of Benchmarks (default: built here)")
    parser.add_argument("--times", type=int, default=11, metavar="N",
                        help="cards that a process makes in one run (default: 11)")
    parser.add_argument("--runs", type=int, default=5, metavar="N",
                        help="measured runs after one that is not (default: 5)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
