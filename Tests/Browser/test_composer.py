"""The page that posts are written on: words as they are typed, with what Markdown makes of them."""

import re

import pytest
from playwright.sync_api import Page, expect

from test_posting import post
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
