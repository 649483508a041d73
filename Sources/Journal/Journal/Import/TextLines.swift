import Files
import Hashing
import Store
import SystemPackage
package import Texts

/// The texts of an export: its collections, and the owner's marks, reading and plans, one per line,
/// with only a few in memory.
struct TextLines: Sendable {
  private let lines: CheckedLines<TextCount>
  private var folder: ContainingFolder { lines.folder }

  /// Reads the files to their ends, and those that their lines name, and checks that they are those which
  /// were exported and that each line is as this program writes it.
  ///
  /// - Throws: ``ImportError`` with the first line that is not.
  init(in folder: ContainingFolder, provenBy proof: PostLines.Proof) throws {
    lines = try CheckedLines(in: folder, provenBy: proof.lines(TextCount.self))
    try lines.forEachGroup(.collections) { (collections: [ExportedCollection]) in
      for collection in collections { try check(collection) }
    }
    try lines.forEachGroup(.plans) { (plans: [ExportedPlan]) in
      for plan in plans {
        try withPortions(of: plan) { next in try plan.forEachPortion(next) }
      }
    }
  }

  /// Checks that the file of a collection's texts is the one that was exported.
  private func check(_ collection: ExportedCollection) throws {
    let path = try ContainedPath(collection.file)
    var hash = SHA256()
    try withPieces(of: path) { next in
      while case let piece = try next(), !piece.isEmpty { hash.update(piece.span) }
    }
    guard hash.finish() == collection.fileHash else { throw ImportError.changed(path.path) }
  }

  /// Puts all of it into a journal, or counts what would come.
  ///
  /// - Parameters:
  ///   - restore: puts it in; nil where the journal is still to be made.
  ///   - isPreview: whether nothing is written.
  /// - Returns: what came, or would come.
  /// - Throws: ``ImportError`` where a file has become another meanwhile; what came before stays.
  func take(_ restore: TextRestore?, isPreview: Bool) throws -> TextRestore.Gain {
    var gain = TextRestore.Gain()
    for count in TextCount.allCases {
      switch count {
      case .collections: try takeCollections(restore, isPreview, &gain)
      case .plans: try takePlans(restore, isPreview, &gain)
      default:
        guard let rows = count.line as? any ExportedRow.Type else { continue }
        try takeRows(rows, count, restore, isPreview, &gain)
      }
    }
    return gain
  }

  private func takeRows<Line: ExportedRow>(
    _ type: Line.Type, _ count: TextCount, _ restore: TextRestore?, _ isPreview: Bool,
    _ gain: inout TextRestore.Gain
  ) throws {
    try lines.forEachGroup(count) { (lines: [Line]) in
      let new =
        try isPreview ? restore?.unknown(lines) ?? lines.count : restore?.add(lines) ?? 0
      gain.add(new, of: count)
    }
  }

  private func takeCollections(
    _ restore: TextRestore?, _ isPreview: Bool, _ gain: inout TextRestore.Gain
  ) throws {
    try lines.forEachGroup(.collections) { (collections: [ExportedCollection]) in
      for collection in collections {
        let isNew =
          switch restore {
          case nil: true
          case let restore? where isPreview: try !restore.has(collection)
          case let restore?: try add(collection, to: restore)
          }
        if isNew { gain.collections.append(collection.name) }
      }
    }
  }

  private func takePlans(
    _ restore: TextRestore?, _ isPreview: Bool, _ gain: inout TextRestore.Gain
  ) throws {
    try lines.forEachGroup(.plans) { (plans: [ExportedPlan]) in
      for plan in plans {
        let name =
          switch restore {
          case nil: plan.name
          case let restore? where isPreview: try restore.newName(of: plan)
          case let restore?: try add(plan, to: restore)
          }
        guard let name else { continue }
        gain.add(1, of: .plans)
        if name != plan.name { gain.renamed.append(.init(name: plan.name, here: name)) }
      }
    }
  }

  private func add(_ plan: ExportedPlan, to restore: TextRestore) throws -> String? {
    try withPortions(of: plan) { next in try restore.add(plan, portion: next) }
  }

  /// Calls with what gives the next portion of a plan's file.
  ///
  /// - Throws: ``ImportError`` where the file is not the one that was exported.
  private func withPortions<Result>(
    of plan: ExportedPlan, _ work: (() throws -> ExportedPortion?) throws -> Result
  ) throws -> Result {
    let path = try ContainedPath(plan.file)
    var reading = try PostLines.Reading(path, in: folder)
    var hash = SHA256()
    do {
      return try work {
        guard let line = try reading.next() else {
          var whole = SHA256()
          swap(&whole, &hash)
          guard whole.finish() == plan.fileHash else { throw ImportError.changed(path.path) }
          return nil
        }
        hash.update(line.span)
        hash.update([UInt8(ascii: "\n")].span)
        return try Known<ExportedPortion>.decoding(line).value
      }
    } catch let problem as ImportProblem {
      throw ImportError.line(path.path, reading.place, problem)
    } catch is ExportedValueError {
      throw ImportError.changed(path.path)
    }
  }

  private func add(_ collection: ExportedCollection, to restore: TextRestore) throws -> Bool {
    let path = try ContainedPath(collection.file)
    do {
      return try withPieces(of: path) { next in try restore.add(collection, piece: next) }
    } catch is ExportedValueError {
      throw ImportError.changed(path.path)
    }
  }

  /// Calls with what gives the next bytes of a file; none at its end.
  private func withPieces<Result>(
    of path: ContainedPath, _ work: (() throws -> [UInt8]) throws -> Result
  ) throws -> Result {
    let file: FileDescriptor
    do throws(FileError) {
      file = try folder.openFile(path)
    } catch {
      throw ImportError.list(ImportProblem(opening: path.path, error))
    }
    return try file.closeAfter {
      var offset = 0
      return try work {
        let piece = try file.bytes(from: offset, upTo: CollectionReader.pieceSize)
        offset += piece.count
        return piece
      }
    }
  }
}

extension JournalImport {
  /// Imports the texts of an export, which do not need its posts: missing collections, then the
  /// owner's marks, reading and plans.
  ///
  /// - Returns: what came, or would come.
  /// - Throws: ``ImportError``, `CollectionError`, ``JournalError``; what came before stays, and another
  ///   run goes on.
  package func takeTexts() throws -> TextRestore.Gain {
    let isPreview = if case .preview = mode { true } else { false }
    return try export.texts?.take(journal.map { TextRestore(into: $0) }, isPreview: isPreview)
      ?? TextRestore.Gain()
  }
}
