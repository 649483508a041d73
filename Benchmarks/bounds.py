"""The memory that daystamp may take, in megabytes (millions of bytes)."""

MEGABYTE = 1_000_000


def lossless(jobs, size):
    """For stamping photos of at most `size` bytes without decoding them."""
    return jobs * (3 * size / MEGABYTE + 40)


def reencoding(jobs, pixels):
    """For decoding, stamping and encoding photos of at most `pixels` pixels."""
    return jobs * 6 * pixels / MEGABYTE + 60
