#!/usr/bin/env python3
"""Counts the source files in which one `daystamp stamp photo.jpg` executes code; see README.md."""

import argparse
import collections
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from photos import CHECKOUT, SAMPLE
from tables import print_table

INSTRUMENTED = ["-Xswiftc", "-profile-generate", "-Xswiftc", "-profile-coverage-mapping"]


def main():
    options = parse()
    build = ["swift", "build", "--package-path", CHECKOUT, "--scratch-path", options.scratch]
    if not options.skip_build:
        subprocess.run([*build, "--product", "daystamp", *INSTRUMENTED], check=True)
    folder = subprocess.run(
        [*build, "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    program = Path(folder, "daystamp")
    files = executed(program, options.photo)
    if options.list:
        print("\n".join(map(str, files)))
    counts = collections.Counter(path.parts[0] for path in files)
    print_table(
        ["target", "files executed"],
        [*([name, str(count)] for name, count in counts.most_common()), ["all", str(len(files))]])


def executed(program, photo):
    """The files under Sources in which a stamp of the photo executes something, from there."""
    with tempfile.TemporaryDirectory(prefix="daystamp-executed-") as scratch:
        counts, profile = Path(scratch, "raw"), Path(scratch, "profile")
        subprocess.run(
            [program, "stamp", photo, "--output", Path(scratch, "stamped.jpg")], check=True,
            env={**os.environ, "LLVM_PROFILE_FILE": str(counts)})
        subprocess.run([tool("llvm-profdata"), "merge", counts, "-o", profile], check=True)
        report = subprocess.run(
            [tool("llvm-cov"), "export", "--summary-only", "--instr-profile", profile, program],
            check=True, capture_output=True).stdout
    sources = CHECKOUT / "Sources"
    return sorted(
        Path(file["filename"]).relative_to(sources) for file in json.loads(report)["data"][0]["files"]
        if Path(file["filename"]).is_relative_to(sources) and file["summary"]["regions"]["covered"])


def tool(name):
    """The program that comes with the compiler, whose format it reads."""
    swift = Path(shutil.which("swift")).resolve()
    beside = swift.parent / name
    return beside if beside.exists() else name


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--scratch", type=Path, default=CHECKOUT / ".build/executed-files",
        help="the folder of the instrumented build")
    parser.add_argument("--skip-build", action="store_true", help="take the build that is there")
    parser.add_argument("--list", action="store_true", help="print the files too")
    parser.add_argument("photo", type=Path, nargs="?", default=CHECKOUT / "Samples" / SAMPLE[0])
    return parser.parse_args()


if __name__ == "__main__":
    main()
