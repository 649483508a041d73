"""Photos that are posted at the same time."""

import json
import threading
import time
from collections import Counter

from photos import camera_photos

BOUNDARY = "daystamp-benchmark"


def different(source, folder, count):
    """`count` camera photos of which no two are the same bytes: those that there are, each again
    with a comment of its own (ITU-T T.81, B.2.4.5)."""
    photos = [photo.path.read_bytes() for photo in camera_photos(source, folder, 6)]
    for number in range(count):
        text = f"{number:04}".encode()
        comment = b"\xff\xfe" + (len(text) + 2).to_bytes(2, "big") + text
        photo = photos[number % len(photos)]
        yield photo[:2] + comment + photo[2:]


def post_all(served, photos, keys):
    """Posts each photo under its key, all at once: the seconds, how often each status came, and the
    numbers of the posts by key."""
    statuses, numbers, lock = Counter(), {}, threading.Lock()
    gate = threading.Barrier(len(photos) + 1)

    def post(photo, key):
        gate.wait()
        status, body = served.ask("POST", "/api/v1/posts", form(photo), {
            "Content-Type": f"multipart/form-data; boundary={BOUNDARY}", "Idempotency-Key": key})
        with lock:
            statuses[status] += 1
            numbers.setdefault(key, set()).add(json.loads(body).get("number"))

    threads = [threading.Thread(target=post, args=pair) for pair in zip(photos, keys)]
    for thread in threads:
        thread.start()
    gate.wait()
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start, statuses, numbers


def form(photo, name="IMG_20240131_235959.jpg"):
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="{name}"\r\n\r\n'
    return head.encode() + photo + f"\r\n--{BOUNDARY}--\r\n".encode()
