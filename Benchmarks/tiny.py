"""Many tiny photos, where the time goes into everything but pixels: stamped, and posted into a
journal, which is what that costs besides its stamps."""

import itertools

import contenders
from checked_runs import stamping
from measuring import MEGABYTE, interleaved, lossless_bound, measure
from photos import tiny_photos
from tables import print_table, print_target

STAMP, POST = "stamp", "post"


def tiny(program, scratch, options):
    folder = scratch / "tiny"
    count = options.tiny
    size = tiny_photos(folder, count)
    if not size:
        print("The tiny photos are made with Pillow, which is not installed")
        return

    # A folder of its own for each run: ext4 without a journal searches long for inodes after many
    # were deleted.
    turns = itertools.count()

    def stamp():
        output = scratch / f"stamped-tiny-{next(turns)}"
        return stamping(contenders.daystamp(program, folder, output, 2), output, count)()

    def post():
        journal = scratch / f"journal-{next(turns)}"
        return measure([str(program), "post", "--recursive", str(folder), "--journal", str(journal),
                        "--jobs", "2", "--quiet"])

    results = interleaved({STAMP: stamp, POST: post}, options.runs)
    print(f"\n## {count:,} photos of 160 × 120 pixels, {size / 1000:.1f} kB, two jobs\n")
    print_table(["", "seconds", "photos/s", "CPU s", "peak MB"], [
        [name, f"{of.seconds:.2f}", f"{count / of.seconds:.0f}", f"{of.cpu:.2f}",
         f"{of.peak / MEGABYTE:.0f}"] if of else [name, *["failed"] * 4]
        for name, of in results.items()])
    stamped, posted = results[STAMP], results[POST]
    if stamped:
        print_target("photos a second", count / stamped.seconds, at_least=500)
        print_target("peak MB", stamped.peak / MEGABYTE, at_most=lossless_bound(2, size))
    if stamped and posted:
        print_target(
            "post, share of stamp's speed", stamped.seconds / posted.seconds, at_least=0.85)
