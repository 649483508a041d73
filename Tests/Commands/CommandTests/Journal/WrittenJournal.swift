import CaptureTime
import Foundation
import Journal
import Store
import TestSupport

/// A journal of words, moods and photos that is only asked, and so made once for all tests.
///
/// In January 2024 anna writes morning pages on the 1st, 2nd and 3rd, that of the 5th only on the 9th, and
/// others; the numbers are in the order of writing.
enum WrittenJournal {
  static func program() async throws -> JournalProgram { try await made.value }

  private static let made = Task {
    let program = try JournalProgram()
    try await program.post("2024-01-02 12:00", "-c", "Lunch", "--tag", "sea", "--tag", "food")
    let pages: [(day: String, written: String, mood: Mood, words: String)] = [
      ("2024-01-01", "2024-01-01", .great, "# New *year*\n\nThree words here."),
      ("2024-01-02", "2024-01-02", .good, "둘째 날"),
      ("2024-01-03", "2024-01-03", .bad, "Rain, [again](https://example.org)."),
      ("2024-01-05", "2024-01-09", .meh, "Later."),
    ]
    for page in pages {
      try program.write(page.words, of: page.day, on: page.written) {
        $0.mood = page.mood
        $0.isMorning = true
      }
    }
    try program.write("A walk", of: "2024-01-02", on: "2024-01-02") {
      $0.title = try Title("저녁 Walk")
      $0.mood = .great
      $0.tags = [try TagName("sea")]
    }
    try program.write("", of: "2024-01-07", on: "2024-01-07") { $0.mood = .awful }
    return program
  }
}

extension JournalProgram {
  /// Writes into the owner's journal.
  ///
  /// - Parameters:
  ///   - words: Markdown.
  ///   - day: the day that they are about.
  ///   - written: the day on which they are written, at noon in Seoul.
  ///   - change: sets the rest.
  /// - Throws: what reading the arguments and writing throws.
  func write(
    _ words: String, of day: String, on written: String,
    _ change: (inout NewWords) throws -> Void = { _ in }
  ) throws {
    var new = NewWords(try PostWords(words))
    new.moment = .day(try CivilDate(written: day))
    try change(&new)
    let noon = try CivilDate(written: written).daysSinceEpoch * 86_400 + 3 * 3_600
    try library().posts.write(new, now: noon)
  }
}

extension CivilDate {
  /// Reads "2024-01-31".
  fileprivate init(written text: String) throws {
    let fields = text.split(separator: "-").compactMap { Int($0) }
    guard fields.count == 3,
      let day = CivilDate(year: fields[0], month: fields[1], day: fields[2])
    else { throw NoDay(text: text) }
    self = day
  }

  private struct NoDay: Error {
    let text: String
  }
}
