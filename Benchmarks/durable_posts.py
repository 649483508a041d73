#!/usr/bin/env python3
"""Watches, by strace, what daystamp does before it tells of a post: its file, the name in its folder and
its row must be on the disk by then, in this order; see README.md."""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from contenders import built
from small_photos import jpeg, png

CALLS = "openat,openat2,linkat,fsync,fdatasync,write"
LINE = re.compile(r"(\d+) +(\d+\.\d+) (.*)")
LINK = re.compile(r'linkat\(AT_FDCWD<.*?>, "/proc/self/fd/(\d+)", \d+<(.*?)>, "(.*?)"')
SYNC = re.compile(r"(fsync|fdatasync)\((\d+)<(.*?)>")
RESUMED = re.compile(r"<\.\.\. \w+ resumed>(.*)")
TOLD = re.compile(r'write\(1<.*?>, "(.*)"')


class Seen:
    """What strace has shown so far of the files that get names: each goes from set to set."""

    def __init__(self, journal):
        self.journal = str(journal)
        self.names = {}  # of the nameless file that a descriptor is of
        self.linked = {}  # when, by path
        self.synchronized = set()
        self.named = set()  # in a folder that was synchronized later
        self.stored = set()  # and then the log of the database was
        self.told = 0
        self.faults = []

    def path(self, *parts):
        return os.path.relpath(os.path.join(*parts), self.journal)

    def link(self, link, time):
        descriptor, folder, name = link.groups()
        self.names[descriptor] = self.path(folder, name)
        self.linked[self.names[descriptor]] = time

    def synchronize(self, sync, begun):
        call, descriptor, path = sync.groups()
        if path.endswith("journal.sqlite-wal"):
            self.stored |= self.named & self.synchronized
        elif descriptor in self.names and "#" in path:
            self.synchronized.add(self.names[descriptor])
        elif call == "fsync":
            self.named |= {name for name, time in self.linked.items()
                           if os.path.dirname(name) == self.path(path) and time < begun}

    def tell(self, post):
        self.told += 1
        for file in filter(None, (post["file"], post.get("original"))):
            if (path := file[file.index("photos/"):]) not in self.stored:
                self.faults.append(f"post {post['number']} was told of before {path} was stored")


def main():
    options = parse()
    program = options.daystamp or built("daystamp")
    with tempfile.TemporaryDirectory(prefix="daystamp-durable-", dir=options.folder) as scratch:
        scratch = Path(scratch).resolve()
        photos, trace = scratch / "photos", scratch / "trace"
        photos.mkdir()
        for number in range(options.photos):
            name = f"2024-01-{number % 3 + 1:02} 12.00.{number % 60:02} {number}"
            kind, make = (".png", png) if number % 10 == 0 else (".jpg", jpeg)
            (photos / (name + kind)).write_bytes(make(number))
        subprocess.run(
            ["strace", "-f", "-y", "-ttt", "-s", "1000000", "-o", trace, "-e", f"trace={CALLS}",
             program, "post", "--recursive", photos, "--journal", scratch / "journal", "--json",
             "--jobs", "2"], check=True, stdout=subprocess.DEVNULL)
        seen = watch(trace, scratch / "journal")
    for fault in seen.faults:
        print(fault, file=sys.stderr)
    print(f"{seen.told} posts were told of, {len(seen.faults)} of them too early")
    return 0 if seen.told == options.photos and not seen.faults else 1


def watch(trace, journal):
    """Reads what strace wrote. A call on its way counts when it has ended, but one that tells from its
    beginning; what two threads do at the same time counts as in the wrong order."""
    seen, begun = Seen(journal), {}
    with open(trace) as lines:
        for line in lines:
            thread, time, call = LINE.match(line).groups()
            start = float(time)
            if call.endswith("<unfinished ...>"):
                begun[thread] = (start, call.removesuffix("<unfinished ...>"))
            elif resumed := RESUMED.match(call):
                start, first = begun.pop(thread)
                call = "" if TOLD.match(first) else first + resumed[1]
            if told := TOLD.match(call):
                for record in told[1].encode().decode("unicode_escape").splitlines():
                    if post := json.loads(record).get("post"):
                        seen.tell(post)
            elif call.endswith("<unfinished ...>"):
                continue
            elif link := LINK.match(call):
                seen.link(link, float(time))
            elif sync := SYNC.match(call):
                seen.synchronize(sync, start)
    return seen


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daystamp", metavar="FILE", help="a release build (default: built here)")
    parser.add_argument("--folder", metavar="FOLDER", help="where to work, on the disk to be tried")
    parser.add_argument("--photos", type=int, default=1_000, metavar="N", help="how many photos")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
