package import Files
package import Formats
import Glibc
import Hashing
import Raster
import SystemPackage

/// The bytes of a photo, with the attributes of its file.
package struct PhotoSource: Sendable {
  package let bytes: [UInt8]
  /// Nil for what came through a pipe, or was sent from elsewhere.
  package let attributes: FileAttributes?
  /// The note for bytes that are the picture of a camera's raw file.
  let raw: RawPicture?
  let hashed: HashedOnce
  /// SHA-256 of the bytes, 32 bytes long; computed when it is first asked for.
  var hash: [UInt8] { hashed.hash(of: bytes) }

  package init(bytes: [UInt8], attributes: FileAttributes?, raw: RawPicture? = nil) {
    self.bytes = bytes
    self.attributes = attributes
    self.raw = raw
    hashed = HashedOnce()
  }

  /// Reads a photo; a file of unknown format is not read past its first bytes.
  ///
  /// - Throws: ``StampError``.
  package init(reading photo: InputPhoto) throws(StampError) {
    try self.init(rethrowing(PhotoReader(photo), as: StampError.file))
  }

  /// As ``init(reading:)``.
  package init(_ reader: PhotoReader) throws(StampError) {
    _ = try reader.format()
    self = try rethrowing(reader.whole(), as: StampError.file)
  }
}

/// Reads one photo: its first bytes, which tell the format, and the whole of it when that is needed.
package final class PhotoReader {
  /// The largest file in bytes: libgd's sizes are C `int`s.
  static let largestFile = Int(Int32.max)
  /// Enough of a file to tell its format.
  private static let headLength = 4096

  let path: FilePath
  private let descriptor: FileDescriptor
  private let stat: Stat
  private let isStandardInput: Bool
  private let isReceived: Bool
  private var bytes: [UInt8] = []

  /// Opens a photo's file, or standard input, which may be a pipe.
  ///
  /// A FIFO does not block the call, and a device is not opened.
  ///
  /// - Throws: ``FileError`` when it cannot be opened or is not a regular file.
  package init(_ photo: InputPhoto) throws(FileError) {
    path = photo.path
    isStandardInput = photo.isStandardInput
    isReceived = photo.isReceived
    let type: FileType = try rethrowing(
      isStandardInput ? .regular : photo.path.stat().type,
      as: FileError.system(.open, photo.path))
    // Checked before the file is opened: opening alone has effects on some devices.
    guard type == .regular else { throw .notAFile(photo.path, .init(type)) }
    do throws(Errno) {
      descriptor = isStandardInput ? .standardInput : try .openToRead(photo.path)
      stat = try descriptor.stat()
    } catch {
      throw .system(.open, photo.path, error)
    }
  }

  /// Opens the file of a photo beneath a folder, following no symbolic link.
  ///
  /// - Throws: ``FileError`` when it cannot be opened or is not a regular file.
  package init(_ photo: ContainedPath, beneath folder: ContainingFolder) throws(FileError) {
    path = folder.path.pushing(photo)
    (isStandardInput, isReceived) = (false, false)
    descriptor = try folder.openFile(photo)
    do throws(Errno) {
      stat = try descriptor.stat()
    } catch {
      throw .system(.open, path, error)
    }
  }

  deinit {
    if !isStandardInput { try? descriptor.close() }
  }

  /// Whether the file's last change is that of another, or what a file system keeps of it: ext4 keeps
  /// nanoseconds, NTFS ten millionths, exFAT hundredths and FAT every other second.
  func isStored(withTimeOf other: PhotoReader) -> Bool {
    let (time, kept) = (other.stat.st_mtim, stat.st_mtim)
    if kept.tv_nsec == 0, kept.tv_sec == time.tv_sec & ~1 { return true }
    return kept.tv_sec == time.tv_sec
      && [1, 100, 10_000_000, 1_000_000_000].contains { step in
        kept.tv_nsec == time.tv_nsec - time.tv_nsec % step
      }
  }

  /// The first bytes, enough to tell the format; fewer where the photo is shorter.
  ///
  /// - Throws: ``FileError/empty(_:)`` where there are none.
  package func head() throws(FileError) -> [UInt8] {
    try read(upTo: Self.headLength)
    guard !bytes.isEmpty else { throw .empty(path) }
    return bytes
  }

  /// The first bytes, up to this many; fewer if the photo is shorter.
  ///
  /// - Throws: ``FileError``.
  func start(upTo length: Int) throws(FileError) -> [UInt8] {
    try read(upTo: length)
    return bytes
  }

  /// All of the photo, where it is no larger than the memory that it may take.
  ///
  /// - Parameter allowed: that memory, in bytes.
  /// - Returns: its bytes and attributes.
  /// - Throws: ``FileError``; nothing is read of a file that is known to be too large.
  package func whole(
    allowed: Int = MemoryBudget.ofThisProcess.bytesPerJob
  ) throws(FileError) -> PhotoSource {
    try check(Int(stat.size), allowed)
    // A pipe's size is known only when there is more.
    try read(upTo: min(Self.largestFile, allowed) + 1)
    try check(bytes.count, allowed)
    return PhotoSource(bytes: bytes, attributes: attributes)
  }

  /// Refuses bytes that would take more memory than is allowed.
  func check(_ size: Int, _ allowed: Int) throws(FileError) {
    guard size <= Self.largestFile else { throw .tooLarge(path, limit: Self.largestFile) }
    guard size <= allowed else { throw .overMemory(path, size: size, allowed: allowed) }
  }

  /// Reads until there are this many bytes or the file ends; keeps the bytes read before.
  private func read(upTo length: Int) throws(FileError) {
    do throws(Errno) {
      if stat.type == .regular, !isStandardInput {
        let length = min(length, Int(stat.size))
        if bytes.count < length { bytes = try descriptor.bytes(upTo: length) }
      } else {
        try descriptor.read(into: &bytes, upTo: length)
      }
    } catch {
      throw .system(.read, path, error)
    }
  }

  /// What a video says of itself, where the first bytes are those of one; nil of anything else.
  ///
  /// Only what describes it is read, unless it comes through a pipe.
  ///
  /// - Throws: ``StampError``.
  package func video() throws(StampError) -> VideoFile? {
    let head = try rethrowing(head(), as: StampError.file)
    guard VideoFormat.detect(head) != nil else { return nil }
    let piped = try stat.type == .regular ? nil : rethrowing(whole(), as: StampError.file)
    do throws(VideoFileError) {
      if let piped { return try VideoFile(piped.bytes[...]) }
      let descriptor = descriptor
      return try VideoFile(byteCount: Int(stat.size)) { (offset, count) throws(VideoFileError) in
        do throws(Errno) {
          return try descriptor.bytes(from: offset, upTo: count)
        } catch {
          throw .unreadable(error.rawValue)
        }
      }
    } catch {
      if case .unreadable(let code) = error {
        throw .file(.system(.read, path, Errno(rawValue: code)))
      }
      throw .video(error)
    }
  }

  /// Bytes of the file; nil of what comes through a pipe.
  package var size: Int? { stat.type == .regular ? Int(stat.size) : nil }

  /// Goes through the file from its beginning, a megabyte at a time.
  ///
  /// - Throws: ``FileError``, and what the work throws.
  package func forEachPiece(_ work: ([UInt8]) throws -> Void) throws {
    var offset = 0
    if stat.type != .regular {
      offset = bytes.count
      if !bytes.isEmpty { try work(bytes) }
    }
    while true {
      let piece = try piece(at: offset)
      if piece.isEmpty { return }
      offset += piece.count
      try work(piece)
    }
  }

  /// A stretch of the file; fewer bytes where it ends. What comes through a pipe is to be read whole first.
  ///
  /// - Throws: ``FileError``.
  func bytes(from offset: Int, upTo count: Int) throws(FileError) -> [UInt8] {
    guard stat.type == .regular else { return Array(bytes.dropFirst(offset).prefix(count)) }
    return try piece(at: offset, upTo: count)
  }

  private func piece(at offset: Int, upTo count: Int = 1 << 20) throws(FileError) -> [UInt8] {
    do throws(Errno) {
      guard stat.type == .regular else {
        var piece: [UInt8] = []
        try descriptor.read(into: &piece, upTo: count)
        return piece
      }
      return try descriptor.bytes(from: offset, upTo: count)
    } catch {
      throw .system(.read, path, error)
    }
  }

  /// SHA-256 of the file, 32 bytes; takes only the memory of a piece, for any size.
  ///
  /// - Throws: ``FileError``.
  package func hash() throws(FileError) -> [UInt8] {
    var hash = SHA256()
    var offset = 0
    while true {
      let piece = try piece(at: offset)
      if piece.isEmpty { return hash.finish() }
      offset += piece.count
      hash.update(piece.span)
    }
  }

  /// The file's permissions and times; nil for standard input and received photos.
  package var attributes: FileAttributes? {
    if isStandardInput || isReceived { return nil }
    return FileAttributes(
      permissions: stat.permissions, owner: stat.userID, group: stat.groupID,
      accessed: stat.st_atim, modified: stat.st_mtim)
  }

  /// The photo's format, by its first bytes.
  ///
  /// - Throws: ``StampError`` where they cannot be read, or are of no known format, or a raw one.
  package func format() throws(StampError) -> PhotoFormat {
    let head = try rethrowing(head(), as: StampError.file)
    return try rethrowing(PhotoFormat(announcedBy: head), as: StampError.photo)
  }
}
