"""The page that posts are written on: words as they are typed, with what Markdown makes of them."""

import re
from datetime import datetime, timezone

import pytest
from playwright.sync_api import Page, expect

from clock import local
from test_posting import apart, TIMELESS, choose, kept, payload, photos, post, set_time, unfold
from visitor import DESKTOP, PHONE, Screen
from waiting import next_frame

MARKDOWN = """## 아침, a morning
**Rain** all *day*, ***really***; `**code**` and snake_case_name, 2 * 3 * 4.

- [ ] call [Mum](https://example.com/a?b=c) in the evening, when she is back from the lake
- [x] 우산을 챙기고 **빨래**를 걷는다. 비가 그치면 호숫가를 따라 천천히 걷다가 돌아온다.
1. one
> Nobody reads a diary but *its writer*.

```
**no** emphasis
```
مرحبا *يا* صديقي   and spaces at the end of a line that goes on to the next one       
\ta tab"""
# The height that the words take in the field, beside that of the layer's lines.
HEIGHTS = """() => {
  const [field, host] = [document.querySelector("#words"), document.querySelector(".written")];
  const lines = [...host.shadowRoot.children].map((line) => line.getBoundingClientRect());
  field.style.setProperty("height", "0");
  const room = field.scrollHeight;
  field.style.removeProperty("height");
  return [room, Math.round(lines.at(-1).bottom - lines[0].top)];
}"""
NARROW = Screen("narrow", {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True})


def part(page: Page, name: str):
    return page.locator(f".written [part~={name}]")


def test_words_are_styled_as_they_are_typed_and_stored_to_the_byte(site):
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    expect(page.get_by_label("Words")).to_be_focused()
    page.keyboard.type("**Rain")
    expect(part(page, "strong")).to_have_count(0)
    page.keyboard.type("** all *day*")
    expect(part(page, "strong")).to_have_text("Rain")
    expect(part(page, "slanted")).to_have_text("day")
    expect(part(page, "mark")).to_have_text(["**", "**", "*", "*"])
    words = page.get_by_label("Words")
    words.fill(MARKDOWN)
    assert words.evaluate("field => field.value") == MARKDOWN
    for name, texts in {
        "heading": [" 아침, a morning"], "strong": ["Rain", "really", "빨래"], "link": ["Mum"],
        "item": ["- [ ]", "- [x]", "1. "], "code": ["`**code**`", "```", "**no** emphasis", "```"],
    }.items():
        assert part(page, name).all_inner_texts() == texts, name
    post(page)
    expect(page).to_have_url(re.compile("/posts/1"))
    assert site.device.ask("GET", "/api/v1/posts/1").json()["words"] == MARKDOWN.rstrip()


@pytest.mark.parametrize("size", ["medium", "large"])
@pytest.mark.parametrize("width", [NARROW, PHONE, DESKTOP], ids=lambda screen: screen.name)
def test_letters_of_the_layer_are_in_the_places_of_the_fields(made_site, width, size):
    visitor = made_site.visitor(width)
    visitor.context.add_cookies([{"name": "text-size", "value": size, "url": visitor.base}])
    page = visitor.page
    page.goto("/new")
    # Twice: once with the faces that come, once with those that are there.
    for _ in range(2):
        page.get_by_label("Words").fill(MARKDOWN + "\n\n" + MARKDOWN.replace("\n", " "))
        page.evaluate("() => document.fonts.ready.then(() => {})")
        next_frame(page)
        field, layer = page.evaluate(HEIGHTS)
        assert abs(field - layer) <= 1
        page.get_by_label("Words").fill("")
        page.reload()


def test_only_lines_that_changed_are_made_anew(made_site):
    page = made_site.visitor(DESKTOP).page
    page.goto("/new")
    page.get_by_label("Words").fill("\n".join(f"- line **{index}**" for index in range(2_000)))
    expect(part(page, "strong")).to_have_count(2_000)
    page.evaluate("""() => {
      const lines = document.querySelector(".written").shadowRoot.children;
      window.kept = new Set(lines);
      const field = document.querySelector("#words");
      const place = field.value.indexOf("1000");
      field.setSelectionRange(place, place);
    }""")
    page.keyboard.type("0")
    made = page.evaluate("""() => [...document.querySelector(".written").shadowRoot.children]
      .filter((line) => !window.kept.has(line)).map((line) => line.textContent)""")
    assert made == ["- line **01000**"]
    # What is so long that it cannot be laid out twice is the field's alone.
    page.get_by_label("Words").fill("a " * 15_000)
    expect(page.locator(".written")).to_be_hidden()
    page.get_by_label("Words").fill("**short**")
    expect(part(page, "strong")).to_have_text("short")


def test_korean_is_composed_and_taken_back(made_site):
    page = made_site.visitor(DESKTOP).page
    page.goto("/new")
    client = page.context.new_cdp_session(page)
    for text in ["ㅂ", "비"]:
        client.send("Input.imeSetComposition", {"text": text, "selectionStart": 1, "selectionEnd": 1})
    assert page.evaluate("""() => [...CSS.highlights.get("composed")].map(String)""") == ["비"]
    client.send("Input.insertText", {"text": "비"})
    assert page.evaluate("""() => CSS.highlights.has("composed")""") is False
    page.keyboard.type("가 **왔**다")
    expect(page.get_by_label("Words")).to_have_value("비가 **왔**다")
    expect(part(page, "strong")).to_have_text("왔")
    # Back as far as the browser itself goes at once; the layer goes with it.
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect(page.get_by_label("Words")).not_to_have_value("비가 **왔**다")
    assert page.evaluate("""() => document.querySelector(".written").shadowRoot.textContent
      === document.querySelector("#words").value""")


def test_title_is_the_first_line_of_a_page_as_high_as_the_screen(made_site, screen):
    page = made_site.visitor(screen).page
    page.goto("/new")
    title, words = page.get_by_label("Title"), page.get_by_label("Words")
    expect(title).to_be_visible()
    title.click()
    page.keyboard.type("비 오는 날")
    page.keyboard.press("Enter")
    expect(words).to_be_focused()
    page.keyboard.type("Rain")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    expect(title).to_be_focused()
    expect(title).to_have_value("비 오는 날")
    # All of the page takes words, down to what stands below it.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ControlOrMeta+End")
    page.get_by_label("Words").fill(40 * "line\n")
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.type("the last")
    caret = page.locator(".written [part=line]").last
    expect(caret).to_have_text("the last")
    foot = page.locator(".end")
    assert caret.bounding_box()["y"] + caret.bounding_box()["height"] <= foot.bounding_box()["y"] + 1
    expect(foot).to_be_in_viewport(ratio=1)


def test_words_of_a_post_are_changed_on_such_a_page(site):
    site.device.ask("POST", "/new", data={"words": "**Rain**", "title": "First"})
    page = site.visitor(PHONE).page
    page.goto("/posts/1?edit=1")
    expect(part(page, "strong")).to_have_text("Rain")
    expect(page.get_by_label("Title")).to_have_value("First")
    page.get_by_label("Words").fill("*Snow*")
    expect(part(page, "slanted")).to_have_text("Snow")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".words em")).to_have_text("Snow")


def test_without_a_script_the_field_is_as_it_was(site):
    page = site.visitor(PHONE, java_script_enabled=False).page
    page.goto("/new")
    page.get_by_label("Title").fill("Plain")
    page.get_by_label("Words").fill("**Rain**")
    expect(page.locator(".written")).to_have_count(0)
    post(page)
    assert site.device.posts()[0]["title"] == "Plain"


# A key, or a button's name; what stood there, with the selection between bars; and what comes of it.
DEEDS = [
    ("Control+b", "a |word| more", "a **|word|** more"), ("Control+b", "a **|word|** more", "a |word| more"),
    ("Control+b", "a |", "a **|**"), ("Control+b", "a **b|**", "a **b**|"),
    ("Control+i", "a **|word|**", "a ***|word|***"), ("Control+i", "a |word |", "a *|word|* "),
    ("Control+k", "|lake|", "[lake](|)"), ("Control+k", "|https://example.com|", "[|](https://example.com)"),
    ("Control+k", "|", "[|]()"), ("List", "one\n|two\nthree|", "one\n|- two\n- three|"),
    ("List", "|- two\n- three|", "|two\nthree|"), ("List", "- [ ] |two", "- |two"),
    ("Checklist", "  - |two", "  - [ ] |two"), ("Quote", "|two\n\nthree|", "|> two\n\n> three|"),
    ("Enter", "- one|", "- one\n- |"), ("Enter", "- one\n- |", "- one\n\n|"), ("Enter", "9. one|", "9. one\n10. |"),
    ("Enter", "- [x] one|", "- [x] one\n- [ ] |"), ("Enter", "> one|", "> one\n> |"), ("Enter", "one|", "one\n|"),
    ("Enter", "- o|ne", "- o\n- |ne"), ("Enter", "- |", "|"), ("Enter", "> one\n> |", "> one\n\n|"),
    ("Enter", "- [ ] one\n- [ ] |", "- [ ] one\n\n|"), ("Enter", "1. one\n2. |\n3. three", "1. one\n\n|\n\n3. three"),
    ("Enter", "one\n\n- |", "one\n\n|"),
]
FILL = """([before]) => {
  const field = document.querySelector("#words");
  field.focus();
  field.select();
  document.execCommand("insertText", false, before.replaceAll("|", "") || " ");
  if (!before.replaceAll("|", "")) document.execCommand("delete");
  const start = before.indexOf("|");
  field.setSelectionRange(start, Math.max(start, before.lastIndexOf("|") - 1));
}"""
SELECTED = """() => {
  const { value, selectionStart, selectionEnd } = document.querySelector("#words");
  const bar = selectionStart === selectionEnd ? "" : "|";
  return value.slice(0, selectionStart) + "|" + value.slice(selectionStart, selectionEnd) + bar
    + value.slice(selectionEnd);
}"""


@pytest.mark.parametrize("path", ["/new", "/posts/{words}?edit=1"], ids=["new", "edit"])
def test_bar_and_keys_write_markdown_which_is_undone(begin, path):
    site = begin(with_words)
    page = site.visitor(DESKTOP).page
    page.goto(path.format(words=1))
    for deed, before, after in DEEDS:
        page.evaluate(FILL, [before])
        if deed[0] == "C" and "+" in deed or deed == "Enter":
            page.keyboard.press(deed)
        else:
            page.get_by_role("button", name=deed, exact=True).click()
        assert page.evaluate(SELECTED) == after, (deed, before)
        expect(page.get_by_label("Words")).to_be_focused()
        was, made = before.replace("|", ""), after.replace("|", "")
        if made != was:
            page.keyboard.press("Control+z")
            assert page.get_by_label("Words").input_value() == was, (deed, before)


def test_what_follows_a_list_or_quote_is_no_part_of_it(site):
    """Two times Enter led out of it in the field alone: the next line was the last item's."""
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    words = page.get_by_label("Words")
    words.focus()
    for begin, item in [("Checklist", "post the letter"), ("List", "bread"), ("Quote", "Nobody reads it.")]:
        page.get_by_role("button", name=begin, exact=True).click()
        page.keyboard.type(item)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.keyboard.type(f"After {begin}.")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    post(page)
    expect(page.locator(".words > p")).to_have_text(["After Checklist.", "After List.", "After Quote."])
    expect(page.locator(".words li")).to_have_text(["☐ post the letter", "bread"])
    expect(page.locator(".words blockquote")).to_have_text("Nobody reads it.")


def with_words(device) -> None:
    device.ask("POST", "/new", data={"words": "Words", "day": "2024-01-31"})


RICH = """<html><head><style>p { color: red }</style></head><body><h2>A   walk</h2>
<p>It <b>rained</b>, <i>all </i>day, see <a href="https://example.com/a(b)">the lake</a>
 and <a href="javascript:alert(1)">not this</a>. <span style="font-weight: 700">Bold</span><br>2 * 3 &lt;b&gt; [x]</p>
<ul><li>one<ol><li>first</li><li>second</li></ol></li><li><input type="checkbox" checked> done</li></ul>
<blockquote><p>Nobody reads.</p><p># twice</p></blockquote><pre>let a = "*b*"
</pre><p>with <code>code</code></p><script>alert(1)</script></body></html>"""
MADE = """## A walk

It **rained**, *all* day, see [the lake](https://example.com/a%28b%29) and not this. **Bold**
2 \\* 3 \\<b> \\[x\\]

- one
  1. first
  2. second
- [x] done

> Nobody reads.
>
> \\# twice

```
let a = "*b*"
```

with `code`"""
PASTE = """([html, text]) => {
  const transfer = new DataTransfer();
  transfer.setData("text/html", html);
  transfer.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true });
  document.querySelector("#words").dispatchEvent(event);
  return event.defaultPrevented;
}"""


def test_rich_text_is_pasted_as_markdown_and_never_as_html(made_site):
    page = made_site.visitor(DESKTOP).page
    page.goto("/new")
    assert page.evaluate(PASTE, [RICH, "A walk"])
    lines = [line.rstrip() for line in page.get_by_label("Words").input_value().split("\n")]
    assert "\n".join(lines) == MADE
    page.keyboard.press("Control+z")
    expect(page.get_by_label("Words")).to_have_value("")
    # What has nothing but letters, and what is pasted with Shift, is the browser's own.
    assert not page.evaluate(PASTE, ["<p>only <span>letters</span></p>", "only letters"])
    page.get_by_label("Words").press("Control+Shift+V")
    assert not page.evaluate(PASTE, [RICH, "A walk"])


def test_photos_stand_in_a_row_and_are_put_in_order_and_into_words(site):
    page = site.visitor(DESKTOP).page
    page.goto("/new")
    names = ["a.jpg", "b.jpg", "c.jpg"]
    made = [{**payload(TIMELESS), "name": name, "buffer": payload(TIMELESS)["buffer"] + name.encode()}
            for name in names]
    cards = choose(page, made)
    tops = {card.bounding_box()["y"] for card in cards.all()}
    assert len(tops) == 1 and tops.pop() < page.get_by_label("Words").bounding_box()["y"]

    def order() -> list[str]:
        return cards.locator("bdi").all_inner_texts()

    cards.filter(has_text="b.jpg").get_by_label("Caption").fill("Bee")
    page.get_by_label("Words").fill("See ")
    page.get_by_label("Words").press("End")
    page.get_by_role("button", name="Insert a photo").click()
    page.locator(".photo-choice button").nth(1).click()
    expect(page.get_by_label("Words")).to_have_value("See ![Bee](photo:2) ")
    # By keys, by buttons and by dragging.
    page.get_by_role("button", name="Move earlier: b.jpg").press("ArrowLeft")
    assert order() == ["b.jpg", "a.jpg", "c.jpg"]
    expect(page.get_by_label("Words")).to_have_value("See ![Bee](photo:1) ")
    page.get_by_role("button", name="Move later: a.jpg").click()
    assert order() == ["b.jpg", "c.jpg", "a.jpg"]
    expect(page.get_by_role("button", name="Move later: a.jpg")).to_be_focused()
    cards.nth(0).locator("> img").drag_to(cards.nth(2).locator("> img"))
    assert order() == ["c.jpg", "a.jpg", "b.jpg"]
    expect(page.get_by_label("Words")).to_have_value("See ![Bee](photo:3) ")
    kept(page)
    page.reload()
    expect(cards).to_have_count(3)
    assert order() == ["c.jpg", "a.jpg", "b.jpg"]


@pytest.mark.parametrize("size", ["medium", "large"])
def test_nothing_of_it_is_wider_than_a_narrow_screen(site, size):
    visitor = site.visitor(NARROW, locale="ko-KR")
    visitor.context.add_cookies([{"name": "text-size", "value": size, "url": visitor.base}])
    page = visitor.page
    page.goto("/new")
    choose(page, [payload(TIMELESS), payload("birthday-dog.jpg")])
    for chip in ["day", "mood", "tags", "more"]:
        unfold(page, chip)
        assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [320, 320], chip
    page.keyboard.press("Escape")
    for summary in photos(page).locator("summary").all()[:2]:
        summary.click()
        assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [320, 320]
    foot = page.locator(".end")
    for button in foot.get_by_role("button").all():
        box = button.bounding_box()
        assert box["width"] >= 24 and box["height"] >= 44 and box["x"] + box["width"] <= 320
    expect(foot).to_be_in_viewport(ratio=1)


def test_label_is_chosen_only_where_a_photo_is(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    unfold(page, "more")
    expect(page.get_by_label("Position")).to_be_hidden()
    choose(page, [payload(TIMELESS)])
    unfold(page, "more")
    expect(page.get_by_label("Position")).to_be_visible()


@pytest.mark.parametrize("words", ["", "A morning"], ids=["mood", "morning page"])
def test_mood_and_morning_page_take_two_taps(site, words):
    page = site.visitor(PHONE).page
    page.goto("/")
    page.locator(".today-composer a[title=good]").tap()
    # What is on the page is what will be posted.
    expect(page.locator("[data-chip=mood] [data-says]")).to_have_text("good")
    page.keyboard.type(words)
    page.get_by_role("button", name="Post", exact=True).tap()
    expect(page).to_have_url(re.compile(r"/posts/1\?saved"))
    [made] = site.device.posts()
    assert made["mood"] == 4 and bool(made.get("morning")) == bool(words)
    # There is one a day.
    page.goto("/")
    expect(page.locator(".today-question")).to_have_count(0 if words else 1)
    # The mood is one line, and changed where it stands.
    page.locator(".today-composer summary").tap()
    page.locator(".today-composer button[title=great]").tap()
    expect(page.locator(".today-composer summary")).to_contain_text("great")
    [changed] = site.device.posts()
    assert changed["mood"] == 5
    page.locator(".today-composer .line-field").tap()
    # The chip that folds it away has its sign, with the same name.
    morning = page.locator("input[name=morning]")
    expect(morning).to_have_count(1)
    assert not morning.is_checked()


def test_chips_say_what_is_chosen_and_one_is_open(made_site):
    page = made_site.visitor(DESKTOP).page
    page.goto("/new")
    says = page.locator("[data-chip=day] [data-says]")
    expect(says).to_have_text("Today")
    unfold(page, "day")
    page.get_by_label("Day", exact=True).fill("2024-01-31")
    page.get_by_label("Time").fill("07:30")
    expect(says).to_have_text("Jan 31, 2024, 7:30 AM")
    unfold(page, "tags")
    expect(page.get_by_label("Day", exact=True)).to_be_hidden()
    expect(page.get_by_label("Tags")).to_be_focused()
    page.keyboard.type("sea")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Tags")).to_be_hidden()
    expect(page.locator("[data-chip=tags] > summary")).to_be_focused()
    expect(page.locator("[data-chip=tags] [data-says]")).to_have_text("sea")
    unfold(page, "mood")
    page.get_by_label("Words").click()
    expect(page.get_by_role("radio", name="good")).to_be_hidden()


def test_notice_takes_no_touch_that_is_meant_for_what_is_below(site):
    """It lay over the shapes of a crop, and took the taps on them."""
    page = site.visitor(PHONE).page
    page.goto("/new")
    page.evaluate("""() => import(document.querySelector('script[src*="composer"]').src
      .replace("composer.js", "notice.js")).then(({ say }) => say("All is well"))""")
    notice = page.get_by_role("status").filter(has_text="All is well")
    box = notice.bounding_box()
    page.touchscreen.tap(box["x"] + 5, box["y"] + box["height"] / 2)
    expect(page.get_by_label("Words")).to_be_focused()
    expect(notice).to_be_visible()
    page.locator(".notices").get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)


def test_time_of_a_file_is_that_of_the_journals_clock(site):
    """The device's clock was written, and read as the journal's."""
    page = site.visitor(DESKTOP, timezone_id="Pacific/Apia").page
    page.goto("/new")
    page.evaluate("""async ([bytes, moment]) => {
      const file = new File([Uint8Array.from(bytes)], "x.jpg", { type: "image/jpeg", lastModified: moment });
      const transfer = new DataTransfer();
      transfer.items.add(file);
      const input = document.querySelector("[data-files]");
      input.files = transfer.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }""", [list(payload(TIMELESS)["buffer"]), 1_700_000_000_000])
    expect(photos(page)).to_have_count(1)
    shown = local(datetime.fromtimestamp(1_700_000_000, timezone.utc))
    expect(photos(page).get_by_label("Time")).to_have_value(f"{shown:%Y-%m-%dT%H:%M:%S}")
    expect(photos(page)).to_contain_text("Taken from the file’s date – please check")
    post(page)
    expect(page).to_have_url(re.compile("/posts/1"))
    assert site.device.posts()[0]["time"].startswith(f"{shown:%Y-%m-%dT%H:%M:%S}")


def test_one_photo_of_the_future_does_not_stop_the_others(site):
    page = site.visitor(PHONE).page
    page.goto("/new")
    made = [{**payload(TIMELESS), "name": f"{name}.jpg", "buffer": payload(TIMELESS)["buffer"] + name.encode()}
            for name in "abc"]
    cards = choose(page, made)
    for index, year in enumerate([2023, 2031, 2024]):
        set_time(cards.nth(index), f"{year}-02-03T04:05:06")
    apart(page)
    post(page)
    expect(page.get_by_role("alert")).to_contain_text("That time is in the future: Monday, February 3, 2031")
    expect(page.get_by_role("status").filter(has_text="2 posts made")).to_have_count(1)
    expect(cards.locator("bdi")).to_have_text("b.jpg")
    assert len(site.device.posts()) == 2
    page.get_by_role("button", name="Post anyway").click()
    expect(page).to_have_url(re.compile("/posts/3"))


def test_post_without_a_network_is_made_when_that_is_back(site):
    """It had to be posted again, below a line that went on to say that it could not be."""
    visitor = site.visitor(PHONE)
    page = visitor.page
    page.goto("/new")
    page.get_by_label("Words").fill("From the train")
    expect(page.get_by_text("Draft saved")).to_be_visible()
    visitor.context.set_offline(True)
    page.get_by_label("Words").fill("From the train, offline")
    post(page)
    expect(page.get_by_role("alert")).to_contain_text("You’re offline. Keep this page open")
    # Whoever writes on posts when it is done.
    page.get_by_label("Words").press("End")
    page.keyboard.type("!")
    expect(page.get_by_role("alert")).to_have_count(0)
    post(page)
    expect(page.get_by_role("alert")).to_contain_text("You’re offline.")
    visitor.context.set_offline(False)
    expect(page).to_have_url(re.compile("/posts/1"))
    [made] = site.device.posts()
    assert made["words"] == "From the train, offline!"
