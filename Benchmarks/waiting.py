#!/usr/bin/env python3
"""Measures how long an owner waits while another one keeps the server busy; see README.md."""

import argparse
import contextlib
import json
import multiprocessing
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import uuid
from dataclasses import replace
from functools import partial
from pathlib import Path

from contenders import built
from filled_journal import fill
from prose import Prose
from served import paired, serving
from server import run
from tables import print_table, print_target
from uploads import BOUNDARY, different, form

BUSY, WAITING = "anna", "bob"
# Milliseconds at the 99th percentile, and once.
BARS = {"page": (100, 600), "words": (300, 500), "photo": (3_000, 3_000)}
# Seconds from one request of a kind to the next.
PERIODS = {"page": 0.1, "words": 0.4, "photo": 3}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}


def main():
    options = parse()
    server, program = options.server or built("daystamp-server"), options.daystamp or built("daystamp")
    with tempfile.TemporaryDirectory(prefix="daystamp-benchmark-") as scratch:
        scratch = Path(scratch)
        photos = list(different(options.photos, scratch / "photos", 200))
        rows, missed = [], []
        for name, busy in WAYS.items():
            if options.only and options.only not in name:
                continue
            folder = scratch / name.replace(" ", "-")
            for owner in (BUSY, WAITING):
                run([program, "owner", "add", owner, "--journal", folder])
            fill(folder / "journal.sqlite", BUSY, 20_000, 10, photos=False, characters=400)
            with serving(server, folder, BUSY) as served:
                other = replace(served, token=pair(server, folder, served))
                times, said = beside(busy, served, other, photos, options.seconds)
                peak = served.peak() / 1e6
            for kind, seconds in times.items():
                p99, most = quantile(seconds) * 1_000, max(seconds) * 1_000
                rows.append([name, kind, str(len(seconds)), f"{statistics.median(seconds) * 1_000:.0f}",
                             f"{p99:.0f}", f"{most:.0f}", f"{peak:.0f}", said])
                bar = BARS[kind]
                if name != "nothing" and (p99 > bar[0] or most > bar[1]):
                    missed.append(f"{name}, {kind}")
    print_table(["beside", "asked for", "times", "p50 ms", "p99 ms", "most ms", "peak MB", "the busy one's answers"],
                rows)
    print_target("bars that are missed: " + (", ".join(missed) or "none"), len(missed), at_most=0)


def pair(server, folder, served):
    link = subprocess.run([str(server), "pair", "--journal", str(folder), "--owner", WAITING],
                          check=True, capture_output=True, text=True).stdout
    return paired(served.port, link.strip().split("/pair/")[1].split()[0])


def quantile(seconds):
    return statistics.quantiles(seconds, n=100, method="inclusive")[98] if len(seconds) > 1 else seconds[0]


def beside(busy, served, other, photos, seconds):
    """The seconds that one owner's requests take while another one's keep the server busy."""
    ready, stop, answers = multiprocessing.Event(), multiprocessing.Event(), multiprocessing.Queue()
    process = multiprocessing.Process(target=keep_busy, args=(busy, served, ready, stop, answers))
    process.start()
    ready.wait()
    time.sleep(1)
    times, threads = {kind: [] for kind in PERIODS}, []
    end = time.monotonic() + seconds
    for kind, period in PERIODS.items():
        thread = threading.Thread(target=ask, args=(other, kind, period, end, times[kind], iter(photos)))
        thread.start()
        threads.append(thread)
    for thread in threads:
        thread.join()
    stop.set()
    said = answers.get()
    process.join()
    counts = {status: said.count(status) for status in sorted(set(said), key=str)}
    return times, ", ".join(f"{count} × {status}" for status, count in counts.items())


def ask(served, kind, period, end, times, photos):
    due = time.monotonic()
    while due < end:
        start = time.monotonic()
        if kind == "page":
            status, _ = served.ask("GET", "/timeline")
        elif kind == "words":
            status, _ = served.ask(
                "POST", "/api/v1/posts", json.dumps({"words": "Ein Satz."}),
                {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())})
        else:
            status, _ = served.ask(
                "POST", "/api/v1/posts", form(next(photos)),
                {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
                 "Idempotency-Key": str(uuid.uuid4())})
        times.append(time.monotonic() - start)
        if status not in (200, 201):
            raise RuntimeError(f"{kind}: {status}")
        due = max(due + period, time.monotonic())
        time.sleep(max(0, due - time.monotonic()))


def keep_busy(busy, served, ready, stop, answers):
    # What asks is no part of what is measured.
    os.nice(10)
    said = []
    threads = [threading.Thread(target=work, args=(served, stop, said), daemon=True) for work in busy(served)]
    for thread in threads:
        thread.start()
    ready.set()
    stop.wait()
    # Some of what was asked last may be waited for in vain.
    for thread in threads:
        thread.join(timeout=0.1)
    answers.put(list(said))


def nothing(served):
    return []


def collections(served, clients=10):
    """Ten at once that each bring and remove a collection of 17 MB again and again."""
    prose = Prose(170, korean=0)
    lines = "\n".join(prose() for _ in range(100_000))

    def bring(served, stop, said):
        name = str(uuid.uuid4())
        body = (f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="name"\r\n\r\n{name}\r\n'
                f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
                f'{lines}\r\n--{BOUNDARY}--\r\n').encode()
        while not stop.is_set():
            with contextlib.suppress(OSError):
                status, _ = served.ask("POST", "/api/v1/collections", body,
                                       {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"})
                said.append(status)
                if status == 503:
                    time.sleep(2)
                elif status == 201:
                    status, _ = served.ask("DELETE", f"/api/v1/collections/collection?name={name}")
                    said.append(status)

    return [bring] * clients


def cards(served, clients=140):
    """140 clients of one token who each draw one card after the other."""
    key = json.loads(served.ask("GET", "/api/v1/texts/day")[1])["key"]

    def draw(served, stop, said):
        while not stop.is_set():
            with contextlib.suppress(OSError):
                query = urllib.parse.urlencode({"key": key, "size": random.choice(["small", "large"])})
                said.append(served.ask("GET", f"/api/v1/texts/card?{query}")[0])

    return [draw] * clients


def pins(served, clients=16):
    """16 forms at once that set a PIN, change it and take it off again."""

    def settings(served, stop, said):
        while not stop.is_set():
            for fields in ({"action": "set", "new-pin": "835264", "new-pin-again": "835264"},
                           {"action": "change", "pin": "835264", "new-pin": "835265", "new-pin-again": "835265"},
                           {"action": "off", "pin": "835265"}):
                with contextlib.suppress(OSError):
                    status, _ = served.ask("POST", "/settings/pin", urllib.parse.urlencode(fields), FORM)
                    said.append(status)

    return [settings] * clients


def exports(served, clients=150):
    """150 exports of which each is read slowly."""

    def read(served, stop, said):
        while not stop.is_set():
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", served.port)) as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
                connection.sendall((f"GET /api/v1/export HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
                                    f"Authorization: Bearer {served.token}\r\n\r\n").encode())
                answer = connection.recv(1_024)
                said.append(int(answer.split(b" ")[1]))
                while answer and not stop.is_set() and said[-1] != 503:
                    time.sleep(0.1)
                    answer = connection.recv(1_024)
            time.sleep(0.5)

    return [read] * clients


def reading(served, clients=20):
    """60 clients that have a plan compared with a collection of 100,000 texts, make such plans, and read a feed."""
    prose = Prose(60, korean=0)
    lines = "".join(f'Gen.{n // 100}.{n % 100},"{prose()}",Gen.{n // 100},Genesis {n // 100}\n' for n in range(100_000))
    status, _ = served.ask("POST", "/api/v1/collections", (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="name"\r\n\r\nbook\r\n'
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
        f'key,text,section,section title\n{lines}\r\n--{BOUNDARY}--\r\n').encode(),
        {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"})
    made = json.loads(added(served, "reminders/feeds", {"name": "feed"}))
    for number in range(300):
        added(served, "people", {"name": f"Person {number}"})
    added(served, "plans/made", {"name": "kept", "making": "order", "days": 365, "collection": "book"})
    feed = urllib.parse.urlsplit(made["address"]).path

    def compare(served, stop, said):
        while not stop.is_set():
            with contextlib.suppress(OSError):
                said.append(served.ask("GET", "/api/v1/plans/plan?name=kept")[0])

    def make(served, stop, said):
        while not stop.is_set():
            with contextlib.suppress(OSError):
                plan = {"name": str(uuid.uuid4())[:30], "making": "order", "days": 365, "collection": "book"}
                said.append(served.ask("POST", "/api/v1/plans/made", json.dumps(plan), JSON)[0])
                served.ask("DELETE", f"/api/v1/plans/plan?name={plan['name']}")

    def subscribe(served, stop, said):
        while not stop.is_set():
            with contextlib.suppress(OSError):
                said.append(served.ask("GET", feed)[0])

    return [compare, make, subscribe] * clients


def added(served, path, body):
    status, answer = served.ask("POST", f"/api/v1/{path}", json.dumps(body), JSON)
    if status != 201:
        raise RuntimeError(f"{path}: {status} {answer}")
    return answer


def trash(served, clients=8):
    """Eight clients that tag, trash, restore and delete a thousand posts at once, again and again."""

    def change(served, stop, said, numbers):
        def batch(**change):
            with contextlib.suppress(OSError):
                said.append(served.ask("POST", "/api/v1/posts/batch", json.dumps({"posts": numbers, **change}), JSON)[0])

        while not stop.is_set():
            batch(addTags=[f"t{random.randrange(10)}"])
            batch(trashed=True)
            with contextlib.suppress(OSError):
                served.ask("POST", "/api/v1/trash/restore")

    def empty(served, stop, said, numbers):
        while not stop.is_set():
            with contextlib.suppress(OSError):
                piece, numbers = numbers[:500], numbers[500:]
                body = json.dumps({"posts": piece, "trashed": True})
                said.append(served.ask("POST", "/api/v1/posts/batch", body, JSON)[0])
                said.append(served.ask("DELETE", "/api/v1/trash")[0])

    numbers = [list(range(1 + 1_000 * place, 1_001 + 1_000 * place)) for place in range(clients)]
    return [partial(change, numbers=chosen) for chosen in numbers[1:]] + [
        partial(empty, numbers=list(range(10_001, 20_001)))]


def words(served, clients=20):
    """20 clients that write words of 100,000 characters, and ask for lists of them."""
    prose = Prose(1_000, korean=0)
    texts = [" ".join(prose() for _ in range(200))[:99_000] for _ in range(clients)]

    def write(served, stop, said, text):
        while not stop.is_set():
            with contextlib.suppress(OSError):
                said.append(served.ask("POST", "/api/v1/posts", json.dumps({"words": text}),
                                       {**JSON, "Idempotency-Key": str(uuid.uuid4())})[0])

    def read(served, stop, said):
        while not stop.is_set():
            with contextlib.suppress(OSError):
                said.append(served.ask("GET", "/api/v1/posts?limit=200")[0])

    return [partial(write, text=text) for text in texts] + [read] * clients


def searches(served, clients=20):
    """40 clients that search for words that few posts have, and for letters that all have."""
    def search(served, stop, said):
        while not stop.is_set():
            text = random.choice(["e", "a b", "zzqqx", "qu", '"an the"', "ing tion"])
            with contextlib.suppress(OSError):
                path = "/api/v1/posts?" + urllib.parse.urlencode({"q": text, "limit": 200})
                said.append(served.ask("GET", path)[0])

    return [search] * 2 * clients


WAYS = {"nothing": nothing, "collections": collections, "cards": cards, "PINs": pins, "exports": exports,
        "reading": reading, "trash": trash, "words": words, "searches": searches}


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", metavar="FILE", help="a release build (default: built here)")
    parser.add_argument("--daystamp", metavar="FILE", help="a release build (default: built here)")
    parser.add_argument("--photos", metavar="FOLDER", default=os.environ.get("DAYSTAMP_TEST_PHOTOS"),
                        help="where the camera photos are")
    parser.add_argument("--seconds", type=int, default=20, metavar="N",
                        help="how long each is measured (default: 20)")
    parser.add_argument("--only", metavar="NAME", help="beside this alone")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
