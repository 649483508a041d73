"""tiny_photo.py PHOTO OUTPUT: the photo at 160 by 120 pixels, with only a capture time."""

import sys

from PIL import Image

EXIF_IFD, DATE_TIME_ORIGINAL = 0x8769, 0x9003

source, output = sys.argv[1:]
exif = Image.Exif()
exif.get_ifd(EXIF_IFD)[DATE_TIME_ORIGINAL] = "2024:01:31 23:59:58"
with Image.open(source) as photo:
    photo.resize((160, 120)).save(output, "JPEG", quality=85, exif=exif)
