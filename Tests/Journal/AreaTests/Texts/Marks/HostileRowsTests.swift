import CaptureTime
import Store
import Testing

@testable import Texts

@Suite("Rows of texts that another program wrote")
struct HostileRowsTests {
  let test: TextsJournal
  private let day = CivilDate(daysSinceEpoch: 20_000)

  init() throws { test = try TextsJournal() }

  @Test("A cycle that no journal reaches is told, and draws nothing", arguments: [Int64.max, -1])
  func cycle(value: Int64) throws {
    try test.add("key,text\na,Eins\n", as: "x")
    _ = try test.anna.texts.text(of: day, today: day, now: TextsJournal.now)
    try test.execute(
      "PRAGMA ignore_check_constraints = 1; UPDATE text_day SET cycle = \(value)")
    #expect(throws: JournalError.self) {
      try test.anna.texts.text(of: day.next, today: day.next, now: TextsJournal.now)
    }
  }

  @Test(
    "A text that was changed behind the index is updated and removed all the same",
    arguments: [20, 300, 5_000])
  func behindIndex(letters: Int) throws {
    let lines = (1...5).map { "k\($0),The quick brown fox number \($0)\n" }.joined()
    try test.add("key,text\n\(lines)", as: "x")
    try test.add("key,text\nl,Other words\n", as: "y")
    let body = String(repeating: "x", count: letters)
    try test.execute("UPDATE text SET body = '\(body)' WHERE key = 'k1'")
    try test.update("key,text\n\(lines)", as: "x")
    var filter = Texts.Filter()
    filter.text = "quick fox"
    #expect(try test.anna.texts.page(filter, atMost: 10, now: TextsJournal.now).count == 5)
    try test.execute("UPDATE text SET body = '\(body)' WHERE key = 'k2'")
    try test.anna.collections.remove(CollectionName("x"), withMarks: false)
    #expect(try test.anna.texts.counts(now: TextsJournal.now).all == 1)
  }
}
