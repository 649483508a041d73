"""pillow_stamp.py FONT TEXT QUALITY FOLDER PHOTO...: what libgd-stamp does, with Pillow."""

import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

font_file, text, quality, folder, *photos = sys.argv[1:]
for path in photos:
    with Image.open(path) as photo:
        size = 16 * min(photo.size) / 360
        ImageDraw.Draw(photo).text(
            (size, photo.height - 1.25 * size), text, anchor="ls", fill="white",
            font=ImageFont.truetype(font_file, round(size)),
            stroke_width=round(size / 12), stroke_fill="#202020")
        photo.save(Path(folder, Path(path).name), quality=int(quality), subsampling="4:4:4")
