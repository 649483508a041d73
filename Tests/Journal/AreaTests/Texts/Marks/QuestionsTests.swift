import CaptureTime
import Store
import Testing

@testable import Texts

@Suite("The question of a day")
struct QuestionsTests {
  let test: TextsJournal
  private let first = CivilDate(daysSinceEpoch: 9 * 2_223)

  init() throws { test = try TextsJournal() }

  private func question(
    _ day: Int, skipping skipped: Int = 0, from name: String = "Sayings", adds: Bool = false
  ) throws -> StoredText? {
    try test.anna.texts.question(
      of: first.adding(days: day), from: CollectionName(name), skipping: skipped, adds: adds,
      now: TextsJournal.now)?.text
  }

  @Test("comes not twice until all have come, whatever their number", arguments: [1, 2, 6, 9, 120])
  func rounds(count: Int) throws {
    let order = try #require(QuestionOrder(count: count))
    for round in [-1, 0, 1, 150] {
      let days = (round * count..<(round + 1) * count).map { CivilDate(daysSinceEpoch: $0) }
      #expect(Set(days.map { order.place(on: $0, skipping: 0) }).count == count)
    }
    let another = (0..<count).map { order.place(on: first, skipping: $0) }
    #expect(Set(another) == Set(0..<count))
    #expect(order.place(on: first, skipping: count) == another[0])
    #expect(QuestionOrder(count: 0) == nil)
  }

  @Test("is a text of the collection, and not the text that the day has")
  func texts() throws {
    try test.add("key,text\n" + (0..<9).map { "\($0),text \($0)\n" }.joined())
    let asked = try (0..<9).compactMap { try question($0)?.key }
    #expect(Set(asked).count == 9)
    #expect(try question(0)?.key == asked[0])
    let text = try test.anna.texts.text(of: first, today: first, now: TextsJournal.now)
    for skipped in 0..<9 { #expect(try question(0, skipping: skipped)?.key != text.key) }
    #expect(try question(0, from: "Other") == nil)
    // Another journal that has the collection asks the same.
    let other = try TextsJournal()
    try other.add("key,text\nx,y\n", as: "More")
    try other.add("key,text\n" + (0..<9).map { "\($0),text \($0)\n" }.joined())
    let there = try other.anna.texts.question(
      of: first.next, from: CollectionName("Sayings"), now: TextsJournal.now)
    #expect(there?.text.key == asked[1])
  }

  @Test("is of the collection that comes with Daystamp, which it brings where there is none")
  func shipped() throws {
    #expect(try question(0, from: "Daystamp") == nil)
    let text = try #require(try question(0, from: "daystamp", adds: true))
    #expect(text.collection == CollectionName.ofQuestions)
    #expect(text.asked(inKorean: false).hasPrefix("> "))
    #expect(text.question(inKorean: true) == text.translation)
  }
}
