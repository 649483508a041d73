package import Files

/// A step of an export.
package struct ExportPart: Sendable {
  package let files: [ExportFile]
  /// The item's whole lines, with their ends, for the area's ``AreaExport/lists``.
  package let lines: [ContainedPath: [UInt8]]
  /// The item's outcome; nil if there is no item, as for a file of lines.
  package let record: ExportRecord?
  /// Further files, which an ``EarlierExport`` has as they should be.
  package let unchanged: [ContainedPath]
  /// Whether it is about an item that only the earlier export has.
  package let isGone: Bool
  /// Whether the files are an area's whole ``AreaExport/lists``.
  var areLists = false

  package init(
    files: [ExportFile], lines: [ContainedPath: [UInt8]] = [:], record: ExportRecord? = nil,
    unchanged: [ContainedPath] = [], isGone: Bool = false
  ) {
    (self.files, self.lines, self.record) = (files, lines, record)
    (self.unchanged, self.isGone) = (unchanged, isGone)
  }
}

/// A file of an export.
package struct ExportFile: Sendable {
  /// From the export's folder.
  package let path: ContainedPath
  package let size: Int
  private let content: Content

  private enum Content: Sendable {
    case bytes([UInt8])
    case lines(ExportSpool)
  }

  package init(path: ContainedPath, bytes: [UInt8]) {
    (self.path, size, content) = (path, bytes.count, .bytes(bytes))
  }

  /// A complete file of lines.
  package init(path: ContainedPath, lines: ExportSpool) {
    (self.path, size, content) = (path, lines.size, .lines(lines))
  }

  private init(path: ContainedPath, size: Int, content: Content) {
    (self.path, self.size, self.content) = (path, size, content)
  }

  /// The same bytes under another path.
  package func named(_ path: ContainedPath) -> ExportFile {
    ExportFile(path: path, size: size, content: content)
  }

  /// Whether reading it takes no time.
  package var isInMemory: Bool {
    switch content {
    case .bytes: true
    case .lines(let lines): lines.isInMemory
    }
  }

  /// So many of its bytes, fewer only at its end.
  ///
  /// - Throws: ``JournalError/file(_:)``.
  package func piece(at offset: Int, upTo count: Int) throws(JournalError) -> [UInt8] {
    switch content {
    case .bytes(let bytes):
      offset == 0 && bytes.count <= count ? bytes : Array(bytes.dropFirst(offset).prefix(count))
    case .lines(let lines): try lines.piece(at: offset, upTo: count)
    }
  }
}

extension ExportFile {
  /// Goes through its bytes, a megabyte at a time.
  ///
  /// - Throws: ``JournalError/file(_:)``, and what the work throws.
  package func forEachPiece(_ work: ([UInt8]) throws -> Void) throws {
    _ = try allPieces { piece in
      try work(piece)
      return true
    }
  }

  /// As ``forEachPiece(_:)``, until the work says that it is enough.
  ///
  /// - Returns: whether the work went through all of them.
  func allPieces(_ work: ([UInt8]) throws -> Bool) throws -> Bool {
    let pieceSize = 1 << 20
    for offset in stride(from: 0, to: size, by: pieceSize) {
      guard try work(piece(at: offset, upTo: pieceSize)) else { return false }
    }
    return true
  }
}

/// The outcome of exporting one item with files, such as a post.
package struct ExportRecord: Sendable {
  package let number: Int
  /// The missing or changed photos, each as ``JournalError/photoBroken(_:because:)``.
  package let problems: [JournalError]

  package init(number: Int, problems: [JournalError]) {
    (self.number, self.problems) = (number, problems)
  }
}
