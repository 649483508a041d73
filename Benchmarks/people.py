#!/usr/bin/env python3
"""How long pages of people take in a journal of 10,000 people and 1,000,000 contacts over nine years.

Benchmarks, a program of this package, makes the journal, checks it, and asks in one process."""

import argparse
import subprocess
import tempfile
from pathlib import Path

from contenders import built
from tables import print_table, print_target


def main():
    options = parse()
    program = built("Benchmarks")
    with tempfile.TemporaryDirectory(prefix="daystamp-people-") as scratch:
        folder = (options.folder or Path(scratch)) / "journal"
        if not (folder / "journal.sqlite").exists():
            subprocess.run([program, "people", "make", folder, str(options.people), str(options.contacts)],
                           check=True)
        answer = subprocess.run([program, "people", "ask", folder], check=True, stdout=subprocess.PIPE, text=True).stdout
    rows = [line.split("\t") for line in answer.splitlines()]
    print_table(["question", "p50 ms", "p99 ms", "longest ms", "answers"], rows)
    for name, _, p99, *_ in rows:
        # No page shows all people.
        if name != "all people":
            at_most = 10 if name in {"due today", "search of a usual word"} else 20
            print_target(f"{name}, p99 ms", float(p99), at_most=at_most)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=10_000, metavar="N")
    parser.add_argument("--contacts", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--folder", type=Path, metavar="FOLDER",
                        help="keep the journal here, and use it where it is there already")
    return parser.parse_args()


if __name__ == "__main__":
    main()
