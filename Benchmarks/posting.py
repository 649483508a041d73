"""Posting many small photos beside stamping them: what a journal costs besides its stamps."""

import itertools

import contenders
from checked_runs import stamping
from measuring import interleaved, measure
from photos import tiny_photos
from tables import print_table, print_target

STAMP, POST = "stamp", "post"


def posting(program, scratch, options):
    folder = scratch / "small"
    count = options.tiny
    size = tiny_photos(folder, count)
    if not size:
        return
    # A journal refuses a photo that it has; what comes after the image's end belongs to the photo.
    for number, photo in enumerate(folder.rglob("*.jpg")):
        with photo.open("ab") as file:
            file.write(number.to_bytes(8, "big"))

    # A folder of its own for each run: ext4 without a journal searches long for inodes after many
    # were deleted.
    turns = itertools.count()

    def stamp():
        output = scratch / f"stamped-small-{next(turns)}"
        return stamping(contenders.daystamp(program, folder, output, 2), output, count)()

    def post():
        journal = scratch / f"journal-{next(turns)}"
        return measure([str(program), "post", "--recursive", str(folder), "--journal", str(journal),
                        "--jobs", "2", "--quiet"])

    results = interleaved({STAMP: stamp, POST: post}, options.runs)
    print(f"\n## Posting {count:,} photos of {size / 1000:.1f} kB, two jobs\n")
    print_table(["", "seconds", "photos/s", "CPU s"], [
        [name, f"{of.seconds:.2f}", f"{count / of.seconds:.0f}", f"{of.cpu:.2f}"] if of
        else [name, "failed", "", ""] for name, of in results.items()])
    if all(results.values()):
        print_target("post, share of stamp's speed", results[STAMP].seconds / results[POST].seconds,
                     at_least=0.85)
