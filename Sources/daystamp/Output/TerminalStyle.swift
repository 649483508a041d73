import Glibc

/// What standard output can show of a text's look, and the control sequences (ECMA-48, SGR) for it.
///
/// Only the terminal's own sixteen colours are used, which its user has chosen to be legible.
/// Sequences may be nested, but not bold in dim: one ends the other.
struct TerminalStyle: Sendable, Hashable {
  /// Reverse video, bold and dim.
  let hasAttributes: Bool
  let hasColour: Bool

  /// For files and pipes: every text stays as it is.
  static let plain = TerminalStyle(isTerminal: false, environment: [:])

  /// In the environment, `TERM` names the terminal, "dumb" being one without any look, and a
  /// `NO_COLOR` that is not empty asks for no colours (no-color.org).
  init(isTerminal: Bool, environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    hasAttributes = isTerminal && !terminal.isEmpty && terminal != "dumb"
    hasColour = hasAttributes && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// The style for what is written to standard output.
  static func standardOutput(environment: [String: String]) -> TerminalStyle {
    TerminalStyle(isTerminal: isatty(STDOUT_FILENO) == 1, environment: environment)
  }

  /// The columns of the terminal that standard output is, or nil where it is not one.
  static var columnsOfStandardOutput: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  func reversed(_ text: String) -> String { wrapped(text, hasAttributes, on: 7, off: 27) }
  func bold(_ text: String) -> String { wrapped(text, hasAttributes, on: 1, off: 22) }
  func dim(_ text: String) -> String { wrapped(text, hasAttributes, on: 2, off: 22) }
  func green(_ text: String) -> String { wrapped(text, hasColour, on: 32, off: 39) }

  private func wrapped(_ text: String, _ isShown: Bool, on: Int, off: Int) -> String {
    isShown && !text.isEmpty ? "\u{1B}[\(on)m\(text)\u{1B}[\(off)m" : text
  }
}
