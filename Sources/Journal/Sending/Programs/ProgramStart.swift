import Glibc
import Subprocess
import SystemPackage

extension Configuration {
  /// A program, by its path where the name has a slash, else as it is found in PATH, with variables that
  /// differ from this process's.
  init(
    program name: String, _ arguments: [String], environment: [String: String],
    _ options: PlatformOptions = PlatformOptions()
  ) {
    self.init(
      executable: name.contains("/") ? .path(FilePath(name)) : .name(name),
      arguments: Arguments(arguments),
      environment: .inherit.updating(
        Dictionary(
          uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0), $1) })),
      platformOptions: options)
  }
}

extension FileDescriptor {
  /// A file without a name (tmpfile(3)), which nobody else can open, to be read from its start. Not a pipe:
  /// where a program ends without reading, writing to one ends this process by SIGPIPE.
  ///
  /// - Throws: `Errno`.
  static func nameless(holding bytes: [UInt8]) throws -> FileDescriptor {
    guard let stream = tmpfile() else { throw Errno(rawValue: errno) }
    defer { fclose(stream) }
    let number = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 3)
    guard number != -1 else { throw Errno(rawValue: errno) }
    let file = FileDescriptor(rawValue: number)
    do {
      try file.writeAll(bytes)
      try file.seek(offset: 0, from: .start)
    } catch {
      try? file.close()
      throw error
    }
    return file
  }
}

/// Does what starts a program, and cancels it once its time is over, which ends the program.
///
/// - Returns: what came of it, and whether its time was over first. Where this process was kept from looking,
///   it may have come to its own end all the same, which is what happened then.
func timed<Value: Sendable>(
  _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async -> (result: Result<Value, any Error>, isLate: Bool) {
  await withTaskGroup(of: Result<Value, any Error>?.self) { group in
    group.addTask {
      do { return .success(try await work()) } catch { return .failure(error) }
    }
    group.addTask {
      try? await Task.sleep(for: limit)
      return nil
    }
    var (result, isLate) = (Result<Value, any Error>?.none, false)
    for await end in group {
      if let end { result = end } else { isLate = result == nil && !Task.isCancelled }
      group.cancelAll()
    }
    return (result ?? .failure(CancellationError()), isLate)
  }
}
