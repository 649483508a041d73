"""Fills a journal with rows: posts over years, as their own program would have stored them."""

import datetime
import hashlib
import random
import sqlite3
import unicodedata

WORDS = """
점심 비빔밥 아침 운동 산책 공원 한강 커피 친구 가족 생일 여행 바다 제주도 부산 서울 퇴근길 저녁노을 고양이 강아지 벚꽃
첫눈 등산 북한산 현장 콘크리트 타설 철근 배근 3층 옥상 방수 사진 일기 오늘 내일 주말 회의 발표 책 영화 음악회
lunch dinner breakfast morning evening sunset mountain river garden birthday training squat bench deadlift weight
progress site foundation concrete rebar roof inspection delivery meeting friends family holiday beach snow rain
""".split()


def fill(database, owner, posts, years, last_year=2025):
    """Adds `posts` posts to an owner's empty journal, oldest first."""
    chance = random.Random(1)
    db = sqlite3.connect(database)
    db.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;")
    (owner_id,) = db.execute("SELECT id FROM owner WHERE name = ?", [owner]).fetchone()
    db.execute("INSERT OR IGNORE INTO look (json) VALUES ('{}')")
    (look,) = db.execute("SELECT id FROM look LIMIT 1").fetchone()
    start = datetime.datetime(last_year - years + 1, 1, 1, tzinfo=datetime.timezone.utc)
    seconds = (datetime.datetime(last_year + 1, 1, 1, tzinfo=datetime.timezone.utc) - start).total_seconds()
    instants = sorted(int(start.timestamp() + chance.random() * seconds) for _ in range(posts))
    with db:
        db.executemany(POST, (row(i, instant, owner_id, look, chance) for i, instant in enumerate(instants, 1)))
        db.execute("UPDATE owner SET last_number = ? WHERE id = ?", [posts, owner_id])
    with db:
        captions = db.execute("SELECT id, caption FROM post WHERE caption <> ''")
        db.executemany(
            "INSERT INTO caption_search (rowid, grams) VALUES (?, ?)",
            ((id, grams(caption)) for id, caption in captions))
    db.close()


POST = """
INSERT INTO post (uid, owner, number, day, instant, offset, precision, source, zone, is_offset_assumed, caption,
  is_starred, look, file, hash, original_hash, original_name, posted)
VALUES (?, ?, ?, ?, ?, 0, 'second', 'exif:DateTimeOriginal', 'UTC', 1, ?, ?, ?, ?, ?, ?, ?, ?)
"""


def row(number, instant, owner, look, chance):
    time = datetime.datetime.fromtimestamp(instant, datetime.timezone.utc)
    uid = chance.randbytes(16)
    caption = " ".join(chance.choices(WORDS, k=chance.randint(0, 8)))
    file = f"photos/{time:%Y/%m/%d}/{time:%Y-%m-%d_%H%M%S}_{number:08x}.jpg"
    return [
        uid, owner, number, f"{time:%Y-%m-%d}", instant, caption, int(chance.random() < 0.05), look, file,
        hashlib.sha256(uid).digest(), hashlib.sha256(uid + b"original").digest(), f"IMG_{number}.jpg", instant + 60]


def grams(caption):
    """What the program stores of a caption, written a second time in another language."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", caption).casefold())
    return " ".join(
        f"{ord(scalar):x}x{ord(follower):x}" for scalar, follower in zip(text, text[1:])
    ) + (f" {ord(text[-1]):x}x" if text else "")
