import Arrivals
import JournalSupport
import Store
import TestSupport
import Testing

@testable import Journal

@Suite("A chat that comes again")
struct ChatArrivalTests {
  private let test: TestJournal

  init() throws { test = try TestJournal() }

  /// Brings a chat of WhatsApp.
  private func bring(
    _ lines: [String], photos: [String: [UInt8]] = [:]
  ) throws -> TestJournal.Brought {
    var options = ArrivalOptions()
    (options.author, options.isDayFirst) = ("Ann", true)
    let chat = lines.map { $0 + "\n" }.joined()
    let files = BroughtFiles(photos.merging(["_chat.txt": Array(chat.utf8)]) { $1 })
    var items: [ArrivedItem] = []
    try WhatsAppReader(options).read(files) { items.append($0) }
    return try test.bring(items, files)
  }

  private func words(_ brought: TestJournal.Brought) throws -> [String] {
    try brought.posts.map { try test.journal.posts.post($0).words }
  }

  private let day = [
    "31/01/2024, 10:00 - Ann: One", "31/01/2024, 10:01 - Bob: Hi", "31/01/2024, 10:02 - Ann: ok",
    "31/01/2024, 10:02 - Ann: ok",
  ]

  @Test("brings only the messages that are new, as another post of their day")
  func growth() throws {
    #expect(try words(bring(day)) == ["One\n\nok\n\nok"])
    #expect(try bring(day).posts.isEmpty)
    // The same words in the same minute are another message.
    var longer = day + ["31/01/2024, 10:02 - Ann: ok", "31/01/2024, 11:00 - Ann: Three"]
    longer.append("01/02/2024, 09:00 - Ann: Next")
    let second = try bring(longer)
    #expect(try words(second) == ["ok\n\nThree", "Next"])
    #expect(second.survey.new == 2 && second.survey.known == 1 && second.survey.changed == 0)
    #expect(try "\(test.journal.posts.post(2).day)" == "2024-01-31")
    let third = try bring(longer)
    #expect(third.posts.isEmpty && third.survey.known == 3 && third.known == 3)
    longer.insert("31/01/2024, 12:00 - Ann: Four", at: longer.count - 1)
    #expect(try words(bring(longer)) == ["Four"])
    #expect(try bring(longer).posts.isEmpty)
  }

  @Test("comes back from the trash with what is new")
  func undone() throws {
    _ = try bring(day)
    _ = try test.journal.arrivals.undo(1, now: 1_750_000_000)
    let longer = day + ["31/01/2024, 11:00 - Ann: Three"]
    #expect(try words(bring(longer)) == ["Three"])
    #expect(try test.journal.posts.post(1).trashed == nil)
    #expect(try bring(longer).posts.isEmpty)
  }

  @Test("stays as it is where an earlier message changed")
  func changed() throws {
    _ = try bring(day)
    let other = [day[0], day[1], "31/01/2024, 10:02 - Ann: well", "31/01/2024, 11:00 - Ann: Three"]
    let second = try bring(other)
    #expect(second.survey.changed == 1 && second.posts.isEmpty)
  }

  @Test("brings words after photos, and photos after words")
  func photos() throws {
    let photos = Dictionary(
      uniqueKeysWithValues: try ["a.jpg", "b.jpg"].map {
        ($0, try MadePhoto.jpeg(exif: nil) + Array($0.utf8))
      })
    var lines = ["31/01/2024, 10:00 - Ann: a.jpg (file attached)"]
    #expect(try bring(lines, photos: photos).posts == [1])
    lines.append("31/01/2024, 10:01 - Ann: Words")
    let second = try bring(lines, photos: photos)
    #expect(try words(second) == ["Words"])
    lines.append("31/01/2024, 10:02 - Ann: b.jpg (file attached)")
    let third = try bring(lines, photos: photos)
    #expect(third.posts == [3])
    #expect(try test.journal.posts.post(3).photos.count == 1)
    #expect(try bring(lines, photos: photos).posts.isEmpty)
  }
}
