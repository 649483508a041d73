import Files
import KeyDerivation
import Store
import SystemPackage
package import Texts

/// What an export says of texts: its collections, the marks of their texts and the days on which they were
/// shown, one a line, of which few at a time are in memory.
struct TextLines: Sendable {
  private let folder: ContainingFolder
  private let counts: [TextCount: Int]

  /// How many lines are taken at once.
  private static let groupSize = 1_000

  /// Reads the files to their ends, and checks that they are those which were exported and that each line
  /// is as this program writes it.
  ///
  /// - Throws: ``ImportError`` with the first line that is not.
  init(in folder: ContainingFolder, provenBy proof: PostLines.Proof) throws {
    (self.folder, counts) = (folder, proof.countsOfTexts)
    for count in TextCount.allCases {
      var observed = 0
      if let expected = proof.hashesOfTexts[count] {
        var hash = SHA256()
        try PostLines.Reading(count.list, in: folder).forEach {
          line, place throws(ImportProblem) in
          hash.update(line.span)
          hash.update([UInt8(ascii: "\n")].span)
          try Self.check(line, place, of: count)
          observed = place
        }
        guard hash.finish() == expected else { throw ImportError.changed(count.list.path) }
      }
      let expected = counts[count] ?? 0
      guard observed == expected else {
        throw ImportError.count(count.rawValue, observed: observed, expected: expected)
      }
    }
  }

  private static func check(
    _ line: [UInt8], _ place: Int, of count: TextCount
  ) throws(ImportProblem) {
    switch count {
    case .collections:
      let collection = try Known<ExportedCollection>.decoding(line).value
      do {
        try collection.check(place)
      } catch {
        throw ImportProblem(reading: error)
      }
    case .textMarks: _ = try Known<ExportedMark>.decoding(line)
    case .textDays: _ = try Known<ExportedTextDay>.decoding(line)
    }
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
    try forEachGroup(.collections) { (collections: [ExportedCollection]) in
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
    try forEachGroup(.textMarks) { (marks: [ExportedMark]) in
      gain.marks +=
        try isPreview ? restore?.unknown(marks) ?? marks.count : restore?.add(marks) ?? 0
    }
    try forEachGroup(.textDays) { (days: [ExportedTextDay]) in
      gain.days += try isPreview ? restore?.unknown(days) ?? days.count : restore?.add(days) ?? 0
    }
    return gain
  }

  private func add(_ collection: ExportedCollection, to restore: TextRestore) throws -> Bool {
    let path = try ContainedPath(collection.file)
    let file: FileDescriptor
    do throws(FileError) {
      file = try folder.openFile(path)
    } catch {
      throw ImportError.list(ImportProblem(opening: path.path, error))
    }
    return try file.closeAfter {
      var offset = 0
      do {
        return try restore.add(collection) {
          let piece = try file.bytes(from: offset, upTo: CollectionReader.pieceSize)
          offset += piece.count
          return piece
        }
      } catch is ExportedTextError {
        throw ImportError.changed(path.path)
      }
    }
  }

  /// Calls with some values at a time, in their order.
  private func forEachGroup<Value: ExportedValue>(
    _ count: TextCount, _ work: ([Value]) throws -> Void
  ) throws {
    guard counts[count] ?? 0 > 0 else { return }
    var reading = try PostLines.Reading(count.list, in: folder)
    var group: [Value] = []
    while let line = try reading.next() {
      guard let known = try? Known<Value>.decoding(line) else {
        throw ImportError.changed(count.list.path)
      }
      group.append(known.value)
      if group.count == Self.groupSize {
        try work(group)
        group = []
      }
    }
    if !group.isEmpty { try work(group) }
  }
}

/// A line of what is said of texts.
private protocol ExportedValue: Decodable {
  static var fields: [String] { get }
}

extension ExportedCollection: ExportedValue {
  static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }
}

extension ExportedMark: ExportedValue {
  static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }
}

extension ExportedTextDay: ExportedValue {
  static var fields: [String] { CodingKeys.allCases.map(\.rawValue) }
}

/// A value of an object, all of whose members have to be known.
private struct Known<Value: ExportedValue>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    try decoder.checkKnows(Value.fields)
    value = try Value(from: decoder)
  }
}

extension JournalImport {
  /// Takes what the export says of texts, which does not wait for its posts: collections that are not here,
  /// then marks and days.
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
