package import Files
import Glibc
package import SystemPackage

/// Reads the files of a folder whose disk may fail, and changes none: no symbolic link is followed, and
/// what the disk does not give any more is zero in what is read.
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

  /// What a disk reads or fails to read at once.
  private static let block = 4_096
  private static let stretch = 1 << 20

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

  /// Reads a file; nil where there is none.
  ///
  /// - Throws: ``FileError``, also where nothing at all of it can be read.
  package func content(of file: ContainedPath) throws(FileError) -> Content? {
    let whole = folder.path.pushing(file)
    let descriptor: FileDescriptor
    do throws(FileError) {
      descriptor = try folder.openToRead(file)
    } catch .system(_, _, .noSuchFileOrDirectory) {
      return nil
    }
    defer { try? descriptor.close() }
    let stat = try rethrowing(descriptor.stat(), as: FileError.system(.open, whole))
    guard stat.type == .regular else { throw .notAFile(whole, .init(stat.type)) }
    guard stat.size < Int64(Int32.max) else { throw .tooLarge(whole, limit: Int(Int32.max)) }
    let (bytes, lost) = bytes(of: descriptor.rawValue, count: Int(stat.size))
    guard lost == 0 || lost < bytes.count else { throw .system(.read, whole, .ioError) }
    return Content(bytes: bytes, lost: lost, modified: stat.st_mtim.tv_sec)
  }

  private func bytes(of descriptor: CInt, count: Int) -> (bytes: [UInt8], lost: Int) {
    var bytes = [UInt8](repeating: 0, count: count)
    var (place, lost, step) = (0, 0, Self.stretch)
    bytes.withUnsafeMutableBytes { bytes in
      while place < count {
        let end = min(count, place + step)
        let got = read(
          descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[place..<end]), place)
        if got > 0 {
          place += got
          // Once a stretch is past, the disk is trusted with long ones again.
          if place % Self.stretch == 0 { step = Self.stretch }
        } else if got < 0, errno == EINTR {
          continue
        } else if step > Self.block {
          step = Self.block - place % Self.block
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
