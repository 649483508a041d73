import CaptureTime
import Testing

@testable import Arrivals

@Suite("A chat of Signal")
struct SignalTests {
  private static let lines = #"""
    {"date": "2024-01-31T23:59:58", "sender": "Me", "body": "One #1  ", "quote": "\n\n> Hi\n\n", "sticker": "", "reactions": [["Bob", "x"]], "attachments": []}
    {"date": "2024-01-31T23:59:59", "sender": "Bob", "body": "Hi  ", "quote": "", "sticker": "", "reactions": [], "attachments": []}
    {"date": "2024-02-01T00:00:01", "sender": "Me", "body": "Sea  ", "quote": "", "sticker": "", "reactions": [], "attachments": [{"name": "a b.jpg", "path": "media/a%20b.jpg"}]}
    {"date": "2024-02-01T00:00:02", "sender": "Me", "body": "", "quote": "", "sticker": "", "reactions": [], "attachments": [{"name": "a.m4a", "path": "media/a.m4a"}, {"name": "gone.jpg", "path": "media/gone.jpg"}]}
    {"date": "2024-02-01T00:00:03", "sender": "Me", "body": "secret", "deleted": true, "attachments": []}
    not a line
    """#
  private static let text = """
    [2024-01-31 23:59:58] Me: One #1\u{20}\u{20}
    (- Bob: x -)

    [2024-01-31, 23:59] Bob: Hi

    [2024-02-01 00:00:01] Me: Sea  ![a b.jpg](./media/a%20b.jpg)\u{20}\u{20}
    """

  @Test("gives a post a day, with one's own words and photos")
  func json() throws {
    let files = GivenFiles(texts: [
      "Bob/data.json": Self.lines, "Bob/chat.md": Self.text, "Bob/media/a b.jpg": "",
      "Bob/media/a.m4a": "", "Bob/index.html": "",
    ])
    #expect(try recognized(files) == [.signal])
    let items = try ReadItems(SignalReader.self, files)
    #expect(items.times == ["2024-01-31T23:59:58", "2024-02-01T00:00:01"])
    #expect(items.words == ["One #1", ""])
    #expect(items.posts[1].photos.map(\.caption) == ["Sea"])
    #expect(items.leftOut == [.message, .audio])
    #expect(items.faults == [.missingFile("media/gone.jpg"), .syntax(detail: "not a message")])
  }

  @Test("is read from its text where it has no data")
  func markdown() throws {
    let files = GivenFiles(texts: ["Bob/chat.md": Self.text, "Bob/media/a b.jpg": ""])
    #expect(try recognized(files) == [.signal])
    let items = try ReadItems(SignalReader.self, files)
    #expect(items.times == ["2024-01-31T23:59:58", "2024-02-01T00:00:01"])
    #expect(items.words == ["One #1", ""])
    #expect(items.posts[1].photos.map(\.caption) == ["Sea"])
  }

  @Test("asks who one is where nobody is called Me")
  func author() throws {
    let items = try ReadItems(
      SignalReader.self, GivenFiles(texts: ["chat.md": "[2024-01-31 10:00:00] Bob: Hi"]))
    #expect(items.error == .needsAuthor(["Bob"]))
  }
}
