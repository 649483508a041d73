#!/usr/bin/env python3
"""How long all of a large journal takes from the shell: lists, a search's every hit, `check` and `import`.

Beside the lists sqlite3 prints the same rows. Several programs, such as that of another commit, take turns."""

import argparse
import subprocess
import tempfile
from pathlib import Path

from contenders import built
from filled_journal import fill
from measuring import interleaved, measure
from tables import print_table, print_target

OWNER = "anna"
# Seconds, of so many posts as there are by default.
TARGETS = {"list --json": 4, "list": 2, "list --search": 0.2, "check": 8, "import": 10}
COLUMNS = """
number, day, time(instant + offset, 'unixepoch') AS time, is_starred, caption, file, hex(hash) AS hash,
hex(original_hash) AS original_hash, original_name, zone, source, posted
"""
ROWS = f"SELECT {COLUMNS} FROM post JOIN photo ON photo.id = post.photo WHERE trashed IS NULL"
ORDER = "ORDER BY day, instant, number"


def main():
    options = parse()
    programs = {f"daystamp {place}" if place else "daystamp": program
                for place, program in enumerate(options.daystamp or [built("daystamp")])}
    daystamp = programs["daystamp"]
    with tempfile.TemporaryDirectory(prefix="daystamp-lists-") as scratch:
        folder = options.folder or Path(scratch)
        listed, checked = folder / "listed", folder / "checked"
        made(daystamp, listed, options.posts)
        made(daystamp, checked, options.words, characters=options.characters, photos=False)
        database = f"file:{listed}/journal.sqlite?mode=ro"
        for name, arguments, sqlite in [
            ("list --json", ["list", "--json"], ["-json", database, f"{ROWS} {ORDER}"]),
            ("list", ["list"], ["-column", database, f"{ROWS} {ORDER}"]),
            ("list --search", ["list", "--search", "lunch"],
             ["-column", database, f"{ROWS} AND caption LIKE '%lunch%' {ORDER}"]),
        ]:
            runs = {program: [file, *arguments, "--journal", listed, "--owner", OWNER] for program, file in programs.items()}
            compare(name, {**runs, "sqlite3": ["sqlite3", *sqlite]}, options.rounds)
        compare("check", {name: [file, "check", "--journal", checked] for name, file in programs.items()}, options.rounds)
        imports(programs, checked, Path(scratch), options.rounds)


def imports(programs, journal, scratch, rounds):
    """Each import comes into a journal of its own."""
    export = scratch / "export"
    run([programs["daystamp"], "export", export, "--journal", journal, "--owner", OWNER])

    def coming(program):
        with tempfile.TemporaryDirectory(dir=scratch) as folder:
            run([program, "owner", "add", OWNER, "--journal", folder])
            return measure([program, "import", export, "--journal", folder, "--owner", OWNER])

    show("import", interleaved({name: lambda file=file: coming(file) for name, file in programs.items()}, rounds))


def made(daystamp, folder, posts, **kind):
    if not (folder / "journal.sqlite").exists():
        run([daystamp, "owner", "add", OWNER, "--journal", folder])
        fill(folder / "journal.sqlite", OWNER, posts, years=20, **kind)


def compare(name, commands, rounds):
    show(name, interleaved({who: lambda command=command: measure(command) for who, command in commands.items()}, rounds))


def show(name, results):
    print_table([name, "seconds", "CPU s", "peak MB"],
                [[who, f"{of.seconds:.2f}", f"{of.cpu:.2f}", f"{of.peak / 1e6:.0f}"] if of else [who, *["failed"] * 3]
                 for who, of in results.items()])
    if results["daystamp"]:
        print_target(f"`{name}`, s", results["daystamp"].seconds, at_most=TARGETS[name])


def run(command):
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daystamp", metavar="FILE", action="append", help="a release build (default: built here)")
    parser.add_argument("--posts", type=int, default=200_000, metavar="N", help="photos that are listed")
    parser.add_argument("--words", type=int, default=100_000, metavar="N", help="posts of words that are checked and imported")
    parser.add_argument("--characters", type=int, default=100, metavar="N", help="of those words")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--folder", type=Path, metavar="FOLDER",
                        help="keep the journals here, and use them where they are there already")
    return parser.parse_args()


if __name__ == "__main__":
    main()
