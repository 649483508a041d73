"""A journal in which processes are killed, and what is wrong with it afterwards."""

import hashlib
import os
import random
import shutil
import sqlite3
import subprocess
from contextlib import closing

OWNER = "anna"


class KilledJournal:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.database = folder / "journal.sqlite"

    # Running the program.

    def knows(self, command):
        said = subprocess.run(
            [self.program, "help", "--all"], capture_output=True, text=True).stdout
        return any(line.startswith(f"  {command} ") for line in said.splitlines())

    def start(self, *arguments, output=subprocess.DEVNULL, tracer=()):
        place = ["--journal", self.folder]
        if arguments[0] != "check":
            place += ["--owner", OWNER]
        return subprocess.Popen(
            [*tracer, self.program, *arguments, *place], stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.DEVNULL)

    def run(self, *arguments):
        process = self.start(*arguments)
        if process.wait() != 0:
            raise RuntimeError(f"{' '.join(map(str, arguments))}: exit {process.returncode}")

    def remove(self):
        shutil.rmtree(self.folder)

    # Looking, by means of our own.

    def rows(self, query):
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
            return database.execute(query).fetchall()

    def posts(self):
        return [number for number, in self.rows("SELECT number FROM post WHERE trashed IS NULL")]

    def state(self):
        """What is stored of each post that is not in the trash."""
        return {number: rest for number, *rest in self.rows(
            """SELECT number, day, caption, hex(original_hash)
            FROM post LEFT JOIN photo ON photo.id = post.photo WHERE trashed IS NULL""")}

    def leftovers(self):
        return self.rows("SELECT path FROM loose_file")

    def files(self):
        """The files below photos and their SHA-256."""
        found = {}
        for parent, _, names in os.walk(self.folder / "photos"):
            for name in names:
                path = os.path.join(parent, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.folder)] = hashlib.sha256(file.read()).digest()
        return found

    def faults_after_opening(self, work, told, before, other_status):
        """What is wrong once the journal has been opened again."""
        faults = [f"the other process ended with {other_status}"] if other_status else []
        check = subprocess.run(
            [self.program, "check", "--journal", self.folder], capture_output=True, text=True)
        if work == "check --repair" and check.returncode == 1:
            # What the killed repair still had to do.
            check = subprocess.run([self.program, "check", "--repair", "--journal", self.folder],
                                   capture_output=True, text=True)
        if check.returncode != 0:
            faults.append(f"check: {check.stdout}{check.stderr}")
        faults += [f"integrity: {row}" for row in self.rows("PRAGMA integrity_check") if row != ("ok",)]
        faults += [f"foreign key: {row}" for row in self.rows("PRAGMA foreign_key_check")]
        faults += [f"loose: {path}" for path, in self.leftovers()]
        named = {}
        for row in self.rows("SELECT file, hash, original_file, original_hash FROM photo"):
            named[row[0]] = row[1]
            if row[2]:
                named[row[2]] = row[3]
        files = self.files()
        faults += [f"no post names {path}" for path in files.keys() - named.keys()]
        faults += [f"{path} is missing" for path in named.keys() - files.keys()]
        faults += [f"{path} is not what was stored" for path in named.keys() & files.keys()
                   if named[path] != files[path]]
        return faults + self.faults_in_what_was_told(work, told, before)

    def faults_in_what_was_told(self, work, told, before):
        after = self.state()
        faults = []
        if work.startswith("post") or work == "edit --time":
            for line in told:
                number, day = line.split()[:2]
                if after.get(int(number), [None])[0] != day:
                    faults.append(f"post {number} of {day} was told of and is not there")
        if work not in ["delete", "trash empty"]:
            gone = before.keys() - after.keys()
            faults += [f"post {number} is gone" for number in gone]
        others = [number for number in before.keys() & after.keys()
                  if before[number][2] != after[number][2]]
        return faults + [f"post {number} has another original" for number in others]

    def break_something(self):
        """What another program may do: moves a file, changes one, leaves one, loses one that can be
        made again."""
        rows = self.rows("SELECT file, original_file FROM photo")
        moved, changed, lost = random.sample(rows, 3)
        os.rename(self.folder / moved[0], self.folder / "photos" / "moved")
        if changed[1]:
            with open(self.folder / changed[0], "ab") as file:
                file.write(b"changed")
        if lost[1]:
            os.remove(self.folder / lost[0])
        shutil.copy(self.folder / "journal.lock", self.folder / "photos" / "stray.txt")
