"""Makes a journal of version 5, and measures what its migration takes; see README.md."""

import hashlib
import random
import sqlite3
import subprocess
import unicodedata
from pathlib import Path

from filled_journal import WORDS
from measuring import MEGABYTE, measure
from tables import print_table, print_target

# Seconds for a million posts.
TARGET = 60


def migration(program, folder, owner, posts, years):
    """Migrates a journal of version 5, and proves by sqlite3 that its rows are there as they were."""
    database = folder / "journal.sqlite"
    make(folder, owner, posts, years)
    size, before = database.stat().st_size, digest(database, OLD)
    command = [str(program), "list", "--last", "1", "--journal", str(folder), "--owner", owner]
    took = measure(command)
    again = measure(command)
    if took is None or again is None:
        raise SystemExit("the journal was not migrated")
    (version,) = sqlite(database, "PRAGMA user_version").split()
    sound = sqlite(database, "PRAGMA integrity_check; PRAGMA foreign_key_check").strip()
    print(f"{posts:,} posts, version 5, {size / MEGABYTE:.0f} MB; after it version {version}, "
          f"{database.stat().st_size / MEGABYTE:.0f} MB\n")
    print_table(
        ["", "seconds", "CPU s", "peak MB"],
        [[name, f"{run.seconds:.2f}", f"{run.cpu:.2f}", f"{run.peak / MEGABYTE:.0f}"]
         for name, run in {"first `list`, which migrates": took, "the same again": again}.items()])
    after = digest(database, NEW)
    print(f"- rows, SHA-256 of what sqlite3 says: {before[:16]}, then {after[:16]}: "
          f"{'the same' if before == after else 'NOT THE SAME'}")
    print(f"- integrity and foreign keys: {sound}")
    print_target(f"migration of {posts:,} posts, seconds", took.seconds - again.seconds,
                 at_most=TARGET * posts / 1_000_000)
    return 0 if before == after and sound == "ok" else 1


def make(folder, owner, posts, years, last_year=2025):
    """Makes a journal of photos, as version 5 of the tables has them."""
    # A log of another database must not be read with it.
    for name in ["journal.sqlite-wal", "journal.sqlite-shm"]:
        (folder / name).unlink(missing_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    database = folder / "journal.sqlite"
    database.unlink(missing_ok=True)
    db = sqlite3.connect(database)
    database.chmod(0o600)
    chance = random.Random(1)
    db.create_function("caption", 0, lambda: " ".join(chance.choices(WORDS, k=chance.randint(0, 8))))
    db.create_function("grams", 1, grams, deterministic=True)
    db.create_function("sha256", 1, lambda text: hashlib.sha256(str(text).encode()).digest(), deterministic=True)
    db.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;")
    db.executescript(Path(__file__).with_name("version5.sql").read_text())
    seconds = int(years * 365.2425 * 86_400)
    with db:
        db.execute("INSERT INTO owner (id, name, last_number) VALUES (1, ?, ?)", [owner, posts])
        db.execute("INSERT INTO setting VALUES (1, 'time-zone', 'UTC')")
        db.execute("INSERT INTO look (id, json) VALUES (1, '{}')")
        db.execute(ROWS, {"posts": posts, "seconds": seconds, "start": f"{last_year - years + 1}-01-01"})
        db.execute("INSERT INTO caption_search (rowid, grams) SELECT id, grams(caption) FROM post WHERE caption <> ''")
        db.execute("INSERT INTO tag (id, owner, name, folded) VALUES (1, 1, 'sea', 'sea'), (2, 1, 'Sun', 'sun')")
        db.execute("INSERT INTO post_tag SELECT id, 1 + number % 2 FROM post WHERE number % 10 < 2")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


ROWS = """
WITH RECURSIVE place (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < :posts),
  time AS (SELECT number, unixepoch(:start) + number * :seconds / (:posts + 1) AS instant FROM place)
INSERT INTO post (uid, owner, number, day, instant, offset, precision, source, zone, is_offset_assumed, caption,
  is_starred, look, file, hash, original_hash, original_name, posted, trashed)
SELECT substr(sha256(number), 1, 16), 1, number, date(instant, 'unixepoch'), instant, 0, 'second',
  'exif:DateTimeOriginal', 'UTC', 1, caption(), number % 20 = 0, 1,
  'photos/' || strftime('%Y/%m/%d/%Y-%m-%d_%H%M%S_', instant, 'unixepoch') || printf('%08x', number) || '.jpg',
  sha256('photo' || number), sha256('original' || number), 'IMG_' || number || '.jpg', instant + 60,
  iif(number % 1000 = 0, instant + 120, NULL)
FROM time
"""

COLUMNS = """
hex(uid), number, day, instant, offset, precision, source, zone, is_offset_assumed, caption, is_starred, json, file,
hex(hash), hex(original_hash), original_name, posted, trashed,
(SELECT group_concat(name) FROM post_tag JOIN tag ON tag.id = tag WHERE post = post.id)
"""
OLD = f"SELECT {COLUMNS} FROM post JOIN look ON look.id = look ORDER BY number"
NEW = f"SELECT {COLUMNS} FROM post JOIN photo ON photo.id = photo JOIN look ON look.id = look ORDER BY number"


def digest(database, query):
    """SHA-256 of what sqlite3 prints."""
    process = subprocess.Popen(["sqlite3", "-readonly", str(database), query], stdout=subprocess.PIPE)
    digest = hashlib.sha256()
    while piece := process.stdout.read(1 << 20):
        digest.update(piece)
    if process.wait() != 0:
        raise SystemExit("sqlite3 cannot read the journal")
    return digest.hexdigest()


def sqlite(database, query):
    return subprocess.run(
        ["sqlite3", "-readonly", str(database), query], check=True, stdout=subprocess.PIPE, text=True).stdout


def grams(caption):
    """What version 5 stores of a caption for the search."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", caption).casefold())
    pairs = [f"{ord(scalar):x}x{ord(follower):x}" for scalar, follower in zip(text, text[1:])]
    return " ".join(pairs + [f"{ord(text[-1]):x}x"] if text else [])
