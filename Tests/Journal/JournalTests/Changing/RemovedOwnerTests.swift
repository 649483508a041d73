import Foundation
import GRDB
import JournalSupport
import Testing
import TestSupport

@testable import Journal
@testable import People
@testable import Store

@Suite("An owner who is removed")
struct RemovedOwnerTests {
  private static let now = 1_750_000_000

  /// How many rows each table has, but for what SQLite keeps for itself and for the trees of searches.
  private func counts(_ test: TestJournal) throws -> [String: Int] {
    try test.journals.store.database.read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM pragma_table_list
          WHERE schema = 'main' AND type IN ('table') AND name NOT LIKE 'sqlite_%'
          """)
      #expect(tables.contains("device") && tables.contains("day_count"))
      return try tables.reduce(into: [:]) { counts, table in
        counts[table] = try Int.fetchOne(
          db, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)")
      }
    }
  }

  /// The tables that have rows of an owner.
  private func tables(of owner: Int64, _ test: TestJournal) throws -> Set<String> {
    try test.journals.store.database.read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT list.name FROM pragma_table_list AS list, pragma_table_info(list.name) AS info
          WHERE list.schema = 'main' AND info.name = 'owner'
          """)
      return try Set(
        tables.filter { table in
          try Int.fetchOne(
            db, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier) WHERE owner = ?",
            arguments: [owner]) ?? 0 > 0
        })
    }
  }

  /// Gives an owner something of all there is.
  private func fill(_ bob: TestJournal, in test: TestJournal) async throws {
    try await bob.post("2024-01-31 12:00", "2024-01-31 13:00", caption: "sea", tags: ["blue"])
    try bob.journal.trash.move([2], now: Self.now)
    let devices = test.journals.devices
    let code = try devices.makePairing(for: bob.journal.owner, now: Self.now)
    _ = try devices.pair(with: code, name: DeviceName("phone"), now: Self.now)
    _ = try devices.makePairing(for: bob.journal.owner, now: Self.now)
    try PeopleRows.add(to: bob.journal)
    let id = bob.journal.id
    try test.execute(
      """
      INSERT INTO passkey_user (owner, handle) VALUES (\(id), zeroblob(32));
      INSERT INTO passkey (owner, credential, public_key, relying_party, name, made)
        VALUES (\(id), x'01', x'02', 'localhost', 'key', 1);
      INSERT INTO account (owner, issuer, subject, linked) VALUES (\(id), 'https://a.example', 'b', 1);
      INSERT INTO device (owner, token_hash, name, paired, last_seen, latest_end, entry, passkey, account)
        VALUES (\(id), randomblob(32), 'script', 1, 1, 9, 'token', 1, 1);
      INSERT INTO failed_try (owner, tried) VALUES (\(id), 1);
      """)
  }

  @Test("leaves nothing in any table, nor among the files, and says what went")
  func nothing() async throws {
    let test = try TestJournal()
    try await test.post("2024-01-31 09:00", caption: "lake", tags: ["green"])
    try PeopleRows.add(to: test.journal)
    let (before, files) = (try counts(test), test.folder.files.filter(isKept))
    let bob = try TestJournal(adding: "bob", to: test)
    try await fill(bob, in: test)
    let filled = try tables(of: bob.journal.id, test)
    #expect(
      filled.isSuperset(of: [
        "access_event", "account", "device", "failed_try", "pairing", "passkey", "passkey_user",
        "person", "photo", "post", "setting", "tag", "day_count",
      ]))
    let removal = try bob.journal.removeOwner()
    #expect(removal.posts.posts == 2 && removal.photos == 2 && removal.people == 3)
    var access = AccessHoldings()
    (access.devices, access.tokens, access.passkeys, access.accounts) = (1, 1, 1, 1)
    access.links = 1
    #expect(removal.access == access)
    #expect(try tables(of: bob.journal.id, test).isEmpty)
    #expect(try counts(test) == before)
    #expect(test.folder.files.filter(isKept) == files)
    #expect(try SearchTableCheck(.contacts, of: test.journal.store).wrongDocuments() == 0)
    #expect(try test.captions(finding: "sea").isEmpty && test.captions(finding: "lake").count == 1)
    // Another of the name has nothing of it.
    let again = try TestJournal(adding: "bob", to: test)
    let log = try test.journals.accessLog(of: again.journal.owner)
    #expect(try log.list(limit: 9, now: Self.now).isEmpty)
    #expect(try test.journals.devices.list(of: again.journal.owner, now: Self.now).isEmpty)
  }

  /// What belongs to the journal; the photos that were posted lie beside it.
  private func isKept(_ file: String) -> Bool {
    file.hasPrefix("journal/") && !file.hasPrefix("journal/journal.")
  }
}
