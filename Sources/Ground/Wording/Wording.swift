package import SystemPackage

/// How values are shown to people; the texts of errors are in each target's ``ErrorTexts``.
package enum Wording {
  /// What was wrong, for any error.
  package static func message(for error: any Error) -> String {
    ownMessage(for: error) ?? "\(error)"
  }

  /// What was wrong, for any error of this package; nil for those of others, which may say anything.
  package static func ownMessage(for error: any Error) -> String? {
    (error as? any Worded)?.wording.commandLine
  }

  /// What was wrong, for any error, to its end: a question keeps its own mark.
  package static func sentence(for error: any Error) -> String {
    let text = message(for: error)
    return text.last.map { ".?!".contains($0) } == true ? text : text + "."
  }

  /// What was wrong with a file, which is named once.
  package static func message(for error: any Error, about path: FilePath) -> String {
    let message = ErrorMessage(any: error)
    if case .path(path) = message.subject { return message.commandLine }
    return "\(name(path)): \(message.commandLine)"
  }

  /// A number with what is counted: "1 post", "2 posts".
  package static func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(agreeing(count, one, many ?? one + "s"))"
  }

  /// The word that goes with a number: "it" with 1, "them" with any other.
  package static func agreeing(_ count: Int, _ one: String, _ many: String) -> String {
    count == 1 ? one : many
  }

  /// A path for people.
  package static func name(_ path: FilePath) -> String { escaped(String(decoding: path)) }

  /// Text from a person, a file or its name, so that it cannot do anything to a terminal, nor begin a
  /// line of its own, nor reorder or cover what stands beside it (``Isolation``).
  package static func escaped(_ text: String) -> String {
    if text.isPlain(allowingLines: false) { return text }
    return Isolation.shown(
      text.escapingScalars { scalar in
        switch scalar {
        case "\n": "\\n"
        case "\t": "\\t"
        case _ where scalar.actsOnTerminal: "\\u{\(String(scalar.value, radix: 16))}"
        default: nil
        }
      })
  }

  /// Lines whose values are escaped already, as they reach a terminal: should one value have been
  /// forgotten, it can still do nothing but begin a line, and reorder its own.
  package static func lines(_ text: String) -> String {
    if text.isPlain(allowingLines: false) { return text }
    let lines = text.escapingScalars { scalar in
      guard scalar.actsOnTerminal, scalar != "\n", scalar != "\t" else { return nil }
      return "\\u{\(String(scalar.value, radix: 16))}"
    }
    if Isolation.isPlain(lines) { return lines }
    return lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Isolation.closed(Isolation.limitingMarks(String($0))) }.joined(separator: "\n")
  }

  /// JSON in which a terminal finds nothing to act on: the same values, written with escapes where
  /// JSON leaves them optional.
  package static func json(_ text: String) -> String {
    if text.isPlain(allowingLines: false) { return text }
    return text.escapingScalars { scalar in
      guard scalar.actsOnTerminal || scalar.changesDirection else { return nil }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// Seconds, as the two largest units: 45 s, 7 h 59 min.
  package static func duration(_ seconds: Int) -> String {
    duration(seconds, units: (" h", " min", " s"))
  }

  static func koreanDuration(_ seconds: Int) -> String {
    duration(seconds, units: ("시간", "분", "초"))
  }

  private static func duration(
    _ seconds: Int, units: (hour: String, minute: String, second: String)
  ) -> String {
    let parts =
      switch seconds {
      case ..<60: [(seconds, units.second)]
      case ..<3_600: [(seconds / 60, units.minute), (seconds % 60, units.second)]
      default: [(seconds / 3_600, units.hour), (seconds / 60 % 60, units.minute)]
      }
    return parts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }
      .map { "\($0.element.0)\($0.element.1)" }.joined(separator: " ")
  }

  /// "U+0041".
  package static func codePoint(_ scalar: Unicode.Scalar) -> String {
    "U+\(String(scalar.value, radix: 16, uppercase: true))"
  }
}

extension String {
  /// Replaces the scalars that have an escape. Most texts have none, and come back as they are.
  fileprivate func escapingScalars(_ escape: (Unicode.Scalar) -> String?) -> String {
    guard unicodeScalars.contains(where: { escape($0) != nil }) else { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      if let text = escape(scalar) {
        escaped += text
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Unicode.Scalar {
  /// Whether a terminal does something else than show the character: a control character (ECMA-48,
  /// C0 and C1), or a separator of lines.
  fileprivate var actsOnTerminal: Bool {
    switch value {
    case ..<0x20, 0x7F...0x9F, 0x2028...0x2029: true
    default: false
    }
  }

  /// Whether it changes the direction of the text around it (UAX #9, explicit formatting). Marks such
  /// as U+200F are not among them: they only act like a letter of their direction.
  fileprivate var changesDirection: Bool {
    0x202A...0x202E ~= value || 0x2066...0x2069 ~= value
  }
}
