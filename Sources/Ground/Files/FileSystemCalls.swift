package import Glibc
package import SystemPackage

/// What went wrong with a file or folder; the wording is added at the edge.
package enum FileError: Error, Hashable, Sendable {
  /// A system call failed on this path.
  case system(Operation, FilePath, Errno)
  /// What the path names is not read: a folder, a socket, a FIFO or a device.
  case notAFile(FilePath, Kind)
  /// What the output's path names is not replaced: a folder, a socket, a FIFO or a device.
  case notReplaceable(FilePath, Kind)
  /// The output is the input itself, under another path.
  case isInput(FilePath)
  /// The file has no bytes.
  case empty(FilePath)
  /// The file has more bytes than its reader takes.
  case tooLarge(FilePath, limit: Int)
  /// The file has more bytes than the memory that one photo may take.
  case overMemory(FilePath, size: Int, allowed: Int)
  /// The output exists already; another program made it since the check.
  case exists(FilePath)
  /// A symbolic link where none is followed: beneath a journal's, an export's or an output folder.
  case symbolicLink(FilePath)

  /// Makes the error for a system call's errno, for ``rethrowing(_:as:)``.
  package static func system(_ operation: Operation, _ path: FilePath) -> (Errno) -> FileError {
    { .system(operation, path, $0) }
  }

  /// The file or folder that the error is about.
  package var path: FilePath {
    switch self {
    case .system(_, let path, _), .notAFile(let path, _), .notReplaceable(let path, _),
      .isInput(let path), .empty(let path), .tooLarge(let path, _), .overMemory(let path, _, _),
      .exists(let path), .symbolicLink(let path):
      path
    }
  }

  /// Whether there was no room for the file, on the disk or in the user's share of it.
  package var isDiskFull: Bool {
    guard case .system(_, _, let error) = self else { return false }
    return [.noSpace, .diskQuotaExceeded].contains(error)
  }

  package enum Operation: String, Sendable {
    case open, read, list, write, create, replace, remove
  }

  package enum Kind: String, Sendable {
    case folder, socket, fifo = "FIFO", device, unknown = "special file"

    package init(_ type: FileType) {
      self =
        switch type {
        case .directory: .folder
        case .socket: .socket
        case .fifo: .fifo
        case .characterSpecial, .blockSpecial: .device
        default: .unknown
        }
    }
  }
}

/// Runs the work of a lower layer, and wraps its error in one of the layer above:
/// `try rethrowing(reader.whole(), as: StampError.file)`.
///
/// - Parameters:
///   - work: throws the lower layer's error.
///   - wrap: makes the upper layer's error of it; usually an enum's case.
/// - Returns: what the work returns.
/// - Throws: what `wrap` makes of the work's error.
@discardableResult
package func rethrowing<Success, Cause: Error, Failure: Error>(
  _ work: @autoclosure () throws(Cause) -> Success, as wrap: (Cause) -> Failure
) throws(Failure) -> Success {
  do { return try work() } catch { throw wrap(error) }
}

// The system calls that swift-system does not wrap yet, each as it would: typed, on its types.

/// Throws errno where a call returned -1.
func check(_ result: CInt) throws(Errno) {
  if result == -1 { throw Errno(rawValue: errno) }
}

extension FilePath {
  /// The folder that the path's last component is in.
  package var folder: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// mkdir(2) for the folder and those above it that are missing.
  ///
  /// - Parameter permissions: those of the folders that are made, less the umask's.
  /// - Returns: the folders that were made, the outermost first.
  /// - Throws: errno of mkdir(2).
  @discardableResult
  package func createFolders(
    permissions: FilePermissions = FilePermissions(rawValue: 0o777)
  ) throws(Errno) -> [FilePath] {
    do throws(Errno) {
      return try createFolder(permissions) ? [self] : []
    } catch {
      let parent = removingLastComponent()
      guard error == .noSuchFileOrDirectory, !parent.isEmpty else { throw error }
      let above = try parent.createFolders(permissions: permissions)
      return try createFolder(permissions) ? above + [self] : above
    }
  }

  /// mkdir(2); false where something has the name already.
  private func createFolder(_ permissions: FilePermissions) throws(Errno) -> Bool {
    do throws(Errno) {
      try check(withPlatformString { Glibc.mkdir($0, permissions.rawValue) })
      return true
    } catch {
      if error == .fileExists { return false }
      throw error
    }
  }

  /// fsync(2) of a folder: the names in it are on the disk. File systems that do not support it are
  /// no error.
  package func synchronizeFolder() throws(Errno) {
    do {
      let descriptor = try FileDescriptor.open(
        self, .readOnly, options: [.directory, .closeOnExec])
      try descriptor.closeAfter { try descriptor.synchronize() }
    } catch {
      let error = error as? Errno ?? .ioError
      if ![.invalidArgument, .notSupported].contains(error) { throw error }
    }
  }

  /// realpath(3): where the path leads when every symbolic link is followed.
  package func resolved() throws(Errno) -> FilePath {
    guard let real = withPlatformString({ realpath($0, nil) }) else {
      throw Errno(rawValue: errno)
    }
    defer { free(real) }
    return FilePath(platformString: real)
  }

  /// The path without symbolic links, as far as there is something at it; the rest as it is written.
  package var resolvedAsFarAsThere: FilePath {
    if let real = try? resolved() { return real }
    let path = lexicallyNormalized()
    let folder = path.removingLastComponent()
    guard let name = path.lastComponent, !folder.isEmpty else { return path }
    return folder.resolvedAsFarAsThere.appending(name)
  }

  /// Whether it is a folder, or something below it, wherever links lead; neither needs to be there.
  package func isWithin(_ folder: FilePath) -> Bool {
    resolvedAsFarAsThere.starts(with: folder.resolvedAsFarAsThere)
  }

  /// Removes a file, or a symbolic link but not its target: unlink(2).
  ///
  /// - Throws: ``FileError/system(_:_:_:)``.
  package func removeFile() throws(FileError) {
    guard withPlatformString({ unlink($0) }) == 0 else {
      throw .system(.remove, self, Errno(rawValue: errno))
    }
  }
}

extension FileDescriptor {
  /// open(2) for reading; a FIFO does not block the call.
  package static func openToRead(_ path: FilePath) throws(Errno) -> FileDescriptor {
    let result = path.withPlatformString { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    try check(result)
    return FileDescriptor(rawValue: result)
  }

  /// open(2) for writing at the end of an existing file.
  package static func openToAppend(_ path: FilePath) throws(Errno) -> FileDescriptor {
    let result = path.withPlatformString {
      Glibc.open($0, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
    }
    try check(result)
    return FileDescriptor(rawValue: result)
  }

  /// open(2) for writing at the end of a file that must not be there.
  package static func createToAppend(
    _ path: FilePath, permissions: FilePermissions
  ) throws(Errno) -> FileDescriptor {
    let result = path.withPlatformString {
      Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, permissions.rawValue)
    }
    try check(result)
    return FileDescriptor(rawValue: result)
  }

  /// The bytes of a list that a person names, from standard input for `-`, up to a limit. It waits for
  /// whoever writes into a FIFO, as other programs do.
  package static func contents(ofList path: FilePath, upTo limit: Int) throws(Errno) -> [UInt8] {
    var descriptor = standardInput
    if path != "-" {
      let result = path.withPlatformString { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
      try check(result)
      descriptor = FileDescriptor(rawValue: result)
    }
    defer { if path != "-" { try? descriptor.close() } }
    var bytes: [UInt8] = []
    try descriptor.read(into: &bytes, upTo: limit)
    return bytes
  }

  /// read(2) until an array has this many bytes or the file ends; waits for more bytes
  /// even if the file was opened not to wait.
  package func read(into bytes: inout [UInt8], upTo length: Int) throws(Errno) {
    var chunk = [UInt8](repeating: 0, count: min(length, 1 << 18))
    while bytes.count < length {
      let wanted = min(length - bytes.count, chunk.count)
      let count = Glibc.read(rawValue, &chunk, wanted)
      if count == 0 { break }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno == EAGAIN {
        var request = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, -1)
      } else if errno != EINTR {
        throw Errno(rawValue: errno)
      }
    }
  }

  /// pread(2) of a file's first bytes, or those from an offset on, straight into an array; fewer where
  /// the file is shorter.
  package func bytes(from offset: Int = 0, upTo length: Int) throws(Errno) -> [UInt8] {
    var failure: Errno?
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      while count < length, let start = buffer.baseAddress {
        let read = Glibc.pread(rawValue, start + count, length - count, off_t(offset + count))
        if read == 0 { break }
        if read > 0 {
          count += read
        } else if errno != EINTR {
          failure = Errno(rawValue: errno)
          break
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// write(2) until all bytes are written.
  package func write(all bytes: [UInt8]) throws(Errno) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Glibc.write(rawValue, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count >= 0 {
        start += count
      } else if errno != EINTR {
        throw Errno(rawValue: errno)
      }
    }
  }

  /// flock(2): shows other programs, for as long as the file is open here, that it is being written.
  /// Where the file system has no such locks nobody takes it for abandoned either.
  ///
  /// - Returns: false where another program has taken the file for abandoned before.
  func showInUse() -> Bool {
    if flock(rawValue, LOCK_SH | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
    return (try? stat().linkCount) != 0
  }

  /// Releases a lock on the file (flock(2)), and closes it. Closing alone leaves it locked for as long as a
  /// program that is being started has a copy of the descriptor, between fork(2) and execve(2).
  package func unlockAndClose() {
    _ = flock(rawValue, LOCK_UN)
    try? close()
  }

  /// Whether whoever started the program gave it this descriptor, to write to: what the program opens
  /// itself is closed in those that it starts.
  package var isInheritedToWrite: Bool {
    let (flags, mode) = (fcntl(rawValue, F_GETFD), fcntl(rawValue, F_GETFL))
    return flags >= 0 && flags & FD_CLOEXEC == 0 && mode >= 0 && mode & O_ACCMODE != O_RDONLY
  }

  /// fsync(2).
  package func synchronize() throws(Errno) { try check(fsync(rawValue)) }

  /// Starts flushing written data to the disk, without waiting. Only a hint, so a failure is
  /// not reported.
  ///
  /// posix_fadvise(2) with `POSIX_FADV_DONTNEED`, which on Linux starts to write dirty pages out;
  /// Swift does not import sync_file_range(2), the call made for that.
  package func startWriteback() { _ = posix_fadvise(rawValue, 0, 0, POSIX_FADV_DONTNEED) }

  /// fchown(2), as far as this process may: only root can give files away.
  package func setOwner(_ owner: UserID, group: GroupID) {
    _ = fchown(rawValue, owner.rawValue, group.rawValue)
  }

  /// fchmod(2).
  package func setPermissions(_ permissions: FilePermissions) throws(Errno) {
    try check(fchmod(rawValue, permissions.rawValue))
  }

  /// futimens(2).
  package func setTimes(accessed: timespec, modified: timespec) throws(Errno) {
    try check(futimens(rawValue, [accessed, modified]))
  }
}

extension FilePath {
  /// Sets the times of the file that is there, without a change of its bytes.
  package func setTimes(_ attributes: FileAttributes) throws(Errno) {
    let descriptor = try FileDescriptor.openToRead(self)
    defer { try? descriptor.close() }
    try descriptor.setTimes(accessed: attributes.accessed, modified: attributes.modified)
  }
}
