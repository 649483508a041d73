package import Files
import Foundation
import Synchronization
package import SystemPackage

/// The content of an export of an owner's journal, file by file: those of each area, the files of
/// lines, and `journal.json` last. It reads each file on request, and holds only a few items in
/// memory.
///
/// Others may change the journal meanwhile: each part is exported as it is at one moment of the export.
package final class ExportContent: Sendable {
  private let journal: OwnerJournal
  private let folders: [FilePath]
  private let state: Mutex<State>

  private struct State {
    var areas: [any AreaExport]
    /// How many areas have given all their files.
    var done = 0
    /// The lines of the area that gives its files, by the files that they are for.
    var lines: [ContainedPath: ExportSpool] = [:]
    /// SHA-256 of the files of lines, by their names.
    var hashes: [String: String] = [:]

    /// The lines of a file, none as yet where none were given.
    mutating func spool(_ list: ContainedPath, in folders: [FilePath]) -> ExportSpool {
      let spool = lines[list] ?? ExportSpool(in: folders)
      lines[list] = spool
      return spool
    }
  }

  /// - Parameters:
  ///   - journal: what is exported.
  ///   - folders: where lines may be kept until they are asked for, in a file without a name; where
  ///     that cannot be, the journal's folder and that for temporary files are tried.
  /// - Throws: ``JournalError``.
  package init(of journal: OwnerJournal, keepingLinesIn folders: [FilePath] = []) throws {
    self.journal = journal
    self.folders =
      folders + [journal.store.folder, FilePath(FileManager.default.temporaryDirectory.path)]
    let folders = self.folders
    state = Mutex(
      State(
        areas: try journal.store.areas.compactMap { try $0.export?(journal, folders) }))
  }

  /// Names the files that an earlier export of this journal has, but for its ``AreaExport/lists``.
  ///
  /// - Throws: ``ExportError/otherJournal(_:)``, and what the areas throw for lines that they cannot read.
  func files(ofEarlier folder: ContainingFolder, _ found: (ContainedPath) throws -> Void) throws {
    try state.withLock { state in
      for area in state.areas { try area.files(ofEarlier: folder, found) }
    }
  }

  /// Leaves out of what follows the files that an earlier export has; called before ``next()``.
  ///
  /// - Throws: what the areas throw for lines that they cannot read.
  func goOn(from earlier: EarlierExport) throws {
    try state.withLock { state in
      for index in state.areas.indices { try state.areas[index].goOn(from: earlier) }
    }
  }

  /// The next files.
  ///
  /// - Returns: nil once all were given but `journal.json`.
  /// - Throws: ``JournalError`` where the export cannot go on; then there is no `journal.json`.
  package func next() throws -> ExportPart? {
    try state.withLock { state in
      while state.done < state.areas.count {
        if let part = try state.areas[state.done].next() {
          for (list, lines) in part.lines { try state.spool(list, in: folders).append(lines) }
          return part
        }
        let files = state.areas[state.done].lists.map { list in
          let lines = state.spool(list, in: folders)
          state.hashes[String(decoding: list)] = lines.finish()
          return ExportFile(path: list, lines: lines)
        }
        state.done += 1
        state.lines = [:]
        var part = ExportPart(files: files)
        part.areLists = true
        if !files.isEmpty { return part }
      }
      return nil
    }
  }

  /// `journal.json`, once ``next()`` has given all other files.
  ///
  /// - Throws: ``JournalError``.
  package func document() throws -> ExportFile {
    try state.withLock { state in
      var fields: [String: any Encodable & Sendable] = ["owner": journal.owner.text]
      var counts: [String: Int] = [:]
      for area in state.areas {
        fields.merge(try area.fields()) { $1 }
        counts.merge(area.counts) { $1 }
      }
      fields[ExportDocument.counts] = counts
      fields[ExportDocument.hashes] = state.hashes
      return try ExportDocument(fields).file()
    }
  }
}

/// An owner's details beside the lines, and the proof that all lines are there: `journal.json`,
/// described in `docs/journal-json.md`.
package struct ExportDocument: Encodable {
  package static let format = "daystamp-journal"
  package static let version = 3
  package static let file: ContainedPath = "journal.json"
  /// How many lines there are of each kind.
  package static let counts = "counts"
  /// SHA-256 of the files of lines, by their names.
  package static let hashes = "sha256"

  private let fields: [String: any Encodable & Sendable]

  /// - Parameter fields: what the owner and the areas have, by name.
  init(_ fields: [String: any Encodable & Sendable]) {
    self.fields = fields.merging(["format": Self.format, "version": Self.version]) { $1 }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for (name, value) in fields { try container.encode(value, forKey: AnyKey(stringValue: name)) }
  }

  /// The file: the same bytes for the same journal.
  func file() throws -> ExportFile {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    return ExportFile(path: Self.file, bytes: bytes)
  }
}
