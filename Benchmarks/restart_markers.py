"""Restart markers of a JPEG: after one, its coded data can be read without what is before.

Offsets and segments are those of ITU-T T.81, annex B."""

import struct

START_OF_IMAGE, START_OF_SCAN, DEFINE_RESTART_INTERVAL = 0xD8, 0xDA, 0xDD
START_OF_FRAME = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


def in_every_row(jpeg):
    """Whether the restart interval is one row of MCUs, in a JPEG of a single scan."""
    mcus = interval = None
    for marker, segment in segments(jpeg):
        if marker in START_OF_FRAME:
            mcus = mcus_in_a_row(segment)
        elif marker == DEFINE_RESTART_INTERVAL:
            interval, = struct.unpack(">H", segment)
    return mcus is not None and mcus == interval


def segments(jpeg):
    """The marker and the parameters of each segment before the first scan."""
    at = 2 if jpeg[:2] == bytes([0xFF, START_OF_IMAGE]) else len(jpeg)
    while at + 4 <= len(jpeg):
        prefix, marker, length = struct.unpack_from(">BBH", jpeg, at)
        if prefix != 0xFF or marker == START_OF_SCAN:
            return
        yield marker, jpeg[at + 4:at + 2 + length]
        at += 2 + length


def mcus_in_a_row(frame):
    """Of a frame header's parameters: precision, height, width, count, then three bytes each."""
    width, count = struct.unpack_from(">HB", frame, 3)
    across = max(frame[7 + 3 * component] >> 4 for component in range(count))
    # A scan of one component has one block an MCU, whatever its sampling factors (A.2.2).
    return -(-width // (8 * across if count > 1 else 8))
