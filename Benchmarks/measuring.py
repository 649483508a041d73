"""Runs commands and says what they took, and the memory that daystamp may take."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Measurement:
    seconds: float
    cpu: float  # user and system seconds of the command and what it started
    peak: int  # bytes, of the largest single process


def measure(command, environment=None):
    """One run; None, with what it said on standard error, where it fails."""
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said,
            env={**os.environ, **(environment or {})})
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            said.seek(0)
            message = said.read(2000).decode(errors="replace").strip()
            print(f"{command[0]}: exit {process.returncode}: {message}", file=sys.stderr)
            return None
    return Measurement(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def medians(runs):
    """The median of each figure but the peak, which is the greatest; None where a run failed."""
    if not runs or None in runs:
        return None
    return Measurement(
        statistics.median(run.seconds for run in runs),
        statistics.median(run.cpu for run in runs),
        max(run.peak for run in runs))


def interleaved(contenders, rounds):
    """Each contender once unmeasured, then all of them in turn, so that a slow minute of the
    machine hits every one. Takes {name: function} and returns {name: Measurement or None}."""
    runs = {name: [] for name in contenders}
    for turn in range(rounds + 1):
        for name, run in contenders.items():
            if None in runs[name]:
                continue
            result = run()
            if turn > 0 or result is None:
                runs[name].append(result)
    return {name: medians(results) for name, results in runs.items()}


def lossless_bound(jobs, size):
    """The megabytes for stamping photos of at most `size` bytes without decoding them."""
    return jobs * (3 * size / MEGABYTE + 40)


def reencoding_bound(jobs, pixels):
    """The megabytes for decoding, stamping and encoding photos of at most `pixels` pixels."""
    return jobs * 6 * pixels / MEGABYTE + 60
