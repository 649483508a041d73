import Wording

/// Text from a photo or another foreign file, made fit to be shown in a line among others.
enum FactLine {
  /// The most characters of a line: those of a photo's caption.
  static let limit = 100
  /// More bytes than so many characters have, families of emoji among them.
  private static let byteLimit = 4096

  /// The bytes as text, in UTF-8 where they are that, else in Latin-1; nil where nothing is left of it
  /// by ``clean(_:)``.
  static func text(_ bytes: some Collection<UInt8>) -> String? {
    let head = Array(bytes.prefix(byteLimit))
    // A character may be cut in two there, which is four bytes long at most.
    let cuts = head.count < bytes.count ? 0...3 : 0...0
    let text = cuts.lazy.compactMap { String(validating: head.dropLast($0), as: UTF8.self) }.first
    return clean(text ?? latin1(head))
  }

  /// The text in one line: white space as single blanks, without what is not to be seen or changes the
  /// order of what is around it, at most ``limit`` characters with "…" for what is cut off.
  ///
  /// - Returns: nil where nothing is left.
  static func clean(_ text: String) -> String? {
    var line = String.UnicodeScalarView()
    var isBlankDue = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        isBlankDue = !line.isEmpty
      } else if scalar.isShown {
        if isBlankDue { line.append(" ") }
        isBlankDue = false
        line.append(scalar)
      }
    }
    let shown = Isolation.limitingMarks(String(line))
    return shown.isEmpty ? nil : cut(shown)
  }

  /// The text, its end replaced where it has more than ``limit`` characters.
  static func cut(_ text: String) -> String {
    let head = text.prefix(limit)
    return head.endIndex == text.endIndex ? text : head.dropLast() + "…"
  }

  private static func latin1(_ bytes: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// Whether it may stand in a line: no control character, no isolate, embedding, override or mark of
  /// direction (Unicode Standard Annex #9, section 2), nothing private or not assigned.
  ///
  /// Of the format characters those stay by which emoji and letters are joined, and those that show.
  fileprivate var isShown: Bool {
    switch properties.generalCategory {
    case .control, .privateUse, .surrogate, .unassigned: false
    case .format:
      switch value {
      case 0x200C, 0x200D, 0xE0020...0xE007F: true
      case 0xFFF9...0xFFFB: false
      default: !properties.isDefaultIgnorableCodePoint
      }
    default: true
    }
  }
}
