#!/usr/bin/env python3
"""Damages a journal's database in many ways and counts what `daystamp check --salvage` brings back of
it, beside what sqlite3 does; see README.md."""

import argparse
import collections
import hashlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from contenders import built
from small_photos import jpeg, png
from tables import print_table

PAGE = 4096
POST = """
SELECT owner.name, number, hex(uid), day, instant, offset, subsecond, precision, source, zone, is_offset_assumed,
  caption, is_starred, json, file, hex(hash), original_file, hex(original_hash), original_name, posted, trashed,
  (SELECT group_concat(name) FROM (SELECT tag.name FROM post_tag JOIN tag ON tag.id = tag WHERE post = post.id
     ORDER BY tag.folded))
FROM post JOIN owner ON owner.id = post.owner JOIN photo ON photo.id = post.photo JOIN look ON look.id = photo.look
"""
FILE = 14


def main():
    options = parse()
    with tempfile.TemporaryDirectory(prefix="daystamp-salvage-", dir=options.folder) as scratch:
        campaign = Campaign(options.daystamp or built("daystamp"), Path(scratch), options)
        faults = campaign.run()
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


class Damage:
    """Ways in which a disk or another program breaks a file; each changes the bytes in place."""

    def __init__(self, chance):
        self.chance = chance

    def pages(self, data, share):
        count = len(data) // PAGE
        return self.chance.sample(range(count), max(1, round(count * share)))

    def noise(self, data, share):
        for page in self.pages(data, share):
            data[page * PAGE:(page + 1) * PAGE] = self.chance.randbytes(PAGE)

    def zeros(self, data, share):
        size = max(512, int(len(data) * share)) // 512 * 512
        start = self.chance.randrange(0, len(data) - size + 1, 512)
        data[start:start + size] = bytes(size)

    def cut(self, data, share):
        del data[int(len(data) * (1 - share)):]

    def bits(self, data, share):
        for page in self.pages(data, share):
            for _ in range(self.chance.randint(1, 8)):
                data[page * PAGE + self.chance.randrange(PAGE)] ^= 1 << self.chance.randrange(8)

    def mixed(self, data, share):
        pages = self.pages(data, share)
        for page in pages:
            other = self.chance.randrange(len(data) // PAGE)
            data[page * PAGE:(page + 1) * PAGE] = data[other * PAGE:(other + 1) * PAGE]


class Campaign:
    def __init__(self, program, scratch, options):
        self.program, self.scratch, self.options = str(program), scratch, options
        self.journal = scratch / "journal"
        self.environment = dict(os.environ, TZ="Asia/Seoul", XDG_RUNTIME_DIR=str(scratch))
        self.make()

    def daystamp(self, *arguments, owner="anna", journal=None):
        place = ["--journal", journal or self.journal] + ([] if "owner" in arguments else ["--owner", owner])
        return subprocess.run(
            [self.program, *map(str, arguments), *place], env=self.environment, capture_output=True, text=True,
            timeout=self.options.limit)

    def make(self):
        """A journal of two owners, the last tenth of whose posts is still in the write-ahead log."""
        chance = random.Random(self.options.seed)
        self.count = 0
        for owner, posts in [("ben", self.options.posts // 10), ("anna", self.options.posts * 8 // 10)]:
            self.post(owner, posts, chance)
        self.daystamp("delete", 5, 6, 7, "--yes")
        with closing(sqlite3.connect(self.journal / "journal.sqlite")) as reader:
            # SQLite empties the log when the last connection goes.
            reader.execute("SELECT count(*) FROM post").fetchone()
            self.post("anna", self.options.posts // 10, chance)
            self.truth = set(reader.execute(POST))
            self.database = (self.journal / "journal.sqlite").read_bytes()
            self.log = (self.journal / "journal.sqlite-wal").read_bytes()
        self.put(self.database, self.log)

    def post(self, owner, posts, chance):
        self.daystamp("owner", "add", owner)
        for start in range(0, posts, 8):
            names = []
            for _ in range(min(8, posts - start)):
                self.count += 1
                make, ending = (png, "png") if self.count % 10 == 0 else (jpeg, "jpg")
                name = (f"IMG_{chance.randint(2005, 2024)}{chance.randint(1, 12):02}{chance.randint(1, 28):02}_"
                        f"{chance.randint(0, 23):02}{chance.randint(0, 59):02}{self.count % 60:02}.{ending}")
                path = self.scratch / name
                path.write_bytes(make(self.count))
                names.append(path)
            words = " ".join(chance.sample("lunch 점심 산책 sea birthday 생일 snow 첫눈 친구 garden".split(), 4))
            result = self.daystamp(
                "post", *names, "-c", f"{words} {start}", "--tag", f"tag{start % 5}",
                *(["--star"] if start % 3 == 0 else []), owner=owner)
            if result.returncode:
                raise RuntimeError(result.stderr)
            for path in names:
                path.unlink()

    def put(self, database, log):
        for ending, data in [("", database), ("-wal", log), ("-shm", None)]:
            path = self.journal / f"journal.sqlite{ending}"
            path.unlink(missing_ok=True)
            if data is not None:
                path.write_bytes(data)

    def tree(self):
        digest = hashlib.sha256()
        for path in sorted(self.journal.rglob("*")):
            status = path.lstat()
            digest.update(f"{path} {status.st_mode} {status.st_mtime_ns} {status.st_size}".encode())
            if path.is_file():
                digest.update(path.read_bytes())
        return digest.digest()

    def run(self):
        kinds = ["noise", "zeros", "cut", "bits", "mixed", "lost log", "broken log"]
        results = collections.defaultdict(lambda: collections.defaultdict(list))
        faults = []
        for trial in range(self.options.first, self.options.first + self.options.trials):
            kind = kinds[trial % len(kinds)]
            chance = random.Random(f"{self.options.seed} {trial}")
            share = chance.uniform(0.01, 0.30)
            database, log = bytearray(self.database), bytearray(self.log)
            damage = Damage(chance)
            if kind == "broken log":
                getattr(damage, chance.choice(["noise", "zeros", "cut", "bits"]))(log, share)
            elif kind == "lost log":
                log = None
                damage.noise(database, share)
            else:
                getattr(damage, kind)(database, share)
            self.put(bytes(database), None if log is None else bytes(log))
            try:
                values = self.trial(f"{trial} ({kind}, {share:.0%})", faults)
            except KeyboardInterrupt:
                break
            for name, value in values.items():
                results[kind][name].append(value)
        self.print(results)
        return faults

    def trial(self, name, faults):
        new = self.scratch / "new"
        shutil.rmtree(new, ignore_errors=True)
        before = self.tree()
        start = time.monotonic()
        try:
            result = subprocess.run(
                [self.program, "check", "--salvage", new, "--json", "--journal", self.journal, "--owner", "anna"],
                env=self.environment, capture_output=True, text=True, timeout=self.options.limit)
            if result.returncode not in (0, 1):
                faults.append(f"{name}: exit {result.returncode}: {result.stderr[-300:]}")
        except subprocess.TimeoutExpired:
            faults.append(f"{name}: took longer than {self.options.limit} s")
            return {}
        seconds = time.monotonic() - start
        if self.tree() != before:
            faults.append(f"{name}: the damaged journal was changed")
        found = rows(new / "journal.sqlite")
        lost_quietly = len(self.truth - found) > 0 and result.returncode == 0
        if lost_quietly:
            faults.append(f"{name}: exit 0, though {len(self.truth - found)} posts are not as they were")
        if self.options.check:
            check = self.daystamp("check", journal=new)
            if check.returncode:
                faults.append(f"{name}: check of the new journal: {check.stdout[:300]}{check.stderr[:300]}")
        files = {row[FILE] for row in found}
        results = {
            "whole": len(self.truth & found), "back": sum(row[FILE] in files for row in self.truth),
            "seconds": seconds,
        }
        if not self.options.no_peers:
            copy = self.scratch / "copy"
            shutil.rmtree(copy, ignore_errors=True)
            copy.mkdir()
            for ending in ["", "-wal"]:
                if (self.journal / f"journal.sqlite{ending}").exists():
                    shutil.copy(self.journal / f"journal.sqlite{ending}", copy)
            results["dump"] = len(self.truth & self.peer(copy, "dump"))
            results["clone"] = len(self.truth & self.peer(copy, "clone"))
        return results

    def peer(self, folder, command):
        """What sqlite3 makes of a copy."""
        new = folder / f"{command}.sqlite"
        script = (f"sqlite3 journal.sqlite .dump | sqlite3 {new}" if command == "dump"
                  else f"sqlite3 journal.sqlite '.clone {new}'")
        try:
            subprocess.run(script, shell=True, cwd=folder, capture_output=True, timeout=self.options.limit)
        except subprocess.TimeoutExpired:
            return set()
        return rows(new)

    def print(self, results):
        total = len(self.truth)
        table = []
        for kind, values in [*results.items(), ("all", merged(results))]:
            share = lambda name: f"{sum(values[name]) / len(values[name]) / total:.1%}" if values[name] else "–"
            least = f"{min(values['back']) / total:.1%}" if values["back"] else "–"
            table.append([kind, str(len(values["whole"])), share("back"), least, share("whole"), share("dump"),
                          share("clone"), f"{max(values['seconds'], default=0):.1f}"])
        print(f"A journal of {total} posts, {len(self.database) // PAGE} pages, a log of {len(self.log) // 1024} kB; "
              "1–30% of the pages damaged.\n")
        print_table(
            ["damage", "trials", "posts back", "worst", "with every value", "`.dump`", "`.clone`", "longest, s"], table)


def merged(results):
    all_values = collections.defaultdict(list)
    for values in results.values():
        for name, numbers in values.items():
            all_values[name] += numbers
    return all_values


def rows(path):
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            database.text_factory = lambda data: data.decode(errors="replace")
            return set(database.execute(POST))
    except sqlite3.Error:
        return set()


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daystamp", metavar="FILE", help="a build of the program (default: built here)")
    parser.add_argument("--trials", type=int, default=300, metavar="N")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first trial")
    parser.add_argument("--check", action="store_true", help="run `daystamp check` on each new journal")
    parser.add_argument("--posts", type=int, default=400, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--limit", type=int, default=60, metavar="SECONDS", help="for each run of a program")
    parser.add_argument("--no-peers", action="store_true", help="leave sqlite3 out")
    parser.add_argument("--folder", metavar="FOLDER", help="where the journals are made")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
