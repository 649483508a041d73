import Glibc
import SystemPackage
import Wording

/// The user's pager, `$PAGER` or less, for output longer than the terminal.
package enum Pager {
  /// Shows lines: in the pager where standard output is a terminal that is shorter than they are, else on
  /// standard output, as also where the pager cannot be started.
  ///
  /// - Parameter write: gives the lines, one after the other, with styles of ours, in which there is no value
  ///   from elsewhere. It is ended where the person leaves the pager.
  /// - Throws: what `write` throws.
  package static func show(
    _ write: (_ line: (String) throws -> Void) throws -> Void
  ) throws {
    guard let rows = TerminalStyle.rowsOfStandardOutput else {
      return try write { Console.print(styled: $0) }
    }
    var waiting: [String] = []
    var pager: (program: SpawnedProgram, input: FileDescriptor)?
    var isPaged = true
    // To a pager that is left; where standard output is a pipe, its end ends us as it does any program.
    let earlier = signal(SIGPIPE, SIG_IGN)
    defer { _ = signal(SIGPIPE, earlier) }
    do {
      try write { line in
        guard isPaged else { return Console.print(styled: line) }
        waiting.append(line)
        // One row is the shell's.
        guard waiting.count >= rows || pager != nil else { return }
        if pager == nil { pager = try? start() }
        guard let input = pager?.input else {
          isPaged = false
          return flush()
        }
        do {
          try input.writeAll((waiting.joined(separator: "\n") + "\n").utf8)
        } catch {
          throw Left()
        }
        waiting = []
      }
    } catch is Left {
      waiting = []
    }
    flush()
    if let pager {
      try? pager.input.close()
      _ = pager.program.wait()
    }

    func flush() {
      waiting.forEach { Console.print(styled: $0) }
      waiting = []
    }
  }

  /// Starts `$PAGER`, which may have options, or less; cat where there is none. As git has it colours pass, and
  /// a page that fits stays on the screen.
  private static let command = """
    export LESS="${LESS-FRX}"; set -- ${PAGER:-less}
    command -v "$1" >/dev/null 2>&1 || set -- cat
    exec "$@"
    """

  /// The person has read enough.
  private struct Left: Error {}

  private static func start() throws(Errno) -> (program: SpawnedProgram, input: FileDescriptor) {
    let (output, input): (FileDescriptor, FileDescriptor)
    do {
      (output, input) = try FileDescriptor.pipe()
    } catch {
      throw error as? Errno ?? .tooManyOpenFiles
    }
    defer { try? output.close() }
    // The pager reads to the end, which would not come if it had the end to write to as well.
    _ = fcntl(input.rawValue, F_SETFD, FD_CLOEXEC)
    do throws(Errno) {
      return (try SpawnedProgram("sh", [.init("-c"), .init(command)], .reading(output)), input)
    } catch {
      try? input.close()
      throw error
    }
  }
}

extension TerminalStyle {
  /// The lines of the terminal that standard output is, or nil where it is not one.
  static var rowsOfStandardOutput: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
    return Int(size.ws_row)
  }
}
