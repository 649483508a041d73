#!/usr/bin/env python3
"""Measures a server over a large journal, and 100 photos that come at once; see README.md."""

import argparse
import datetime
import os
import random
import statistics
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path

from contenders import built
from filled_journal import WORDS, fill
from load import paced, wrk
from measuring import MEGABYTE
from served import serving
from tables import print_table, print_target
from uploads import different, post_all

OWNER = "anna"
PIN = "8352"
# As the issue of the web asks: milliseconds at the 99th percentile, at this many requests a second.
RATE, P99 = 500, 25
# One of so many posts has three photos.
TOGETHER = 5
PEAK = 200
PACED = ("a month's counts", "a day's posts")
# Requests a second.
FAST = {"page of a search": 400, "page of statistics": 200}


def main():
    options = parse()
    server = options.server or built("daystamp-server")
    program = options.daystamp or built("daystamp")
    with tempfile.TemporaryDirectory(prefix="daystamp-benchmark-") as scratch:
        scratch = Path(scratch)
        large(server, program, options.folder or scratch / "large", options)
        many(server, program, scratch, options)


def large(server, program, folder, options):
    """Questions to a journal of many posts, without a PIN and with one."""
    if not (folder / "journal.sqlite").exists():
        run([program, "owner", "add", OWNER, "--journal", folder])
        fill(folder / "journal.sqlite", OWNER, options.posts, options.years, together=TOGETHER)
    for has_pin in (False, True):
        with serving(server, folder, OWNER) as served:
            print(f"## {options.posts:,} posts, {'unlocked with a PIN' if has_pin else 'no PIN'}\n")
            if has_pin:
                change_pin(served, action="set", **{"new-pin": PIN, "new-pin-again": PIN})
            try:
                questions(served, options)
            finally:
                if has_pin:
                    change_pin(served, action="off", pin=PIN)


def questions(served, options):
    rows, rates, steady = [], {}, {}
    for name, paths in asked(options).items():
        fast = wrk(served, paths, options.seconds, 4)
        row = [name, *([f"{fast[0]:.0f}", f"{fast[1]:.1f}"] if fast else ["–", "–"])]
        if fast:
            rates[name] = fast[0]
        if name in PACED:
            times = paced(served, paths, RATE, options.seconds)
            steady[name] = statistics.quantiles(times, n=100)[98]
            row += [f"{statistics.median(times):.1f}", f"{steady[name]:.1f}"]
        rows.append(row if len(row) == 5 else [*row, "", ""])
    print_table(["question", "wrk: requests/s", "wrk: p99 ms", f"at {RATE}/s: p50 ms", "p99 ms"], rows)
    for name, least in FAST.items():
        if name in rates:
            print_target(f"{name}, requests a second", rates[name], at_least=least)
    for name, value in steady.items():
        print_target(f"{name} at {RATE} requests a second, p99 ms", value, at_most=P99)
    print_target("peak memory, MB", served.peak() / MEGABYTE, at_most=PEAK)
    print()


def asked(options):
    """Paths by what they ask, drawn by lot, the same in every run."""
    chance = random.Random(2)
    last = datetime.date(2025, 12, 31)
    days = [last - datetime.timedelta(chance.randrange(365 * options.years)) for _ in range(400)]
    months = [day.replace(day=1) for day in days]
    return {
        PACED[0]: [f"/api/v1/days?from={first}&to={first.replace(day=28)}" for first in months],
        PACED[1]: [f"/api/v1/posts?day={day}" for day in days],
        "page of a month": [f"/months/{first:%Y-%m}" for first in months],
        "page of a day": [f"/days/{day}" for day in days],
        "page of a post": [f"/posts/{chance.randint(1, options.posts)}" for _ in days],
        "timeline": ["/timeline"],
        "rows of a month": [f"/timeline/rows?at={first:%Y-%m}" for first in months],
        "page of a search": [f"/timeline?q={word}" for word in WORDS if word.isascii()],
        "page of a year": [f"/years/{day.year}" for day in days],
        "page of statistics": ["/statistics"],
    }


def many(server, program, scratch, options):
    """Photos of cameras that are posted at once, and once more."""
    photos = list(different(options.photos, scratch / "photos", options.uploads))
    keys = [f"key-{number}" for number in range(len(photos))]
    megabytes = sum(map(len, photos)) / MEGABYTE
    print(f"## {len(photos)} photos at once, {megabytes:.0f} MB\n")
    folder = scratch / "uploads"
    rows = []
    with serving(server, folder, OWNER) as served:
        first = post_all(served, photos, keys)
        rows.append(told("at once", first, served))
        again = post_all(served, photos, keys)
        rows.append(told("the same with the same keys", again, served))
        twice = post_all(served, [*photos, *photos], [f"new-{key}" for key in [*keys, *keys]])
        rows.append(told("posted already, twice each under a new key", twice, served))
        peak = served.peak() / MEGABYTE
    print_table(["", "seconds", "photos/s", "statuses", "posts", "peak MB"], rows)
    print_target("photos that did not become one post", len(photos) - len(posts(first)), at_most=0)
    print_target("posts that were others the second time",
                 sum(first[2][key] != again[2][key] for key in keys), at_most=0)
    print_target("peak memory, MB", peak, at_most=PEAK)
    run([program, "check", "--journal", folder, "--owner", OWNER])
    print("- `daystamp check`: the journal is whole")


def told(name, result, served):
    seconds, statuses, numbers = result
    counts = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    return [name, f"{seconds:.1f}", f"{statuses.total() / seconds:.1f}", counts,
            str(len(posts(result))), f"{served.peak() / MEGABYTE:.0f}"]


def posts(result):
    return set().union(*result[2].values()) - {None}


def change_pin(served, **fields):
    """As the page of settings does it; setting a PIN unlocks."""
    status, body = served.ask("POST", "/settings/pin", urllib.parse.urlencode(fields), {
        "Content-Type": "application/x-www-form-urlencoded"})
    if status != 303:
        raise RuntimeError(f"{status}: {body[:500]}")


def run(command):
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", metavar="FILE", help="a release build (default: built here)")
    parser.add_argument("--daystamp", metavar="FILE", help="a release build (default: built here)")
    parser.add_argument("--posts", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--years", type=int, default=20, metavar="N")
    parser.add_argument("--folder", type=Path, metavar="FOLDER",
                        help="keep the large journal here, and use it where it is there already")
    parser.add_argument("--photos", metavar="FOLDER", default=os.environ.get("DAYSTAMP_TEST_PHOTOS"),
                        help="where the camera photos are")
    parser.add_argument("--uploads", type=int, default=100, metavar="N")
    parser.add_argument("--seconds", type=int, default=10, metavar="N",
                        help="how long each question is asked (default: 10)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
