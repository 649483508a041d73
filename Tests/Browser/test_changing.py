"""Changing posts, finding them again, the trash and the way back."""

import re

import pytest
import requests
from playwright.sync_api import expect

import timeline
from touch import swipe
from visitor import DESKTOP, PHONE
from waiting import holds

# Of one character each to a reader: a family of seven code points, a flag, a skin tone, a keycap.
EMOJI = [
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", "\U0001f1f0\U0001f1f7",
    "\U0001f44d\U0001f3fd", "1\ufe0f\u20e3",
]
HANGUL = "\u1100\u1161\u11a8"  # 각, decomposed as macOS writes it


def edit(page):
    """The form of a post, opened as a person does."""
    page.get_by_role("link", name="Edit", exact=True).click()
    return page.get_by_role("form", name="Edit")


def test_post_is_edited_and_found(site):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Two puppies")
    page = site.visitor(PHONE).page
    page.goto("/posts/1")
    expect(page.get_by_label("Caption")).to_be_hidden()
    form = edit(page)
    expect(form.get_by_label("Caption")).to_be_focused()
    expect(page.locator(".reading")).to_be_hidden()
    form.get_by_label("Caption").fill("Three puppies, 강아지 셋")
    form.get_by_label("Time").fill("2024-02-01T13:45:10")
    form.get_by_label("Tags").fill("dogs, 봄")
    form.get_by_label("Star").check()
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Thursday, February 1, 2024 1:45 PM")
    expect(page.locator(".reading .caption")).to_have_text("Three puppies, 강아지 셋")
    expect(page.get_by_label("Caption")).to_be_hidden()

    page.goto("/timeline")
    page.get_by_label('Words, "a phrase", #tag').fill("강아지")
    page.get_by_label('Words, "a phrase", #tag').press("Enter")
    expect(page.locator(".tile")).to_have_count(1)
    expect(page.get_by_role("img", name="starred")).to_be_visible()
    page.goto("/timeline?tag=봄")
    expect(page.locator(".tile")).to_have_count(1)
    page.goto("/starred")
    expect(page.get_by_role("link", name="Three puppies, 강아지 셋")).to_be_visible()
    page.goto("/memories?day=2025-02-01")
    expect(page.get_by_role("heading", name="1 year ago")).to_be_visible()
    page.goto("/random")
    expect(page).to_have_url(site.server.base + "/posts/1")


def test_post_is_edited_without_a_script(site):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Two puppies")
    page = site.visitor(PHONE, java_script_enabled=False).page
    page.goto("/posts/1")
    form = edit(page)
    expect(page).to_have_url(f"{site.server.base}/posts/1?edit=1")
    form.get_by_label("Caption").fill("Three puppies")
    form.get_by_role("button", name="Save").click()
    expect(page.locator(".reading .caption")).to_have_text("Three puppies")
    edit(page).get_by_role("link", name="Cancel").click()
    expect(page).to_have_url(f"{site.server.base}/posts/1")
    page.get_by_role("button", name="Star").click()
    expect(page.get_by_role("button", name="Star")).to_have_attribute("aria-pressed", "true")


def test_typing_is_there_again_after_another_page(site):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Two puppies")
    page = site.visitor(DESKTOP).page
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.goto("/posts/1")
    edit(page).get_by_label("Caption").fill("Three")
    page.get_by_role("link", name="Calendar").click()
    expect(page.locator("main.month")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Caption")).to_have_value("Three")
    expect(page.get_by_role("status").filter(has_text="aren’t saved yet")).to_be_visible()
    # By its address too; and it is discarded only by who says so.
    page.goto("/more")
    page.goto("/posts/1")
    expect(page.get_by_label("Caption")).to_have_value("Three")
    page.get_by_role("button", name="Discard the changes").click()
    expect(page.locator(".reading .caption")).to_have_text("Two puppies")
    page.goto("/posts/1")
    expect(page.locator(".reading .caption")).to_be_visible()
    assert asked == []


def test_typing_is_kept_while_one_types(site):
    """As the page may end without a word: a phone that is switched off sends nothing."""
    site.device.post("three-puppies.jpg", "2024-01-31 12:00")
    visitor = site.visitor(PHONE)
    page = visitor.page
    page.goto("/posts/1")
    with page.expect_request(lambda request: "keep=1" in (request.post_data or "")):
        edit(page).get_by_label("Caption").press_sequentially("Half a th")
    visitor.context.new_page().goto("/more")
    page.route("**/posts/1", lambda route: route.abort() if route.request.method == "POST" else None)
    page.close()
    other = visitor.context.new_page()
    other.goto("/posts/1")
    expect(other.get_by_label("Caption")).to_have_value("Half a th")


def test_what_is_cancelled_can_be_gone_on_with(site):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Two puppies")
    page = site.visitor(PHONE).page
    page.goto("/posts/1")
    form = edit(page)
    form.get_by_label("Caption").fill("Three")
    form.get_by_role("link", name="Cancel").click()
    expect(page.locator(".reading .caption")).to_have_text("Two puppies")
    page.get_by_role("button", name="Keep editing").click()
    expect(form.get_by_label("Caption")).to_have_value("Three")
    form.get_by_label("Caption").fill("Two puppies")
    form.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("button", name="Keep editing")).to_be_hidden()


def test_label_gets_another_place_and_look_after_posting(site):
    site.device.post("birthday-dog.jpg", "2024-01-31 12:00")
    page = site.visitor(PHONE).page
    page.goto("/posts/1")
    before = site.device.ask("GET", "/api/v1/posts/1/photo").content
    original = site.device.ask("GET", "/api/v1/posts/1/original").content
    form = edit(page)
    form.get_by_text("Date on this photo").click()
    with page.expect_response("**/posts/1/label?*") as shown:
        form.get_by_label("Style").select_option("film")
    assert "label-style=film" in shown.value.url and "label-whole=1" in shown.value.url
    # A film camera's date is at the right, and orange; it is seen before it is saved.
    expect(form.get_by_role("radio", name="Bottom right")).to_be_checked()
    expect(form.get_by_label("Color")).to_have_value("#ff8c1a")
    photo = page.locator("figure.photo .large")
    expect(photo).to_have_attribute("src", re.compile("^blob:"))
    photo.evaluate("image => image.decode()")
    with page.expect_response("**/posts/1/label?*") as shown:
        form.get_by_role("radio", name="Top left").check()
    assert "label-position=top-left" in shown.value.url
    assert site.device.ask("GET", "/api/v1/posts/1/photo").content == before
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert site.device.ask("GET", "/api/v1/posts/1/photo").content != before
    assert site.device.ask("GET", "/api/v1/posts/1/original").content == original
    form = edit(page)
    form.get_by_text("Date on this photo").click()
    expect(form.get_by_label("Style")).to_have_value("film")
    expect(form.get_by_role("radio", name="Top left")).to_be_checked()


def test_star_is_one_tap(site):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00")
    visitor = site.visitor(PHONE)
    page = visitor.page
    page.goto("/posts/1")
    star = page.locator(".posthead").get_by_role("button", name="Star")
    with page.expect_response("**/posts/1/star") as answer:
        star.click()
    assert answer.value.status == 204
    expect(star).to_have_attribute("aria-pressed", "true")
    assert site.device.posts()[0]["starred"]
    # The form that is on the page is about the post as it is now.
    form = edit(page)
    expect(form.get_by_label("Star")).to_be_checked()
    form.get_by_label("Caption").fill("Three")
    form.get_by_role("button", name="Save").click()
    expect(page.locator(".reading .caption")).to_have_text("Three")
    # The caption is there before the page's script is: a tap before it sends the form instead.
    page.wait_for_load_state()
    assert site.device.posts()[0]["starred"]
    # Where the server does not take it, it is not there either.
    page.route("**/posts/1/star", lambda route: route.abort())
    star.click()
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect(star).to_have_attribute("aria-pressed", "true")
    assert site.device.posts()[0]["starred"]


def test_neighbours_go_on_over_the_edge_of_the_day(site):
    for time in ("2024-01-31 12:00", "2024-01-31 13:00", "2024-03-01 09:00"):
        site.device.post("three-puppies.jpg", time)
    page = site.visitor(PHONE).page
    page.goto("/posts/1")
    expect(page.get_by_text("1 of 2 on this day")).to_be_visible()
    expect(page.get_by_role("link", name="Previous")).to_be_hidden()
    for number in (2, 3):
        page.get_by_role("link", name="Next").click()
        expect(page).to_have_url(f"{site.server.base}/posts/{number}")
    expect(page.get_by_role("link", name="Next")).to_be_hidden()
    expect(page.get_by_text("on this day")).to_be_hidden()
    swipe(page, "figure.photo", 200)
    expect(page).to_have_url(f"{site.server.base}/posts/2")


def test_photo_has_its_shape_before_it_comes(site, screen):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Below")
    page = site.visitor(screen).page
    page.route("**/thumbnails/**", lambda route: route.abort())
    page.goto("/posts/1")
    before = page.locator(".reading .caption").bounding_box()
    page.unroute("**/thumbnails/**")
    page.reload()
    page.locator("figure.photo .large").evaluate("image => image.decode()")
    assert page.locator(".reading .caption").bounding_box() == before


def delete(page) -> None:
    page.get_by_role("button", name="More about this post").click()
    page.get_by_role("button", name="Move to trash").click()
    expect(page.get_by_role("status").filter(has_text="Moved to trash")).to_be_visible()


def test_who_deletes_a_post_is_led_to_the_one_beside_it(site):
    for hour in (12, 13, 14):
        site.device.post("three-puppies.jpg", f"2024-01-30 {hour}:00", caption=f"At {hour}")
    page = site.visitor(PHONE).page
    page.goto("/posts/2")
    delete(page)
    expect(page.locator(".caption")).to_have_text("At 12")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".caption")).to_have_text("At 13")
    expect(page.locator(".notices .notice")).to_have_count(0)
    # Nothing is older than the first: then what comes after it.
    page.goto("/posts/1")
    delete(page)
    expect(page.locator(".caption")).to_have_text("At 13")
    # Of another day none is: then the day itself.
    site.device.post("three-puppies.jpg", "2024-01-29 12:00", caption="Alone")
    page.goto("/posts/4")
    delete(page)
    expect(page).to_have_url(re.compile("/days/2024-01-29"))


def ninety_words(device) -> None:
    for index in range(90):
        device.ask("POST", "/write", data={
            "words": f"Entry {index}", "day": f"2024-{3 - index // 30:02}-{28 - index % 28:02}"})


@pytest.mark.parametrize("script", [True, False])
def test_who_deletes_a_post_of_the_timeline_is_where_they_were(begin, script):
    page = begin(ninety_words).visitor(PHONE, java_script_enabled=script).page
    page.goto("/timeline?kind=words")
    tile = page.locator('.tile[data-post="50"]')
    tile.scroll_into_view_if_needed()
    if script:
        timeline.settle(page)
    tile.locator("a").click()
    expect(page.locator(".words")).to_have_text("Entry 49")
    if script:
        delete(page)
    else:
        page.locator('form[action="/posts/50/delete"] button').evaluate("button => button.form.submit()")
    expect(page).to_have_url(re.compile(r"/timeline\?kind=words"))
    expect(tile).to_have_count(0)
    if script:
        expect(page.locator('.tile[data-post="51"], .tile[data-post="49"]').first).to_be_in_viewport()
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile("/posts/50$"))
    expect(page.locator(".words")).to_have_text("Entry 49")


def test_deleted_post_comes_back(site):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Two puppies")
    page = site.visitor(DESKTOP).page
    page.goto("/posts/1")
    page.get_by_role("button", name="More about this post").click()
    page.get_by_role("button", name="Move to trash").click()
    expect(page.get_by_role("status")).to_have_text("Moved to trash")
    expect(page.get_by_text("No posts on this day.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile("/posts/1$"))
    expect(page.locator(".caption")).to_have_text("Two puppies")

    page.goto("/posts/1")
    page.get_by_role("button", name="More about this post").click()
    page.get_by_role("button", name="Move to trash").click()
    expect(page.get_by_role("status")).to_have_text("Moved to trash")
    page.goto("/trash")
    page.get_by_role("button", name="Restore", exact=True).click()
    expect(page.locator(".caption")).to_have_text("Two puppies")

    page.goto("/posts/1")
    page.get_by_role("button", name="More about this post").click()
    page.get_by_role("button", name="Move to trash").click()
    expect(page.get_by_role("status")).to_have_text("Moved to trash")
    page.goto("/trash")
    page.get_by_text("Empty trash").first.click()
    page.get_by_label("Yes, delete them permanently").check()
    page.get_by_role("button", name="Empty trash").click()
    expect(page.get_by_text("The trash is empty.")).to_be_visible()
    assert site.device.posts() == []


def test_one_post_goes_for_good_and_the_others_come_back(site):
    for hour in ("12", "13", "14"):
        number = site.device.post("three-puppies.jpg", f"2024-01-31 {hour}:00", caption=f"At {hour}")
        site.device.ask("DELETE", f"/api/v1/posts/{number}")
    page = site.visitor(DESKTOP).page
    page.goto("/trash")
    card = page.locator(".gone > li").first
    card.get_by_role("button", name="Delete permanently…").click()
    asked = page.get_by_role("dialog", name="Delete this post permanently?")
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_be_hidden()
    expect(page.locator(".gone > li")).to_have_count(3)
    card.get_by_role("button", name="Delete permanently…").click()
    expect(asked.get_by_role("checkbox")).to_have_count(0)
    asked.get_by_role("button", name="Delete permanently", exact=True).click()
    expect(page.locator(".gone > li")).to_have_count(2)
    page.get_by_role("button", name="Restore all").click()
    expect(page.get_by_text("The trash is empty.")).to_be_visible()
    assert len(site.device.posts()) == 2


@pytest.mark.parametrize("unit", [*EMOJI, HANGUL, "가", "e\u0301"], ids=ascii)
def test_captions_count_is_the_servers(shared_post, unit):
    page, device = shared_post
    page.goto("/posts/1?edit=1")
    caption, save = page.get_by_label("Caption"), page.get_by_role("button", name="Save")
    caption.fill("  " + 100 * unit + "\n")
    expect(page.locator("#caption-count")).to_have_text("100 of 100 characters")
    save.click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    edit(page)
    caption.fill(101 * unit)
    expect(page.locator("#caption-count")).to_have_text("101 of 100 characters: too long")
    expect(caption).to_have_attribute("aria-invalid", "true")
    assert not caption.evaluate("field => field.form.checkValidity()")
    # Not to be there again in the next test, which has the same page.
    caption.fill(100 * unit)
    page.get_by_role("link", name="Cancel").click()
    # The server says no to what the page lets nobody send.
    with pytest.raises(requests.HTTPError) as refused:
        device.ask("POST", "/posts/1", data={"caption": 101 * unit})
    assert refused.value.response.status_code == 422


@pytest.fixture(scope="module")
def shared_post(made_site):
    made_site.device.post("three-puppies.jpg", "2024-01-31 12:00")
    return made_site.visitor(PHONE).page, made_site.device


@pytest.mark.parametrize("answer", ["shares", "cannot", "is missing"])
def test_photo_is_shared_where_the_browser_can(site, answer):
    site.device.post("three-puppies.jpg", "2024-01-31 12:00", caption="Three puppies")
    page = site.visitor(PHONE).page
    page.add_init_script("""
      window.shared = [];
      if (ANSWER === "is missing") delete Navigator.prototype.canShare;
      else Navigator.prototype.canShare = () => ANSWER === "shares";
      Navigator.prototype.share = async ({ files, text }) => {
        const [file] = files;
        window.shared.push([files.length, file.name, file.type, file.size, text]);
      };""".replace("ANSWER", repr(answer)))
    page.goto("/posts/1")
    page.get_by_role("button", name="More about this post").click()
    share = page.get_by_role("button", name="Share")
    download = page.get_by_role("link", name="Download with the label")
    if answer == "is missing":
        expect(share).to_be_hidden()
        with page.expect_download() as downloaded:
            download.click()
    elif answer == "cannot":
        with page.expect_download() as downloaded:
            share.click()
    else:
        share.click()
        holds(page, "() => window.shared.length > 0")
        count, name, kind, size, text = page.evaluate("window.shared[0]")
        assert (count, kind, text) == (1, "image/jpeg", "Three puppies")
        assert name.endswith(".jpg") and size > 50_000
        return
    assert downloaded.value.suggested_filename.endswith(".jpg")
    assert downloaded.value.path().stat().st_size > 50_000
