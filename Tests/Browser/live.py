"""A Live Photo, as a phone gives it: a photo and a short video that have one identifier."""

from server import SAMPLES

SAMPLE = "IMG_20240131_235959.jpg"


def number(value: int, size: int = 4) -> bytes:
    return value.to_bytes(size, "big")


def box(kind: bytes, *content: bytes) -> bytes:
    whole = b"".join(content)
    return number(len(whole) + 8) + kind + whole


def photo(identifier: str) -> bytes:
    """With the identifier in the maker's note of its EXIF, as Apple writes it."""
    def entry(tag: int, kind: int, count: int, value: int) -> bytes:
        return number(tag, 2) + number(kind, 2) + number(count) + number(value)

    text = identifier.encode() + b"\0"
    note = b"Apple iOS\0\0\1MM\0\1" + entry(0x11, 2, len(text), 32) + number(0) + text
    exif = (b"Exif\0\0MM\0*" + number(8) + b"\0\1" + entry(0x8769, 4, 1, 26) + number(0)
            + b"\0\1" + entry(0x927C, 7, len(note), 44) + number(0) + note)
    jpeg = (SAMPLES / SAMPLE).read_bytes()
    return jpeg[:2] + b"\xff\xe1" + number(len(exif) + 2, 2) + exif + jpeg[2:]


def video(identifier: str) -> bytes:
    """What describes it is whole; its pictures are noise."""
    header = box(b"mvhd", bytes(12) + number(1_000) + number(2_900) + bytes(80))
    sizes = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000, 1_920 << 16, 1_080 << 16]
    track = box(
        b"trak", box(b"tkhd", bytes(40), *map(number, sizes)),
        box(b"mdia", box(b"hdlr", bytes(8), b"vide", bytes(13))))
    key = box(b"mdta", b"com.apple.quicktime.content.identifier")
    data = box(b"data", number(1), number(0), identifier.encode())
    item = number(len(data) + 8) + number(1) + data
    meta = box(
        b"meta", box(b"hdlr", bytes(8), b"mdta", bytes(13)),
        box(b"keys", bytes(4), number(1), key), box(b"ilst", item))
    return box(b"ftyp", b"qt  \0\0\0\0qt  ") + box(b"mdat", bytes(range(200))) + box(b"moov", header, track, meta)


def files(identifier: str) -> list[dict]:
    """The photo and the video, as a page's field takes them."""
    return [
        {"name": "IMG_20240131_120000.JPG", "mimeType": "image/jpeg", "buffer": photo(identifier)},
        {"name": "IMG_20240131_120000.MOV", "mimeType": "video/quicktime", "buffer": video(identifier)},
    ]
