"""Each camera photo alone, against the bound for its own bytes or pixels."""

import contenders
from measuring import MEGABYTE, lossless_bound, measure, reencoding_bound
from tables import print_table, verdict


def memory(program, photos, scratch, options):
    output = scratch / "one.jpg"
    photos = {photo.name: photo for photo in photos}.values()
    print("\n## Peak memory, one photo at a time\n")
    print_peaks(
        "MB", photos, lambda photo: photo.size,
        lambda photo: contenders.daystamp(program, photo.path, output, 1),
        lambda photo: lossless_bound(1, photo.size))
    print(f"Re-encoded, `--quality {options.quality} --allow-loss`:\n")
    print_peaks(
        "megapixels", photos, lambda photo: photo.pixels,
        lambda photo: contenders.reencoding(program, photo.path, output, 1, options.quality),
        lambda photo: reencoding_bound(1, photo.pixels))


def print_peaks(unit, photos, extent, command, bound):
    rows = []
    for photo in photos:
        of, limit = measure(command(photo)), bound(photo)
        rows.append([photo.name, f"{extent(photo) / 1e6:.1f}", f"{limit:.0f}",
                     *([f"{of.peak / MEGABYTE:.0f}",
                        verdict(of.peak / MEGABYTE <= limit)] if of else ["failed", "–"])])
    print_table(["photo", unit, "bound MB", "peak MB", "met"], rows)
