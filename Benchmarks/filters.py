#!/usr/bin/env python3
"""Measures filters on a photo of 24 megapixels, beside decoding and encoding it; see README.md."""

import argparse
import subprocess
import tempfile
from pathlib import Path

from contenders import ONE_THREAD, built
from measuring import Measurement, interleaved, measure
from tables import print_table, print_target

SIZE = (6000, 4000)
# What one does to the colours takes as long as what another does; a vignette comes on top.
PLAIN, SHADED = "nashville", "toaster"
CODEC = "`djpeg`, then `cjpeg -quality 90`"


def main():
    options = parse()
    program = options.program or built("Benchmarks")
    with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
        pixels, jpeg = Path(scratch, "photo.ppm"), Path(scratch, "photo.jpg")
        pixels.write_bytes(enlarged(options.photo))
        subprocess.run(
            ["cjpeg", "-quality", "90", "-outfile", str(jpeg), str(pixels)], check=True)
        contenders = {CODEC: lambda: coded(jpeg, scratch)}
        for name in [PLAIN, SHADED]:
            contenders[f"`{name}`"] = lambda name=name: filtered(program, pixels, name)
        show(interleaved(contenders, options.runs))


def enlarged(photo):
    """The photo's pixels, again to the right and below as far as is wanted, as a PPM."""
    ppm = subprocess.run(["djpeg", "-ppm", str(photo)], check=True, capture_output=True).stdout
    width, height = (int(word) for word in ppm.split(None, 3)[1:3])
    pixels = ppm[-3 * width * height:]
    rows = [pixels[start:start + 3 * width] for start in range(0, len(pixels), 3 * width)]
    wide = [(row * (SIZE[0] // width + 1))[:3 * SIZE[0]] for row in rows]
    return b"P6\n%d %d\n255\n" % SIZE + b"".join(wide[y % height] for y in range(SIZE[1]))


def coded(jpeg, scratch):
    """Both programs one after the other, each of one thread."""
    pixels, again = Path(scratch, "decoded.ppm"), Path(scratch, "again.jpg")
    decoded = measure(["djpeg", "-ppm", "-outfile", str(pixels), str(jpeg)], ONE_THREAD)
    encoded = measure(
        ["cjpeg", "-quality", "90", "-outfile", str(again), str(pixels)], ONE_THREAD)
    if not decoded or not encoded:
        return None
    cpu = decoded.cpu + encoded.cpu
    return Measurement(decoded.seconds + encoded.seconds, cpu, max(decoded.peak, encoded.peak))


def filtered(program, pixels, name):
    output = subprocess.run(
        [str(program), "filter", str(pixels), "3", name], check=True, capture_output=True, text=True).stdout
    seconds = float(output.split("\t")[1])
    return Measurement(seconds, seconds, 0)


def show(results):
    codec = results[CODEC]
    print_table(
        ["", "ms of one core", "× the codec"],
        [[name, f"{1000 * of.cpu:.0f}", f"{of.cpu / codec.cpu:.2f}"]
         for name, of in results.items() if of and codec])
    for name in [PLAIN, SHADED]:
        if codec and results[f"`{name}`"]:
            print_target(f"{name} × the codec", results[f"`{name}`"].cpu / codec.cpu, at_most=0.3)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", metavar="FILE",
                        help="a release build of Benchmarks (default: built here)")
    parser.add_argument("--photo", metavar="FILE", default="Samples/birthday-dog.jpg",
                        help="a JPEG (default: %(default)s)")
    parser.add_argument("--scratch", metavar="FOLDER",
                        help="where files of 72 MB are put (default: that of the system)")
    parser.add_argument("--runs", type=int, default=5, metavar="N",
                        help="measured runs after one that is not (default: 5)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
