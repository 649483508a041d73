import Glibc
package import SystemPackage

/// Finds out which files below a folder were written, or moved there, by inotify(7).
///
/// Passes over symbolic links and names that begin with a full stop. Network file systems do not report
/// changes by other machines.
package final class FolderWatch {
  private let descriptor: FileDescriptor
  private let root: FilePath
  private let excluded: FilePath?
  /// The watched folders, by inotify's number: paths beneath the root.
  private var folders: [Int32: FilePath] = [:]

  /// What happened since the last look.
  package struct Changes: Sendable {
    /// Their paths beneath the folder.
    package var files: Set<FilePath> = []
    /// Whether the kernel dropped some, so that the caller has to look at the whole folder.
    package var areIncomplete = false
  }

  private static let events =
    UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE)
    | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)

  /// Begins to watch a folder and all below it.
  ///
  /// - Parameters:
  ///   - root: the folder.
  ///   - excluded: a folder that is not watched if it lies below; nil for none.
  /// - Throws: ``FileError/system(_:_:_:)``, also if the user may watch no more folders.
  package init(_ root: FilePath, excluding excluded: FilePath?) throws(FileError) {
    let number = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard number >= 0 else { throw .system(.list, root, Errno(rawValue: errno)) }
    descriptor = FileDescriptor(rawValue: number)
    (self.root, self.excluded) = (root, excluded)
    var ignored = Changes()
    try watch("", &ignored)
  }

  deinit { try? descriptor.close() }

  /// Waits for changes.
  ///
  /// - Parameter milliseconds: the longest wait; nil for no limit.
  /// - Returns: the changes; none when the time is over.
  /// - Throws: ``FileError/system(_:_:_:)``.
  package func next(within milliseconds: Int32?) throws(FileError) -> Changes {
    var changes = Changes()
    var ready = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, milliseconds ?? -1) > 0 else { return changes }
    // Room for some hundred events; the next call reads the rest.
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = buffer.withUnsafeMutableBytes {
      read(descriptor.rawValue, $0.baseAddress, $0.count)
    }
    guard count > 0 else {
      if errno == EAGAIN || errno == EINTR { return changes }
      throw .system(.list, root, Errno(rawValue: errno))
    }
    var place = 0
    while let event = Event(buffer[..<count], at: &place) { try take(event, &changes) }
    return changes
  }

  /// struct inotify_event, and the name after it.
  private struct Event {
    let folder: Int32
    let mask: UInt32
    let name: FilePath.Component?

    init?(_ bytes: ArraySlice<UInt8>, at place: inout Int) {
      let head = MemoryLayout<inotify_event>.size
      guard place + head <= bytes.count else { return nil }
      let event = bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
      }
      let end = place + head + Int(event.len)
      guard end <= bytes.count else { return nil }
      let name = bytes[bytes.startIndex + place + head..<bytes.startIndex + end]
        .prefix { $0 != 0 }
      (folder, mask) = (event.wd, event.mask)
      self.name = FilePath(platformString: name.map(CChar.init(bitPattern:)) + [0]).lastComponent
      place = end
    }

    func has(_ bit: Int32) -> Bool { mask & UInt32(bitPattern: bit) != 0 }
  }

  private func take(_ event: Event, _ changes: inout Changes) throws(FileError) {
    if event.has(Int32(IN_Q_OVERFLOW)) { changes.areIncomplete = true }
    if event.has(Int32(IN_IGNORED)) { folders[event.folder] = nil }
    guard let folder = folders[event.folder], let name = event.name,
      !name.string.hasPrefix(".")
    else { return }
    let path = folder.appending(name)
    if event.has(Int32(IN_ISDIR)) {
      try watch(path, &changes)
    } else if !event.has(Int32(IN_CREATE)) {
      changes.files.insert(path)
    }
  }

  /// Watches a folder and all below it; files that it already has count as written.
  private func watch(_ relative: FilePath, _ changes: inout Changes) throws(FileError) {
    let path = root.appending(relative.components)
    if let excluded, path.isWithin(excluded) { return }
    let number = path.withPlatformString {
      inotify_add_watch(descriptor.rawValue, $0, Self.events)
    }
    guard number >= 0 else {
      let error = Errno(rawValue: errno)
      // It is gone again, or is a link.
      if !relative.isEmpty, [.noSuchFileOrDirectory, .notDirectory].contains(error) { return }
      throw .system(.list, path, error)
    }
    folders[number] = relative
    let entries: [FolderListing.Entry]
    do throws(FileError) { entries = try FolderListing.entries(of: path) } catch {
      if relative.isEmpty { throw error }
      return
    }
    for entry in entries {
      if entry.kind == .folder {
        try watch(relative.appending(entry.name), &changes)
      } else {
        changes.files.insert(relative.appending(entry.name))
      }
    }
  }
}

/// Files that somebody may still be writing: each is settled once it has not changed for a while.
package struct SettlingFiles: Sendable {
  /// If this is the same, the file did not change.
  fileprivate struct State: Equatable {
    let size: Int
    let modified: Int
    let modifiedNanoseconds: Int
  }

  private var files: [FilePath: (state: State, since: Int)] = [:]
  private let seconds: Int

  /// - Parameter seconds: how long a file must stay as it is.
  package init(seconds: Int) { self.seconds = seconds }

  package var isEmpty: Bool { files.isEmpty }

  /// Takes out the files that are settled.
  ///
  /// - Parameters:
  ///   - changed: those that changed, or may have.
  ///   - root: where their paths begin.
  ///   - now: seconds of a clock that never goes back.
  ///   - wall: seconds since 1970, to tell the age of files that are new to it.
  /// - Returns: those that did not change for long enough, in the order of their paths.
  package mutating func settled(
    adding changed: some Sequence<FilePath>, beneath root: FilePath, now: Int, wall: Int
  ) -> [FilePath] {
    for path in changed where files[path] == nil {
      guard let stat = Self.stat(root, path) else { continue }
      // If the clock was put back, no file waits for ever.
      let age = max(0, wall - max(Int(stat.st_mtim.tv_sec), Int(stat.st_ctim.tv_sec)))
      files[path] = (State(stat), now - age)
    }
    var settled: [FilePath] = []
    for (path, file) in files {
      guard let stat = Self.stat(root, path) else {
        files[path] = nil
        continue
      }
      let state = State(stat)
      if state != file.state {
        files[path] = (state, now)
      } else if now - file.since >= seconds {
        settled.append(path)
        files[path] = nil
      }
    }
    return settled.sorted { $0.string < $1.string }
  }

  private static func stat(_ root: FilePath, _ path: FilePath) -> Glibc.stat? {
    var status = Glibc.stat()
    let result = root.appending(path.components).withPlatformString { lstat($0, &status) }
    return result == 0 && status.st_mode & S_IFMT == S_IFREG ? status : nil
  }
}

extension SettlingFiles.State {
  fileprivate init(_ stat: stat) {
    (size, modified) = (Int(stat.st_size), Int(stat.st_mtim.tv_sec))
    modifiedNanoseconds = Int(stat.st_mtim.tv_nsec)
  }
}
