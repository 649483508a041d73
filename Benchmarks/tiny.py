"""Many tiny photos, where the time goes into everything but pixels."""

import contenders
from checked_runs import stamping
from measuring import MEGABYTE, interleaved, lossless_bound
from photos import tiny_photos
from tables import print_table, print_target


def tiny(program, scratch, options):
    folder, output, count = scratch / "tiny", scratch / "stamped-tiny", options.tiny
    size = tiny_photos(folder, count)
    if not size:
        print("The tiny photos are made with Pillow, which is not installed")
        return
    command = contenders.daystamp(program, folder, output, 2)
    of = interleaved({"tiny": stamping(command, output, count)}, options.runs)["tiny"]
    print(f"## {count:,} photos of 160 × 120 pixels, {size / 1000:.1f} kB, two jobs\n")
    if not of:
        print("failed")
        return
    print_table(["seconds", "photos/s", "CPU s", "peak MB"], [[
        f"{of.seconds:.2f}", f"{count / of.seconds:.0f}", f"{of.cpu:.2f}",
        f"{of.peak / MEGABYTE:.0f}"]])
    print_target("photos a second", count / of.seconds, at_least=500)
    print_target("peak MB", of.peak / MEGABYTE, at_most=lossless_bound(2, size))
