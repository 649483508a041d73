package import GRDB
package import SystemPackage

/// A part of the journal with its own tables, such as posts, as it describes itself to the store,
/// which knows no area.
///
/// Whoever opens a journal names its areas, always the same. An area of texts, say, would be a target
/// `Texts` on `Store` with
///
/// - `extension Area { static let texts = Area(schema: [4: "CREATE TABLE …"], …) }`: a new version of
///   the schema, since those that journals have never change; in it the owner is a column that refers
///   to `owner (id) ON DELETE CASCADE`;
/// - `extension OwnerJournal { var texts: Texts }`, which reads and writes only through
///   ``OwnerJournal/read(_:)`` and ``OwnerJournal/write(_:)``, and so not what is locked;
/// - an ``AreaExport``, with files of lines of its own, such as `texts.jsonl`, and names of fields that
///   no other area has in `journal.json`;
/// - its tables as ``StoredTable``s, an ``AreaCheck`` and an ``AreaSalvage``, with an ``AreaProblem`` for what
///   they find beside rows that cannot be read.
package struct Area: Sendable {
  /// The statements that make its tables, by the version of the schema with which they came.
  let schema: [Int: String]
  /// SHA-256, in hexadecimal, of the schema that the statements of all areas make; one area gives it for
  /// all. A database with this hash is ours. Any other schema is compared with what the statements make,
  /// and running them takes longer than most commands.
  let schemaHash: String?
  /// What fills tables with values that SQL alone cannot make, by the version of the schema; each runs
  /// after the statements of its version, in the same transaction.
  let filling: [Int: @Sendable (Database) throws -> Void]
  /// What makes rows of a version of the schema of those that a salvage has read of the version before it,
  /// where that is not the same with columns at the end. What is read of a table that has other columns is
  /// in `old_NAME` and, as ``SalvagedRows`` has it, `old_lost_NAME`.
  let salvaging: [Int: String]
  /// Where its rows name files of the journal's folder: a file that none of them names is stray.
  let fileColumns: [FileColumn]
  /// The tables whose rows a backup leaves out.
  let passingTables: [String]
  /// The tables whose rows are made of other tables' rows, which the area's check does again: those that
  /// are missing or wrong are no loss.
  let derivedTables: [String]
  /// The table whose rows a backup counts; nil for none.
  let countedTable: String?
  /// The tables that check and salvage handle by their descriptions, each after the tables that it
  /// refers to.
  package let tables: [StoredTable]
  /// Makes its check, which mends where that is asked for; nil where only its caller can.
  let check: (@Sendable (JournalStore, _ repairs: Bool) -> any AreaCheck)?
  /// Makes what brings it over from a damaged journal; nil for nothing.
  let salvage: (@Sendable () -> any AreaSalvage)?
  /// Makes what an owner's export has of it, with folders for an ``ExportSpool``; nil for nothing.
  let export: (@Sendable (OwnerJournal, [FilePath]) throws -> any AreaExport)?
  /// The files of lines that an export may have of it.
  package let lines: [any LineCount]

  /// A column with paths below the journal's folder.
  package struct FileColumn: Sendable, Hashable {
    let table: String
    let column: String

    package init(_ table: String, _ column: String) { (self.table, self.column) = (table, column) }

    /// The condition that a row names the path which the expression gives.
    func names(_ path: String) -> String {
      "EXISTS (SELECT 1 FROM \(table) WHERE \(column) = \(path))"
    }
  }

  package init(
    schema: [Int: String], schemaHash: String? = nil,
    filling: [Int: @Sendable (Database) throws -> Void] = [:],
    salvaging: [Int: String] = [:],
    fileColumns: [FileColumn] = [], passingTables: [String] = [], derivedTables: [String] = [],
    countedTable: String? = nil, tables: [StoredTable] = [],
    check: (@Sendable (JournalStore, _ repairs: Bool) -> any AreaCheck)? = nil,
    salvage: (@Sendable () -> any AreaSalvage)? = nil,
    export: (@Sendable (OwnerJournal, [FilePath]) throws -> any AreaExport)? = nil,
    lines: [any LineCount] = []
  ) {
    self.schema = schema
    self.schemaHash = schemaHash
    self.filling = filling
    self.salvaging = salvaging
    self.fileColumns = fileColumns
    self.passingTables = passingTables
    self.derivedTables = derivedTables
    self.countedTable = countedTable
    self.tables = tables
    self.check = check
    self.salvage = salvage
    self.export = export
    self.lines = lines
  }
}

/// The check of an area's rows and files, for one run of a ``JournalCheck``, which calls the methods in
/// their order here.
package protocol AreaCheck: AnyObject {
  /// Mends rows that refer to what is not there, as far as what they are about can be known; called
  /// only where something is to be mended.
  ///
  /// - Throws: ``JournalError``; then nothing has changed.
  func mendReferences() throws

  /// Checks what is derived from the area's rows, such as an index; not called where the database is
  /// damaged.
  func checkDerived(_ report: JournalCheck.Report)

  /// Checks the rows and files of the owners, and keeps what is wrong for ``finish(mendingWith:_:)``.
  ///
  /// - Throws: ``JournalError/locked(_:)`` where somebody locks a journal meanwhile.
  func checkRows(
    _ check: JournalCheck, _ progress: JournalCheck.Progress, _ report: JournalCheck.Report) throws

  /// Mends what can be mended, and reports everything that was wrong.
  ///
  /// - Parameters:
  ///   - strays: files that no row names, of which some may be what is missing; nil where nothing is to
  ///     be mended.
  ///   - report: called with each problem.
  /// - Throws: ``JournalError`` where the check cannot go on.
  func finish(mendingWith strays: [StrayFiles.Stray]?, _ report: JournalCheck.Report) throws

  /// Removes what was made of files that are gone. What stays is not reported.
  func removeLeftovers()
}

extension AreaCheck {
  package func checkDerived(_ report: JournalCheck.Report) {}
  package func finish(mendingWith strays: [StrayFiles.Stray]?, _ report: JournalCheck.Report) {}
  package func removeLeftovers() {}
}

/// The store's own tables.
extension Area {
  static let store = Area(
    schema: [
      1: firstVersion, 2: locks, 3: devices, 4: rotation, 7: agents, 13: access, 14: deviceSessions,
      15: ownersOfAccounts, ChangeCount.version: ChangeCount.schema, 18: offlineKeys,
    ],
    // Rows of before version 6 are not like today's.
    salvaging: [6: salvagingOwners],
    // A journal that goes back to a backup must not remove files that came later, nor be open.
    passingTables: ["loose_file", "session", "pairing", "device", "failed_try", "passkey"],
    derivedTables: ["change_count"])

  private static let firstVersion = """
    CREATE TABLE owner (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 256),
      last_number INTEGER NOT NULL DEFAULT 0
        CHECK (last_number BETWEEN 0 AND 9007199254740991)
    ) STRICT;

    CREATE TABLE setting (
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (owner, key)
    ) STRICT, WITHOUT ROWID;

    -- Files that no row may name: on their way in, or out. See LooseFiles.
    CREATE TABLE loose_file (
      path TEXT PRIMARY KEY CHECK (path GLOB 'photos/*' AND path NOT GLOB '*..*')
    ) STRICT, WITHOUT ROWID;
    """

  /// Version 2: PINs and the sessions that they open.
  private static let locks = """
    CREATE TABLE lock (
      owner INTEGER PRIMARY KEY REFERENCES owner (id) ON DELETE CASCADE,
      hash TEXT NOT NULL CHECK (hash GLOB '$pbkdf2-sha256$i=*$*$*'),
      -- Tries since the last right one, counted before they are made.
      failures INTEGER NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 10),
      last_try INTEGER
    ) STRICT;

    CREATE TABLE session (
      token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
      owner INTEGER NOT NULL REFERENCES lock (owner) ON DELETE CASCADE,
      opened INTEGER NOT NULL,
      last_used INTEGER NOT NULL CHECK (last_used >= opened),
      -- Seconds without use after which it ends.
      idle INTEGER NOT NULL CHECK (idle BETWEEN 1 AND 28800)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX session_by_owner ON session (owner);
    """

  /// Version 3: devices that may ask over the network.
  private static let devices = """
    CREATE TABLE pairing (
      code_hash BLOB PRIMARY KEY CHECK (length(code_hash) = 32),
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      ends INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE device (
      -- Never given again: what a server knows of a device must not hold for another.
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
      paired INTEGER NOT NULL,
      last_seen INTEGER NOT NULL CHECK (last_seen >= paired)
    ) STRICT;
    CREATE INDEX device_by_owner ON device (owner);
    """

  /// Version 4: tokens of devices that are replaced, and tries of PINs by device.
  private static let rotation = """
    -- The device is forgotten then, however much it is used.
    ALTER TABLE device ADD COLUMN latest_end INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE device ADD COLUMN last_address TEXT CHECK (length(last_address) BETWEEN 1 AND 64);
    -- When its token was made; 0 for one from before tokens were replaced.
    ALTER TABLE device ADD COLUMN issued INTEGER NOT NULL DEFAULT 0;
    -- The token that was offered and not yet seen, and what it is made of with the present one.
    ALTER TABLE device ADD COLUMN next_hash BLOB CHECK (length(next_hash) = 32);
    ALTER TABLE device ADD COLUMN next_salt BLOB CHECK (length(next_salt) = 32);
    -- The token before the present one, which is good for a moment still.
    ALTER TABLE device ADD COLUMN previous_hash BLOB CHECK (length(previous_hash) = 32);
    ALTER TABLE device ADD COLUMN previous_end INTEGER;
    -- As in lock, of the tries from this device; and whether a right PIN ever came from it.
    ALTER TABLE device ADD COLUMN failures INTEGER NOT NULL DEFAULT 0
      CHECK (failures BETWEEN 0 AND 10);
    ALTER TABLE device ADD COLUMN last_try INTEGER;
    ALTER TABLE device ADD COLUMN opened INTEGER NOT NULL DEFAULT 1 CHECK (opened IN (0, 1));
    UPDATE device SET latest_end = last_seen + 31536000;

    -- Tries from devices that never opened the journal and were revoked since.
    ALTER TABLE lock ADD COLUMN lost_failures INTEGER NOT NULL DEFAULT 0
      CHECK (lost_failures BETWEEN 0 AND 20);

    -- Tries that were wrong, until the owner is told of them.
    CREATE TABLE failed_try (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
      -- The device, which may be revoked since, and its name; null for the machine itself.
      device INTEGER,
      name TEXT CHECK (length(name) BETWEEN 1 AND 100),
      address TEXT CHECK (length(address) BETWEEN 1 AND 64),
      tried INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX failed_try_by_owner ON failed_try (owner);
    """

  /// Version 14: which device a session was opened on, with which it ends; null for the machine.
  private static let deviceSessions = """
    ALTER TABLE session ADD COLUMN device INTEGER REFERENCES device (id) ON DELETE CASCADE;
    """

  /// Version 15: that an owner was made by signing in with an account; null for one whom the machine made.
  private static let ownersOfAccounts = """
    ALTER TABLE owner ADD COLUMN by_account INTEGER CHECK (by_account = 1);
    """

  /// Makes owners of those of versions before 15.
  private static let salvagingOwners = """
    INSERT INTO owner (id, name, last_number) SELECT id, name, last_number FROM old_owner;
    INSERT INTO lost_owner (id, name, last_number, known_by)
      SELECT id, name, last_number, known_by FROM old_lost_owner;
    """

  /// Version 7: what a device says that it is.
  private static let agents = """
    ALTER TABLE device ADD COLUMN browser TEXT CHECK (length(browser) BETWEEN 1 AND 60);
    ALTER TABLE device ADD COLUMN system TEXT CHECK (length(system) BETWEEN 1 AND 60);
    """

  /// Version 18: with which key a device's browser encrypts what it keeps for reading without a network; null
  /// for one that keeps nothing.
  private static let offlineKeys = """
    ALTER TABLE device ADD COLUMN offline_key BLOB CHECK (length(offline_key) = 32);
    """
}
