import Files
import Glibc
package import SystemPackage

/// Finds out what a person brings: one file, a folder, or an archive.
package enum ArrivalSource {
  /// How many files a source may have.
  package static let fileLimit = 1_000_000
  /// How many bytes the paths of all its files may have together.
  package static let pathsLimit = 128 << 20
  /// How many bytes one path may have.
  static let pathLimit = 4096

  /// Opens a file, a folder or an archive, and lists its files. An archive is a ZIP file, a TAR file, or either
  /// in gzip; a file in gzip is that file.
  ///
  /// Hidden files and what macOS adds to archives are no part of a source. Links, devices and names that lead
  /// elsewhere are passed over and named in ``ArrivalFiles/passedOver``.
  ///
  /// - Parameters:
  ///   - path: may be a symbolic link.
  ///   - name: the name of a file or archive, if it is not the last part of the path.
  /// - Returns: the files that are a part of it.
  /// - Throws: `FileError` where it cannot be read; ``ArrivalError`` where it is a damaged archive or has more
  ///   files than may come.
  package static func open(
    _ path: FilePath, named name: String? = nil
  ) throws -> any ArrivalFiles {
    let descriptor: FileDescriptor
    let status: Stat
    do throws(Errno) {
      descriptor = try .openToRead(path)
      status = try descriptor.stat()
    } catch {
      throw FileError.system(.open, path, error)
    }
    switch status.type {
    case .directory:
      try? descriptor.close()
      return try FolderFiles(path)
    case .regular:
      let file = OpenFile(descriptor, path, named: name)
      return try isArchive(file) ? ArchiveFiles.open(file) : SingleFile(file)
    default:
      try? descriptor.close()
      throw FileError.notAFile(path, .init(status.type))
    }
  }

  /// Whether a file begins as an archive does: ZIP (APPNOTE 4.3.7, 4.3.16), gzip (RFC 1952, 2.3.1), TAR (POSIX,
  /// pax: the magic at 257).
  private static func isArchive(_ file: OpenFile) throws -> Bool {
    let head = try file.bytes(at: 0, count: 512)
    let beginnings: [[UInt8]] = [
      [0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6], [0x1F, 0x8B],
    ]
    return beginnings.contains { head.starts(with: $0) }
      || head.dropFirst(257).starts(with: "ustar".utf8)
  }

  /// The path of a file in a source as a source has it.
  ///
  /// - Returns: nil for a hidden file, and for what macOS adds to archives.
  /// - Throws: why it is passed over.
  static func path(_ name: String) throws(PassedFiles.Reason) -> String? {
    guard name.utf8.count <= pathLimit, name.utf8.first != UInt8(ascii: "/") else { throw .path }
    let parts = name.split(separator: "/").filter { $0 != "." }
    guard !parts.isEmpty, !parts.contains("..") else { throw .path }
    let isPlain = name.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
    let isSafe =
      isPlain
      || name.unicodeScalars.allSatisfy {
        let kind = $0.properties.generalCategory
        // In names of emoji one joins two others.
        return $0 == "\u{200D}"
          || ![.control, .format, .lineSeparator, .paragraphSeparator].contains(kind)
      }
    guard isPlain || isSafe && !name.unicodeScalars.contains("\u{FFFD}") else { throw .characters }
    if parts.contains(where: { $0.first == "." }) || parts[0] == "__MACOSX" { return nil }
    return parts.joined(separator: "/")
  }
}

/// A regular file of the disk that is read by place; it is closed with the last who has it.
final class OpenFile {
  let descriptor: FileDescriptor
  let path: FilePath
  let name: String

  init(_ descriptor: FileDescriptor, _ path: FilePath, named name: String? = nil) {
    (self.descriptor, self.path) = (descriptor, path)
    self.name = name ?? path.lastComponent.map(\.string) ?? path.string
  }

  deinit { try? descriptor.close() }

  /// Its size in bytes, and when it was last changed in seconds since 1970.
  func status() throws(FileError) -> (size: Int, modified: Int) {
    let status = try rethrowing(descriptor.stat(), as: FileError.system(.read, path))
    return (Int(status.size), Int(status.st_mtim.tv_sec))
  }

  /// The bytes from a place on, as many as there are up to a count.
  func bytes(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    do {
      return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        while filled < count {
          let part = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let read = try descriptor.read(
            fromAbsoluteOffset: Int64(offset + filled), into: part)
          if read == 0 { break }
          filled += read
        }
      }
    } catch {
      throw .system(.read, path, error as? Errno ?? .ioError)
    }
  }

  /// Reads it from its beginning, piece by piece.
  func read(_ piece: (UnsafeBufferPointer<UInt8>) throws -> Bool) throws {
    var offset = 0
    while true {
      let part = try bytes(at: offset, count: 1 << 18)
      guard !part.isEmpty, try part.withUnsafeBufferPointer(piece) else { return }
      offset += part.count
    }
  }
}

/// Files that are no part of a source, with an example of each kind.
package struct PassedFiles: Sendable, Hashable {
  package enum Reason: String, Error, Sendable, Hashable, CaseIterable {
    /// A symbolic or hard link.
    case link
    /// A device, a socket or a FIFO.
    case special
    /// Absolute, beyond the source, or too long.
    case path
    /// Control characters, or bytes that are not UTF-8.
    case characters
    case encrypted
    /// Another file of the source has the same path.
    case sameName
  }

  package struct Kind: Sendable, Hashable {
    package let reason: Reason
    package internal(set) var count: Int
    /// A path, which may have any characters.
    package let example: String
  }

  /// Those that there are, in the order in which they were found.
  package private(set) var kinds: [Kind] = []

  package init() {}

  mutating func add(_ reason: Reason, _ path: String) {
    if let index = kinds.firstIndex(where: { $0.reason == reason }) {
      kinds[index].count += 1
    } else {
      kinds.append(Kind(reason: reason, count: 1, example: String(path.prefix(200))))
    }
  }
}
