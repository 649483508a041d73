"""Two jobs beside one, on enough photos that starting the program does not count."""

import os

import contenders
from checked_runs import stamping
from measuring import MEGABYTE, interleaved, lossless_bound
from tables import print_comparison, print_target

ONE, TWO = "daystamp --jobs 1", "daystamp --jobs 2"
TIMES = 10


def jobs(program, photos, scratch, options):
    folder = scratch / "many"
    folder.mkdir()
    for photo in photos:
        for number in range(TIMES):
            os.link(photo.path, folder / f"{number:02}-{photo.path.name}")
    count = TIMES * len(photos)
    print(f"\n## The same photos {TIMES} times over\n")
    outputs = {name: scratch / f"many {name}" for name in (ONE, TWO)}
    results = interleaved({
        name: stamping(contenders.daystamp(program, folder, outputs[name], number),
                       outputs[name], count)
        for number, name in enumerate((ONE, TWO), 1)}, options.runs)
    print_comparison(results, [ONE, TWO], ONE, count)
    one, two = results[ONE], results[TWO]
    if one and two:
        print_target("two jobs, × one job", one.seconds / two.seconds, at_least=1.85)
    largest = max(photo.size for photo in photos)
    for number, of in ((1, one), (2, two)):
        if of:
            print_target(f"peak MB, jobs {number}", of.peak / MEGABYTE,
                         at_most=lossless_bound(number, largest))
