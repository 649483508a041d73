import CaptureTime
import Store
import Testing

@testable import Texts

@Suite("Days of hearts")
struct HeartDaysTests {
  let test: TextsJournal
  private let texts: Texts

  init() throws {
    test = try TextsJournal()
    texts = test.anna.texts
    try test.add("key,text\na,one\nb,two\nc,three\nd,four\n")
  }

  private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(iso: text)) }

  private func described(_ days: [HeartDay]) -> [String] {
    days.map { "\($0.day) \($0.count) \($0.texts.map(\.key).joined())" }
  }

  @Test("are those of the owner's zone and start of the day, the latest first, in pages")
  func days() throws {
    // 2024-01-31 at 23:30, 2024-02-01 at 00:30, 03:59 and 04:00 in Seoul.
    for (key, moment) in [("a", -1_800), ("b", 1_800), ("c", 14_340), ("d", 14_400)] {
      try texts.mark(.heart, [key], now: 1_706_713_200 + moment)
    }
    let seoul = try CaptureZone.parse("Asia/Seoul")
    let midnight = DayRule(zone: seoul)
    #expect(try described(texts.heartDays(midnight)) == ["2024-02-01 3 dcb", "2024-01-31 1 a"])
    let late = DayRule(zone: seoul, start: try TimeOfDay.parse("04:00"))
    #expect(try described(texts.heartDays(late)) == ["2024-02-01 1 d", "2024-01-31 3 cba"])
    let first = try texts.heartDays(late, atMost: 1, textsEach: 0)
    #expect(described(first) == ["2024-02-01 1 "])
    let rest = try texts.heartDays(late, before: first.last?.day, textsEach: 2)
    #expect(described(rest) == ["2024-01-31 3 cb"])
    #expect(try described(texts.heartDays(late, from: day("2024-02-01"))) == ["2024-02-01 1 d"])
    #expect(try texts.heartDays(late, before: day("2024-01-31")) == [])
  }

  @Test("leave out hearts that were taken away, other owners', and those whose texts are gone")
  func none() throws {
    let bob = try test.owner("bob")
    try bob.texts.mark(.heart, ["a"], now: TextsJournal.now)
    try texts.mark(.heart, ["b", "c"], now: TextsJournal.now)
    try texts.mark(.unheart, ["b"], now: TextsJournal.now)
    let rule = DayRule(zone: .utc)
    #expect(try described(texts.heartDays(rule)) == ["\(TextsJournal.day) 1 c"])
    try test.anna.collections.remove(CollectionName("Sayings"), withMarks: false)
    #expect(try texts.heartDays(rule) == [])
  }
}
