import CArchive
import Files
import SystemPackage

/// Goes through an archive from a place in it on, entry by entry.
final class ArchiveReader {
  private let archive: OpaquePointer
  private let file: OpenFile

  struct Entry {
    /// Nil where it cannot be said in UTF-8.
    let path: String?
    let size: Int?
    let modified: Int?
    let isEncrypted: Bool
    let type: carchive_type
    /// Where its header begins in a TAR file.
    let header: Int
    /// Where its header ends.
    let data: Int
  }

  init(_ file: OpenFile, from start: Int = 0, as format: carchive_format = CARCHIVE_ANY) throws {
    guard let archive = carchive_open(file.descriptor.rawValue, Int64(start), format) else {
      throw FileError.system(.read, file.path, .noMemory)
    }
    (self.archive, self.file) = (archive, file)
  }

  deinit { carchive_close(archive) }

  /// Once an entry was read.
  var kind: carchive_kind { carchive_kind(archive) }

  /// The next entry; nil after the last.
  ///
  /// - Throws: ``ArrivalError``, `FileError`.
  func next() throws -> Entry? {
    var entry = carchive_entry()
    guard try check(carchive_next(archive, &entry)) else { return nil }
    return Entry(
      path: entry.path.map { String(cString: $0) }, size: entry.size < 0 ? nil : Int(entry.size),
      modified: entry.has_modified == 0 ? nil : Int(entry.modified),
      isEncrypted: entry.is_encrypted != 0, type: entry.type, header: Int(entry.header),
      data: Int(entry.data))
  }

  /// Reads the present entry's bytes.
  ///
  /// - Throws: ``ArrivalError``, ``ArrivalFault/expandsTooMuch``, `FileError`, and what `piece` throws.
  func read(_ piece: (UnsafeBufferPointer<UInt8>) throws -> Bool) throws {
    while true {
      var (bytes, count): (UnsafeRawPointer?, Int) = (nil, 0)
      let result = carchive_read(archive, &bytes, &count)
      if result == CARCHIVE_TOO_MUCH { throw ArrivalFault.expandsTooMuch }
      guard try check(result) else { return }
      guard let bytes, count > 0 else { continue }
      let buffer = UnsafeBufferPointer(
        start: bytes.assumingMemoryBound(to: UInt8.self), count: count)
      guard try piece(buffer) else { return }
    }
  }

  /// - Returns: false at the end.
  private func check(_ result: carchive_result) throws -> Bool {
    switch result {
    case CARCHIVE_DONE: return true
    case CARCHIVE_END: return false
    case CARCHIVE_TOO_MUCH: throw ArrivalError.expandsTooMuch
    case CARCHIVE_NO_MEMORY: throw FileError.system(.read, file.path, .noMemory)
    case CARCHIVE_CANNOT_READ:
      throw FileError.system(.read, file.path, Errno(rawValue: carchive_errno(archive)))
    default:
      throw ArrivalError.damaged(
        ArrivalPlace(""), detail: String(cString: carchive_detail(archive)))
    }
  }
}
