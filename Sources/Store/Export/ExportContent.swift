package import Files
import Foundation
import Synchronization

/// What an export of an owner's journal holds, file by file: those of each area, and `journal.json` at
/// the end. Nothing of it is read before it is asked for.
///
/// Others may change the journal meanwhile: each part is exported as it is at one moment of the export.
package final class ExportContent: Sendable {
  private let journal: OwnerJournal
  private let state: Mutex<State>

  private struct State {
    var areas: [any AreaExport]
    /// How many areas have given all their files.
    var done = 0
    var isComplete = false
  }

  /// - Parameter journal: what is exported.
  /// - Throws: ``JournalError``.
  package init(of journal: OwnerJournal) throws {
    self.journal = journal
    state = Mutex(State(areas: try journal.store.areas.compactMap { try $0.export?(journal) }))
  }

  /// The next files, or `journal.json`.
  ///
  /// - Returns: nil once `journal.json` was given.
  /// - Throws: ``JournalError`` where the export cannot go on; then there is no `journal.json`.
  package func next() throws -> ExportPart? {
    try state.withLock { state in
      while state.done < state.areas.count {
        if let part = try state.areas[state.done].next() { return part }
        state.done += 1
      }
      if state.isComplete { return nil }
      state.isComplete = true
      var fields: [String: any Encodable & Sendable] = ["owner": journal.owner.text]
      for area in state.areas { fields.merge(try area.fields()) { $1 } }
      return ExportPart(files: [try ExportDocument(fields).file()], record: nil)
    }
  }
}

/// All of an owner's journal as `journal.json` has it; `.docs/journal-json.md` describes the file.
package struct ExportDocument: Encodable {
  package static let format = "daystamp-journal"
  package static let version = 1
  package static let file: ContainedPath = "journal.json"

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

/// A field of a JSON object, whatever its name.
package struct AnyKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

/// A step of an export.
package struct ExportPart: Sendable {
  package let files: [ExportFile]
  /// What became of what is exported; nil for `journal.json`.
  package let record: ExportRecord?

  package init(files: [ExportFile], record: ExportRecord?) {
    (self.files, self.record) = (files, record)
  }
}

/// A file of an export.
package struct ExportFile: Sendable {
  /// From the export's folder.
  package let path: ContainedPath
  package let bytes: [UInt8]

  package init(path: ContainedPath, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
}

/// What became of one item with files, such as a post, that was to be exported.
package struct ExportRecord: Sendable {
  package let number: Int
  /// The photos that are missing or changed, each as ``JournalError/photoBroken(_:because:)``.
  package let problems: [JournalError]

  package init(number: Int, problems: [JournalError]) {
    (self.number, self.problems) = (number, problems)
  }
}
