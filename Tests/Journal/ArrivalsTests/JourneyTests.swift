import Arrivals
import CaptureTime
import Testing

@Suite("An export of Journey")
struct JourneyTests {
  private static let entry = #"""
    {"id": "1529-abc", "date_modified": 1706709600000, "date_journal": 1706709598000,
     "timezone": "Asia/Seoul", "text": "<p>One &amp; <b>two</b></p><p>three</p>",
     "preview_text": "One", "mood": 0, "sentiment": 1.25, "favourite": true,
     "lat": 37.5, "lon": 127.0, "address": "1 Sejong-daero, Seoul", "label": "",
     "music_title": "Song", "music_artist": "Anna",
     "weather": {"id": 1, "degree_c": -2.6, "description": "Clear", "icon": "01n", "place": "Seoul"},
     "photos": ["1529-abc-1.jpg", "1529-abc-2.mp3", "1529-abc-3.jpg"], "tags": ["tea", "a b"]}
    """#

  @Test("is a file for each entry, with its photos beside it")
  func entries() throws {
    let files = GivenFiles(texts: [
      "1529-abc.json": Self.entry, "1529-abc-1.jpg": "x", "1529-abc-2.mp3": "x",
      "1530-b.json": #"""
      {"id": "1530-b", "date_journal": 0, "text": "# Head\n*a* <b>", "type": "markdown",
       "sentiment": 0, "weather": {"degree_c": 1.7976931348623157e308}, "lat": 1.79e308, "lon": 1e300}
      """#,
      "1531-c.json": #"{"id": "1531-c", "date_journal": 1e300, "text": "x"}"#,
      "1532-d.json": #"{"id": "1532-d", "date_journal": 17"#,
      "other.json": #"{"version": 1}"#,
    ])
    #expect(try recognized(files) == [.journey])
    let read = try ReadItems(JourneyReader.self, files)
    #expect(read.times == ["2024-01-31T22:59:58+09:00", "1970-01-01T00:00:00+00:00"])
    #expect(
      read.words == [
        "One & **two**\n\nthree\n\n*1 Sejong-daero, Seoul, -3 °C, Clear, Song – Anna*",
        "# Head\n*a* <b>",
      ])
    #expect(read.posts.map(\.mood) == [4, nil])
    #expect(read.posts.map(\.isStarred) == [true, false])
    #expect(read.posts.first?.tags == ["tea", "a b"])
    #expect(read.posts.first?.photos.map(\.file.path) == ["1529-abc-1.jpg"])
    #expect(read.leftOut == [.audio, .unknown])
    #expect(
      read.faults == [
        .missingFile("1529-abc-3.jpg"), .time(""), .syntax(detail: "not JSON"),
      ])
  }

  @Test("may name its parts in the newer way")
  func newer() throws {
    let files = GivenFiles(texts: [
      "e/1.json": #"""
      {"id": "1", "dateOfJournal": "2024-01-31T14:59:58.123Z", "timezone": "Asia/Seoul",
       "text": "a", "location": {"name": "Park", "lat": 37.5}, "attachments": [{"name": "p.heic"}]}
      """#,
      "e/p.heic": "x",
    ])
    #expect(try recognized(files) == [.journey])
    let read = try ReadItems(JourneyReader.self, files)
    #expect(read.times == ["2024-01-31T23:59:58.123+09:00"])
    #expect(read.words == ["a\n\n*Park*"])
    #expect(read.posts.first?.photos.count == 1)
  }
}
