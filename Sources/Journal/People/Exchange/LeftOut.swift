package import Store

/// A detail of a person in a file that the journal cannot hold.
package struct LeftOut: Sendable, Hashable {
  /// The property, such as "ADR", or in Monica's words; empty for a line that is no property.
  package let what: String
  package let reason: Reason
  /// Its first line in the file; nil in JSON.
  package let line: Int?
  package fileprivate(set) var count: Int

  package enum Reason: Error, Sendable, Hashable {
    /// Daystamp keeps nothing of the kind.
    case noPlace
    /// Another was taken of which there is one.
    case oneOnly
    case tooMany(limit: Int)
    /// A year or a month alone, or an age.
    case noDay
    /// It lies ahead.
    case future
    /// It was taken, as near as there may be.
    case shortened(limit: Int)
    case nearest(observed: Int, taken: Int)
    /// Not in the characters or the encoding that it says.
    case encoding
    case charset(String)
    /// A day of a calendar other than the Gregorian.
    case calendar(String)
    /// Not a line of a vCard.
    case noLine
    case name(NameError)
    case words(WordsError)
    case date(YearlyDateError)
    case cadence(PersonError)
    /// Not what stands there.
    case syntax(String)
  }
}

/// The details left out of a card, as a short list however many there are.
package struct LeftOutList: Sendable, Hashable {
  /// In the order of the file.
  package private(set) var entries: [LeftOut] = []
  /// How many more there are, after ``limit``.
  package private(set) var more = 0

  /// Entries of their own.
  static let limit = 20

  package var isEmpty: Bool { entries.isEmpty }

  /// Puts the entries into the order of their lines.
  mutating func sort() { entries.sort { ($0.line ?? 0) < ($1.line ?? 0) } }

  /// Adds something, to what was left out for the same reason where there is that.
  mutating func add(_ what: String, _ reason: LeftOut.Reason, line: Int? = nil, count: Int = 1) {
    // A list of a file may be empty.
    if count == 0 { return }
    if let index = entries.firstIndex(where: { $0.what == what && $0.reason == reason }) {
      entries[index].count += count
    } else if entries.count < Self.limit {
      entries.append(
        LeftOut(what: String(what.prefix(60)), reason: reason, line: line, count: count))
    } else {
      more += count
    }
  }
}

/// Why a card did not become a person.
package struct CardProblem: Error, Sendable, Hashable {
  /// Where the card begins; nil in JSON.
  package let line: Int?
  package let reason: Reason

  init(line: Int?, _ reason: Reason) { (self.line, self.reason) = (line, reason) }

  package enum Reason: Sendable, Hashable {
    /// Another one begins in it.
    case nested(line: Int)
    /// The file ends in it.
    case noEnd
    /// An end without a beginning.
    case noBegin
    /// Lines that are in no card.
    case outside
    case tooLarge(limit: Int)
    case noName
    case name(NameError)
    /// The name cannot be read.
    case unreadableName(LeftOut.Reason)
    /// Of a group, or of something else that nobody keeps up with.
    case notAPerson(kind: String)
  }
}

/// Why a file added nobody.
package enum PeopleFileError: Error, Sendable, Hashable {
  case utf16
  /// Neither a card nor what was to be one.
  case noCards
  case tooManyCards(limit: Int)
  /// Of notes and contacts, in bytes.
  case tooLarge(limit: Int)
  /// Not JSON.
  case json
  case jsonTooLarge(limit: Int)
  /// JSON, but not what Monica exports.
  case notMonica
}
