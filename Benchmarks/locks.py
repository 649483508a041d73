#!/usr/bin/env python3
"""Tries wrong PINs on daystamp's lock, many at once and killed in the middle, and looks after each
whether a try was not counted, or one was made that must not be; see README.md."""

import argparse
import collections
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from contenders import built
from small_photos import jpeg
from tables import print_table

OWNER = "anna"
PIN, WRONG = b"7391\n", b"7392\n"
FREE, MOST = 4, 10
WRONG_PIN, NO_TRY = "that is not the PIN", "no PIN is tried now"


def main():
    options = parse()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory(prefix="daystamp-locks-", dir=options.folder) as scratch:
        lock = Lock(str(options.daystamp or built("daystamp")), Path(scratch))
        faults = crowds(lock, options.rounds, options.crowd) + kills(lock, options.kills)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daystamp", type=Path, help="a release build; made where it is left away")
    parser.add_argument("--folder", type=Path, help="where the journal is made for the time")
    parser.add_argument("--rounds", type=int, default=20, help="how often a crowd tries")
    parser.add_argument("--crowd", type=int, default=50, help="how many processes try at once")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Lock:
    """A journal with a PIN, and what another program sees of it."""

    def __init__(self, program, scratch):
        self.program, self.journal = program, scratch / "journal"
        (scratch / "photo.jpg").write_bytes(jpeg(1))
        self.finish(self.start("post", scratch / "photo.jpg", "--time", "2024-01-31 12:00"))
        self.finish(self.start("lock", "set", "--pin-stdin", typed=PIN))
        start = time.perf_counter()
        self.finish(self.start("unlock", "--pin-stdin", typed=PIN))
        self.seconds = time.perf_counter() - start

    def start(self, *arguments, typed=b""):
        process = subprocess.Popen(
            [self.program, *arguments, "--journal", self.journal, "--owner", OWNER],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={**os.environ, "TZ": "UTC", "XDG_RUNTIME_DIR": ""})
        process.stdin.write(typed)
        process.stdin.close()
        return process

    def finish(self, process):
        said = process.stderr.read().decode()
        if process.wait() != 0:
            raise RuntimeError(said)

    def tries(self):
        with closing(sqlite3.connect(self.journal / "journal.sqlite", timeout=60)) as database:
            return database.execute("SELECT failures, last_try FROM lock").fetchone()

    def put(self, failures, last_try):
        with closing(sqlite3.connect(self.journal / "journal.sqlite", timeout=60)) as database, database:
            database.execute("UPDATE lock SET failures = ?, last_try = ?", (failures, last_try))


def crowds(lock, rounds, crowd):
    """Many processes try a wrong PIN at once, before any of them has to wait and afterwards."""
    faults, results = [], collections.Counter()
    for turn in range(rounds):
        # In every second round the first wait is over, and one try is free.
        before, last_try = (0, None) if turn % 2 == 0 else (FREE, 0)
        allowed = FREE if turn % 2 == 0 else 1
        lock.put(before, last_try)
        processes = [lock.start("unlock", "--pin-stdin", typed=WRONG) for _ in range(crowd)]
        said = collections.Counter()
        for process in processes:
            text = process.stderr.read().decode()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            # The work of a hash can be seen from outside.
            said["hashed"] += usage.ru_utime > lock.seconds / 3
            said["wrong"] += WRONG_PIN in text
            said["not tried"] += NO_TRY in text
            if process.returncode != 77:
                faults.append(f"round {turn}: exit {process.returncode}: {text}")
        counted = lock.tries()[0] - before
        results += said
        results["counted"] += counted
        if not said["hashed"] == said["wrong"] == counted == allowed:
            faults.append(f"round {turn}: {allowed} tries allowed, {counted} counted, {dict(said)}")
        if said["wrong"] + said["not tried"] != crowd:
            faults.append(f"round {turn}: {dict(said)} of {crowd}")
    print(f"{rounds} rounds of {crowd} processes with a wrong PIN:\n")
    print_table(["", "tries"], [[name, str(results[name])] for name in [
        "counted", "wrong", "hashed", "not tried"]] + [["faults", str(len(faults))]])
    return faults


def kills(lock, count):
    """Tries that are killed at any moment, each with its wait over."""
    faults, results = [], collections.Counter()
    failures = 0
    for turn in range(count):
        if failures == MOST - 1:
            failures = 0
        lock.put(failures, 0)
        process = lock.start("unlock", "--pin-stdin", typed=WRONG)
        time.sleep(random.uniform(0, 1.1 * lock.seconds))
        process.kill()
        text = process.stderr.read().decode()
        process.wait()
        counted = lock.tries()[0] - failures
        if WRONG_PIN in text:
            results["told before the kill"] += 1
            if counted != 1:
                faults.append(f"kill {turn}: told of and counted {counted} times")
        else:
            results["counted before the kill" if counted else "killed before the count"] += 1
        if counted not in (0, 1):
            faults.append(f"kill {turn}: the count went from {failures} to {failures + counted}")
        failures += counted
    print(f"{count} kills of a process with a wrong PIN:\n")
    print_table(["", "tries"], [[name, str(results[name])] for name in [
        "killed before the count", "counted before the kill", "told before the kill"]]
        + [["faults", str(len(faults))]])
    return faults


if __name__ == "__main__":
    sys.exit(main())
