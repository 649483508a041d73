import Glibc
import Synchronization

/// Standard output and standard error, written whole lines at a time.
///
/// People read standard error, programs read standard output.
enum Console {
  /// Whether a person watches: standard error is a terminal.
  static let isWatched = isatty(STDERR_FILENO) == 1
  /// The columns of the terminal.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private static let turn = Mutex(())

  /// Writes a line for programs.
  static func print(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

  /// Writes a line for people.
  static func say(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

  /// Writes text for people as it is, such as a line that is to be overwritten.
  static func draw(_ text: String) { write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: CInt) {
    var bytes = Array(text.utf8)[...]
    turn.withLock { _ in
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
          bytes = bytes.dropFirst(count)
        } else if errno != EINTR {
          return  // Nobody is there to be told.
        }
      }
    }
  }
}
