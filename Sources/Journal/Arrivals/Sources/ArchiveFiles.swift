import CArchive
import Files

/// The files of an archive. Its list is read once; then a file of a ZIP or TAR file is read from where it is, and
/// those of a TAR file in gzip from the front, where the last one did not end before.
final class ArchiveFiles: ArrivalFiles {
  let files: FileList
  let name: String
  let passedOver: PassedFiles
  private let file: OpenFile
  private let way: Way
  private var walk: (reader: ArchiveReader, next: Int)?
  /// Small texts of a TAR file in gzip, which were met when it was listed.
  private let kept: [Int: [UInt8]]

  private enum Way { case zip, tar, fromFront }

  /// Lists an archive, or a file in gzip.
  static func open(_ file: OpenFile) throws -> any ArrivalFiles {
    let reader = try ArchiveReader(file)
    let first = try reader.next()
    switch reader.kind {
    case CARCHIVE_GZIP: return try CompressedFile(file)
    // A file that begins with zeros looks like a TAR file without entries.
    case CARCHIVE_FILTERED_TAR where first == nil: return try CompressedFile(file)
    // Without entries a reader cannot know that it is one; a damaged one is no other file.
    case CARCHIVE_NONE where first != nil:
      throw ArrivalError.damaged(ArrivalPlace(""), detail: "the end of the archive is missing")
    case CARCHIVE_ZIP: return try ArchiveFiles(file, .zip, reader, first)
    case CARCHIVE_PLAIN_TAR: return try ArchiveFiles(file, .tar, reader, first)
    default: return try ArchiveFiles(file, .fromFront, reader, first)
    }
  }

  private init(
    _ file: OpenFile, _ way: Way, _ reader: ArchiveReader, _ first: ArchiveReader.Entry?
  ) throws {
    (self.file, self.way, name) = (file, way, file.name)
    var (found, kept) = (FoundFiles(), KeptTexts())
    var (entry, number) = (first, 0)
    while let present = entry {
      // Of a ZIP file the end of the header, of a TAR file its beginning, else the entry's number.
      let place =
        switch way {
        case .zip: present.data
        case .tar: present.header
        case .fromFront: number
        }
      try Self.add(present, place, to: &found)
      if way == .fromFront { try kept.keep(present, number, reader) }
      number += 1
      // Those that are passed over are bounded too.
      guard number <= ArrivalSource.fileLimit + ArrivalSource.fileLimit / 10 else {
        throw ArrivalError.tooMany(limit: ArrivalSource.fileLimit)
      }
      entry = try reader.next()
    }
    files = found.sorted()
    passedOver = found.passedOver
    self.kept = kept.texts
  }

  private static func add(
    _ entry: ArchiveReader.Entry, _ place: Int, to found: inout FoundFiles
  ) throws {
    guard let path = entry.path else { return found.pass(.characters, "") }
    switch entry.type {
    case CARCHIVE_FOLDER: return
    case CARCHIVE_LINK: found.pass(.link, path)
    case CARCHIVE_SPECIAL: found.pass(.special, path)
    default:
      if entry.isEncrypted { return found.pass(.encrypted, path) }
      try found.add(path, size: entry.size, modified: entry.modified, place: place)
    }
  }

  func read(_ file: ArrivalFile, piece: (UnsafeBufferPointer<UInt8>) throws -> Bool) throws {
    guard let index = files.index(ofPath: file.path) else {
      throw ArrivalFault.missingFile(file.path)
    }
    do {
      try read(files.place(at: index), file.path, piece)
    } catch ArrivalError.damaged(_, let detail) {
      throw ArrivalError.damaged(ArrivalPlace(file.path), detail: detail)
    }
  }

  private func read(
    _ place: Int, _ path: String, _ piece: (UnsafeBufferPointer<UInt8>) throws -> Bool
  ) throws {
    switch way {
    case .zip:
      guard let header = try ZIPHeader.beginning(endingAt: place, in: file) else {
        throw ArrivalError.damaged(ArrivalPlace(path), detail: "no header")
      }
      try read(ArchiveReader(file, from: header, as: CARCHIVE_ZIP_ENTRY), path, piece)
    case .tar: try read(ArchiveReader(file, from: place, as: CARCHIVE_TAR), path, piece)
    case .fromFront:
      if let bytes = kept[place] {
        _ = try bytes.withUnsafeBufferPointer(piece)
      } else {
        try walked(to: place, path).read(piece)
      }
    }
  }

  private func read(
    _ reader: ArchiveReader, _ path: String, _ piece: (UnsafeBufferPointer<UInt8>) throws -> Bool
  ) throws {
    guard let entry = try reader.next(), let name = entry.path,
      try ArrivalSource.path(name) == path
    else {
      throw ArrivalError.damaged(ArrivalPlace(path), detail: "another file's header")
    }
    try reader.read(piece)
  }

  /// The reader at an entry, from where it is or from the front.
  private func walked(to number: Int, _ path: String) throws -> ArchiveReader {
    var (reader, next) =
      if let walk, walk.next <= number { walk } else { (try ArchiveReader(file), 0) }
    walk = nil
    while next <= number {
      guard try reader.next() != nil else {
        throw ArrivalError.damaged(ArrivalPlace(path), detail: "the archive has changed")
      }
      next += 1
    }
    walk = (reader, next)
    return reader
  }
}

/// Where in a ZIP file the header of an entry begins (APPNOTE 4.3.7), of which libarchive says only where it ends.
private enum ZIPHeader {
  static let size = 30

  /// - Returns: nil where there is none.
  static func beginning(endingAt end: Int, in file: OpenFile) throws -> Int? {
    // Most have a short name and little beside it; both may have 65,535 bytes.
    for length in [1 << 10, size + 2 * 65_535] {
      let from = max(end - length, 0)
      let bytes = try file.bytes(at: from, count: end - from)
      if let index = beginning(in: bytes) { return from + index }
    }
    return nil
  }

  /// Where a header begins that ends with these bytes.
  private static func beginning(in bytes: [UInt8]) -> Int? {
    let nameLength = 26
    let extraLength = 28
    return stride(from: bytes.count - size, through: 0, by: -1).first { start in
      func number(_ offset: Int) -> Int {
        Int(bytes[start + offset]) | Int(bytes[start + offset + 1]) << 8
      }
      return bytes[start] == 0x50 && bytes[start...].starts(with: [0x50, 0x4B, 3, 4])
        && size + number(nameLength) + number(extraLength) == bytes.count - start
    }
  }
}

/// What is kept of an archive that can only be read from the front: a companion of each photo would mean to go
/// through all of it as often as there are photos.
private struct KeptTexts {
  private(set) var texts: [Int: [UInt8]] = [:]
  private var room = 48 << 20

  mutating func keep(
    _ entry: ArchiveReader.Entry, _ number: Int, _ reader: ArchiveReader
  ) throws {
    let endings: Set = ["csv", "html", "json", "md", "txt", "xmp"]
    guard entry.type == CARCHIVE_FILE, let path = entry.path, let size = entry.size,
      size <= min(room, 1 << 16),
      endings.contains(ArrivalFile(path: path).ending)
    else { return }
    var bytes: [UInt8] = []
    try reader.read { piece in
      bytes += piece.prefix(size - bytes.count)
      return true
    }
    texts[number] = bytes
    room -= bytes.count + 64
  }
}

/// A file in gzip as a source.
private final class CompressedFile: ArrivalFiles {
  let files: FileList
  let name: String
  private let file: OpenFile

  init(_ file: OpenFile) throws {
    (self.file, name) = (file, file.name)
    let ending = ".gz"
    let path = name.lowercased().hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    files = FileList([ArrivalFile(path: path, size: nil, modified: try file.status().modified)])
  }

  func read(_ file: ArrivalFile, piece: (UnsafeBufferPointer<UInt8>) throws -> Bool) throws {
    guard file.path == files[0].path else { throw ArrivalFault.missingFile(file.path) }
    let reader = try ArchiveReader(self.file, as: CARCHIVE_COMPRESSED)
    if try reader.next() != nil { try reader.read(piece) }
  }
}
