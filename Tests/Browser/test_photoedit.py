"""A photo's crop, turn and filter: chosen in the composer and on a post's page, drawn there as the server
draws them, and made of the whole original each time."""

import base64
import re
import struct
import zlib

import pytest
from playwright.sync_api import Locator, Page, expect

from server import SAMPLES
from test_posting import choose, kept, payload, photos, post
from visitor import DESKTOP, PHONE

DOG = "birthday-dog.jpg"
FILTERS = ["normal", "nashville", "toaster", "1977", "clarendon", "chrome", "fade", "instant", "mono",
           "noir", "process", "tonal", "transfer", "tone", "linear", "sepia", "xray"]
# The largest difference of a channel between two PNGs, the first one drawn with a filter by the page's own
# script; above the label, which stands at the bottom.
DIFFERENCE = """async ([before, after, number, above]) => {
  const { Filters, pixels, vignetteFrom } = await import("/assets/filtering.js");
  const decoded = async (text) => pixels(await createImageBitmap(
    new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))])));
  const [from, to] = [await decoded(before), await decoded(after)];
  const filters = await Filters.load("/assets/filters.png");
  const drawn = new ImageData(from.width, from.height);
  const control = document.querySelectorAll("[data-filter]")[number];
  const area = { x: 0, y: 0, width: from.width, height: from.height };
  filters.draw(number, from, drawn, vignetteFrom(control.dataset.vignette), area);
  let most = 0;
  for (let at = 0; at < 4 * from.width * above; at += 1) {
    most = Math.max(most, Math.abs(drawn.data[at] - to.data[at]));
  }
  return [control.value, from.width === to.width && from.height === to.height, most];
}"""
SIZE = "(image) => image.decode().then(() => [image.naturalWidth, image.naturalHeight])"


def png(width: int, height: int, number: int) -> bytes:
    """A picture with many colours, their steps small and large; the number makes it another one."""
    def colour(x: int, y: int) -> bytes:
        if y == height - 1:
            return bytes([number, 0, 0])
        noise = (x * 7919 + y * 104729) % 251
        return bytes([255 * x // (width - 1), 255 * y // (height - 1), noise if y % 2 else 255 - x % 256])

    rows = b"".join(b"\0" + b"".join(colour(x, y) for x in range(width)) for y in range(height))

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (struct.pack(">I", len(content)) + kind + content
                + struct.pack(">I", zlib.crc32(kind + content)))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def send(site, photo: bytes, edit: str, number: int) -> dict:
    return site.device.ask(
        "POST", "/api/v1/posts", data={"time": "2024-01-31 12:00", "edit": edit},
        files={"photo": ("chart.png", photo, "image/png")},
        headers={"Idempotency-Key": f"edit-{number:032x}"}).json()


def test_preview_is_within_two_levels_of_what_the_server_makes(site):
    """For every filter, of the same lossless picture."""
    number = send(site, png(480, 360, 200), "", 200)["number"]
    page = site.visitor(DESKTOP).page
    page.goto(f"/posts/{number}?edit=1")
    for index, name in enumerate(FILTERS):
        before = png(480, 360, index)
        posted = send(site, before, f"filter={name}", index)
        after = site.device.ask("GET", f"/api/v1/posts/{posted['number']}/photo").content
        texts = [base64.b64encode(part).decode() for part in (before, after)]
        value, is_as_large, most = page.evaluate(DIFFERENCE, [*texts, index, 300])
        assert value == ("" if name == "normal" else name)
        print(name, most)
        assert is_as_large and most <= 2, f"{name}: {most}"
        if name == "normal":
            assert most == 0
        assert posted.get("edit") == (None if name == "normal" else f"filter={name}")


def test_photo_is_cropped_by_its_corners_turned_and_filtered(site, screen):
    page = site.visitor(screen).page
    page.goto("/new")
    cards = choose(page, [payload(DOG)])
    # The server's own sample stands upright: 480 pixels of 640.
    whole = cards.locator("> img").evaluate(SIZE)
    assert whole[0] < whole[1]
    edit = opened(cards)
    thumbnails = edit.locator(".filters canvas")
    expect(thumbnails).to_have_count(17)
    assert len({pixels(thumbnails.nth(index)) for index in range(17)}) == 17
    drag(page, edit.locator("[data-corner=top-left]"), 0.25, 0.5)
    assert value(edit, "crop") == pytest.approx([0.25, 0.5, 0.75, 0.5], abs=0.01)
    expect(edit.get_by_label("Free")).to_be_checked()
    # The whole of it is moved, as far as there is room.
    drag(page, edit.locator(".whole"), -0.9, -0.2)
    assert value(edit, "crop") == pytest.approx([0, 0.3, 0.75, 0.5], abs=0.01)
    edit.get_by_role("button", name="Rotate").click()
    assert value(edit, "crop") == pytest.approx([0.2, 0, 0.5, 0.75], abs=0.01)
    pick(edit, "Sepia")
    expect(cards.locator("> img")).to_have_attribute("src", re.compile("filter=sepia"))
    shown = cards.locator("> img").evaluate(SIZE)
    assert shown[0] / shown[1] == pytest.approx(0.5 * whole[1] / (0.75 * whole[0]), abs=0.03)
    kept(page)
    page.reload()
    edit = opened(photos(page))
    assert value(edit, "crop") == pytest.approx([0.2, 0, 0.5, 0.75], abs=0.01)
    expect(edit.get_by_label("Sepia")).to_be_checked()
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1"))
    [posted] = site.device.posts()
    assert re.fullmatch(r"rotate=90 crop=0\.\d+,0,0\.\d+,0\.\d+ filter=sepia", posted["edit"])
    original = site.device.ask("GET", "/api/v1/posts/1/original").content
    assert original == (SAMPLES / DOG).read_bytes()


def test_crop_is_moved_by_keys_in_a_shape_of_its_own(site):
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    edit = opened(choose(page, [payload(DOG)]))
    pick(edit, "Square")
    # The middle, which the server finds to the pixel.
    assert fields(edit)["crop"] == "square"
    area = edit.get_by_role("button", name="The part to keep")
    area.focus()
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("ArrowDown")
    x, y, width, height = value(edit, "crop")
    assert (x, width, height) == (0, 1, 0.75) and y == pytest.approx(0.035, abs=0.001)
    expect(edit.get_by_role("status")).to_have_text(
        re.compile(r"100 by 75 percent, 0 from the left, [34] from the top"))
    edit.get_by_role("button", name="Corner of the crop: Bottom right").focus()
    page.keyboard.press("Shift+ArrowLeft")
    x, y, width, height = value(edit, "crop")
    assert (x, width) == (0, 0.9) and width * 3 == pytest.approx(height * 4, abs=0.001)
    # Arrows lead to no other page, and the shape is known again by what it is.
    kept(page)
    page.reload()
    edit = opened(photos(page))
    expect(edit.get_by_label("Square")).to_be_checked()
    assert value(edit, "crop") == [x, y, width, height]
    edit.get_by_role("button", name="Reset").click()
    assert fields(edit) == {"crop": "", "rotate": "", "filter": ""}


def test_corners_are_as_large_as_a_finger_and_a_finger_elsewhere_moves_the_page(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    edit = opened(choose(page, [payload(DOG)]))
    for handle in edit.locator("[data-corner], .shapes label, .filters label").all():
        box = handle.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    touch = "(element) => getComputedStyle(element).touchAction"
    assert edit.locator(".whole").evaluate(touch) == "auto"
    pick(edit, "4:5")
    assert edit.locator(".whole").evaluate(touch) == "none"


def test_photo_that_the_browser_does_not_read_comes_from_the_server(site):
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    edit = opened(choose(page, [payload("paris.avif")]))
    pick(edit, "16:9")
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1"))
    assert site.device.posts()[0]["edit"] == "crop=16:9"


def test_post_is_edited_anew_from_the_whole_photo(site):
    number = site.device.post(DOG, "2024-01-31 12:00", edit="rotate=90 crop=5:7 gravity=0,0 filter=noir")
    page = site.visitor(PHONE).page
    page.goto(f"/posts/{number}?edit=1")
    edit = opened(page.locator("form.edit"))
    expect(edit.get_by_label("Noir")).to_be_checked()
    expect(edit.get_by_label("5:7")).to_be_checked()
    with page.expect_response("**/label?*"):
        pick(edit, "Mono")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    # What was not touched is what it was.
    assert site.device.posts()[0]["edit"] == "rotate=90 crop=5:7 gravity=0,0 filter=mono"
    page.goto(f"/posts/{number}?edit=1")
    edit = opened(page.locator("form.edit"))
    edit.get_by_role("button", name="Reset").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert "edit" not in site.device.posts()[0]
    photo = page.locator("figure.photo .large").evaluate(SIZE)
    assert photo[0] < photo[1]


def test_edit_needs_no_script(site):
    page = site.visitor(DESKTOP, java_script_enabled=False).page
    page.goto("/new")
    page.locator('input[name="photo"]').set_input_files(SAMPLES / DOG)
    page.get_by_role("button", name="Save as draft").click()
    edit = page.locator("[data-photo-edit]")
    edit.locator("summary").click()
    expect(edit.locator(".shapes label", has_text="Free")).to_be_hidden()
    pick(edit, "Square")
    edit.get_by_label("Rotate").select_option("180")
    pick(edit, "Chrome")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page).to_have_url(re.compile(r"/posts/1"))
    assert site.device.posts()[0]["edit"] == "rotate=180 crop=square filter=chrome"
    page.goto("/posts/1?edit=1")
    expect(page.get_by_label("Chrome")).to_be_checked()
    page.locator("[data-photo-edit] summary").click()
    pick(page.locator("[data-photo-edit]"), "Whole photo")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    assert site.device.posts()[0]["edit"] == "rotate=180 filter=chrome"


def test_browser_that_hides_pixels_shows_the_names_alone(site):
    """As those do that give scripts other pixels than there are."""
    visitor = site.visitor(DESKTOP)
    visitor.context.add_init_script("""
      const given = CanvasRenderingContext2D.prototype.getImageData;
      CanvasRenderingContext2D.prototype.getImageData = function (...place) {
        const pixels = given.apply(this, place);
        pixels.data.fill(255);
        return pixels;
      };""")
    page = visitor.page
    page.goto("/new")
    edit = opened(choose(page, [payload(DOG)]), drawn=False)
    expect(edit.locator("[data-stage]")).to_be_visible()
    expect(edit.locator(".filters canvas")).to_have_count(0)
    pick(edit, "Tonal")
    post(page)
    expect(page).to_have_url(re.compile(r"/posts/1"))
    assert site.device.posts()[0]["edit"] == "filter=tonal"


def opened(card: Locator, drawn: bool = True) -> Locator:
    edit = card.locator("[data-photo-edit]")
    edit.locator("> summary").click()
    expect(edit.locator("[data-stage]")).to_be_visible()
    if drawn:
        expect(edit).to_have_attribute("data-drawn", "")
    return edit


def pick(edit: Locator, name: str) -> None:
    edit.locator("label", has=edit.page.get_by_text(name, exact=True)).click()


def fields(edit: Locator) -> dict[str, str]:
    """What the form says, by the names of its fields without the photo's key."""
    return edit.evaluate("""(edit) => Object.fromEntries(
      [...new FormData(edit.closest("form"))].map(([name, value]) => [name.split(".")[0], value])
        .filter(([name]) => ["crop", "rotate", "filter"].includes(name)))""")


def value(edit: Locator, name: str) -> list[float]:
    return [float(part) for part in fields(edit)[name].split(",")]


def drag(page: Page, handle: Locator, right: float, down: float) -> None:
    """By shares of the photo's sides, from the handle's middle."""
    handle.scroll_into_view_if_needed()
    stage = page.locator("[data-area]").bounding_box()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    across, below = right * stage["width"], down * stage["height"]
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        client = page.context.new_cdp_session(page)
        send = lambda kind, points: client.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        send("touchStart", [{"x": x, "y": y}])
        for step in range(1, 6):
            send("touchMove", [{"x": x + across * step / 5, "y": y + below * step / 5}])
        send("touchEnd", [])
        client.detach()
        return
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across, y + below, steps=5)
    page.mouse.up()


def pixels(canvas: Locator) -> str:
    return canvas.evaluate("(canvas) => canvas.toDataURL()")
