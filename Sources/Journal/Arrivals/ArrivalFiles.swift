/// A file among those of a source.
package struct ArrivalFile: Sendable, Hashable {
  /// Its path within the source, with "/"; neither absolute nor with "..", as ``ArrivalFiles`` checks.
  package let path: String
  /// In bytes, where the source says it.
  package let size: Int?
  /// Seconds since 1970 in UTC; nil where the source does not say.
  package let modified: Int?

  package init(path: String, size: Int? = nil, modified: Int? = nil) {
    (self.path, self.size, self.modified) = (path, size, modified)
  }

  /// The last part of the path.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  /// The path without the last part; empty at the top.
  package var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }
  /// How many folders it lies in.
  var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
  /// The name without its ending.
  package var stem: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }
  /// What follows the last dot of the name, in small letters; empty where there is none.
  package var ending: String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts[parts.count - 1].lowercased() : ""
  }
}

/// The files of what a person brings: one file, a folder, or an archive. Nothing is unpacked to disk.
package protocol ArrivalFiles: AnyObject {
  /// The regular files, each path once, in the order of their paths, without those that systems hide or add to
  /// archives.
  var files: FileList { get }
  /// What the person named, for messages.
  var name: String { get }
  /// What is no part of it, though it is there.
  var passedOver: PassedFiles { get }

  /// Reads a file from its beginning, piece by piece.
  ///
  /// - Parameters:
  ///   - file: one of ``files``.
  ///   - piece: called with each piece, which is valid only for as long as it runs; returns whether to go on.
  /// - Throws: ``ArrivalError``; ``ArrivalFault`` where only this file cannot be read; `FileError`; and what
  ///   `piece` throws.
  func read(_ file: ArrivalFile, piece: (UnsafeBufferPointer<UInt8>) throws -> Bool) throws
}

extension ArrivalFiles {
  package var passedOver: PassedFiles { PassedFiles() }

  /// All bytes of a file.
  ///
  /// - Throws: ``ArrivalFault/tooLarge(limit:)`` where there are more than the limit, before they are kept.
  package func bytes(of file: ArrivalFile, limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try read(file) { piece in
      guard bytes.count + piece.count <= limit else { throw ArrivalFault.tooLarge(limit: limit) }
      bytes += piece
      return true
    }
    return bytes
  }

  /// The first bytes of a file, at most so many.
  package func head(of file: ArrivalFile, count: Int = 1 << 16) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try read(file) { piece in
      bytes += piece.prefix(count - bytes.count)
      return bytes.count < count
    }
    return bytes
  }
}

extension ArrivalFiles {
  /// The source's only file; nil where it has none or several.
  package var onlyFile: ArrivalFile? {
    let files = files
    return files.count == 1 ? files.first : nil
  }

  /// The path of a file for messages; empty where the source is that file.
  func shownPath(of file: ArrivalFile) -> String { onlyFile == nil ? file.path : "" }
}
