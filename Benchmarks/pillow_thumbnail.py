"""Makes a thumbnail with Pillow: pillow_thumbnail.py EDGE QUALITY TIMES FILE

Draft mode has libjpeg decode at a fraction of the size; then the mean of what each pixel covers, and
upright. The file is read once, untimed. Prints a line for each time: seconds of one core, and the bytes
of the thumbnail."""

import io
import sys
import time

from PIL import Image, ImageOps


def thumbnail(photo, edge, quality):
    image = Image.open(io.BytesIO(photo))
    image.draft("RGB", (edge, edge))
    profile = image.info.get("icc_profile")
    image.thumbnail((edge, edge), Image.Resampling.BOX, reducing_gap=None)
    small = io.BytesIO()
    ImageOps.exif_transpose(image).save(small, "JPEG", quality=quality, icc_profile=profile, exif=b"")
    return small.getvalue()


def main():
    edge, quality, times = map(int, sys.argv[1:4])
    with open(sys.argv[4], "rb") as file:
        photo = file.read()
    for _ in range(times):
        start = time.process_time()
        small = thumbnail(photo, edge, quality)
        print(time.process_time() - start, len(small), sep="\t")


if __name__ == "__main__":
    main()
