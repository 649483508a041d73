import GRDB

/// The door to what is an owner's: the one place that decides whether it is open.
struct Door: Sendable {
  let owner: OwnerName
  let id: Int64
  private let token: AccessToken?
  private let now: @Sendable () -> Int

  init(of owner: OwnerName, id: Int64, _ keys: Keyring) {
    (self.owner, self.id) = (owner, id)
    (token, now) = (keys.token(id), keys.now)
  }

  /// Looks whether the owner is still here, whom another process may have removed, and has no PIN or
  /// an open session.
  ///
  /// - Returns: whether the use of the session is to be written down.
  /// - Throws: ``JournalError/unknownOwner(_:known:)``, ``JournalError/locked(_:)``.
  func check(_ db: Database) throws -> Bool {
    let row = try db.row(
      cached: """
        SELECT lock.owner IS NOT NULL FROM owner LEFT JOIN lock ON lock.owner = owner.id
        WHERE owner.id = ?
        """, arguments: [id])
    guard let row else { throw JournalError.unknownOwner(owner, known: []) }
    guard row[0] else { return false }
    let now = now()
    guard let token, let session = try Session.find(token, owner: id, db), session.isOpen(at: now)
    else { throw JournalError.locked(owner) }
    return session.isUseWorthWriting(at: now)
  }

  /// Writes down that the session is used, which moves its end.
  func writeUse(_ db: Database) throws {
    if let token { try Session.writeUse(of: token, at: now(), db) }
  }
}
