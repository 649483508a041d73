import Foundation
import Glibc
import Synchronization
package import SystemPackage
import Wording

/// Standard output and standard error, written whole lines at a time.
///
/// People read standard error, programs read standard output. Nothing is written that a terminal would
/// act on, but for our own styles.
package enum Console {
  /// Whether a person watches: standard error is a terminal.
  package static let isWatched = isatty(STDERR_FILENO) == 1
  /// The columns of the terminal.
  package static var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private static let turn = Mutex(())
  private static let lost = Mutex(false)

  /// Whether a line for programs could not be written, so that whoever reads them misses some.
  package static var hasLostOutput: Bool { lost.withLock { $0 } }

  /// Writes a line for programs; the first failure is reported.
  ///
  /// - Parameters:
  ///   - line: without its end.
  ///   - descriptor: where programs read.
  package static func print(_ line: String, to descriptor: CInt = STDOUT_FILENO) {
    printBytes(Array(Wording.lines(line).utf8), to: descriptor)
  }

  /// Writes a line with styles of ours, in which there is no value from elsewhere.
  package static func print(styled line: String) { printBytes(Array(line.utf8)) }

  /// Writes many such lines at once.
  package static func print(styled lines: [String]) {
    var bytes: [UInt8] = []
    for line in lines {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
      bytes += line.utf8
    }
    printBytes(bytes)
  }

  /// Writes a file for programs, whose lines end as they are: bytes that a terminal acts on are not in it.
  package static func print(file bytes: [UInt8]) {
    printBytes(bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : bytes)
  }

  /// Writes a path: to a terminal so that it does nothing to it, to programs byte for byte.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - end: what ends it, a line feed or NUL; on a terminal a line feed.
  package static func print(_ path: FilePath, end: UInt8 = UInt8(ascii: "\n")) {
    if isatty(STDOUT_FILENO) == 1 { return print(Wording.name(path)) }
    printBytes(
      path.withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: path.length)) },
      end: end)
  }

  private static func printBytes(
    _ bytes: [UInt8], to descriptor: CInt = STDOUT_FILENO, end: UInt8 = UInt8(ascii: "\n")
  ) {
    guard let error = write(bytes + [end], to: descriptor) else { return }
    let isFirst = lost.withLock { lost in
      defer { lost = true }
      return !lost
    }
    if isFirst { say(Wording.lostOutput(error, to: descriptor)) }
  }

  /// Writes a line for people, on a terminal with the word that begins an error in red.
  package static func say(_ line: String) {
    let (error, shown) = (
      "Error:", concealed.withLock { $0.reduce(line) { $0.replacing($1, with: "…") } }
    )
    let line = Wording.lines(shown)
    guard isWatched, line.hasPrefix(error) else { return draw(line + "\n") }
    draw(TerminalStyle.standardError().red(error) + line.dropFirst(error.count) + "\n")
  }

  private static let concealed = Mutex<[String]>([])

  /// Keeps texts, which may be secrets, out of all lines for people from now on.
  static func conceal(_ secrets: [String]) { concealed.withLock { $0 = secrets } }

  /// Writes a question; the answer is typed after it.
  package static func ask(_ question: String) { draw(Wording.lines(question)) }

  /// Writes text for people as it is, such as a line that is to be overwritten.
  package static func draw(_ text: String) { _ = write(Array(text.utf8), to: STDERR_FILENO) }

  /// Writes all bytes, waiting for a slow reader.
  private static func write(_ bytes: [UInt8], to descriptor: CInt) -> Errno? {
    var bytes = bytes[...]
    return turn.withLock { _ in
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
          bytes = bytes.dropFirst(count)
        } else if errno == EAGAIN {
          var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&readiness, 1, -1)
        } else if errno != EINTR {
          return Errno(rawValue: errno)
        }
      }
      return nil
    }
  }
}

extension FilePath {
  /// The path as text and, where it is not UTF-8, also as base64.
  package var forJSON: (text: String, base64: String?) {
    if let text = String(validating: self) { return (text, nil) }
    let bytes = withPlatformString { Data(bytes: $0, count: length) }
    return (String(decoding: self), bytes.base64EncodedString())
  }
}

extension Encodable {
  /// The value as one line of JSON, for terminals too; the program's own values hold nothing that JSON
  /// lacks.
  package func jsonLine() -> String {
    do {
      return Wording.json(try JSONLine.text(self))
    } catch {
      preconditionFailure("not a value of JSON: \(error)")
    }
  }
}
