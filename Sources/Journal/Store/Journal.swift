import GRDB
package import SystemPackage

/// The journals of all owners in one folder.
///
/// What belongs to an owner is reached only through ``OwnerJournal``, which this opens.
package struct Journal: Sendable {
  package let store: JournalStore
  private let keys: Keyring
  /// Rounds of PBKDF2 for PINs that are set; only tests have other ones.
  package var pinIterations = PINHash.usualIterations

  package var folder: FilePath { store.folder }

  /// Opens the journal in a folder.
  ///
  /// - Parameters:
  ///   - folder: the journal's.
  ///   - areas: what the journal is made of.
  ///   - keys: what opens the journals that have a PIN.
  ///   - patience: how long another process that writes is waited for, in seconds; nil for the usual.
  ///   - readers: how many threads of this process may read at the same time.
  /// - Throws: ``JournalError``, ``JournalError/noJournal(_:)`` where there is none, or another
  ///   process was ended before it had made it.
  package init(
    opening folder: FilePath, areas: [Area], keys: Keyring = .none, patience: Double? = nil,
    readers: Int = 1
  ) throws {
    self.keys = keys
    try JournalStore.checkExists(in: folder)
    store = try JournalStore(
      opening: folder, areas: areas, patience: patience ?? JournalStore.usualPatience,
      readers: readers)
  }

  /// Makes a journal with its first owner in a folder without one. The folder is made if needed,
  /// for the user alone (0700).
  ///
  /// Where another process was faster, its journal is opened.
  ///
  /// - Parameters:
  ///   - folder: the journal's.
  ///   - areas: what the journal is made of.
  ///   - owner: the first one.
  ///   - settings: the owner's, checked.
  /// - Throws: ``JournalError``.
  package init(
    making folder: FilePath, areas: [Area], owner: OwnerName, settings: [SettingKey: String]
  ) throws {
    keys = .none
    try JournalStore.make(folder)
    // Tables and owner in one transaction: nobody sees a journal that is nobody's.
    store = try JournalStore(opening: folder, areas: areas) { db in
      try Self.add(owner, settings, db)
    }
    do {
      try addOwner(owner, settings: settings)
    } catch JournalError.ownerExists {}
  }

  /// The owners, by name.
  package func owners() throws -> [OwnerName] {
    try JournalError.wrapping {
      try store.database.read { db in try OwnerRow.all(db).map(\.name) }
    }
  }

  /// Adds an owner with an empty journal.
  ///
  /// - Throws: ``JournalError/ownerExists(_:)``, also where the name differs in case alone.
  package func addOwner(_ name: OwnerName, settings: [SettingKey: String]) throws {
    try JournalError.wrapping {
      try store.write { db in try Self.add(name, settings, db) }
    }
  }

  static func add(
    _ name: OwnerName, _ settings: [SettingKey: String], byAccount: Bool = false, _ db: Database
  ) throws {
    if let holder = try OwnerRow.holders(of: name, db).first {
      throw JournalError.ownerExists(holder.name)
    }
    try db.execute(
      sql: "INSERT INTO owner (name, by_account) VALUES (?, ?)",
      arguments: [name.text, byAccount ? 1 : nil])
    try SettingRows(owner: db.lastInsertedRowID, db).replace(settings)
  }

  /// Opens an owner's journal: the one way to it.
  ///
  /// - Parameters:
  ///   - name: the owner's, as ``owner(named:)`` takes it.
  ///   - keys: what opens it; nil for what the journal was opened with.
  /// - Returns: the journal, which is not locked.
  /// - Throws: as ``owner(named:)``, ``JournalError/locked(_:)``.
  package func journal(of name: OwnerName, keys: Keyring? = nil) throws -> OwnerJournal {
    try OwnerJournal(LockCheck(of: row(of: name), keys ?? self.keys), store)
  }

  /// Opens the journal of a device's owner, for as long as the device is not revoked.
  ///
  /// - Throws: as ``journal(of:keys:)``, ``JournalError/revoked``.
  package func journal(askedForBy device: Device, keys: Keyring) throws -> OwnerJournal {
    try OwnerJournal(LockCheck(of: row(of: device.owner), keys, askedBy: device.id), store)
  }

  /// Opens an owner's journal for reading, even if it is locked: for reminders, which run without
  /// anybody to give the PIN. They show only what the owner allows; no request of a person reads
  /// this way.
  ///
  /// - Returns: the journal, in which nothing can be written where it has a PIN, and whether it has one.
  /// - Throws: as ``owner(named:)``.
  package func behindLock(of name: OwnerName) throws -> (journal: OwnerJournal, hasPIN: Bool) {
    let row = try row(of: name)
    let journal = try OwnerJournal(LockCheck(behindLockOf: row), store)
    return (journal, try journal.read { db in try StoredPIN.exists(owner: row.id, db) })
  }

  /// Opens the journal of a device's owner for posting, even if it is locked and the device may
  /// post nevertheless. Only `PostSlot` uses it, and passes on nothing that is read.
  ///
  /// - Throws: as ``owner(named:)``, ``JournalError/locked(_:)``.
  package func journal(postedToBy device: Device) throws -> OwnerJournal {
    try OwnerJournal(LockCheck(of: row(of: device.owner), postedTo: device.id), store)
  }

  /// Checks that no owner's journal is locked, for what concerns them all.
  ///
  /// - Throws: ``JournalError/locked(_:)`` with the first that is; else ``JournalError`` where the
  ///   lock of one cannot be read.
  func checkAllUnlocked() throws {
    var failure: JournalError?
    for owner in try owners() {
      do {
        _ = try journal(of: owner)
      } catch let error as JournalError {
        if case .locked = error { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// The lock of an owner's journal.
  ///
  /// - Parameters:
  ///   - name: the owner's.
  ///   - iterations: rounds of PBKDF2 for PINs that are set; nil for ``pinIterations``.
  ///   - source: where PINs are tried.
  ///   - now: seconds since 1970 in UTC.
  /// - Returns: the lock, whether open, locked or without a PIN.
  /// - Throws: as ``owner(named:)``.
  package func lock(
    of name: OwnerName, iterations: Int? = nil, from source: TrySource = .machine,
    now: @escaping @Sendable () -> Int
  ) throws -> OwnerLock {
    let row = try row(of: name)
    return OwnerLock(
      owner: row.name, id: row.id, store: store, now: now,
      iterations: iterations ?? pinIterations, source: source)
  }
}
