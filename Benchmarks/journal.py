#!/usr/bin/env python3
"""Measures what questions to a large journal take, inside the process and from the shell; see README.md."""

import argparse
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from contenders import built
from filled_journal import fill
from measuring import measure
from tables import print_table, print_target

OWNER = "anna"
TIMES = ["p50 ms", "p99 ms", "p50 CPU ms", "p99 CPU ms"]
# Milliseconds at the 99th percentile.
TARGETS = {
    "one day": 1, "a month's counts": 1, "a year's heat map": 2, "memories": 5,
    "search, 1 characters": 30, "search, 2 characters": 30, "search, 5 characters": 30,
}


def main():
    options = parse()
    if options.migration:
        return migrate(options)
    with tempfile.TemporaryDirectory(prefix="daystamp-benchmark-") as scratch:
        folder = options.folder or Path(scratch, "journal")
        program = options.daystamp or built("daystamp")
        if not (folder / "journal.sqlite").exists():
            run([program, "owner", "add", OWNER, "--journal", folder])
            fill(folder / "journal.sqlite", OWNER, options.posts, options.years)
        size = (folder / "journal.sqlite").stat().st_size
        print(f"{options.posts:,} posts over {options.years} years, {size / 1e6:.0f} MB, {os.cpu_count()} cores\n")
        questions(folder)
        start_up(program, folder, options.runs)
        if options.characters:
            searches(program, options.words_folder or Path(scratch, "words"), options)


def migrate(options):
    from migration import migration

    with tempfile.TemporaryDirectory(prefix="daystamp-benchmark-") as scratch:
        program = options.daystamp or built("daystamp")
        return migration(program, options.folder or Path(scratch, "journal"), OWNER, options.posts, options.years)


def questions(folder):
    answer = run([built("Benchmarks"), "journal", folder, OWNER])
    rows = [line.split("\t") for line in answer.splitlines()]
    print_table(["question", *TIMES, "posts or days"], rows)
    for name, _, p99, *_ in rows:
        if name in TARGETS:
            print_target(f"{name}, p99 ms", float(p99), at_most=TARGETS[name])


def searches(program, folder, options):
    """Posts that have words: how long searches take, and how large their index is."""
    database = folder / "journal.sqlite"
    if not database.exists():
        run([program, "owner", "add", OWNER, "--journal", folder])
        fill(database, OWNER, options.posts, options.years, characters=options.characters)
    print(f"\n{options.posts:,} posts with words of {options.characters} characters\n")
    answer = run([built("Benchmarks"), "journal", folder, OWNER, "searches"])
    rows = [line.split("\t") for line in answer.splitlines()]
    print_table(["search", *TIMES, "posts"], rows)
    for name, _, p99, *_ in rows:
        print_target(f"search, {name}, p99 ms", float(p99), at_most=100)
    db = sqlite3.connect(database)
    (index,) = db.execute("SELECT sum(pgsize) FROM dbstat WHERE name GLOB 'post_search_*'").fetchone()
    (texts,) = db.execute(TEXTS).fetchone()
    print(f"\nindex {index / 1e6:.0f} MB, texts {texts / 1e6:.0f} MB")
    print_target("bytes of the index for each of the texts", index / texts, at_most=1.5)


TEXTS = """
SELECT sum(length(CAST(title || words || coalesce(caption || original_name, '') AS BLOB)))
FROM post LEFT JOIN photo ON photo.id = post.photo
"""


def start_up(program, folder, runs):
    command = [str(program), "list", "today", "--journal", str(folder), "--owner", OWNER]
    times = [measure(command).seconds * 1000 for _ in range(runs + 1)][1:]
    print_target(f"`list today` from the shell, median of {runs}, ms", statistics.median(times), at_most=60)


def run(command):
    return subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--migration", action="store_true",
                        help="instead, make a journal of version 5 and migrate it (in FOLDER it takes the place of any)")
    parser.add_argument("--daystamp", metavar="FILE", help="a release build (default: built here)")
    parser.add_argument("--posts", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--years", type=int, default=20, metavar="N")
    parser.add_argument("--folder", type=Path, metavar="FOLDER",
                        help="keep the journal here, and use it where it is there already")
    parser.add_argument("--characters", type=int, default=300, metavar="N",
                        help="of the words of the posts that are searched; 0 for no such posts")
    parser.add_argument("--words-folder", type=Path, metavar="FOLDER", help="as --folder, of posts with words")
    parser.add_argument("--runs", type=int, default=20, help="runs of the start-up (default: 20)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
