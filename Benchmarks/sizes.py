"""How much larger the stamped photos are than those they were made from."""

from tables import print_table


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
