import Files
import GRDB
import Glibc
import SystemPackage

/// The owners of journals, as far as rows still name them.
struct SalvagedOwners {
  private let rows: SalvagedRows
  private let shapes: [TreeShape]
  private let settings: JournalSalvage.Settings

  init(
    _ rows: SalvagedRows, _ shapes: [TreeShape], _ settings: JournalSalvage.Settings
  ) {
    (self.rows, self.shapes, self.settings) = (rows, shapes, settings)
  }

  /// The owners by their numbers, each with a name of its own, and those whose names are lost.
  func named() throws -> (owners: [Int64: OwnerName], nameless: Set<Int64>) {
    try JournalError.wrapping {
      try rows.database.read { db in
        var owners: [Int64: OwnerName] = [:]
        var names: Set<String> = []
        let known = try Row.fetchAll(
          db, sql: "SELECT id, name FROM owner UNION ALL SELECT id, name FROM lost_owner")
        for row in known {
          var values = RowDecoder(row)
          guard let id = try? values.next(Int64.self), id > 0, owners[id] == nil,
            let text = try? values.next(String.self), let name = try? OwnerName(text),
            name.text == text, names.insert(text).inserted
          else { continue }
          owners[id] = name
        }
        let nameless = try referred(db).filter { owners[$0] == nil }
        let isFirst = owners.isEmpty
        for (index, id) in nameless.enumerated() {
          let text = index == 0 && isFirst ? settings.usualOwner.text : "owner \(id)"
          owners[id] = OwnerName(stored: names.insert(text).inserted ? text : "owner \(id) (?)")
        }
        if owners.isEmpty { owners[1] = settings.usualOwner }
        return (owners, isFirst && nameless.isEmpty ? Set(owners.keys) : Set(nameless))
      }
    }
  }

  /// The numbers of owners to whom rows refer, the most frequent first; none where the table of owners
  /// is whole, since another number is damage then.
  private func referred(_ db: Database) throws -> [Int64] {
    let isWhole = rows.gaps.hasHeader && !rows.gaps.tables.contains("owner")
    if isWhole { return [] }
    var counts: [Int64: Int] = [:]
    for shape in shapes where shape.isWhole && shape.name == shape.table {
      let columns = shape.references.filter { $0.table == "owner" }.map(\.column)
      for column in columns {
        let name = column.quotedDatabaseIdentifier
        let found = try Row.fetchAll(
          db,
          sql: """
            SELECT \(name), count(*) FROM \(shape.table.quotedDatabaseIdentifier)
            WHERE typeof(\(name)) = 'integer' AND \(name) > 0 GROUP BY 1
            """)
        // What an owner has one of is there for nobody else.
        let weight = !shape.hasRows || shape.rowIDColumn == column ? 2 : 1
        for row in found {
          var values = RowDecoder(row)
          counts[try values.next(), default: 0] += try values.next(Int.self) * weight
        }
      }
    }
    // A number that a single row has may be damage to that row.
    let most = counts.values.max() ?? 0
    return counts.filter { $0.value > 1 || most <= 1 }
      .sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map(\.key)
  }

  /// The numbers of the owners whom accounts made, as far as rows say it.
  static func madeByAccounts(_ rows: SalvagedRows) throws -> Set<Int64> {
    try JournalError.wrapping {
      try rows.database.read { db in
        try Set(
          Int64.fetchAll(
            db,
            sql: """
              SELECT id FROM owner WHERE by_account IS 1
              UNION SELECT id FROM lost_owner WHERE by_account IS 1
              """))
      }
    }
  }

  /// What an owner had set, as far as it are texts; nothing is checked.
  static func settings(of owner: Int64, _ rows: SalvagedRows) -> [SettingKey: String] {
    let found = try? rows.database.read { db in
      try Row.fetchAll(
        db, sql: "SELECT key, value FROM setting WHERE owner = ?", arguments: [owner])
    }
    var texts: [SettingKey: String] = [:]
    for row in found ?? [] {
      var values = RowDecoder(row)
      if let key = try? values.next(String.self), let value = try? values.next(String.self) {
        texts[SettingKey(key)] = value
      }
    }
    return texts
  }
}

/// The PINs of a damaged journal: every readable one is asked for, and stays.
struct SalvagedPINs {
  /// How long a wrong PIN waits for its answer. Tries cannot be counted where nothing is written, so
  /// they are made one after the other, and each wrong one takes as long as the first wait.
  static let wait = 30

  private let owners: [Int64: OwnerName]
  private let rows: SalvagedRows
  private let journal: FilePath
  private let settings: JournalSalvage.Settings

  init(
    of owners: [Int64: OwnerName], in rows: SalvagedRows, _ journal: FilePath,
    _ settings: JournalSalvage.Settings
  ) throws {
    (self.owners, self.rows, self.journal, self.settings) = (owners, rows, journal, settings)
  }

  /// Checks that each owner's journal is open: by a session that can be read, else by its PIN.
  ///
  /// - Returns: the PINs that cannot be compared with anything.
  /// - Throws: ``SalvageError/wrongPIN(_:wait:)``, ``LockError``, and what asking throws.
  func check() throws -> [Int64: SalvageFinding.LostPIN] {
    var lost: [Int64: SalvageFinding.LostPIN] = [:]
    for (id, owner) in owners.sorted(by: { $0.key < $1.key }) {
      let stored: StoredPIN?
      do {
        stored = try rows.database.read { db in try StoredPIN.load(owner: id, .machine, db) }
      } catch is JournalError {
        lost[id] = .damaged
        continue
      }
      guard let stored else { continue }
      let hasSession = try hasSession(owner, id)
      if let failure = pepperFailure() {
        if !hasSession { try checkMayReset(failure) }
        lost[id] = .noPepper
      } else if !hasSession {
        try open(owner, stored)
      }
    }
    return lost
  }

  private func hasSession(_ owner: OwnerName, _ id: Int64) throws -> Bool {
    // The name may be one that was given just now: only the number counts.
    guard let token = settings.keys.token(id) else { return false }
    let session = try rows.database.read { db in try Session.find(token, owner: id, db) }
    return session?.isOpen(at: settings.keys.now()) ?? false
  }

  /// Asks for a PIN.
  private func open(_ owner: OwnerName, _ stored: StoredPIN) throws {
    let wait = stored.tries.wait(at: settings.keys.now())
    guard !stored.tries.isShut, wait == 0 else { throw LockError.noTry(stored.tries, wait: wait) }
    let turn: FileDescriptor
    do {
      turn = try FileDescriptor.openToRead(Pepper.file(in: journal).path)
    } catch {
      throw LockError.pepper(.unreadable(Pepper.file(in: journal).path, error))
    }
    defer { turn.unlockAndClose() }
    let pin = try settings.pin(owner)
    while flock(turn.rawValue, LOCK_EX) != 0, errno == EINTR {}
    guard stored.hash.matches(pin, try Pepper(in: journal)) else {
      settings.pause(Self.wait)
      throw SalvageError.wrongPIN(owner, wait: Self.wait)
    }
  }

  /// Why the pepper is of no use; nil where it is.
  private func pepperFailure() -> LockError? {
    do throws(LockError) {
      _ = try Pepper(in: journal)
      return nil
    } catch {
      return error
    }
  }

  /// Checks that this process may take PINs away, as a reset of the lock does: by the right to write to
  /// the pepper or, where there is none, to put it into the journal's folder.
  private func checkMayReset(_ failure: LockError) throws {
    let file = Pepper.file(in: journal).path
    let path =
      switch failure {
      case .pepper(.missing): journal
      // Others can read it, which its owner can end.
      case .pepper(.tooOpen): throw failure
      default: file
      }
    guard path.withPlatformString({ access($0, W_OK) }) == 0 else { throw failure }
  }

  /// Puts the PINs, and what they are compared with, into the new journal.
  func carry(
    into db: Database, except lost: [Int64: SalvageFinding.LostPIN], _ target: SalvageFolder
  ) throws {
    var hasAny = false
    for id in owners.keys where lost[id] == nil {
      let stored = try rows.database.read { db in try StoredPIN.load(owner: id, .machine, db) }
      guard let stored else { continue }
      _ = try StoredPIN.insert(stored.hash, owner: id, db)
      hasAny = true
    }
    guard hasAny, !target.isComplete else { return }
    let pepper = try Pepper(in: journal)
    let bytes = pepper.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    try SecretFile(path: target.path.appending("journal.pepper")).write(bytes)
  }
}
