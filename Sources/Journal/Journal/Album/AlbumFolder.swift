import Files
import Formats
import Glibc
import Stamping
import SystemPackage

/// A person's own, private folder with copies of stamped photos: one for each post, named by its
/// time.
///
/// A hidden list in it says which file is the copy of which post, and with which bytes. Only a file that
/// the list has, and that still has those bytes, is ever replaced or removed. What is there under such a
/// name and is anything else stays as it is, and the copy gets another name.
final class AlbumFolder {
  static let list: ContainedPath = ".daystamp-copies"

  private let folder: ContainingFolder
  /// The list's, whose lock is held while a copy is made.
  private let descriptor: FileDescriptor
  private var copies: [PostUID: [Copy]] = [:]
  private var count = 0
  /// How far the list was read, and what was read of a line that is not ended there.
  private var offset: Int64 = 0
  private var pending: [UInt8] = []

  private struct Copy: Hashable {
    let name: ContainedPath
    /// SHA-256, 32 bytes.
    let hash: [UInt8]
  }

  /// Bytes of a line of the list; a longer one is none of ours.
  private static let lineLimit = 512
  /// Lines that are read; of files that further ones name nothing is known.
  private static let countLimit = 1_000_000
  /// How many other names are tried where the first ones are taken.
  private static let otherPlaces = 100

  /// Opens the folder, which is made where it is missing.
  ///
  /// - Throws: ``FileError``.
  init(_ path: FilePath) throws(FileError) {
    do throws(Errno) {
      try path.createFolders(permissions: .ownerReadWriteExecute)
    } catch {
      throw .system(.create, path, error)
    }
    folder = try ContainingFolder(path)
    descriptor = try folder.openOrCreate(Self.list, permissions: .ownerReadWrite)
    let type = try rethrowing(descriptor.stat().type, as: FileError.system(.open, listPath))
    guard type == .regular else { throw .notAFile(listPath, .init(type)) }
  }

  deinit { try? descriptor.close() }

  private var listPath: FilePath { folder.path.pushing(Self.list) }

  /// A post's photo for the folder.
  struct Photo {
    let uid: [UInt8]
    /// By whose time it is named.
    let place: PhotoPlace
    let format: PhotoFormat
    /// SHA-256, 32 bytes.
    let hash: [UInt8]
    /// The time that the file has, in seconds since 1970 in UTC.
    let instant: Int
  }

  /// Sees to it that the folder has a photo, and that no earlier copy of its post is there under another
  /// name. While it works, others wait.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - bytes: reads its file; only asked for where the folder has not got it.
  /// - Returns: whether it was written; false where it was there.
  /// - Throws: ``FileError``, and what `bytes` throws; then an earlier copy is as it was.
  func put(_ photo: Photo, _ bytes: () throws -> [UInt8]) throws -> Bool {
    try lock()
    defer { _ = flock(descriptor.rawValue, LOCK_UN) }
    try refresh()
    guard let uid = PostUID(photo.uid) else { return false }
    let known = copies[uid] ?? []
    let (copy, state) = try free(photo, known)
    if state != .there {
      let bytes = try bytes()
      try append(copy, of: photo.uid)
      try write(bytes, to: copy.name, replacing: state == .earlier, at: photo.instant)
    } else if !known.contains(copy) {
      try append(copy, of: photo.uid)
    }
    for old in known where old.name != copy.name {
      if case .file(old.hash) = try content(of: old.name) { try folder.remove(old.name) }
    }
    return state != .there
  }

  private enum State {
    case free, earlier, there
  }

  /// The name that a photo gets, and what has it now.
  private func free(_ photo: Photo, _ known: [Copy]) throws -> (Copy, State) {
    var place = photo.place
    for _ in 0...Self.otherPlaces {
      if let name = ContainedPath(nameOf: try place.file(photo.format).path) {
        let copy = Copy(name: name, hash: photo.hash)
        switch try content(of: name) {
        case .nothing: return (copy, .free)
        case .file(photo.hash): return (copy, .there)
        case .file(let hash) where known.contains(Copy(name: name, hash: hash)):
          return (copy, .earlier)
        case .file, .other: break
        }
      }
      place = place.next
    }
    throw FileError.exists(folder.path.pushing(try photo.place.file(photo.format)))
  }

  private enum Content {
    case nothing
    /// A file of this SHA-256.
    case file([UInt8])
    case other
  }

  private func content(of name: ContainedPath) throws(FileError) -> Content {
    do throws(FileError) {
      guard try folder.status(name).type == .regular else { return .other }
      return .file(StampMark.hash(try PhotoReader(name, beneath: folder).whole().bytes))
    } catch {
      switch error {
      case .system(_, _, .noSuchFileOrDirectory): return .nothing
      case .tooLarge, .notAFile, .symbolicLink: return .other
      default: throw error
      }
    }
  }

  private func write(
    _ bytes: [UInt8], to name: ContainedPath, replacing replaces: Bool, at instant: Int
  ) throws(FileError) {
    let path = folder.path.pushing(name)
    let staged: StagedFile
    do throws(Errno) {
      staged = try StagedFile(beneath: folder, permissions: .ownerReadWrite)
    } catch {
      throw .system(.create, path, error)
    }
    do throws(Errno) {
      try staged.write(bytes)
      let time = timespec(tv_sec: instant, tv_nsec: 0)
      try staged.take(
        FileAttributes(
          permissions: .ownerReadWrite, owner: UserID(rawValue: geteuid()),
          group: GroupID(rawValue: getegid()), accessed: time, modified: time),
        keepsOwner: false)
      try staged.flush()
    } catch {
      throw .system(.write, path, error)
    }
    if replaces { try staged.publish(replacing: name) } else { try staged.publish(at: name) }
  }
}

/// The list: a line a copy, with the post's uid, the file's SHA-256 and its name.
extension AlbumFolder {
  /// Where a file system has no locks, nothing is waited for.
  private func lock() throws(FileError) {
    while flock(descriptor.rawValue, LOCK_EX) != 0 {
      if errno != EINTR { return }
    }
  }

  /// Reads what the list has become longer by.
  private func refresh() throws(FileError) {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let size = piece.withUnsafeMutableBytes {
        pread(descriptor.rawValue, $0.baseAddress, $0.count, off_t(offset))
      }
      if size < 0 {
        if errno == EINTR { continue }
        throw .system(.read, listPath, Errno(rawValue: errno))
      }
      if size == 0 { return }
      offset += Int64(size)
      for byte in piece[..<size] {
        if byte == UInt8(ascii: "\n") {
          read(pending)
          pending = []
        } else if pending.count <= Self.lineLimit {
          pending.append(byte)
        }
      }
    }
  }

  /// What is no line of ours says nothing.
  private func read(_ line: [UInt8]) {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      .map { String(decoding: $0, as: UTF8.self) }
    guard line.count <= Self.lineLimit, count < Self.countLimit, parts.count == 3,
      let uid = [UInt8](hexadecimal: parts[0]).flatMap({ PostUID($0) }),
      let hash = [UInt8](hexadecimal: parts[1]), hash.count == 32, !parts[2].hasPrefix("."),
      let name = try? ContainedPath(parts[2]), name.folder == nil
    else { return }
    count += 1
    let copy = Copy(name: name, hash: hash)
    if copies[uid]?.contains(copy) != true { copies[uid, default: []].append(copy) }
  }

  /// Writes a copy down before it is made: one that is not in the list would be taken for another's.
  private func append(_ copy: Copy, of uid: [UInt8]) throws(FileError) {
    // The end of a line whose writing was interrupted.
    let end = pending.isEmpty ? "" : "\n"
    let line = "\(end)\(uid.hexadecimal) \(copy.hash.hexadecimal) \(String(decoding: copy.name))\n"
    do {
      try descriptor.writeAll(toAbsoluteOffset: offset, line.utf8)
    } catch let error as Errno {
      throw .system(.write, listPath, error)
    } catch {
      throw .system(.write, listPath, .ioError)
    }
  }
}
