import PhotoCommands
import Dispatch
import Glibc
import Hashing
import SecurityKeys
import Shell
import Store
import Synchronization
import Wording

/// Reads PINs: asked for on the terminal, which does not show them, or from lines of standard input.
///
/// What was read is overwritten when it is no longer needed, and never becomes a string.
struct PINEntry {
  enum Source {
    case terminal, standardInput
  }

  /// Longer than any PIN; input beyond this is not read.
  private static let room = 64

  private let source: Source

  init(_ source: Source) { self.source = source }

  /// Reads a PIN.
  ///
  /// - Throws: `PINError`, ``PINEntryError``.
  func read(_ question: String) throws -> PIN {
    try readLine(question) { try PIN($0) }
  }

  /// Reads the PIN of a security key.
  ///
  /// - Throws: `SecurityKeyError`, ``PINEntryError``.
  func readKeyPIN(_ question: String) throws -> KeyPIN {
    try readLine(question) { try KeyPIN($0) }
  }

  /// Reads a new PIN, on a terminal twice; from standard input a second time where a further line is
  /// there.
  ///
  /// - Throws: as ``read(_:)``, ``PINEntryError/entriesDiffer``.
  func readNew(_ question: String, check: (borrowing PIN) throws(PINError) -> Void) throws -> PIN {
    let pin = try read(question)
    try check(pin)
    guard source == .terminal || Self.hasFurtherLine else { return pin }
    do {
      let again = try read(Wording.asksOnceMore)
      guard PIN.areEqual(pin, again) else { throw PINEntryError.entriesDiffer }
    } catch PINEntryError.nothing where source == .standardInput {
      // An empty line, as a file may end.
    }
    return pin
  }

  /// Whether standard input has another line, which is not waited for.
  private static var hasFurtherLine: Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard isatty(STDIN_FILENO) == 0, poll(&input, 1, 0) == 1, input.revents & Int16(POLLIN) != 0
    else { return false }
    // Of a file, its end can be read too.
    let place = lseek(STDIN_FILENO, 0, SEEK_CUR)
    var file = stat()
    guard place >= 0, fstat(STDIN_FILENO, &file) == 0, file.st_mode & S_IFMT == S_IFREG else {
      return true
    }
    return file.st_size > place
  }

  private func readLine<Entry: ~Copyable>(
    _ question: String, _ make: (Span<UInt8>) throws -> Entry
  ) throws -> Entry {
    switch source {
    case .standardInput: return try readLine(make)
    case .terminal:
      Terminal.hideTyping()
      defer { Terminal.showTyping() }
      Console.ask("\(question): ")
      return try readLine(make)
    }
  }

  /// Reads a line byte by byte: what follows it is for others.
  private func readLine<Entry: ~Copyable>(
    _ make: (Span<UInt8>) throws -> Entry
  ) throws -> Entry {
    var line = SecretBytes(count: Self.room)
    let length = line.withMutableSpan { span in
      span.withUnsafeMutableBytes { buffer in
        var length = 0
        while length < buffer.count, let byte = Self.readByte(into: buffer, at: length),
          byte != UInt8(ascii: "\n")
        {
          length += 1
        }
        let hasReturn = length > 0 && buffer[length - 1] == 0x0D
        return hasReturn ? length - 1 : length
      }
    }
    guard length > 0 else { throw PINEntryError.nothing }
    guard length < Self.room else { throw PINEntryError.tooLong }
    return try line.withSpan { span in try make(span.extracting(0..<length)) }
  }

  /// Reads the next byte of standard input into its place; nil at the end.
  private static func readByte(
    into buffer: UnsafeMutableRawBufferPointer, at index: Int
  ) -> UInt8? {
    while true {
      let count = Glibc.read(STDIN_FILENO, buffer.baseAddress?.advanced(by: index), 1)
      if count == 1 { return buffer[index] }
      guard count < 0, errno == EINTR else { return nil }
    }
  }
}

/// The terminal on standard input, which can stop showing typed characters.
private enum Terminal {
  /// The terminal's attributes before the change.
  private static let usual = Mutex<termios?>(nil)
  /// Whoever ends the program from the keyboard finds a terminal that shows again.
  private static let signals = Interruption.handle {
    showTyping()
    _exit(ExitStatus.interrupted.rawValue)
  }

  /// What was typed before the question is dropped. Ctrl-Z and Ctrl-\ are characters like others
  /// meanwhile: the shell would make the terminal show again while the program waits for a PIN.
  static func hideTyping() {
    _ = signals
    usual.withLock { usual in
      var state = termios()
      guard usual == nil, tcgetattr(STDIN_FILENO, &state) == 0 else { return }
      usual = state
      state.c_lflag &= ~tcflag_t(ECHO)
      state.c_lflag |= tcflag_t(ECHONL)
      withUnsafeMutableBytes(of: &state.c_cc) { characters in
        // _POSIX_VDISABLE
        for index in [VSUSP, VQUIT] { characters[Int(index)] = 0 }
      }
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &state)
    }
  }

  static func showTyping() {
    usual.withLock { usual in
      guard var state = usual else { return }
      tcsetattr(STDIN_FILENO, TCSADRAIN, &state)
      usual = nil
    }
  }
}

/// Why no PIN was read.
enum PINEntryError: Error, Worded {
  /// An empty line, or none.
  case nothing
  /// Far longer than any PIN.
  case tooLong
  case entriesDiffer

  var wording: ErrorMessage {
    switch self {
    case .nothing: ErrorMessage("pin.none")
    case .tooLong: ErrorMessage("pin.too-long")
    case .entriesDiffer: ErrorMessage("pin.entries-differ")
    }
  }
}
