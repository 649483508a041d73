import CaptureTime
package import GRDB

/// A setting of an owner's journal, by its name on the command line.
///
/// The store reads the keys that are named here; areas add theirs, and say what values mean.
package struct SettingKey: Sendable, Hashable {
  package let rawValue: String

  package init(_ name: String) { rawValue = name }

  /// The zone that decides the day of an instant.
  package static let timeZone = SettingKey("time-zone")
  /// Whether a photo's day is that of the place where it was taken.
  package static let postZone = SettingKey("post-zone")
  /// When a day begins, so that late nights may count to the day before.
  package static let dayStart = SettingKey("day-start")
  /// How long an unlocked journal may go without use.
  package static let lockAfter = SettingKey("lock-after")
}

/// Why a setting was not taken, or cannot be read.
package struct SettingError: Error, Sendable {
  package let key: SettingKey
  /// The given or stored value; nil for none.
  package let text: String?
  package let reason: any Error

  package init(key: SettingKey, text: String?, reason: any Error) {
    (self.key, self.text, self.reason) = (key, text, reason)
  }
}

/// Why a text is not a value of a setting, unless another layer says so.
package enum SettingProblem: Error, Hashable, Sendable {
  /// A file or folder has to be given by its absolute path.
  case relativePath
  /// Only these names are values of it.
  case unknownName(expected: [String])
  /// Only a whole number in this range is a value of it.
  case outOfRange(ClosedRange<Int>)
  /// A label drawn with this would not be seen.
  case drawsNothing
  /// Bytes of UTF-8.
  case tooManyBytes(observed: Int, limit: Int)
  /// Not the address of a server: a scheme, a host and maybe a port.
  case noAddress
  /// There has to be a value, for there is no default.
  case noDefault
}

/// The settings of one owner as they are stored: checked texts.
package struct SettingRows {
  private let owner: Int64
  private let db: Database

  package init(owner: Int64, _ db: Database) { (self.owner, self.db) = (owner, db) }

  /// The stored texts, even if they are not valid values.
  package func texts() throws -> [SettingKey: String] {
    var texts: [SettingKey: String] = [:]
    let rows = try Row.fetchCursor(
      db, sql: "SELECT key, value FROM setting WHERE owner = ?", arguments: [owner])
    while let row = try rows.next() {
      var values = RowDecoder(row)
      texts[SettingKey(try values.next())] = try values.next(String.self)
    }
    return texts
  }

  func text(of key: SettingKey) throws -> String? {
    try db.value(
      cached: "SELECT value FROM setting WHERE owner = ? AND key = ?",
      arguments: [owner, key.rawValue])
  }

  package func set(_ key: SettingKey, to text: String) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO setting (owner, key, value) VALUES (?, ?, ?)",
      arguments: [owner, key.rawValue, text])
  }

  package func remove(_ key: SettingKey) throws {
    try db.execute(
      sql: "DELETE FROM setting WHERE owner = ? AND key = ?", arguments: [owner, key.rawValue])
  }

  /// Replaces all stored texts of some keys.
  ///
  /// - Parameters:
  ///   - texts: what is stored.
  ///   - keys: those whose old values go, even where there are no new ones.
  /// - Throws: `DatabaseError`.
  package func replace(_ texts: [SettingKey: String], of keys: [SettingKey] = []) throws {
    for key in keys where texts[key] == nil { try remove(key) }
    for (key, text) in texts { try set(key, to: text) }
  }

  /// Applies the current delay to open sessions too, so that shortening it takes effect at once.
  package func takeOverLockDelay() throws {
    try Session.setIdle(LockDelay.load(owner: owner, db).idle, owner: owner, db)
  }
}

extension Journal {
  /// The rule of an owner's days, which can be read while the journal is locked.
  ///
  /// - Throws: ``JournalError``, ``JournalError/setting(_:)`` where a setting was changed to what it
  ///   cannot be.
  package func dayRule(of owner: OwnerName) throws -> DayRule {
    let id = try row(of: owner).id
    return try JournalError.wrapping {
      try store.database.read { db in
        let rows = SettingRows(owner: id, db)
        let (zone, start) = (try rows.text(of: .timeZone), try rows.text(of: .dayStart))
        let postZone = try rows.text(of: .postZone)
        guard let zone else { throw JournalError.setting(.missingTimeZone) }
        return DayRule(
          zone: try SettingError.wrapping(.timeZone, zone) { try CaptureZone.parse(zone) },
          start: try start.map { text in
            try SettingError.wrapping(.dayStart, text) { try TimeOfDay.parse(text) }
          } ?? .midnight,
          followsPhotos: try postZone.map { text in
            try SettingError.wrapping(.postZone, text) { try PostZone(parsing: text) }
          } == .photo)
      }
    }
  }
}

extension SettingError {
  /// Instants have no days without a zone.
  package static let missingTimeZone = SettingError(
    key: .timeZone, text: nil, reason: SettingProblem.noDefault)

  fileprivate static func wrapping<Value>(
    _ key: SettingKey, _ text: String, _ parse: () throws -> Value
  ) throws -> Value {
    do {
      return try parse()
    } catch {
      throw JournalError.setting(SettingError(key: key, text: text, reason: error))
    }
  }
}

/// The zone that decides the day of a post with a photo, and the time on its label.
package enum PostZone: String, CaseIterable, Sendable {
  /// In that of the place where the photo was taken, where it is known; else in the journal's.
  case photo
  /// In the journal's, wherever the photo was taken.
  case journal

  /// The default, which older journals have.
  package static let usual = PostZone.journal

  /// - Throws: ``SettingProblem/unknownName(expected:)``.
  package init(parsing text: String) throws(SettingProblem) {
    guard let named = PostZone(rawValue: text) else {
      throw .unknownName(expected: Self.allCases.map(\.rawValue))
    }
    self = named
  }
}

extension SettingKey {
  /// The setting that a value is for: `time-zone photo` sets the zone of posts, and keeps the
  /// journal's.
  package func meant(by text: String?) -> SettingKey {
    self == .timeZone && text.flatMap(PostZone.init(rawValue:)) != nil ? .postZone : self
  }
}

/// How long an unlocked journal may go without use before it is locked again; raw values are minutes.
package enum LockDelay: Int, CaseIterable, Sendable {
  /// In a browser, as soon as its page is left; elsewhere after the least time in which anything can
  /// be done.
  case none = 0
  case oneMinute = 1
  case fiveMinutes = 5
  case quarterHour = 15
  case halfHour = 30

  /// The default delay.
  package static let usual = LockDelay.quarterHour

  /// Seconds without use after which a session ends.
  package var idle: Int { max(1, rawValue) * 60 }

  /// The value of the setting, in minutes.
  package var text: String { "\(rawValue)" }

  /// - Throws: ``SettingProblem/unknownName(expected:)``.
  package init(parsing text: String) throws(SettingProblem) {
    guard let named = Self.allCases.first(where: { $0.text == text }) else {
      throw .unknownName(expected: Self.allCases.map(\.text))
    }
    self = named
  }

  /// What an owner has set; the usual one also where it cannot be read, for a damaged setting must
  /// not keep the journal locked.
  static func load(owner: Int64, _ db: Database) throws -> LockDelay {
    do {
      let text = try SettingRows(owner: owner, db).text(of: .lockAfter)
      return try text.map { try LockDelay(parsing: $0) } ?? .usual
    } catch is SettingProblem {
      return .usual
    } catch JournalError.database(let failure) where failure.kind == .corrupt {
      return .usual
    }
  }
}
