import Glibc
package import SystemPackage

/// A program of the person's own, under way.
package struct SpawnedProgram {
  private let identifier: pid_t

  package enum Place {
    /// On this program's terminal, or whatever it reads from and writes to.
    case here
    /// With nothing to read and nowhere to write, where no Ctrl-C of this terminal reaches it.
    case apart
    /// As here, but that it reads from an open file.
    case reading(FileDescriptor)
  }

  package enum End: Hashable {
    case exited(CInt)
    case signaled(CInt)

    /// The exit status as shells report it: 128 plus the number for a signal.
    package var status: Int {
      switch self {
      case .exited(let status): Int(status)
      case .signaled(let signal): 128 + Int(signal)
      }
    }
  }

  /// An argument, which is bytes.
  package struct Argument {
    fileprivate let bytes: [CChar]

    package init(_ text: String) { bytes = Array(text.utf8CString) }

    package init(_ path: FilePath) {
      bytes = path.withPlatformString {
        Array(UnsafeBufferPointer(start: $0, count: path.length + 1))
      }
    }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - name: the program's, which is looked for in `$PATH` where it has no slash.
  ///   - arguments: those after its name.
  ///   - place: where it runs.
  /// - Throws: `Errno` where it cannot be started, `.noSuchFileOrDirectory` where there is none.
  package init(_ name: String, _ arguments: [Argument], _ place: Place) throws(Errno) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    switch place {
    case .here: break
    case .reading(let input):
      posix_spawn_file_actions_adddup2(&actions, input.rawValue, STDIN_FILENO)
    case .apart:
      flags |= POSIX_SPAWN_SETPGROUP
      let null = "/dev/null"
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, null, O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, null, O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, null, O_WRONLY, 0)
    }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let copies = [strdup(name)] + arguments.map { strdup($0.bytes) }
    defer { copies.forEach { free($0) } }
    var identifier: pid_t = 0
    let error = posix_spawnp(
      &identifier, name, &actions, &attributes, copies + [nil], environ)
    guard error == 0 else { throw Errno(rawValue: error) }
    self.identifier = identifier
  }

  /// Waits for its end, however long it takes. What the keyboard sends meanwhile, Ctrl-C, is for it.
  package func wait() -> End {
    let earlier = [SIGINT, SIGQUIT].map { (number: $0, action: signal($0, SIG_IGN)) }
    defer { for (number, action) in earlier { _ = signal(number, action) } }
    return end(options: 0) ?? .exited(0)
  }

  /// Waits for its end until then.
  ///
  /// - Returns: nil where it still runs.
  package func wait(until time: ContinuousClock.Instant) -> End? {
    while true {
      if let end = end(options: WNOHANG) { return end }
      if ContinuousClock.now >= time { return nil }
      usleep(10_000)
    }
  }

  /// - Returns: nil where it still runs, and is not waited for.
  private func end(options: CInt) -> End? {
    var status: CInt = 0
    var result: pid_t
    repeat { result = waitpid(identifier, &status, options) } while result == -1 && errno == EINTR
    guard result != 0 else { return nil }
    // wait(2): the low seven bits are the signal that ended it, the next byte what it exited with.
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
  }
}
