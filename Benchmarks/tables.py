"""Markdown tables, and targets with whether they are met."""


def print_table(heads, rows):
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
    for row in [heads, ["-" * width for width in widths], *rows]:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
    print()


def print_target(what, value, at_most=None, at_least=None):
    met = value <= at_most if at_least is None else value >= at_least
    wanted = f"at most {at_most:.4g}" if at_least is None else f"at least {at_least:.4g}"
    print(f"- {what}: {value:.4g} ({wanted}): {verdict(met)}")


def verdict(met):
    return "met" if met else "NOT MET"
