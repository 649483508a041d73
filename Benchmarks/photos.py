"""The photos that are stamped: twelve of a camera, and ten thousand tiny ones."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent

# 12 to 24 megapixels; the sizes are needed before any program has read the photos.
CAMERA_PHOTOS = [
    ("camera/slrhills.jpg", 4608, 3456),
    ("camera/Nikon D3100.jpg", 4608, 3072),
    ("camera/Issue 266.jpg", 5760, 3840),
    ("phone/PXL_20200710_061629144.MP.jpg", 4032, 3024),
    ("phone/Ultra_HDR_Samples_Originals_05.jpg", 4080, 3072),
    ("phone/dog_exif_extended_xmp_icc.jpg", 4032, 3024),
]
SAMPLE = ("birthday-dog.jpg", 4032, 3024)


@dataclass(frozen=True)
class Photo:
    path: Path
    width: int
    height: int

    @property
    def name(self):
        """Without the number of the copy."""
        return self.path.name[3:]

    @property
    def size(self):
        """In bytes."""
        return self.path.stat().st_size

    @property
    def pixels(self):
        return self.width * self.height

    @property
    def points(self):
        """Pixels in a point of the frame, whose short edge is 360 points."""
        return min(self.width, self.height) / 360


def camera_photos(source, folder, count=12):
    """Copies the camera photos into a folder, each again and again until there are `count`."""
    source = Path(source or CHECKOUT.parent / "shared/photos")
    found = [(source / name, *size) for name, *size in CAMERA_PHOTOS if (source / name).is_file()]
    if not found:
        found = [(CHECKOUT / "Samples" / SAMPLE[0], *SAMPLE[1:])]
    folder.mkdir()
    photos = []
    for number in range(count):
        path, width, height = found[number % len(found)]
        copy = folder / f"{number + 1:02}-{path.name.replace(' ', '-')}"
        shutil.copyfile(path, copy)
        photos.append(Photo(copy, width, height))
    return photos


def header(path):
    """The first megabyte: memory taken here would count as every later program's, see README.md."""
    with open(path, "rb") as file:
        return file.read(1 << 20)


def tiny_photos(folder, count):
    """Makes one photo of 160 by 120 pixels with an EXIF date, and copies it into a tree, each with
    its number after the image's end: a journal refuses a photo that it has.

    Gives the size of one in bytes, or None where it cannot be made."""
    tiny = folder.with_suffix(".jpg")
    script = Path(__file__).with_name("tiny_photo.py")
    made = subprocess.run(
        [sys.executable, script, CHECKOUT / "Samples/canyon-wren.jpg", tiny], capture_output=True)
    if made.returncode != 0:
        return None
    photo = tiny.read_bytes()
    for number in range(count):
        path = folder / f"{number // 100:03}" / f"{number % 100:02}.jpg"
        if number % 100 == 0:
            os.makedirs(path.parent)
        path.write_bytes(photo + number.to_bytes(8, "big"))
    return len(photo) + 8
