#!/usr/bin/env python3
"""Overwrites pages of a journal's database and of its log, and asks daystamp and its server for all
they do: none may be ended by a signal, and none may hang; see README.md."""

import argparse
import collections
import contextlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import filled_journal
import served
from contenders import built
from small_photos import jpeg
from tables import print_table

OWNER, PAGE, HEADER, FRAME = "anna", 4096, 32, 24
LIMIT = 60


def main():
    options = parse()
    with tempfile.TemporaryDirectory(prefix="daystamp-pages-", dir=options.folder) as scratch:
        trials = Trials(options, Path(scratch))
        for number in range(options.first, options.first + options.trials):
            trials.run(number)
    print_table(["work", "ended with"], [
        [name, ", ".join(f"{status}: {count}" for status, count in sorted(of.items()))]
        for name, of in trials.results.items()])
    return 1 if trials.faults else 0


class Trials:
    def __init__(self, options, scratch):
        self.program = str(options.daystamp or built("daystamp"))
        self.server = str(options.server or built("daystamp-server"))
        self.asks = not options.commands_only
        self.scratch, self.whole = scratch, scratch / "whole"
        self.results, self.faults = collections.defaultdict(collections.Counter), 0
        self.fill()

    def fill(self):
        """A journal of posts with photos and, in the log alone, some of its rows."""
        photos = self.scratch / "photos"
        photos.mkdir()
        for number in range(24):
            (photos / f"2024-01-{number + 1:02} 12.00.00.jpg").write_bytes(jpeg(number))
        arguments = ["post", "-r", photos, "--tag", "sea", "-c", "점심 비빔밥 lunch"]
        self.check(self.start(self.whole, *arguments).wait())
        self.check(self.start(self.whole, "owner", "add", "mina", owner=False).wait())
        filled_journal.fill(self.whole / "journal.sqlite", "mina", 400, 3)
        with served.serving(self.server, self.whole, OWNER) as server:
            self.token = server.token
        database = sqlite3.connect(self.whole / "journal.sqlite")
        database.execute("UPDATE post SET caption = caption || ' ' WHERE number % 7 = 0")
        database.commit()
        for name in ("journal.sqlite", "journal.sqlite-wal"):
            shutil.copy(self.whole / name, self.scratch / name)
        database.close()
        for path in self.whole.glob("journal.sqlite*"):
            path.unlink()
        for name in ("journal.sqlite", "journal.sqlite-wal"):
            (self.scratch / name).rename(self.whole / name)

    def tell(self, fault):
        self.faults += 1
        print(fault, flush=True)

    @staticmethod
    def check(status):
        if status != 0:
            raise RuntimeError(f"exit {status}")

    def run(self, number):
        chance = random.Random(number)
        folder = self.scratch / "journal"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.whole, folder)
        how = damage(folder, chance)
        again = self.scratch / "again.jpg"
        again.write_bytes(jpeg(1_000_000 + number))
        export = self.scratch / "export"
        for arguments in [
            ["list"], ["list", "--search", "lunch", "--json"], ["list", "--search", "점심"], ["show", "3", "--json"],
            ["stats"], ["calendar", "2024"], ["memories", "2025-01-05"], ["config"], ["trash"],
            ["check"], ["export", export], ["edit", "5", "-c", "other words"],
            ["edit", "6", "--time", "2024-03-01 10:00"], ["delete", "7", "8", "--yes"],
            ["trash", "empty", "--yes"], ["post", again, "--time", "2024-02-03 04:05"],
            ["backup", self.scratch / "backup", "--force"], ["check", "--repair"],
        ]:
            if arguments[0] == "export":
                shutil.rmtree(export, ignore_errors=True)
            self.judge(number, how, arguments, self.start(folder, *arguments))
        if self.asks:
            shutil.rmtree(folder)
            shutil.copytree(self.whole, folder)
            damage(folder, random.Random(number))
            self.serve(number, how, folder)

    def judge(self, number, how, arguments, process):
        try:
            said = process.communicate(timeout=LIMIT)[1].decode(errors="replace")
            status = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            said, status = process.communicate()[1].decode(errors="replace"), "hangs"
        name = " ".join(map(str, arguments[:2])) if arguments[0] in ("trash",) else arguments[0]
        self.results[name][str(status)] += 1
        if status not in (0, 1) or (status == 1 and not said and name not in ("check", "list", "stats")):
            self.tell(f"{number} ({how}): {' '.join(map(str, arguments))}: {status}: {said[-600:]}")

    def start(self, folder, *arguments, owner=True):
        names_owner = owner and arguments[0] != "backup"
        place = ["--journal", folder] + (["--owner", OWNER] if names_owner else [])
        return subprocess.Popen(
            [self.program, *map(str, arguments), *map(str, place)], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def serve(self, number, how, folder):
        """Uploads, pages and deletions through the server, which has to be there to the end."""
        port = served.free_port()
        log = open(self.scratch / "log", "w+")
        process = subprocess.Popen(
            [self.server, "--port", str(port), "--journal", str(folder), "--owner", OWNER],
            stdout=log, stderr=log)
        try:
            try:
                served.wait(port, process)
            except RuntimeError:
                self.told(number, how, "start", process, log)
                return
            server = served.Served(process.pid, port, self.token)
            for method, path, body, headers in requests(port, number):
                status = "none"
                with contextlib.suppress(OSError, served.http.client.HTTPException):
                    status, _ = server.ask(method, path, body, headers)
                self.results[f"{method} {path.split('?')[0]}"][str(status)] += 1
                if status == "none":
                    # An answer that cannot be ended, such as an export, is broken off.
                    time.sleep(0.5)
                if process.poll() is not None:
                    self.tell(f"{number} ({how}): {method} {path}: {status}")
                    break
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=LIMIT)
            except subprocess.TimeoutExpired:
                process.kill()
                self.tell(f"{number} ({how}): the server does not end")
            self.told(number, how, "server", process, log)

    def told(self, number, how, name, process, log):
        status = process.wait()
        self.results[name][str(status)] += 1
        log.seek(0)
        if status not in (0, 1):
            self.tell(f"{number} ({how}): {name}: {status}: {log.read()[-900:]}")


def requests(port, number):
    origin = {"Origin": f"http://127.0.0.1:{port}"}
    photo = jpeg(2_000_000 + number)
    boundary = "boundary"
    form = (f"--{boundary}\r\nContent-Disposition: form-data; name=\"time\"\r\n\r\n2024-05-0{number % 9 + 1} 10:00\r\n"
            f"--{boundary}\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n"
            "Content-Type: image/jpeg\r\n\r\n").encode() + photo + f"\r\n--{boundary}--\r\n".encode()
    multipart = {"Content-Type": f"multipart/form-data; boundary={boundary}", **origin}
    return [
        ("GET", "/", None, {}), ("POST", "/api/v1/posts", form, {"Idempotency-Key": "one", **multipart}),
        ("GET", "/api/v1/posts", None, {}), ("GET", "/years/2024", None, {}),
        ("GET", "/search?q=lunch", None, {}), ("GET", "/posts/3", None, {}), ("GET", "/posts/3/photo", None, {}),
        ("GET", "/api/v1/posts/4", None, {}),
        ("POST", "/api/v1/posts", form.replace(photo, photo + b"!"), {"Idempotency-Key": "two", **multipart}),
        ("GET", "/trash", None, {}),
        ("GET", "/months/2024-01", None, {}), ("GET", "/statistics", None, {}), ("GET", "/settings", None, {}),
        ("GET", "/export", None, {}),
    ]


def damage(folder, chance):
    """Overwrites, swaps or shuffles some pages; says what it did."""
    names = ["journal.sqlite"] * 3 + ["journal.sqlite-wal"]
    path = folder / chance.choice(names)
    data = bytearray(path.read_bytes())
    is_log = path.suffix.endswith("-wal")
    start, step, skip = (HEADER, PAGE + FRAME, FRAME) if is_log else (0, PAGE, 0)
    if is_log and chance.random() < 0.5:
        # Frames are proved by checksums: only those that are made anew are read.
        how = damage_frames(data, chance)
    else:
        count = (len(data) - start) // step
        how = []
        for _ in range(chance.choice([1, 1, 1, 2, 4])):
            # The first page holds the schema; damage there is often seen at once.
            page = chance.randrange(0 if chance.random() < 0.1 or count < 2 else 1, count)
            at = start + page * step + skip
            how.append(overwrite(data, at, start, step, skip, count, page, chance))
    path.write_bytes(data)
    return f"{path.name}: {', '.join(how)}"


def overwrite(data, at, start, step, skip, count, page, chance):
    kind = chance.choice(["noise", "bytes", "bytes", "swap", "copy", "zeros", "shuffle", "types"])
    first = at + (100 if page == 0 and skip == 0 else 0)
    end = at + PAGE
    other = start + chance.randrange(count) * step + skip
    if kind == "noise":
        data[first:end] = chance.randbytes(end - first)
    elif kind == "bytes":
        for _ in range(chance.choice([1, 4, 16, 64])):
            data[chance.randrange(first, end)] = chance.randrange(256)
    elif kind == "types":
        # Among the cells, where rows say of which type each value is.
        for _ in range(chance.choice([4, 16])):
            place = chance.randrange(max(first, end - 2000), end)
            data[place] = chance.choice([0, 1, 6, 7, 8, 9, 12, 13, 14, 15, 23, 33, 45, 77, 127, 255])
    elif kind == "swap":
        data[at:end], data[other:other + PAGE] = data[other:other + PAGE], data[at:end]
    elif kind == "copy":
        data[at:end] = data[other:other + PAGE]
    elif kind == "zeros":
        data[first:end] = bytes(end - first)
    else:
        words = [data[i:i + 64] for i in range(first, end, 64)]
        chance.shuffle(words)
        data[first:end] = b"".join(words)[:end - first]
    return f"{kind} {page}"


def damage_frames(data, chance):
    """Overwrites bytes of a log's pages and makes its checksums anew (SQLite file format, 4.2)."""
    order = "big" if int.from_bytes(data[:4], "big") & 1 else "little"
    count = (len(data) - HEADER) // (PAGE + FRAME)
    how = []
    for _ in range(chance.choice([1, 2, 4])):
        page = chance.randrange(count)
        at = HEADER + page * (PAGE + FRAME) + FRAME
        how.append("proved " + overwrite(data, at, HEADER, PAGE + FRAME, FRAME, count, 1, chance))
    sums = checksum(data[:24], (0, 0), order)
    data[24:32] = b"".join(n.to_bytes(4, "big") for n in sums)
    for frame in range(count):
        at = HEADER + frame * (PAGE + FRAME)
        sums = checksum(data[at:at + 8], sums, order)
        sums = checksum(data[at + FRAME:at + FRAME + PAGE], sums, order)
        data[at + 16:at + 24] = b"".join(n.to_bytes(4, "big") for n in sums)
    return how


def checksum(data, sums, order):
    one, two = sums
    for i in range(0, len(data), 8):
        one = (one + int.from_bytes(data[i:i + 4], order) + two) & 0xFFFFFFFF
        two = (two + int.from_bytes(data[i + 4:i + 8], order) + one) & 0xFFFFFFFF
    return one, two


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=520)
    parser.add_argument("--first", type=int, default=0, help="the first trial's number, which draws its damage")
    parser.add_argument("--commands-only", action="store_true", help="the server only fills the journal")
    parser.add_argument("--daystamp")
    parser.add_argument("--server")
    parser.add_argument("--folder", help="where the journals are made; /dev/shm is fast")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
