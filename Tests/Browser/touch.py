"""Fingers on a page."""

from playwright.sync_api import Page

from waiting import next_frame


def box_of(page: Page, selector: str) -> dict[str, float]:
    """Where an element lies on a page that listens: it has its address before its scripts."""
    page.wait_for_load_state()
    return page.locator(selector).first.bounding_box()


def swipe(page: Page, selector: str, across: int, *, down: int = 0) -> None:
    """A finger over the middle of an element, by so many pixels to the right and down."""
    box = box_of(page, selector)
    x, y = box["x"] + (box["width"] - across) / 2, box["y"] + (box["height"] - down) / 2
    client = page.context.new_cdp_session(page)
    send = lambda kind, points: client.send(
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    send("touchStart", [{"x": x, "y": y}])
    # As often as a screen is drawn: moves within one picture of it are no finger's.
    for step in range(1, 9):
        next_frame(page)
        send("touchMove", [{"x": x + across * step / 8, "y": y + down * step / 8}])
    send("touchEnd", [])
    client.detach()


def pinch(page: Page, selector: str, before: int, after: int) -> None:
    """Two fingers over the middle of an element, from so many pixels apart to so many."""
    box = box_of(page, selector)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    client = page.context.new_cdp_session(page)

    def send(kind: str, apart: float | None = None) -> None:
        sides = [] if apart is None else [(0, -1), (1, 1)]
        points = [{"x": x, "y": y + side * apart / 2, "id": finger} for finger, side in sides]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", before)
    for step in range(1, 7):
        send("touchMove", before + (after - before) * step / 6)
    send("touchEnd")
    client.detach()
