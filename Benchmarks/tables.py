"""Markdown tables, and targets with whether they are met."""

from measuring import MEGABYTE


def print_table(heads, rows):
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
    for row in [heads, ["-" * width for width in widths], *rows]:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
    print()


def print_comparison(results, names, reference, count):
    """What each program that ran over `count` photos took, and the time as a multiple of one's.

    Programs that are not in {name: Measurement or None} are left out."""
    base = results.get(reference)
    print_table(
        ["program", "seconds", "photos/s", f"× {reference}", "CPU s", "peak MB"],
        [[name, f"{of.seconds:.2f}", f"{count / of.seconds:.1f}",
          f"{of.seconds / base.seconds:.2f}" if base else "–",
          f"{of.cpu:.2f}", f"{of.peak / MEGABYTE:.0f}"] if of else [name, *["failed"] * 5]
         for name, of in results.items() if name in names])


def print_target(what, value, at_most=None, at_least=None):
    met = value <= at_most if at_least is None else value >= at_least
    wanted = f"at most {at_most:.4g}" if at_least is None else f"at least {at_least:.4g}"
    print(f"- {what}: {value:.4g} ({wanted}): {verdict(met)}")


def print_unstamp(stamp, unstamp):
    if stamp and unstamp:
        print_target("unstamp, × stamp", unstamp.seconds / stamp.seconds, at_most=0.5)


def verdict(met):
    return "met" if met else "NOT MET"
