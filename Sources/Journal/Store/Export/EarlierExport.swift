package import Files
import Foundation
import Hashing
import SystemPackage

/// An export of the same journal in the folder that the next is written into, whole or interrupted.
package struct EarlierExport: Sendable {
  package let folder: ContainingFolder
  /// Whether posts that the journal no longer has stay in the export.
  package let keepsGone: Bool
}

extension ContainingFolder {
  /// The files of one of its folders with certain names, in the order of their bytes; none without such a
  /// folder.
  ///
  /// - Throws: ``FileError``.
  package func files(
    in folder: ContainedPath, where isName: (String) -> Bool
  ) throws -> [ContainedPath] {
    guard has(folder) else { return [] }
    return try entries(of: folder)
      .filter { $0.kind == .file && isName($0.name.string) }
      .map { folder.appending($0.name) }
  }
}

/// A whole export, as its `journal.json` says it: its lists are proved by their SHA-256.
struct FinishedExport {
  /// The files of lines.
  let lists: [ContainedPath]

  /// The most bytes of `journal.json` that are read; those of settings and counts are a few thousand.
  private static let documentLimit = 1 << 20
  /// The versions with lists.
  private static let versions = 2...ExportDocument.version

  private struct Document: Decodable {
    let format: String
    let version: Int
    let owner: String
    let sha256: [String: String]
  }

  /// - Parameters:
  ///   - folder: the export's.
  ///   - owner: the owner whom it has to name.
  /// - Throws: ``ExportError/notEmpty(_:)`` for a folder without an export, ``ExportError/otherJournal(_:)``,
  ///   ``ExportError/changed(_:)`` for a list with another SHA-256, ``FileError``, `Errno`.
  init(in folder: ContainingFolder, of owner: OwnerName) throws {
    let document = try Self.document(in: folder)
    guard OwnerName(stored: document.owner).folded == owner.folded else {
      throw ExportError.otherJournal(folder.path)
    }
    lists = try document.sha256.sorted { $0.key < $1.key }.map { name, hash in
      guard name.hasSuffix(".jsonl"), let list = try? ContainedPath(name), list.folder == nil else {
        throw ExportError.notEmpty(folder.path)
      }
      guard try Self.hash(of: list, in: folder) == hash.lowercased() else {
        throw ExportError.changed(folder.path.pushing(list))
      }
      return list
    }
  }

  private static func document(in folder: ContainingFolder) throws -> Document {
    let file = try folder.openFile(ExportDocument.file)
    defer { try? file.close() }
    var bytes: [UInt8] = []
    try file.read(into: &bytes, upTo: documentLimit)
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
      document.format == ExportDocument.format, versions.contains(document.version)
    else { throw ExportError.notEmpty(folder.path) }
    return document
  }

  /// In hexadecimal; nil where there is no such file.
  private static func hash(
    of list: ContainedPath, in folder: ContainingFolder
  ) throws -> String? {
    guard folder.has(list) else { return nil }
    let file = try folder.openFile(list)
    defer { try? file.close() }
    var hash = SHA256()
    while true {
      var piece: [UInt8] = []
      try file.read(into: &piece, upTo: 1 << 18)
      if piece.isEmpty { return hash.finish().hexadecimal }
      hash.update(piece.span)
    }
  }
}
