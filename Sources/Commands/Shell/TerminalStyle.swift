import ArgumentParser
import Foundation
import Glibc
package import SystemPackage
import Wording

/// What an output can show of a text's look, and the control sequences for it (ECMA-48, SGR; links as
/// OSC 8).
///
/// Here alone is decided whether there are any. Only the terminal's own sixteen colours are used, which
/// its user has chosen to be legible. Sequences may be nested, but not bold in dim: one ends the other.
package struct TerminalStyle: Sendable, Hashable {
  /// Reverse video, bold and dim.
  package let hasAttributes: Bool
  package let hasColour: Bool
  /// Links to files.
  package let hasLinks: Bool

  /// What a person may ask for.
  package enum Choice: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// What the terminal has, and nothing in files and pipes.
    case auto
    case always
    case never
  }

  /// For files and pipes: every text stays as it is.
  package static let plain = TerminalStyle(isTerminal: false, environment: [:])

  /// In the environment, `TERM` names the terminal, "dumb" being one without any look, and a
  /// `NO_COLOR` that is not empty asks for no colours (no-color.org); a choice other than auto goes
  /// before both. Links are for terminals that are known to have them, or where `FORCE_HYPERLINK` says
  /// so: others would show what they do not understand.
  package init(isTerminal: Bool, environment: [String: String], choice: Choice = .auto) {
    let terminal = environment["TERM"] ?? ""
    let isAble = isTerminal && !terminal.isEmpty && terminal != "dumb"
    switch choice {
    case .always: (hasAttributes, hasColour) = (true, true)
    case .never: (hasAttributes, hasColour) = (false, false)
    case .auto: (hasAttributes, hasColour) = (isAble, isAble && environment.text("NO_COLOR") == nil)
    }
    hasLinks = isAble && choice != .never && Self.knowsLinks(terminal, environment)
  }

  /// The style for standard output.
  package static func standardOutput(_ choice: Choice = .auto) -> TerminalStyle {
    TerminalStyle(
      isTerminal: isatty(STDOUT_FILENO) == 1, environment: ProcessInfo.processInfo.environment,
      choice: choice)
  }

  /// The style for standard error.
  static func standardError() -> TerminalStyle {
    TerminalStyle(
      isTerminal: isatty(STDERR_FILENO) == 1, environment: ProcessInfo.processInfo.environment)
  }

  /// The columns of the terminal that standard output is, or nil where it is not one.
  package static var columnsOfStandardOutput: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  package func reversed(_ text: String) -> String { wrapped(text, hasAttributes, on: 7, off: 27) }
  package func bold(_ text: String) -> String { wrapped(text, hasAttributes, on: 1, off: 22) }
  package func dim(_ text: String) -> String { wrapped(text, hasAttributes, on: 2, off: 22) }
  package func green(_ text: String) -> String { wrapped(text, hasColour, on: 32, off: 39) }
  package func red(_ text: String) -> String { wrapped(text, hasColour, on: 31, off: 39) }

  /// Text on a ground, which is dark itself. Raw values are the ground's.
  package enum Ground: Int, Sendable {
    case brown = 43
    case purple = 45
    case green = 102
    case yellow = 103
    case blue = 104
    case pink = 105
  }

  package func dark(_ text: String, on ground: Ground) -> String {
    hasColour && !text.isEmpty ? "\u{1B}[30;\(ground.rawValue)m\(text)\u{1B}[39;49m" : text
  }

  /// A line of ours in which a name, where it stands last, leads to its file.
  ///
  /// - Parameters:
  ///   - line: the line, with no control characters.
  ///   - name: the file's name or path, as it stands in the line.
  ///   - path: the file's absolute path.
  /// - Returns: the line, with the link where there are links and the name is in it.
  package func linking(_ line: String, _ name: String, to path: FilePath) -> String {
    guard hasLinks, !name.isEmpty, let range = line.range(of: name, options: .backwards) else {
      return line
    }
    let link = "\u{1B}]8;;\(path.fileURL)\u{1B}\\\(name)\u{1B}]8;;\u{1B}\\"
    return line.replacingCharacters(in: range, with: link)
  }

  private func wrapped(_ text: String, _ isShown: Bool, on: Int, off: Int) -> String {
    isShown && !text.isEmpty ? "\u{1B}[\(on)m\(text)\u{1B}[\(off)m" : text
  }

  /// Variables that identify terminals with links.
  private static let variables = [
    "KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION", "WEZTERM_PANE", "DOMTERM",
    "GHOSTTY_RESOURCES_DIR", "ALACRITTY_WINDOW_ID",
  ]
  private static let programs = [
    "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "Tabby",
  ]
  private static let terminals = [
    "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra",
  ]
  /// The first VTE, the library of GNOME's and other terminals, that shows links and never crashes.
  private static let firstVTE = 5000

  private static func knowsLinks(_ terminal: String, _ environment: [String: String]) -> Bool {
    if let forced = environment.text("FORCE_HYPERLINK") { return forced != "0" }
    if let version = environment.text("VTE_VERSION").flatMap(Int.init) {
      return version >= firstVTE
    }
    return terminals.contains(terminal) || variables.contains { environment.text($0) != nil }
      || environment.text("TERM_PROGRAM").map(programs.contains) ?? false
  }
}

/// Whether a command's output has colours and links.
package struct ColorOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show colours and links to files; auto: if the terminal can.", valueName: "when"))
  package var color = TerminalStyle.Choice.auto

  package init() {}

  package var style: TerminalStyle { .standardOutput(color) }
}

extension [String: String] {
  /// The value of a variable that is set and not empty.
  fileprivate func text(_ variable: String) -> String? {
    self[variable].flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension FilePath {
  /// The URL of the file on this machine (RFC 8089).
  fileprivate var fileURL: String {
    let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    let bytes = withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: length)) }
    let path = bytes.map { byte in
      if unreserved.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }
    return "file://\(ProcessInfo.processInfo.hostName)\(path.joined())"
  }
}
