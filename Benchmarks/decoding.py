#!/usr/bin/env python3
"""Measures what it costs that photos are decoded by another process; see README.md."""

import argparse
import collections
import statistics
import subprocess
import sys
from pathlib import Path

from contenders import FONT, built
from photos import CHECKOUT, SAMPLE
from tables import print_table, print_target


def main():
    options = parse()
    program = options.program or built("Benchmarks")
    lines = subprocess.run(
        [program, "decoding", str(options.times), options.photo, FONT.parent], check=True,
        stdout=subprocess.PIPE, text=True).stdout.splitlines()
    seconds, peaks = collections.defaultdict(lambda: collections.defaultdict(list)), [0, 0]
    for work, where, time, *peak in (line.split("\t") for line in lines):
        seconds[work][where].append(float(time))
        peaks = [max(pair) for pair in zip(peaks, map(int, peak))]
    medians = {work: {where: statistics.median(of) for where, of in times.items()}
               for work, times in seconds.items()}
    print_table(
        ["work", "child: ms", "here: ms", "ratio"],
        [[work, f"{1000 * of['child']:.0f}", f"{1000 * of['here']:.0f}",
          f"{of['child'] / of['here']:.3f}"] for work, of in medians.items()])
    worst = max(of["child"] / of["here"] for work, of in medians.items() if work in TARGETS)
    print_target(f"{', '.join(TARGETS)}: the worst ratio", worst, at_most=1.05)
    print(f"- peak MB: {peaks[0] / 1000:.0f} here, {peaks[1] / 1000:.0f} in the child")


TARGETS = ["stamp PNG", "stamp HEIC", "stamp WebP", "stamp TIFF"]


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", metavar="FILE", type=Path,
                        help="a release build of Benchmarks (default: built here)")
    parser.add_argument("--photo", metavar="FILE", type=Path,
                        default=CHECKOUT / "Samples" / SAMPLE[0],
                        help="a JPEG, whose picture is coded in each format")
    parser.add_argument("--times", type=int, default=5, metavar="N",
                        help="measured rounds after one that is not (default: 5)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
