"""Fills a journal with rows: posts over years, as their own program would have stored them."""

import contextlib
import datetime
import functools
import hashlib
import multiprocessing
import random
import sqlite3
import threading
from dataclasses import dataclass

from prose import Prose
from search_tokens import tokens

WORDS = """
점심 비빔밥 아침 운동 산책 공원 한강 커피 친구 가족 생일 여행 바다 제주도 부산 서울 퇴근길 저녁노을 고양이 강아지 벚꽃
첫눈 등산 북한산 현장 콘크리트 타설 철근 배근 3층 옥상 방수 사진 일기 오늘 내일 주말 회의 발표 책 영화 음악회
lunch dinner breakfast morning evening sunset mountain river garden birthday training squat bench deadlift weight
progress site foundation concrete rebar roof inspection delivery meeting friends family holiday beach snow rain
""".split()


# That of a label that nobody changed.
LOOK = (
    '{"background":"none","color":"#ffffff","font":"sans","format":"%Y-%m-%d %H:%M","locale":"en_US","margin":"16",'
    '"outline":"#000000d9","position":"bottom-left","size":"16","text":"{time}"}')

TAGS = "trip family work garden food sport music books sea mountain house friends".split()


# Posts that are made at once, by one of as many processes as there are cores, and batches of a transaction.
BATCH, BATCHES = 2_000, 25


def fill(database, owner, posts, years, last_year=2025, characters=0, photos=True, together=0):
    """Adds `posts` posts to an owner's empty journal, oldest first, each with words of so many characters.

    One of `together` posts has three photos; none where that is 0.

    The files of photos are not made: a journal that is to be checked or exported has none."""
    # Its processes begin before there is a connection, which they must not share.
    with multiprocessing.Pool() as pool, contextlib.closing(sqlite3.connect(database)) as db:
        db.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;")
        batches = list(batches_of(db, owner, posts, years, last_year, characters, photos, together))
        for place, made in enumerate(bounded(pool, Batch.rows, batches), 1):
            for statement, rows in zip([PHOTO, POST, POST_TAG, POST_SEARCH], made):
                db.executemany(statement, rows)
            if place % BATCHES == 0:
                db.commit()
        db.execute("UPDATE owner SET last_number = ? WHERE name = ?", [posts, owner])
        db.commit()
        # As a program leaves it that closes the journal.
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def bounded(pool, function, values):
    """What a pool makes of values, in their order, of which not many wait to be taken."""
    room = threading.Semaphore(8)
    for made in pool.imap(function, (value for value in values if room.acquire())):
        yield made
        room.release()


def batches_of(db, owner, posts, years, last_year, characters, photos, together):
    """What is to be made, once there are the rows that all refer to."""
    (owner_id,) = db.execute("SELECT id FROM owner WHERE name = ?", [owner]).fetchone()
    db.execute("INSERT OR IGNORE INTO look (json) VALUES (?)", [LOOK])
    (look,) = db.execute("SELECT id FROM look LIMIT 1").fetchone()
    for id, name in enumerate(TAGS if characters else [], 1):
        db.execute("INSERT INTO tag (id, owner, name, folded) VALUES (?, ?, ?, ?)", [id, owner_id, name, name])
    ids = [db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0] for table in ("photo", "post")]
    chance = random.Random(1)
    start = datetime.datetime(last_year - years + 1, 1, 1, tzinfo=datetime.timezone.utc)
    seconds = (datetime.datetime(last_year + 1, 1, 1, tzinfo=datetime.timezone.utc) - start).total_seconds()
    instants = sorted(int(start.timestamp() + chance.random() * seconds) for _ in range(posts))
    for first in range(0, posts, BATCH):
        yield Batch(
            first, instants[first:first + BATCH], owner_id, look, ids, characters, photos, together, ids[0] + posts)


@dataclass(frozen=True)
class Batch:
    """Posts that follow each other; what is drawn by lot for them depends on the first one's place alone."""

    first: int
    instants: list
    owner: int
    look: int
    # The last rows of photos and posts before.
    ids: list
    characters: int
    photos: bool
    # Every how many posts has three photos, and the last row of the first photos of all.
    together: int
    first_photos: int

    def rows(self):
        """The rows of photos, posts, their tags and the search."""
        chance = random.Random(self.first)
        prose = prose_of(self.characters) if self.characters else None
        if prose:
            prose.begin(self.first)
        photos, posts, tagged, found = [], [], [], []
        for place, instant in enumerate(self.instants, self.first + 1):
            photo_id, id = (last + place for last in self.ids)
            photo, post = rows(place, instant, self.owner, self.look, chance)
            words = prose() if prose else ""
            # Each of the characters is one code point.
            counts = [len(words.split()), len(words)]
            of_post = [photo] if self.photos else []
            if self.together and place % self.together == 0:
                of_post += [rows(place, instant, self.owner, self.look, chance, part)[0] for part in (2, 3)]
            for part, each in enumerate(of_post, 1):
                row = photo_id if part == 1 else self.first_photos + 2 * place + part
                photos.append([row, id, part, *each])
            posts.append([id, *post, photo_id if self.photos else None, instant if words else None, *counts, words])
            # Some tags are of many posts, some of few.
            tags = [i for i in range(len(TAGS)) if prose and chance.random() < 0.05 / 2 ** i]
            tagged += [[id, i + 1] for i in tags]
            names = [TAGS[i] for i in tags]
            found.append([id, tokens([
                words, *(each[1] for each in of_post), *(each[-1] for each in of_post), *names], names)])
        return photos, posts, tagged, found


@functools.cache
def prose_of(characters):
    return Prose(characters)


PHOTO = """
INSERT INTO photo (id, post, place, owner, caption, look, file, hash, original_hash, original_name)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
POST = """
INSERT INTO post (id, uid, owner, number, day, instant, offset, precision, source, zone, is_offset_assumed,
  is_starred, posted, photo, written, word_count, character_count, words)
VALUES (?, ?, ?, ?, ?, ?, 0, 'second', 'exif:DateTimeOriginal', 'UTC', 1, ?, ?, ?, ?, ?, ?, ?)
"""
POST_TAG = "INSERT INTO post_tag (post, tag) VALUES (?, ?)"
POST_SEARCH = "INSERT INTO post_search (rowid, tokens) VALUES (?, ?)"


def rows(number, instant, owner, look, chance, part=1):
    """The values of a post's photo but its id and place, and those of the post up to the photo."""
    time = datetime.datetime.fromtimestamp(instant, datetime.timezone.utc)
    uid = chance.randbytes(16)
    caption = " ".join(chance.choices(WORDS, k=chance.randint(0, 8)))
    suffix = f"-{part}" if part > 1 else ""
    file = f"photos/{time:%Y/%m/%d}/{time:%Y-%m-%d_%H%M%S}_{number:08x}{suffix}.jpg"
    hashes = [hashlib.sha256(uid).digest(), hashlib.sha256(uid + b"original").digest()]
    photo = [owner, caption, look, file, *hashes, f"IMG_{number}{suffix}.jpg"]
    return photo, [uid, owner, number, f"{time:%Y-%m-%d}", instant, int(chance.random() < 0.05), instant + 60]
