"""Fills a journal with rows: posts over years, as their own program would have stored them."""

import datetime
import hashlib
import random
import sqlite3

from search_tokens import tokens

WORDS = """
점심 비빔밥 아침 운동 산책 공원 한강 커피 친구 가족 생일 여행 바다 제주도 부산 서울 퇴근길 저녁노을 고양이 강아지 벚꽃
첫눈 등산 북한산 현장 콘크리트 타설 철근 배근 3층 옥상 방수 사진 일기 오늘 내일 주말 회의 발표 책 영화 음악회
lunch dinner breakfast morning evening sunset mountain river garden birthday training squat bench deadlift weight
progress site foundation concrete rebar roof inspection delivery meeting friends family holiday beach snow rain
""".split()


TAGS = "trip family work garden food sport music books sea mountain house friends".split()


def fill(database, owner, posts, years, last_year=2025, prose=None):
    """Adds `posts` posts to an owner's empty journal, oldest first; with `prose`, each with words that it makes."""
    chance = random.Random(1)
    db = sqlite3.connect(database)
    db.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;")
    (owner_id,) = db.execute("SELECT id FROM owner WHERE name = ?", [owner]).fetchone()
    db.execute("INSERT OR IGNORE INTO look (json) VALUES ('{}')")
    (look,) = db.execute("SELECT id FROM look LIMIT 1").fetchone()
    start = datetime.datetime(last_year - years + 1, 1, 1, tzinfo=datetime.timezone.utc)
    seconds = (datetime.datetime(last_year + 1, 1, 1, tzinfo=datetime.timezone.utc) - start).total_seconds()
    instants = sorted(int(start.timestamp() + chance.random() * seconds) for _ in range(posts))
    (last,) = db.execute("SELECT coalesce(max(id), 0) FROM photo").fetchone()
    with db:
        for i, name in enumerate(TAGS if prose else [], 1):
            db.execute("INSERT INTO tag (id, owner, name, folded) VALUES (?, ?, ?, ?)", [i, owner_id, name, name])
        for number, instant in enumerate(instants, 1):
            photo, post = rows(number, instant, owner_id, look, chance)
            db.execute(PHOTO, [last + number, *photo])
            words = prose() if prose else ""
            id = db.execute(POST, [*post, last + number, instant if words else None, words]).lastrowid
            # Some tags are of many posts, some of few.
            tags = [i for i in range(len(TAGS)) if prose and chance.random() < 0.05 / 2 ** i]
            db.executemany("INSERT INTO post_tag (post, tag) VALUES (?, ?)", [(id, i + 1) for i in tags])
            found = tokens([words, photo[1], photo[-1], *(TAGS[i] for i in tags)], [TAGS[i] for i in tags])
            db.execute("INSERT INTO post_search (rowid, tokens) VALUES (?, ?)", [id, found])
        db.execute("UPDATE owner SET last_number = ? WHERE id = ?", [posts, owner_id])
    db.close()


PHOTO = """
INSERT INTO photo (id, owner, caption, look, file, hash, original_hash, original_name) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
POST = """
INSERT INTO post (uid, owner, number, day, instant, offset, precision, source, zone, is_offset_assumed, is_starred,
  posted, photo, written, words)
VALUES (?, ?, ?, ?, ?, 0, 'second', 'exif:DateTimeOriginal', 'UTC', 1, ?, ?, ?, ?, ?)
"""


def rows(number, instant, owner, look, chance):
    """The values of a photo but its id, and those of its post up to the photo."""
    time = datetime.datetime.fromtimestamp(instant, datetime.timezone.utc)
    uid = chance.randbytes(16)
    caption = " ".join(chance.choices(WORDS, k=chance.randint(0, 8)))
    file = f"photos/{time:%Y/%m/%d}/{time:%Y-%m-%d_%H%M%S}_{number:08x}.jpg"
    hashes = [hashlib.sha256(uid).digest(), hashlib.sha256(uid + b"original").digest()]
    photo = [owner, caption, look, file, *hashes, f"IMG_{number}.jpg"]
    return photo, [uid, owner, number, f"{time:%Y-%m-%d}", instant, int(chance.random() < 0.05), instant + 60]
