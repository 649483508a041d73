package import Files
package import Formats
import SystemPackage

/// Reads one photo: its first bytes, which tell the format, and all of it when it is wanted.
package final class PhotoReader {
  /// The most bytes that libgd takes at once: its sizes are C `int`s.
  static let largestFile = Int(Int32.max)
  /// Enough of a file to tell its format.
  private static let headLength = 4096

  private let path: FilePath
  private let descriptor: FileDescriptor
  private let stat: Stat
  private let isStandardInput: Bool
  private let isReceived: Bool
  private var bytes: [UInt8] = []

  /// Opens a photo's file, or standard input, which may be a pipe.
  ///
  /// Opening is not held up by a FIFO and does not touch a device.
  ///
  /// - Throws: ``FileError`` when it cannot be opened or is not a regular file.
  package init(_ photo: InputPhoto) throws(FileError) {
    path = photo.path
    isStandardInput = photo.isStandardInput
    isReceived = photo.isReceived
    let type: FileType
    do throws(Errno) {
      type = isStandardInput ? .regular : try photo.path.stat().type
    } catch {
      throw .system(.open, photo.path, error)
    }
    // Looked at before it is opened: opening alone does things to some devices.
    guard type == .regular else { throw .notAFile(photo.path, .init(type)) }
    do throws(Errno) {
      descriptor = isStandardInput ? .standardInput : try .openToRead(photo.path)
      stat = try descriptor.stat()
    } catch {
      throw .system(.open, photo.path, error)
    }
  }

  deinit {
    if !isStandardInput { try? descriptor.close() }
  }

  /// The first bytes, enough to tell the format; fewer where the photo is shorter.
  ///
  /// - Throws: ``FileError/empty(_:)`` where there are none.
  package func head() throws(FileError) -> [UInt8] {
    try read(upTo: Self.headLength)
    guard !bytes.isEmpty else { throw .empty(path) }
    return bytes
  }

  /// All of the photo.
  package func whole() throws(FileError) -> PhotoSource {
    guard stat.size <= Self.largestFile else { throw .tooLarge(path, limit: Self.largestFile) }
    try read(upTo: Self.largestFile + 1)
    guard bytes.count <= Self.largestFile else { throw .tooLarge(path, limit: Self.largestFile) }
    let attributes = FileAttributes(
      permissions: stat.permissions, owner: stat.userID, group: stat.groupID,
      accessed: stat.st_atim, modified: stat.st_mtim)
    return PhotoSource(bytes: bytes, attributes: isStandardInput || isReceived ? nil : attributes)
  }

  /// Reads until there are so many bytes or no more; what was read already stays.
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
}

extension PhotoReader {
  /// The photo's format, told by its first bytes.
  ///
  /// - Throws: ``StampError`` where they cannot be read, or are no photo's.
  package func format() throws(StampError) -> PhotoFormat {
    let head = try StampError.wrapping { () throws(FileError) in try self.head() }
    guard let format = PhotoFormat.detect(head) else {
      throw .photo(.unknownFormat(start: Array(head.prefix(16))))
    }
    return format
  }
}

extension PhotoSource {
  /// Reads a photo; what is told by its beginning to be none is not read whole.
  ///
  /// - Throws: ``StampError``.
  init(reading photo: InputPhoto) throws(StampError) {
    let reader = try StampError.wrapping { () throws(FileError) in try PhotoReader(photo) }
    _ = try reader.format()
    self = try StampError.wrapping { () throws(FileError) in try reader.whole() }
  }
}

/// The bytes of a photo with what its file system knows of it.
package struct PhotoSource: Sendable {
  package let bytes: [UInt8]
  /// Nil for what came through a pipe, or was sent from elsewhere.
  package let attributes: FileAttributes?

  package init(bytes: [UInt8], attributes: FileAttributes?) {
    self.bytes = bytes
    self.attributes = attributes
  }
}
