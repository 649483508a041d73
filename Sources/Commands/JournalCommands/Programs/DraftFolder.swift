import Files
import Foundation
import Glibc
import SystemPackage
import Wording

/// The folder in which a text is written: for this user alone (0700), in the folder that goes with the
/// login, else in the system's for temporary files. Others see that it is in use for as long as this is
/// kept, however the program ends.
final class DraftFolder: Sendable {
  let path: FilePath
  private let folder: ContainingFolder
  /// Has the lock, flock(2), which the editor does not inherit.
  private let lock: FileDescriptor

  private static let prefix = "daystamp-"
  /// What mkdtemp(3) replaces.
  private static let wildcards = "XXXXXX"

  /// Where such folders are made, the first that takes one.
  private static var places: [FilePath] {
    let environment = ProcessInfo.processInfo.environment
    let named = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] } + ["/tmp"]
    return named.filter { $0.hasPrefix("/") }.map { FilePath($0) }
  }

  /// - Throws: `FileError`.
  init() throws {
    path = try Self.make()
    folder = try ContainingFolder(path)
    lock = try rethrowing(Self.openFolder(path), as: FileError.system(.create, path))
    // A search for stale drafts holds it for an instant.
    while flock(lock.rawValue, LOCK_SH) == -1, errno == EINTR {}
  }

  deinit { try? lock.close() }

  private static func make() throws(FileError) -> FilePath {
    var errno = Errno.noSuchFileOrDirectory
    for place in places {
      var name = Array(place.appending(prefix + wildcards).string.utf8CString)
      if mkdtemp(&name) != nil { return FilePath(platformString: name) }
      errno = Errno(rawValue: Glibc.errno)
    }
    throw .system(.create, "/tmp", errno)
  }

  private static func openFolder(_ path: FilePath) throws(Errno) -> FileDescriptor {
    do {
      return try .open(path, .readOnly, options: [.directory, .noFollow, .closeOnExec])
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// Makes a file for this user alone.
  ///
  /// - Throws: `FileError`.
  func create(_ name: ContainedPath, _ bytes: [UInt8]) throws(FileError) {
    let file = try folder.create(name, permissions: .ownerReadWrite)
    defer { try? file.close() }
    try rethrowing(file.write(all: bytes), as: FileError.system(.write, path.pushing(name)))
  }

  /// Reads a file as an editor left it: the same, or another that it put in its place. A link there
  /// would lead to what nobody wrote here.
  ///
  /// - Parameters:
  ///   - name: the file's.
  ///   - limit: bytes that are read at most.
  ///   - isToBeKept: whether nobody else is to read it from now on.
  /// - Returns: its bytes, at most this many.
  /// - Throws: ``DraftError/replaced(_:)`` where it is not a regular file of this user's or the system's,
  ///   else `FileError`.
  func read(_ name: ContainedPath, upTo limit: Int, isToBeKept: Bool = false) throws -> [UInt8] {
    let full = path.pushing(name)
    do throws(Errno) {
      let file = try folder.open(name, .readOnly, options: [.nonBlocking, .closeOnExec])
      defer { try? file.close() }
      let stat = try file.stat()
      guard stat.type == .regular, [geteuid(), 0].contains(stat.userID.rawValue) else {
        throw .tooManySymbolicLinkLevels
      }
      // An editor that writes a new file may have given it other permissions.
      if isToBeKept { try? file.setPermissions(.ownerReadWrite) }
      return try file.bytes(upTo: limit)
    } catch {
      if error == .tooManySymbolicLinkLevels { throw DraftError.replaced(full) }
      throw FileError.system(.read, full, error)
    }
  }
}

extension DraftFolder {
  /// What earlier runs left, which no program is writing any more: files that have something in them, or
  /// the folders where an editor put something else there. Nothing of it is opened but the folders.
  static func left(named names: [ContainedPath]) -> [FilePath] {
    let places = places
    return places.indices.filter { places.firstIndex(of: places[$0]) == $0 }.flatMap { index in
      let place = places[index]
      guard let folder = try? ContainingFolder(place),
        let entries = try? folder.entries(of: nil, beginningWith: prefix)
      else { return [FilePath]() }
      return entries.filter { $0.kind == .folder }.compactMap { entry in
        ContainedPath(nameOf: FilePath(root: nil, [entry.name])).flatMap {
          left(in: folder, $0, named: names)
        }
      }
    }
  }

  /// What is left in a folder; nil where that is nothing, is in use, or is not of this program's making.
  private static func left(
    in place: ContainingFolder, _ path: ContainedPath, named names: [ContainedPath]
  ) -> FilePath? {
    guard path.path.string.utf8.count == (prefix + wildcards).utf8.count,
      let lock = try? place.open(path, .readOnly, options: [.directory, .closeOnExec])
    else { return nil }
    defer { try? lock.close() }
    guard let stat = try? lock.stat(), stat.userID.rawValue == geteuid(),
      stat.permissions == .ownerReadWriteExecute,
      flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0,
      let entries = try? place.entries(of: path)
    else { return nil }
    let full = entries.filter { entry in
      let status = try? place.status(path.appending(entry.name))
      return status?.type != .regular || (status?.size ?? 0) > 0
    }
    let isText = { (entry: FolderListing.Entry) in
      names.contains { $0.lastComponent == entry.name }
    }
    guard !full.isEmpty, entries.contains(where: isText) else { return nil }
    let text = full.first { $0.kind == .file && isText($0) }
    return place.path.pushing(text.map { path.appending($0.name) } ?? path)
  }
}
