import Files
import Shell
import SystemPackage
import Texts
import Wording

/// A file of a collection, or standard input, which is read piece by piece.
final class CollectionFile {
  /// Bytes of a file: those of a million texts, and no more than a person waits for.
  static let limit = 512 << 20

  let path: FilePath
  private let descriptor: FileDescriptor
  /// The first bytes, which show what the file is.
  let head: [UInt8]
  private var isHeadGiven = false
  private var size = 0

  /// - Parameter path: "-" for standard input.
  /// - Throws: `FileError`.
  init(_ path: FilePath) throws(FileError) {
    self.path = path
    do throws(Errno) {
      descriptor =
        path == "-" ? try FileDescriptor.standardInput.copy() : try FileDescriptor.openToRead(path)
    } catch {
      throw .system(.open, path, error)
    }
    do {
      let stat = try descriptor.stat()
      let isRead = stat.type == .regular || path == "-" && stat.type != .directory
      if !isRead { throw FileError.notAFile(path, FileError.Kind(stat.type)) }
      if stat.type == .regular, stat.size > Int64(Self.limit) {
        throw FileError.tooLarge(path, limit: Self.limit)
      }
      var head: [UInt8] = []
      try descriptor.read(into: &head, upTo: CollectionFormat.headSize)
      self.head = head
    } catch {
      try? descriptor.close()
      throw error as? FileError ?? .system(.read, path, error as? Errno ?? .ioError)
    }
  }

  deinit { try? descriptor.close() }

  /// The next bytes, at most ``CollectionReader/pieceSize``; none at the end.
  func piece() throws(FileError) -> [UInt8] {
    if !isHeadGiven {
      (isHeadGiven, size) = (true, head.count)
      return head
    }
    var bytes: [UInt8] = []
    do throws(Errno) {
      try descriptor.read(into: &bytes, upTo: CollectionReader.pieceSize)
    } catch {
      throw .system(.read, path, error)
    }
    size += bytes.count
    if size > Self.limit { throw .tooLarge(path, limit: Self.limit) }
    return bytes
  }
}

extension FileDescriptor {
  /// Another descriptor of the same file, to be closed on its own.
  fileprivate func copy() throws(Errno) -> FileDescriptor {
    do {
      return try duplicate()
    } catch {
      throw error as? Errno ?? .badFileDescriptor
    }
  }
}
