import GRDB

/// How long an unlocked journal may go without use before it is locked again; raw values are minutes.
package enum LockDelay: Int, CaseIterable, Sendable {
  /// In a browser, as soon as its page is left; elsewhere after the least time in which anything can
  /// be done.
  case none = 0
  case oneMinute = 1
  case fiveMinutes = 5
  case quarterHour = 15
  case halfHour = 30

  /// The one of who has set none.
  package static let usual = LockDelay.quarterHour

  /// Seconds without use after which a session ends.
  package var idle: Int { max(1, rawValue) * 60 }

  /// As it is set: minutes.
  package var text: String { "\(rawValue)" }

  /// - Throws: ``SettingProblem/unknownName(expected:)``.
  package init(parsing text: String) throws(SettingProblem) {
    guard let named = Self.allCases.first(where: { $0.text == text }) else {
      throw .unknownName(expected: Self.allCases.map(\.text))
    }
    self = named
  }

  /// What an owner has set; the usual one also where it cannot be read, for a damaged setting must
  /// not keep the door closed.
  static func load(owner: Int64, _ db: Database) throws -> LockDelay {
    let text = try String.fetchOne(
      db, sql: "SELECT value FROM setting WHERE owner = ? AND key = ?",
      arguments: [owner, SettingKey.lockAfter.rawValue])
    guard let text, let delay = try? LockDelay(parsing: text) else { return .usual }
    return delay
  }
}
