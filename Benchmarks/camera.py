"""The camera photos: every program on them, what undoing costs, and the re-encoding path."""

import contenders
from checked_runs import stamping, unstamping
from measuring import MEGABYTE, interleaved, lossless_bound, reencoding_bound
from tables import print_comparison, print_table, print_target, print_unstamp

ONE, TWO = "daystamp --jobs 1", "daystamp --jobs 2"
NO_UNDO, UNSTAMP = "daystamp --jobs 1 --no-undo", "daystamp unstamp --jobs 1"
REENCODING_ONE, REENCODING_TWO = "daystamp --jobs 1 --quality", "daystamp --jobs 2 --quality"
JPEGTRAN, C, PILLOW = "jpegtran -copy all", "C with libgd", "Pillow"
IMAGEMAGICK, GRAPHICSMAGICK = "ImageMagick convert", "GraphicsMagick convert"


def camera(program, photos, scratch, options):
    outputs = scratch / "stamped"
    results = measured(program, photos, outputs, scratch, options)
    megapixels = sum(photo.pixels for photo in photos) / 1e6
    print(f"## {len(photos)} camera photos, {megapixels:.0f} megapixels\n")
    print(", ".join(dict.fromkeys(photo.name for photo in photos)) + "\n")
    lossless(results, photos)
    undo(results, photos, outputs)
    reencoding(results, photos, options)


def measured(program, photos, outputs, scratch, options):
    """All programs in turn, each into the folder of its own name: {name: Measurement or None}."""
    folder, quality, into = photos[0].path.parent, options.quality, outputs.joinpath
    commands = {
        ONE: contenders.daystamp(program, folder, into(ONE), 1),
        TWO: contenders.daystamp(program, folder, into(TWO), 2),
        NO_UNDO: contenders.daystamp(program, folder, into(NO_UNDO), 1, "--no-undo"),
        REENCODING_ONE: contenders.reencoding(program, folder, into(REENCODING_ONE), 1, quality),
        REENCODING_TWO: contenders.reencoding(program, folder, into(REENCODING_TWO), 2, quality),
        JPEGTRAN: contenders.jpegtran(photos, into(JPEGTRAN)),
        C: contenders.libgd(photos, into(C), quality, scratch),
        IMAGEMAGICK: contenders.imagemagick(photos, into(IMAGEMAGICK), quality),
        GRAPHICSMAGICK: contenders.graphicsmagick(photos, into(GRAPHICSMAGICK), quality),
        PILLOW: contenders.pillow(photos, into(PILLOW), quality),
    }
    runs = {}
    for name, command in commands.items():
        if command:
            runs[name] = stamping(command, into(name), len(photos))
        else:
            print(f"{name}: not installed\n")
    # After the run whose photos it unstamps.
    runs[UNSTAMP] = unstamping(
        contenders.unstamp(program, into(ONE), into(UNSTAMP)), into(UNSTAMP), photos)
    return interleaved(runs, options.runs)


def lossless(results, photos):
    names = [ONE, TWO, JPEGTRAN, C, IMAGEMAGICK, GRAPHICSMAGICK, PILLOW]
    print_comparison(results, names, JPEGTRAN, len(photos))
    one, two = results[ONE], results[TWO]
    for name, share in ((JPEGTRAN, 0.25), (IMAGEMAGICK, 0.10), (PILLOW, 0.25)):
        if one and results.get(name):
            print_target(f"one job, × {name}", one.seconds / results[name].seconds, at_most=share)
    largest = max(photo.size for photo in photos)
    print_peaks({1: one, 2: two}, lambda jobs: lossless_bound(jobs, largest))


def undo(results, photos, outputs):
    """What the data for unstamping, and the check that it undoes, take in time and bytes."""
    print("\n## What undoing costs\n")
    print_comparison(results, [ONE, NO_UNDO, UNSTAMP], ONE, len(photos))
    print_unstamp(results[ONE], results[UNSTAMP])
    stamped = {name: outputs / name for name in (ONE, NO_UNDO) if results[name]}
    if len(stamped) == 2:
        seconds = results[ONE].seconds - results[NO_UNDO].seconds
        print(f"The undo data and its check take {1000 * seconds / len(photos):.1f} ms a photo, "
              f"{100 * seconds / results[ONE].seconds:.0f} % of the time of one job.\n")
    if stamped:
        print_growth(photos, stamped)


def reencoding(results, photos, options):
    print(f"## Re-encoded, `--quality {options.quality} --allow-loss`\n")
    print_comparison(results, [REENCODING_ONE, REENCODING_TWO, C], C, len(photos))
    one, two = results[REENCODING_ONE], results[REENCODING_TWO]
    if one and results.get(C):
        print_target("one job, × C", one.seconds / results[C].seconds, at_most=1.10)
    largest = max(photo.pixels for photo in photos)
    print_peaks({1: one, 2: two}, lambda jobs: reencoding_bound(jobs, largest))


def print_peaks(by_jobs, bound):
    for jobs, of in by_jobs.items():
        if of:
            print_target(f"peak MB, jobs {jobs}", of.peak / MEGABYTE, at_most=bound(jobs))


def print_growth(photos, folders):
    """A row for each folder of {name: folder}, which holds every photo under its own name."""
    print_table(
        ["output", "MB in", "MB out", "growth", "largest single growth", "of"],
        [[name, *growth(photos, folder)] for name, folder in folders.items()])


def growth(photos, folder):
    sizes = {photo: (folder / photo.path.name).stat().st_size for photo in photos}
    before, after = sum(photo.size for photo in photos), sum(sizes.values())
    most = max(photos, key=lambda photo: sizes[photo] / photo.size)
    return [f"{before / 1e6:.2f}", f"{after / 1e6:.2f}", percent(after / before),
            f"{percent(sizes[most] / most.size)} ({(sizes[most] - most.size) / 1000:+.1f} kB)",
            most.name]


def percent(ratio):
    return f"{100 * (ratio - 1):+.2f} %"
