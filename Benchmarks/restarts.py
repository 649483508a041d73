"""The camera photos with a restart marker in every row of MCUs, where only the rows under the label
need be decoded."""

import contenders
from checked_runs import stamping
from measuring import interleaved
from photos import with_restart_markers
from tables import print_comparison, print_target

ONE, JPEGTRAN = "daystamp --jobs 1", "jpegtran -copy all"


def restarts(program, photos, scratch, options):
    print("\n## A restart marker in every row of MCUs\n")
    marked, made = with_restart_markers(photos, scratch / "restarts")
    if not marked:
        print("The markers are put in with jpegtran, which is not installed")
        return
    print(f"{len(marked)} photos; {made} were made with `jpegtran -restart 1 -copy all`, "
          f"{len(marked) - made} had the markers.\n")
    stamped, transcoded = scratch / "stamped-restarts", scratch / "transcoded-restarts"
    commands = {
        ONE: (contenders.daystamp(program, marked[0].path.parent, stamped, 1), stamped),
        JPEGTRAN: (contenders.jpegtran(marked, transcoded), transcoded),
    }
    results = interleaved(
        {name: stamping(*command, len(marked)) for name, command in commands.items()},
        options.runs)
    print_comparison(results, commands, JPEGTRAN, len(marked))
    one, jpegtran = results[ONE], results[JPEGTRAN]
    if one and jpegtran:
        print_target(f"one job, × {JPEGTRAN}", one.seconds / jpegtran.seconds, at_most=0.15)
