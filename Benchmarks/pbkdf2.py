#!/usr/bin/env python3
"""Measures what a key from a password takes beside OpenSSL, called from Python; see README.md."""

import argparse
import hashlib
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from contenders import built
from measuring import Measurement, interleaved, measure
from tables import print_table, print_target

# As in KeyBenchmark.
PASSWORD, SALT = b"correct horse battery staple", bytes(range(16))
# CPUID leaf 7, EBX bit 29: OpenSSL takes its AVX2, AVX or SSSE3 code instead, as on other CPUs.
WITHOUT_SHA = {"OPENSSL_ia32cap": ":~0x20000000"}
OURS = "`Hashing`"
HASHLIB, HASHLIB_SHA = "`hashlib` without SHA extensions", "`hashlib` with SHA extensions"
OPENSSL = "`openssl kdf` without SHA extensions"

# Prints what `Benchmarks key` prints.
SCRIPT = f"""
import hashlib, sys, time
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    key = hashlib.pbkdf2_hmac("sha256", {PASSWORD!r}, {SALT!r}, int(sys.argv[1]))
    print(time.perf_counter() - start, key.hex(), sep="\\t")
"""


def main():
    options = parse()
    counts = [str(options.iterations), str(options.times)]
    program = options.program or built("Benchmarks")
    key = hashlib.pbkdf2_hmac("sha256", PASSWORD, SALT, options.iterations).hex()
    python = [sys.executable, "-c", SCRIPT, *counts]
    contenders = {
        OURS: lambda: derivations(key, [str(program), "key", *counts]),
        HASHLIB: lambda: derivations(key, python, WITHOUT_SHA),
    }
    if has_sha_extensions():
        contenders[HASHLIB_SHA] = lambda: derivations(key, python)
    else:
        print("This CPU reports no SHA extensions.\n")
    if openssl := openssl_kdf(key, options.iterations):
        contenders[OPENSSL] = lambda: measure(openssl, WITHOUT_SHA)
    else:
        print("openssl is not installed.\n")
    results = interleaved(contenders, options.runs)
    if None in results.values():
        sys.exit("a program failed")
    show(results)


def show(results):
    base = results[HASHLIB].seconds
    print_table(
        ["program", "ms a key", "× hashlib without"],
        [[name, f"{of.seconds * 1000:.1f}", f"{of.seconds / base:.2f}"] for name, of in results.items()])
    # Else the first two lines would compare something else than they say.
    if HASHLIB_SHA in results and results[HASHLIB_SHA].seconds > 0.9 * base:
        sys.exit("OPENSSL_ia32cap makes no difference here, although the CPU has SHA extensions")
    print_target(f"{OURS}, × the time of {HASHLIB}", results[OURS].seconds / base, at_most=1.5)


def derivations(key, command, environment=None):
    """What one key of several took, as the program itself measured it, without its start."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})})
    lines = [line.split("\t") for line in process.stdout.read().splitlines()]
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or not lines:
        return None
    check(key, {derived for _, derived in lines}, command)
    return Measurement(
        statistics.median(float(seconds) for seconds, _ in lines),
        (usage.ru_utime + usage.ru_stime) / len(lines), usage.ru_maxrss * 1024)


def openssl_kdf(key, iterations):
    """A command that derives one key, with its start; None where openssl is not installed."""
    if not (program := shutil.which("openssl")):
        return None
    command = [program, "kdf", "-keylen", "32", "-kdfopt", "digest:SHA256",
               "-kdfopt", f"pass:{PASSWORD.decode()}", "-kdfopt", f"hexsalt:{SALT.hex()}",
               "-kdfopt", f"iter:{iterations}", "PBKDF2"]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    check(key, {answer.strip().replace(":", "").lower()}, command)
    return command


def check(key, derived, command):
    """Stops where a program derives another key than Python does here."""
    if derived != {key}:
        sys.exit(f"{command[0]} derives another key")


def has_sha_extensions():
    cpu = Path("/proc/cpuinfo")
    return cpu.exists() and "sha_ni" in cpu.read_text().split()


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", metavar="FILE",
                        help="a release build of Benchmarks (default: built here)")
    parser.add_argument("--iterations", type=int, default=600_000, metavar="N")
    parser.add_argument("--times", type=int, default=5, metavar="N",
                        help="keys that a process derives in one run (default: 5)")
    parser.add_argument("--runs", type=int, default=7, metavar="N",
                        help="measured runs after one that is not (default: 7)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
