import Journal
import Store

/// What is said of one error, with places for its values.
package struct ErrorText: Sendable {
  /// A clause without capital and full stop, as it follows "Error: " or a file's name.
  package let english: String
  /// Sentences; nil where only the command line says it, and the kind's own text stands elsewhere.
  package let korean: String?
  /// What can be done about it on the command line, which follows the English text there.
  package let hint: String?

  init(_ english: String, _ korean: String? = nil, hint: String? = nil) {
    (self.english, self.korean, self.hint) = (english, korean, hint)
  }
}

/// The one table of what is said of errors, for the command line, the interface and the pages.
///
/// Keys are a kind, or a kind, a dot and a detail. A place `{name}` is filled with a value
/// of the error, or one of ``limits``; `{name|word|words}` is a number with what is counted.
package enum ErrorTexts {
  package static let table = [
    photo, stamp, time, journal, collections, passages, reading, plans, people, peopleExchange,
    reminders, receivers, accounts,
    values,
    exports,
    salvage,
    server, tokens, defaults, securityKeys,
  ]
  .reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  /// The kinds that a page can name without the values of an error: each has a text of its own.
  package static var kinds: [String] {
    table.keys.filter { !$0.contains(".") && table[$0]?.korean != nil }.sorted()
  }

  /// The text of a key where it is not for the command line alone; else that of its kind, else that
  /// something went wrong.
  static func forPages(_ key: String) -> ErrorText {
    [key, ErrorMessage(key).kind, "server"].lazy.compactMap { table[$0] }
      .first { $0.korean != nil } ?? ErrorText(key, key)
  }

  /// The limits that texts and forms name, from the types that keep them.
  package static let limits: [String: Int] = [
    "captionLimit": Caption.limit, "captionBytes": Caption.byteLimit, "tagLimit": TagName.limit,
    "titleBytes": Title.byteLimit, "wordsLimit": Words.limit, "wordsBytes": Words.byteLimit,
    "pinLeast": PIN.lengths.lowerBound, "pinMost": PIN.lengths.upperBound,
    "keyLeast": PostKey.lengths.lowerBound, "keyMost": PostKey.lengths.upperBound,
    "pairingMinutes": Pairing.lifetime / 60,
    "firstYear": DayRange.years.lowerBound, "lastYear": DayRange.years.upperBound,
  ]
}
