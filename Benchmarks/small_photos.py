"""Small photos without any library, made different by a number."""

import struct
import zlib
from pathlib import Path

SAMPLE = (Path(__file__).resolve().parent.parent / "Samples/three-puppies.jpg").read_bytes()


def jpeg(number):
    """A JPEG with the number after its end, whose original comes back by unstamping."""
    return SAMPLE + number.to_bytes(8, "big")


def png(number, width=120, height=90):
    """A PNG of one colour, whose original is kept (PNG specification, third edition, section 5)."""
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
    row = b"\0" + (number % (1 << 24)).to_bytes(3, "big") * width
    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))
