"""What everybody waits for who runs one command: the program's start, alone and with one tiny photo."""

import shutil

from measuring import measure
from photos import tiny_photos
from tables import print_table, print_target

RUNS = 100
GOALS = {"--version": 8, "one tiny photo": 15}


def start(program, scratch, options):
    """The least of many runs: a start is so short that whatever else runs there shows in the rest."""
    folder = scratch / "start"
    size = tiny_photos(folder, 1)
    commands = {"--version": [str(program), "--version"]}
    if size:
        photo = next(path for path in folder.rglob("*.jpg"))
        commands["one tiny photo"] = [
            str(program), "stamp", str(photo), "-o", str(scratch / "start.jpg"), "--force", "-q"]
    others = [["jpegtran", "-version"], ["exiftool", "-ver"]]
    commands |= {" ".join(other): other for other in others if shutil.which(other[0])}
    least = {name: None for name in commands}
    for _ in range(RUNS):
        for name, command in commands.items():
            run = measure(command)
            if run and (least[name] is None or run.seconds < least[name].seconds):
                least[name] = run
    print(f"\n## One command, the least of {RUNS} runs\n")
    print_table(
        ["command", "ms", "CPU ms"],
        [[name, f"{1000 * of.seconds:.1f}", f"{1000 * of.cpu:.1f}"] if of
         else [name, "failed", ""] for name, of in least.items()])
    for name, goal in GOALS.items():
        if least.get(name):
            print_target(f"{name}, ms", 1000 * least[name].seconds, at_most=goal)
