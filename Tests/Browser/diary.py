"""A journal with something to see on every page."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from clock import today
from device import Device

SMALL = ["three-puppies.jpg", "IMG_20240131_235959.jpg", "paris.png"]
LARGE = ["birthday-dog.jpg", "canyon-wren.jpg", "lake-sherburne.jpg"]


WORDS = """## 아침

**비**가 왔다. It *rained*, and [somebody](https://example.com/) wrote:

> Nobody reads a diary but its writer.

- [x] umbrella
- [ ] boots, and a very long word: """ + 60 * "wet" + """

| when | how |
|------|----:|
| 7:30 | wet |

![The cake](post:{number})

    let rain = "code"
"""


# A long text, one with its translation, one that is written from right to left, and one without an author.
SAYINGS = """key,text,translation,author,source,added
long,"A day is not a box to be filled. It is a window,
and what comes in through it is rarely what one was waiting for. Whoever keeps a diary leaves the window
open in the evening, and finds in the morning, between the lines, what had come in unseen.",,A. Writer,Windows,2024-01-02
both,천 리 길도 한 걸음부터.,A journey of a thousand miles begins with a single step.,속담,,2024-02-03
right,العلم نور,Knowledge is light.,مثل,,2024-03-04
bare,Rain.,,,,2024-04-05
"""


# A book of sections, to be read on.
BOOK = "key,text,section,section title\n" + "".join(
    f"Walks.{chapter}.{verse},And on day {verse} of walk {chapter} we saw a wren.,Walks.{chapter},Walks {chapter}\n"
    for chapter in range(1, 13) for verse in range(1, 31))


@dataclass(frozen=True)
class Diary:
    today: str
    year: int
    last_year_today: str
    number: int
    words: int
    trashed: int


def fill(device: Device) -> Diary:
    """Posts of this month, the last one, and of this day in earlier years."""
    now = today()
    this_morning = now.replace(hour=0, minute=1, second=2)
    captions = [
        "Cake with candles 🎂", "바닷가에서 산책", "", "A wren sang all morning, and we listened"]
    numbers = []
    for index, sample in enumerate([LARGE[0], SMALL[0], LARGE[1], SMALL[2]]):
        numbers.append(device.post(
            sample, text(this_morning + timedelta(seconds=index)), caption=captions[index],
            tag="birthday, 가족" if index == 0 else "", star=str(index < 2).lower()))
    for index in range(16):
        moment = this_morning - timedelta(days=1 + index * 3 // 2, hours=-12)
        sample = LARGE[2] if index == 1 else SMALL[index % 3]
        device.post(sample, text(moment), caption=captions[index % 4], tag="walk")
    for years in (1, 2):
        device.post(SMALL[years], text(safely_years_before(this_morning, years)), caption="Then")
    words = write(device, words="A first line", title="Before", day=f"{now:%Y-%m-%d}", clock="00:01")
    device.ask("POST", f"/posts/{words}", data={
        "words": WORDS.format(number=numbers[0]), "title": "비 오는 날", "mood": "4", "morning": "1",
        "tags": "walk", "version": "*"})
    write(device, words="**Late**, and tired.", mood="2", day=f"{now:%Y-%m-%d}", clock="00:02")
    trashed = device.post(SMALL[0], text(this_morning), caption="Blurred")
    device.add_collection("sayings.csv", SAYINGS, licence="CC0", language="en")
    device.ask("POST", "/api/v1/texts/marks", json={"deed": "heart", "keys": ["both"]})
    device.ask("POST", "/api/v1/texts/marks", json={"deed": "use", "keys": ["both", "long"]})
    read(device)
    keep_up(device, numbers[0])
    remind(device)
    device.ask("DELETE", f"/api/v1/posts/{trashed}")
    return Diary(
        today=f"{now:%Y-%m-%d}", year=now.year,
        last_year_today=f"{safely_years_before(now, 1):%Y-%m-%d}",
        number=numbers[1], words=words, trashed=trashed)


def read(device: Device) -> None:
    """A book with highlights, a note and sections that were read."""
    device.add_collection("book.csv", BOOK, language="en")
    text = {"collection": "book", "key": "Walks.1.2"}
    for colour, quote in [("yellow", "day 2 of walk"), ("blue", "walk 1 we saw"), ("pink", "a wren")]:
        device.ask("POST", "/texts/highlights/add", data={**text, "colour": colour, "quote": quote})
    for words in ["A **wren**", "A **wren**, and a robin"]:
        page = device.ask("GET", "/texts/note", params=text).text
        seen = page.split('name="hash" value="')[1][:64]
        device.ask("POST", "/texts/note", data={**text, "words": words, "hash": seen})
    for chapter in (1, 2, 4):
        section = {"collection": "book", "section": f"Walks.{chapter}"}
        device.ask("GET", "/texts/read", params=section)
        device.ask("POST", "/texts/read/done", data={**section, "deed": "done"})


def keep_up(device: Device, picture: int) -> None:
    """People at every stage of being due, one of whom has contacts and a picture."""
    day = lambda offset: f"{today() + timedelta(days=offset):%Y-%m-%d}"
    mina = {
        "name": "Mina", "nickname": "미나", "cadence": 3, "start": day(-40), "picture": picture,
        "birthday": f"1990-{day(0)[5:]}", "days": [{"name": "Wedding", "date": "06-20"}],
        "phone": "+49 30 1234", "email": "mina@example.org", "note": "Plays the cello.",
        "categories": ["friends", "가족"]}
    others = [
        ("Otto", 7, -9), ("A very long name that goes on and on yet", 14, -20), ("박서연", 30, -31),
        ("Ada", 60, -10)]
    people = [mina] + [
        {"name": name, "cadence": cadence, "start": day(start)} for name, cadence, start in others]
    for person in people:
        device.ask("POST", "/api/v1/people", json=person)
    for offset, kind in [(-30, "met"), (-20, "called"), (-8, "wrote"), (-7, "free")]:
        device.ask("POST", "/api/v1/people/1/contacts", json={
            "day": day(offset), "kind": kind, "keywords": ["tea", "영화"],
            "memo": "By the lake, until it rained." if offset < -7 else None})
    device.ask("POST", "/api/v1/people/4/contacts", json={"keywords": ["tea"], "day": day(-1)})
    device.ask("POST", "/api/v1/people/5/contacts", json={"memo": "Tea on the phone"})


def remind(device: Device) -> None:
    """Rules that are off, so that nothing is sent anywhere, with ways and a feed."""
    for subject, time in [("morning", "07:30"), ("people", "09:00"), ("birthdays", "08:00")]:
        device.ask("POST", "/api/v1/reminders", json={
            "subject": subject, "time": time, "on": False,
            "again": None if subject == "birthdays" else 60})
    device.ask("POST", "/api/v1/reminders/ways", json={
        "kind": "hook", "address": "https://ntfy.example/a-topic-of-a-very-long-name-that-nobody-guesses"})
    device.ask("POST", "/api/v1/reminders/ways", json={"kind": "mail", "address": "mina@example.org"})
    device.ask("POST", "/api/v1/reminders/feeds", json={"name": "캘린더"})


def write(device: Device, **fields) -> int:
    """Writes a post of words as the page's form does, and returns its number."""
    answer = device.ask("POST", "/write", data=fields)
    return int(answer.url.split("/")[-1].split("?")[0])


def text(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S}"


def safely_years_before(moment: datetime, years: int) -> datetime:
    """29 February has no counterpart in the years before."""
    day = 28 if (moment.month, moment.day) == (2, 29) else moment.day
    return moment.replace(year=moment.year - years, day=day)
