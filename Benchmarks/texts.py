#!/usr/bin/env python3
"""How long searches of texts take, beside grep and sqlite3 over the same texts.

Makes N texts of made-up words with a seed, English and Korean, adds them as a collection, and asks for the first
page of what each kind of search finds: in one process by Benchmarks, a program of this package, and by what a
person would take instead, `grep -i -m 50` over a file of lines and `sqlite3` with LIKE and LIMIT 50."""

import argparse
import json
import random
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
from pathlib import Path

from contenders import built
from measuring import measure
from prose import KOREAN, Prose
from tables import print_table, print_target

OWNER = "anna"
SEARCHES = 40


def main():
    options = parse()
    with tempfile.TemporaryDirectory(prefix="daystamp-texts-") as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        bodies, lines, journal = folder / "bodies.txt", folder / "texts.jsonl", folder / "journal"
        daystamp = options.daystamp or built("daystamp")
        if not bodies.exists():
            make(bodies, lines, options.texts)
        if not (journal / "journal.sqlite").exists():
            subprocess.run([daystamp, "owner", "add", OWNER, "--journal", journal], check=True)
            added = measure([str(daystamp), "collection", "add", str(lines), "--journal", str(journal), "--owner", OWNER])
            print(f"{options.texts:,} texts come in within {added.seconds:.0f} s, {added.cpu:.0f} s of the CPU, "
                  f"with {added.peak / 1e6:.0f} MB of memory\n")
        searches = folder / "searches.txt"
        chosen = choose(bodies)
        searches.write_text("".join(f"{kind}\t{text}\n" for kind, texts in chosen.items() for text in texts))
        answer = subprocess.run([built("Benchmarks"), "journal", journal, OWNER, "texts", searches],
                                check=True, stdout=subprocess.PIPE, text=True).stdout
        rows = [line.split("\t") for line in answer.splitlines()]
        print_table(["search, order", "p50 ms", "p99 ms", "CPU p50", "CPU p99", "texts"], rows)
        for name, _, p99, *_ in rows:
            print_target(f"{name}, p99 ms", float(p99), at_most=20)
        compare(chosen, {row[0]: float(row[3]) for row in rows}, bodies, journal)
        sizes(journal, bodies)


def make(bodies, lines, count):
    prose = Prose(120)
    with open(bodies, "w") as plain, open(lines, "w") as objects:
        for number in range(count):
            body = prose()
            plain.write(body + "\n")
            objects.write(json.dumps({"key": f"t{number}", "text": body}, ensure_ascii=False) + "\n")


def choose(bodies):
    """What is looked for, of each kind: words by how many of a sample of texts have them."""
    chance = random.Random(7)
    with open(bodies) as file:
        sample = [line.strip() for line in file][::50]
    counts = {}
    for line in sample:
        for word in {word.strip(".,") for word in line.lower().split()}:
            counts[word] = counts.get(word, 0) + 1
    latin = sorted(word for word in counts if word.isascii() and len(word) > 2)
    common = sorted((word for word in latin if counts[word] > len(sample) / 50), key=counts.get)[-30:]
    usual = [word for word in latin if len(sample) / 1000 < counts[word] < len(sample) / 100]
    rare = [word for word in latin if counts[word] <= 2]
    letters = [chr(a) + chr(b) for a in range(97, 123) for b in range(97, 123)]
    korean = [word for word in KOREAN if len(word) >= 2]
    pick = lambda words: chance.choices(words, k=SEARCHES)
    return {
        "a common word": pick(common), "a usual word": pick(usual), "a rare word": pick(rare),
        "two letters": pick(letters), "a Korean word": pick(korean),
        "two syllables": ["".join(chance.choices([c for w in KOREAN for c in w], k=2)) for _ in range(SEARCHES)],
        "no hit": [f"{word}qxzj" for word in pick(usual)],
        "two common words": [" ".join(chance.sample(common, 2)) for _ in range(SEARCHES)],
        "a usual and a common word": [f"{chance.choice(usual)} {chance.choice(common)}" for _ in range(SEARCHES)],
    }


def compare(chosen, medians, bodies, journal):
    """The median of the CPU's time, which other programs change less than the clock's, that other programs take for
    a few searches of each kind, and how often ours fits in."""
    table = []
    for kind, texts in chosen.items():
        ours = medians[f"{kind}, all"]
        row = [kind, f"{ours:.1f}"]
        for command in (by_grep(bodies), by_ripgrep(bodies), by_sqlite(journal)):
            if command is None:
                continue
            took = statistics.median(measure(["sh", "-c", f"{command(text)} || true"]).cpu for text in texts[:5]) * 1000
            row.append(f"{took:.0f} ({took / ours:.1f})")
        table.append(row)
    names = ["grep -i -m 50"] + (["rg -i -m 50"] if shutil.which("rg") else []) + ["sqlite3 LIKE"]
    print("\nmedians of the CPU's time, ms, and how many times Daystamp's")
    print_table(["search", "Daystamp", *names], table)


def by_grep(bodies):
    def command(text):
        first, *others = text.split(" ")
        if not others:
            return f"grep -i -F -m 50 -e '{first}' '{bodies}'"
        return f"grep -i -F -e '{first}' '{bodies}' | grep -i -F -m 50 -e '{others[0]}'"
    return command


def by_ripgrep(bodies):
    if not shutil.which("rg"):
        return None
    return lambda text: by_grep(bodies)(text).replace("grep", "rg")


def by_sqlite(journal):
    def command(text):
        conditions = " AND ".join(f"body LIKE '%{word}%'" for word in text.split(" "))
        return f"sqlite3 '{journal}/journal.sqlite' \"SELECT body FROM text WHERE {conditions} LIMIT 50\""
    return command


def sizes(journal, bodies):
    db = sqlite3.connect(journal / "journal.sqlite")
    (index,) = db.execute("SELECT sum(pgsize) FROM dbstat WHERE name GLOB 'text_search_*'").fetchone()
    print(f"\nindex {index / 1e6:.0f} MB, texts {bodies.stat().st_size / 1e6:.0f} MB")


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daystamp", metavar="FILE", help="a release build (default: built here)")
    parser.add_argument("--texts", type=int, default=1_000_000, metavar="N", help="at least 100,000 (default: 1,000,000)")
    parser.add_argument("--folder", type=Path, metavar="FOLDER",
                        help="keep texts and journal here, and use them where they are there already")
    return parser.parse_args()


if __name__ == "__main__":
    main()
