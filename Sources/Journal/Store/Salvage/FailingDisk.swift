package import Files
import Glibc
import Hashing
package import SystemPackage

/// Reads the files of a folder on a failing disk, and changes none. It follows no symbolic links,
/// and reads unreadable parts as zeros.
package struct FailingDisk: Sendable {
  private let folder: ContainingFolder
  private let read: Read

  /// pread(2).
  typealias Read = @Sendable (CInt, UnsafeMutableRawBufferPointer, Int) -> Int

  package struct Content: Sendable {
    package let bytes: [UInt8]
    /// How many of them could not be read.
    package let lost: Int
    /// When the file was changed last, in seconds since 1970 in UTC.
    package let modified: Int

    package init(bytes: [UInt8], lost: Int, modified: Int) {
      (self.bytes, self.lost, self.modified) = (bytes, lost, modified)
    }
  }

  /// - Throws: ``JournalError/file(_:)``.
  package init(_ folder: FilePath) throws {
    try self.init(folder) { descriptor, buffer, offset in
      pread(descriptor, buffer.baseAddress, buffer.count, offset)
    }
  }

  init(_ folder: FilePath, reading read: @escaping Read) throws {
    self.read = read
    do throws(FileError) {
      self.folder = try ContainingFolder(folder)
    } catch {
      throw JournalError.file(error)
    }
  }

  /// Reads a whole file; nil if there is none.
  ///
  /// - Throws: ``FileError``, also where nothing at all of it can be read.
  package func content(of file: ContainedPath) throws(FileError) -> Content? {
    guard let opened = try open(file) else { return nil }
    guard opened.byteCount < Int(Int32.max) else {
      throw .tooLarge(opened.path, limit: Int(Int32.max))
    }
    let (bytes, lost) = opened.bytes(from: 0, upTo: opened.byteCount)
    try opened.check(lost)
    return Content(bytes: bytes, lost: lost, modified: opened.modified)
  }

  /// Opens a file of any size; nil if there is none.
  ///
  /// - Throws: ``FileError``.
  package func open(_ file: ContainedPath) throws(FileError) -> FailingFile? {
    do throws(FileError) {
      return try FailingFile(
        folder.openToRead(file), at: folder.path.pushing(file), reading: read)
    } catch .system(_, _, .noSuchFileOrDirectory) {
      return nil
    }
  }
}

/// An open file on a failing disk; unreadable parts are zeros.
package final class FailingFile {
  package let path: FilePath
  package let byteCount: Int
  /// When the file was changed last, in seconds since 1970 in UTC.
  package let modified: Int
  private let descriptor: FileDescriptor
  private let read: FailingDisk.Read

  /// What is known about a file after reading all of it.
  package struct Outline: Sendable {
    /// SHA-256, 32 bytes.
    package let hash: [UInt8]
    package let byteCount: Int
    /// How many of them could not be read.
    package let lost: Int
    /// When the file was changed last, in seconds since 1970 in UTC.
    package let modified: Int
  }

  /// What a disk reads or fails to read at once.
  private static let block = 4_096
  private static let stretch = 1 << 20

  fileprivate init(
    _ descriptor: FileDescriptor, at path: FilePath, reading read: @escaping FailingDisk.Read
  ) throws(FileError) {
    (self.descriptor, self.path, self.read) = (descriptor, path, read)
    do throws(FileError) {
      let stat = try rethrowing(descriptor.stat(), as: FileError.system(.open, path))
      guard stat.type == .regular else { throw .notAFile(path, .init(stat.type)) }
      (byteCount, modified) = (Int(stat.size), stat.st_mtim.tv_sec)
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  deinit { try? descriptor.close() }

  /// Reads all of it, a megabyte at a time.
  ///
  /// - Parameter work: gets each piece.
  /// - Returns: what is known of it then.
  /// - Throws: ``FileError`` where nothing at all of it can be read, and what the work throws.
  package func outline(_ work: ([UInt8]) throws -> Void = { _ in }) throws -> Outline {
    var hash = SHA256()
    var (place, lost) = (0, 0)
    while place < byteCount {
      let piece = bytes(from: place, upTo: Self.stretch)
      hash.update(piece.bytes.span)
      try work(piece.bytes)
      place += piece.bytes.count
      lost += piece.lost
    }
    try check(lost)
    return Outline(hash: hash.finish(), byteCount: byteCount, lost: lost, modified: modified)
  }

  /// Refuses a file of which nothing was read.
  fileprivate func check(_ lost: Int) throws(FileError) {
    guard lost == 0 || lost < byteCount else { throw .system(.read, path, .ioError) }
  }

  /// Reads a piece of it, which is shorter where the file ends.
  ///
  /// - Parameters:
  ///   - start: where the piece begins.
  ///   - count: how many bytes are wanted.
  /// - Returns: the bytes, and how many of them could not be read.
  package func bytes(from start: Int, upTo count: Int) -> (bytes: [UInt8], lost: Int) {
    let count = max(0, min(count, byteCount - start))
    var bytes = [UInt8](repeating: 0, count: count)
    var (place, lost, step) = (0, 0, Self.stretch)
    bytes.withUnsafeMutableBytes { bytes in
      while place < count {
        let end = min(count, place + step)
        let got = read(
          descriptor.rawValue, UnsafeMutableRawBufferPointer(rebasing: bytes[place..<end]),
          start + place)
        if got > 0 {
          place += got
          // Once a stretch is past, the disk is trusted with long ones again.
          if place % Self.stretch == 0 { step = Self.stretch }
        } else if got < 0, errno == EINTR {
          continue
        } else if step > Self.block {
          step = Self.block - (start + place) % Self.block
        } else {
          lost += end - place
          place = end
          step = Self.block
        }
      }
    }
    return (bytes, lost)
  }
}

/// The files below a folder, as they are found without following symbolic links.
package struct FoundFiles: Sendable {
  /// Paths from the journal's folder.
  package private(set) var files: [ContainedPath] = []
  /// Folders that could not be read, and symbolic links.
  package private(set) var problems: [FileError] = []

  /// Goes through a folder of a journal's and all below it.
  init(_ folder: ContainedPath, of journal: FilePath) {
    let start = journal.pushing(folder)
    guard let type = try? start.stat(followTargetSymlink: false).type else { return }
    guard type == .directory else {
      problems.append(.system(.open, start, .tooManySymbolicLinkLevels))
      return
    }
    var folders = [folder]
    while let folder = folders.popLast() {
      do throws(FileError) {
        let entries = try FolderListing.everything(in: journal.pushing(folder))
        folders += entries.filter { $0.kind == .folder }.map { folder.appending($0.name) }
        files += entries.filter { $0.kind == .file }.map { folder.appending($0.name) }
      } catch {
        problems.append(error)
      }
    }
    files.sort { String(decoding: $0) < String(decoding: $1) }
  }
}
