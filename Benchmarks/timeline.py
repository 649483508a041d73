#!/usr/bin/env python3
"""How long a journal's timeline takes: timeline.py SERVER JOURNAL OWNER [ROUNDS].

Asks for the first page, for the page of a month, for rows of parts all over the journal, as they are
fetched while somebody scrolls, and for what chips choose. The journal is migrated: give it a copy."""

import random
import re
import sys
import time

from served import serving


def measure(server, name, paths):
    times, sizes = [], []
    for path in paths:
        begin = time.perf_counter()
        status, body = server.ask("GET", path)
        times.append(1000 * (time.perf_counter() - begin))
        sizes.append(len(body))
        if status != 200:
            raise RuntimeError(f"{path}: {status}")
    times.sort()
    at = lambda share: times[min(len(times) - 1, int(share * len(times)))]
    print(f"{name:28} {len(times):5} times  p50 {at(0.5):7.1f} ms  p99 {at(0.99):7.1f} ms  "
          f"{sum(sizes) / len(sizes) / 1000:7.1f} kB")


def main():
    program, journal, owner = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 200
    random.seed(1)
    with serving(program, journal, owner) as server:
        status, body = server.ask("GET", "/timeline")
        months = re.findall(r'data-month="([\d-]+)" data-title="[^"]*" data-posts="(\d+)" data-parts="([^"]+)"',
                            body.decode())
        posts = sum(int(count) for _, count, _ in months)
        parts = [f"{month}.{index}" for month, _, each in months for index in range(len(each.split()))]
        print(f"{posts} posts in {len(months)} months and {len(parts)} parts")
        numbers = [random.randint(1, posts) for _ in range(rounds)]
        some = random.choices(parts, k=rounds)
        measure(server, "first page", ["/timeline"] * min(rounds, 50))
        measure(server, "page of a month", [f"/timeline?at={part.split('.')[0]}" for part in some[:50]])
        measure(server, "page back at a post", [f"/timeline?at={number}" for number in numbers[:50]])
        measure(server, "rows of a part", [f"/timeline/rows?at={part}" for part in some])
        for chip in ["kind=words", "kind=photo", "starred=1", "mood=5", "tag=walk", "q=morning"]:
            measure(server, f"first page, {chip}", [f"/timeline?{chip}"] * min(rounds, 10))
        print(f"peak {server.peak() / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
