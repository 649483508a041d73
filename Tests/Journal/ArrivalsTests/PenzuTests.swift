import Arrivals
import Testing

@Suite("A journal of Penzu")
struct PenzuTests {
  /// As `pdftotext` makes it of Penzu's PDF.
  private static let text = """
    My Journal

    i'm an angelino now
    by Anna
    Sat. 6/5/2021

    We moved.
    by the way, it rains

    Two lines.
    \u{C}Another day
    by Anna
    Mon. 6/28/2021
    Sun.
    """

  @Test("has an entry for each title with its author and day")
  func entries() throws {
    let files = GivenFiles(texts: ["penzu.txt": Self.text])
    #expect(try recognized(files) == [.penzu])
    let read = try ReadItems(PenzuReader.self, files)
    #expect(read.times == ["2021-06-05", "2021-06-28"])
    #expect(read.titles == ["i'm an angelino now", "Another day"])
    #expect(read.words == ["We moved.\nby the way, it rains\n\nTwo lines.", "Sun."])
    #expect(read.posts.map(\.place) == [ArrivalPlace("", .line(3)), ArrivalPlace("", .line(11))])
  }

  @Test("is no PDF")
  func portable() throws {
    let files = GivenFiles(texts: ["penzu.pdf": "%PDF-1.4\n"])
    #expect(try recognized(files) == [])
    #expect(
      try ReadItems(PenzuReader.self, files).error
        == .damaged(ArrivalPlace(""), detail: "a PDF; make a text of it by pdftotext"))
  }
}
