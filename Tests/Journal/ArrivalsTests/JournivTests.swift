import CaptureTime
import Testing

@testable import Arrivals

@Suite("An archive of Journiv")
struct JournivTests {
  private static let data = #"""
    {"export_version": "1.4", "export_date": "2024-02-01T00:00:00Z", "app_version": "0.1", "user_email": "a@x.org",
     "journals": [
      {"title": "Diary", "entries": [
        {"title": "A day", "content": "**Words**", "entry_date": "2024-01-31",
         "entry_datetime_utc": "2024-01-31T14:59:58", "entry_timezone": "Asia/Seoul", "is_pinned": true,
         "tags": ["sea"], "mood_log": {"mood_name": "Happy"}, "weather_summary": "Sunny",
         "location_json": {"name": "Seoul"},
         "media": [{"filename": "p.jpg", "file_path": "media/1/p.jpg", "alt_text": "The sea"},
                   {"filename": "a.mp3", "file_path": "media/1/a.mp3"}, {"filename": "gone.jpg"}]}
      ], "color": null},
      {"title": "Other", "entries": [
        {"content_delta": {"ops": [{"insert": "Title"}, {"insert": "\n", "attributes": {"header": 2}},
          {"insert": "bold*", "attributes": {"bold": true}}, {"insert": " text\none"},
          {"insert": "\n", "attributes": {"list": "bullet"}}, {"insert": {"image": "x"}}]},
         "content_plain_text": "plain", "entry_date": "2024-02-01", "mood_log": {"mood_name": "odd"}},
        {"entry_date": "2024-02-30"}
      ]}],
     "mood_definitions": [{"name": "happy", "category": "positive", "score": null}]}
    """#

  @Test("gives its entries, whatever journal they are in")
  func entries() throws {
    let files = GivenFiles(texts: [
      "data.json": Self.data, "media/1/p.jpg": "", "media/1/a.mp3": "",
    ])
    #expect(try recognized(files) == [.journiv])
    let items = try ReadItems(JournivReader.self, files)
    #expect(items.times == ["2024-01-31T14:59:58+00:00", "2024-02-01"])
    let post = try #require(items.posts.first)
    #expect(post.zone?.name == "Asia/Seoul")
    #expect((post.title, post.mood, post.isStarred) == ("A day", 4, true))
    #expect(post.words == "**Words**\n\n*Seoul, Sunny*")
    #expect(post.photos.map(\.caption) == ["The sea"])
    #expect(items.words[1] == "## Title\n\n**bold\\*** text\n\n- one")
    #expect(items.leftOut == [.audio])
    #expect(items.faults == [.missingFile("gone.jpg"), .mood("odd"), .time("2024-02-30")])
  }

  @Test("that is cut gives what comes before")
  func cut() throws {
    let items = try ReadItems(
      JournivReader.self, GivenFiles(texts: ["data.json": String(Self.data.prefix(1_100))]))
    #expect(items.error != nil)
    #expect(items.posts.isEmpty)
  }
}

@Suite("Trackers of habits")
struct HabitTests {
  @Test("are told, and nothing comes of them")
  func habits() throws {
    let loop = GivenFiles(texts: [
      "Habits.csv":
        "Position,Name,Question,Description,NumRepetitions,Interval,Color\n001,Walk,\"Did you,\nwalk?\",,1,1,#fff\n",
      "Checkmarks.csv": "Date,Walk\n2024-01-31,2\n", "001 Walk/Checkmarks.csv": "2024-01-31,2\n",
    ])
    #expect(try recognized(loop) == [.loop])
    #expect(try ReadItems(LoopReader.self, loop).leftOut == [.habit])
    let habitica = GivenFiles(texts: [
      "habitica-tasks-history.csv":
        "Task Name,Task ID,Task Type,Date,Value\nRun,1,habit,2024-01-31 10:00:00,1\nRun,1,habit,2024-02-01 10:00:00,2\nRead,2,daily,2024-02-01 10:00:00,2\n"
    ])
    #expect(try recognized(habitica) == [.habitica])
    let items = try ReadItems(HabiticaReader.self, habitica)
    #expect(items.leftOut == [.habit, .habit])
    #expect(items.posts.isEmpty)
  }
}
