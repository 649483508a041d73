import CaptureTime
import Testing

@testable import Arrivals

@Suite("A chat of Telegram")
struct TelegramTests {
  private static let messages = #"""
    "messages": [
      {"id": 1, "type": "service", "date": "2024-01-31T10:00:00", "actor": "Ann", "action": "create_group"},
      {"id": 2, "type": "message", "date": "2024-01-31T23:59:58", "date_unixtime": "1706713198",
       "from": "Ann", "from_id": "user1", "text": "One * [x]\n# two"},
      {"id": 3, "type": "message", "date": "2024-01-31T23:59:59", "from": "Bob", "text": "Hi"},
      {"id": 4, "type": "message", "date": "2024-02-01T00:00:00", "from": "Ann", "text": [
        "See ", {"type": "bold", "text": "this "}, {"type": "text_link", "text": "page", "href": "https://x.org/a b"},
        ": ", {"type": "code", "text": "a*b"}, " ", {"type": "link", "text": "https://x.org/_a_"}]},
      {"id": 5, "type": "message", "date": "2024-02-01T00:01:00", "from": "Ann", "text": "Sea",
       "photo": "photos/p.jpg"},
      {"id": 6, "type": "message", "date": "2024-02-01T00:02:00", "from": "Ann", "text": "",
       "file": "voice/a.ogg", "media_type": "voice_message"},
      {"id": 7, "type": "message", "date": "2024-02-01T00:03:00", "from": "Ann", "text": "",
       "photo": "(File not included. Change data exporting settings to download.)"},
      {"id": 8, "type": "message", "date": "2024-02-01T00:04:00", "from": "Ann", "text": "", "file": "files/gone.mp4"},
      {"id": 9, "type": "message", "date": "2024-02-01T00:05:00", "from": "Ann", "text": "Theirs",
       "forwarded_from": "Bob"},
      {"id": 10, "type": "message", "date": "2024-02-01T00:06:00", "from": "Ann", "text": "",
       "location_information": {"latitude": 1, "longitude": 2}},
      {"id": 11, "type": "message", "date": "never", "from": "Ann", "text": "x"}
    ]
    """#
  private static let chat = #"{"name": "Bob", "type": "personal_chat", "id": 77, "# + messages + "}"

  private func read(_ text: String, of author: String? = "Ann") throws -> ReadItems {
    var options = ArrivalOptions()
    options.author = author
    return try ReadItems(
      TelegramReader.self,
      GivenFiles(texts: ["result.json": text, "photos/p.jpg": "", "voice/a.ogg": ""]), options)
  }

  @Test("gives a post a day, with one's own words and photos")
  func days() throws {
    let items = try read(Self.chat)
    #expect(items.times == ["2024-01-31T23:59:58+09:00", "2024-02-01T00:00:00"])
    #expect(items.posts.map(\.id) == ["77/2", "77/4"])
    #expect(
      items.words == [
        "One \\* \\[x]\\\n\\# two",
        "See **this** [page](<https://x.org/a b>): `a*b` https://x.org/_a_",
      ])
    #expect(items.posts[1].photos.map(\.caption) == ["Sea"])
    #expect(items.leftOut == [.message, .audio, .document, .message, .location])
    #expect(items.faults == [.missingFile("files/gone.mp4"), .time("never")])
    #expect(try recognized(GivenFiles(texts: ["result.json": Self.chat])) == [.telegram])
  }

  @Test("asks who of its people one is")
  func author() throws {
    #expect(try read(Self.chat, of: nil).error == .needsAuthor(["Ann", "Bob"]))
  }

  @Test("is found among all data")
  func allData() throws {
    let all = #"""
      {"about": "Here is the data you requested.", "personal_information": {"user_id": 1},
       "chats": {"about": "x", "list": [{"name": "Bob", "type": "personal_chat", "id": 77,
      """# + Self.messages + "}]}}"
    #expect(try recognized(GivenFiles(texts: ["result.json": all])) == [.telegram])
    let items = try read(all)
    #expect(items.times == ["2024-01-31T23:59:58+09:00", "2024-02-01T00:00:00"])
    #expect(items.posts.map(\.id) == [nil, nil])
  }

  @Test("that is cut gives what comes before, and is damaged there")
  func cut() throws {
    let items = try read(String(Self.chat.dropLast(40)))
    guard case .damaged(let place, _)? = items.error else { Issue.record("no error"); return }
    #expect(place.position != nil)
    #expect(
      try read(
        #"{"type": "personal_chat", "id": 1, "messages": "#
          + String(repeating: "[", count: 100_000)
      ).error != nil)
  }
}
