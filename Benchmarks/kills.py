#!/usr/bin/env python3
"""Kills daystamp (SIGKILL) while it changes a journal, again and again, and looks after each kill
whether anything is lost or left over; see README.md."""

import argparse
import collections
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from contenders import built
from killed_journal import KilledJournal
from small_photos import jpeg, png
from tables import print_table

# Changing calls; a process is killed on its way into one of them.
CALLS = ["linkat", "unlink", "mkdir", "fsync", "fdatasync", "pwrite64", "ftruncate", "flock", "write"]


@dataclass
class Work:
    """One way to change the journal: arguments for the program, made anew for each trial."""
    name: str
    command: str
    arguments: callable


def main():
    options = parse()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory(prefix="daystamp-kills-", dir=options.folder) as scratch:
        trials = Trials(options.daystamp or built("daystamp"), Path(scratch), options)
        faults = trials.by_call() if options.every_call else trials.by_chance(options.kills)
        trials.print_results()
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


class Trials:
    def __init__(self, program, scratch, options):
        self.program, self.scratch, self.options = str(program), scratch, options
        self.journal = KilledJournal(self.program, scratch / "journal")
        self.count = 0
        self.results = collections.defaultdict(collections.Counter)
        self.journal.run("post", self.photo("first.jpg", jpeg))
        self.works = [work for work in self.all_works() if self.journal.knows(work.command)]
        self.durations = {}

    def all_works(self):
        time = lambda: f"{random.randint(1990, 2024)}-0{random.randint(1, 9)}-15 10:00"
        number = lambda: str(random.choice(self.journal.posts()))
        numbers = lambda: [str(of) for of in random.sample(self.journal.posts(), 3)]
        return [
            Work("post a JPEG", "post", lambda: ["post", self.photo("one.jpg", jpeg), "--time", time()]),
            Work("post a PNG", "post", lambda: ["post", self.photo("one.png", png), "--time", time()]),
            Work("post a folder", "post", lambda: ["post", "--recursive", self.many(), "--time", time()]),
            Work("edit --time", "edit", lambda: ["edit", number(), "--time", time()]),
            Work("edit -c", "edit", lambda: ["edit", number(), "-c", f"caption {self.count}"]),
            Work("delete", "delete", lambda: ["delete", *numbers(), "--yes"]),
            Work("trash empty", "trash", lambda: ["trash", "empty", "--yes"]),
            Work("check --repair", "check", lambda: ["check", "--repair"]),
        ]

    # What is posted, different from all that was.

    def photo(self, name, make):
        self.count += 1
        path = self.scratch / name
        path.write_bytes(make(self.count))
        return str(path)

    def many(self):
        folder = self.scratch / "many"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for number in range(self.options.photos):
            self.photo(f"many/{number:03}.{'png' if number % 3 == 0 else 'jpg'}",
                       png if number % 3 == 0 else jpeg)
        return str(folder)

    # The two ways to choose the instant.

    def by_chance(self, kills):
        """Kills at random moments of what the work takes, a fifth of the time while another process
        posts; gives what was found wrong."""
        faults = []
        killed = 0
        while killed < kills:
            work = random.choice(self.works)
            self.prepare(work)
            duration = self.durations.get(work.name) or self.measure(work)
            other = None
            if random.random() < 0.2:
                other = self.journal.start("post", self.photo("other.jpg", jpeg))
            wait = random.uniform(0, duration)
            faults += self.trial(work, other, lambda process: wait_for(process, wait))
            killed = sum(of["killed"] for of in self.results.values())
            print(f"\r{killed} kills", end="", file=sys.stderr)
        print(file=sys.stderr)
        return faults

    def by_call(self):
        """Kills on the way into the first, second, third … of each changing call that a work makes."""
        faults = []
        for work in self.works:
            for call in CALLS:
                for turn in range(1, self.options.photos * 4):
                    self.prepare(work)
                    before = self.results[work.name]["killed"]
                    faults += self.trial(work, None, lambda process: process.wait(), [
                        "strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}",
                        "-e", f"inject={call}:signal=KILL:when={turn}"])
                    print(f"\r{work.name}: {call} {turn}   ", end="", file=sys.stderr)
                    if self.results[work.name]["killed"] == before:
                        break
        print(file=sys.stderr)
        return faults

    def prepare(self, work):
        """Makes sure that there is something to do."""
        if len(self.journal.posts()) > self.options.photos * 3:
            # All of it is looked at after each trial.
            self.journal.remove()
            self.journal.run("post", self.photo("first.jpg", jpeg))
        if len(self.journal.posts()) < 4:
            self.journal.run("post", "--recursive", self.many())
        if work.name == "trash empty":
            self.journal.run("delete", *map(str, self.journal.posts()[:3]), "--yes")
        if work.name == "check --repair":
            self.journal.break_something()

    def measure(self, work):
        start = time.perf_counter()
        self.journal.run(*work.arguments())
        self.durations[work.name] = time.perf_counter() - start
        self.prepare(work)
        return self.durations[work.name]

    # One trial.

    def trial(self, work, other, await_instant, tracer=()):
        before = self.journal.state()
        with open(self.scratch / "told", "wb") as told:
            process = self.journal.start(*work.arguments(), output=told, tracer=tracer)
            await_instant(process)
            process.kill()
            process.wait()
        if other:
            other.wait()
        result = self.results[work.name]
        result["trials"] += 1
        if process.returncode == -9:
            result["killed"] += 1
        lines = (self.scratch / "told").read_text().splitlines(keepends=True)
        told = [line for line in lines if line.endswith("\n")]
        left = self.journal.leftovers()
        result["left loose"] += bool(left)
        found = self.journal.faults_after_opening(
            work.name, told, before, other.returncode if other else 0)
        result["faults"] += len(found)
        result["told of"] += len(told)
        return [f"{work.name}, trial {result['trials']}: {fault}" for fault in found]

    def print_results(self):
        columns = ["trials", "killed", "left loose", "told of", "faults"]
        rows = [[name, *[str(result[column]) for column in columns]]
                for name, result in self.results.items()]
        sums = [str(sum(result[column] for result in self.results.values())) for column in columns]
        print_table(["work", *columns], [*rows, ["all", *sums]])


def wait_for(process, seconds):
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        pass


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daystamp", metavar="FILE", help="a build (default: a release built here)")
    parser.add_argument("--kills", type=int, default=500, metavar="N", help="default: 500")
    parser.add_argument("--every-call", action="store_true",
                        help="instead kill on the way into every changing system call, with strace")
    parser.add_argument("--photos", type=int, default=70, metavar="N",
                        help="photos in a folder that is posted (default: 70)")
    parser.add_argument("--folder", help="where the journal is made (default: the usual temporary one)")
    parser.add_argument("--seed", type=int, default=None)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
