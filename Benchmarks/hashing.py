#!/usr/bin/env python3
"""Measures SHA-256 of a file beside sha256sum and Python's hashlib; see README.md."""

import argparse
import hashlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from contenders import built
from measuring import MEGABYTE, Measurement, interleaved, measure
from pbkdf2 import WITHOUT_SHA, has_sha_extensions
from tables import print_table, print_target

OURS, SWIFT = "`Hashing`", "`Hashing`, in Swift alone"
SUM, SUM_WITHOUT = "`sha256sum`", "`sha256sum` without SHA extensions"
HASHLIB, HASHLIB_WITHOUT = "`hashlib`", "`hashlib` without SHA extensions"

# Prints what `Benchmarks hash` prints.
SCRIPT = """
import hashlib, sys, time
data = open(sys.argv[1], "rb").read()
for _ in range(int(sys.argv[2])):
    start = time.process_time()
    digest = hashlib.sha256(data)
    print(time.process_time() - start, digest.hexdigest(), sep="\\t")
"""


def main():
    options = parse()
    program = options.program or built("Benchmarks")
    with tempfile.TemporaryDirectory(prefix="daystamp-hashing-") as scratch:
        file = Path(scratch, "photo")
        data = os.urandom(options.size * MEGABYTE)
        file.write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        end = [str(file), str(options.times)]
        python = [sys.executable, "-c", SCRIPT, *end]
        contenders = {
            OURS: lambda: hashed(digest, [str(program), "hash", *end]),
            SWIFT: lambda: hashed(digest, [str(program), "hash", *end, "--swift"]),
            HASHLIB: lambda: hashed(digest, python),
            HASHLIB_WITHOUT: lambda: hashed(digest, python, WITHOUT_SHA),
        }
        if sha256sum := shutil.which("sha256sum"):
            contenders[SUM] = lambda: summed(sha256sum, file)
            contenders[SUM_WITHOUT] = lambda: summed(sha256sum, file, WITHOUT_SHA)
        else:
            print("sha256sum is not installed.\n")
        results = interleaved(contenders, options.runs)
    if None in results.values():
        sys.exit("a program failed")
    show(results, options.size)


def show(results, size):
    sum_with, sum_without = results.get(SUM), results.get(SUM_WITHOUT)
    print_table(
        ["", "ms of one core", "MB/s", "× sha256sum"],
        [[name, f"{1000 * of.cpu:.1f}", f"{size / of.cpu:.0f}",
          f"{of.cpu / sum_with.cpu:.2f}" if sum_with else "–"] for name, of in results.items()])
    if not has_sha_extensions():
        print("This CPU reports no SHA extensions.\n")
    # Else the lines without them would compare something else than they say.
    elif results[HASHLIB].cpu > 0.9 * results[HASHLIB_WITHOUT].cpu:
        sys.exit("OPENSSL_ia32cap makes no difference here, although the CPU has SHA extensions")
    if not sum_with:
        return
    if has_sha_extensions():
        print_target(f"{OURS}, × the time of {SUM}", results[OURS].cpu / sum_with.cpu, at_most=1)
        if sum_with.cpu > 0.9 * sum_without.cpu:
            print(f"- this {SUM} does not use the SHA extensions")
    print_target(
        f"{SWIFT}, × the time of {SUM_WITHOUT}", results[SWIFT].cpu / sum_without.cpu, at_most=1.3)


def hashed(digest, command, environment=None):
    """The median of what hashing took, as the program itself measured it, without its start."""
    run = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    if run.returncode != 0 or not lines:
        return None
    if {made for _, made in lines} != {digest}:
        sys.exit(f"{command[0]} has another digest")
    seconds = statistics.median(float(seconds) for seconds, _ in lines)
    return Measurement(seconds, seconds, 0)


def summed(program, file, environment=None):
    """A run on the file less one on nothing: without its start, but with reading the file."""
    run = measure([program, str(file)], environment)
    start = measure([program, "/dev/null"], environment)
    if not run or not start:
        return None
    return Measurement(run.seconds - start.seconds, run.cpu - start.cpu, run.peak)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", metavar="FILE",
                        help="a release build of Benchmarks (default: built here)")
    parser.add_argument("--size", type=int, default=20, metavar="MB",
                        help="megabytes of the file (default: 20)")
    parser.add_argument("--times", type=int, default=5, metavar="N",
                        help="times that a process hashes it in one run (default: 5)")
    parser.add_argument("--runs", type=int, default=11, metavar="N",
                        help="measured runs after one that is not (default: 11)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
