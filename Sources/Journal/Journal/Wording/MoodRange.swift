package import Wording

/// Moods from one to another, as a person types them.
extension Wording {
  /// Reads "4", "good", or a range such as "2..3", "bad..good", "4.." and "..2".
  ///
  /// - Throws: ``MoodRangeError``.
  package static func moods(_ text: String) throws(MoodRangeError) -> ClosedRange<Mood> {
    guard let dots = text.firstRange(of: "..") else {
      let mood = try end(text)
      return mood...mood
    }
    let (first, last) = (text[..<dots.lowerBound], text[dots.upperBound...])
    guard !first.isEmpty || !last.isEmpty else { throw .notUnderstood }
    let range = (
      first: first.isEmpty ? .awful : try end(first), last: last.isEmpty ? .great : try end(last)
    )
    guard range.first <= range.last else { throw .backwards(range.first, range.last) }
    return range.first...range.last
  }

  private static func end(_ text: some StringProtocol) throws(MoodRangeError) -> Mood {
    do throws(MoodError) {
      return try mood(String(text))
    } catch {
      throw .notUnderstood
    }
  }
}

/// A text is no moods.
package enum MoodRangeError: Error, Worded, Hashable {
  case notUnderstood
  /// From a better one to a worse.
  case backwards(Mood, Mood)

  package var wording: ErrorMessage {
    switch self {
    case .notUnderstood: ErrorMessage("moods")
    case .backwards(let first, let last):
      ErrorMessage(
        "moods.backwards", ["first": .number(first.rawValue), "last": .number(last.rawValue)])
    }
  }
}
