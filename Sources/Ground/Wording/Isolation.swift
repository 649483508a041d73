/// Texts of people as they are shown beside others: each keeps its own order and its own line.
///
/// What was typed stays in the journal; this is how a terminal, or an attribute of a page, gets it.
package enum Isolation {
  /// The most combining marks that a character is shown with. Words of the scripts that stack most of
  /// them, Tibetan and pointed Hebrew, do with fewer; Unicode Standard Annex #15 (Stream-Safe) lets 30
  /// pass, which on a terminal cover the lines above and below.
  package static let mostMarks = 8

  /// The text as it is shown on a line with others: without the marks beyond ``mostMarks`` of a
  /// character, and in an isolate of its own where it has a direction other than that of the line, or
  /// changes its own.
  ///
  /// - Parameter text: one line.
  /// - Returns: the same text, where it has none of these; its width on a terminal stays the same.
  package static func shown(_ text: String) -> String {
    if isPlain(text) { return text }
    let text = closed(limitingMarks(text))
    guard text.unicodeScalars.contains(where: { $0.isDirected }) else { return text }
    return "\u{2068}\(text)\u{2069}"
  }

  /// The text with every isolate, embedding and override that begins in it ended in it, and without an
  /// end of one that does not (Unicode Standard Annex #9, X1 to X8): what comes after it keeps its order.
  package static func closed(_ text: String) -> String {
    if isPlain(text) { return text }
    var closed = String.UnicodeScalarView()
    /// The ends of open changes, the innermost last.
    var ends: [Unicode.Scalar] = []
    var openIsolates = 0
    func endUp(to count: Int) {
      while ends.count > count, let end = ends.popLast() { closed.append(end) }
    }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x202A, 0x202B, 0x202D, 0x202E: ends.append(embeddingEnd)
      case 0x2066...0x2068:
        ends.append(isolateEnd)
        openIsolates += 1
      case 0x202C:
        guard ends.last == embeddingEnd else { continue }
        ends.removeLast()
      case 0x2069:
        guard openIsolates > 0, let start = ends.lastIndex(of: isolateEnd) else { continue }
        openIsolates -= 1
        // The embeddings in an isolate end with it; said, for terminals that know only those.
        endUp(to: start + 1)
        ends.removeLast()
      default: break
      }
      closed.append(scalar)
    }
    endUp(to: 0)
    return String(closed)
  }

  /// The text with at most ``mostMarks`` combining marks one after the other.
  package static func limitingMarks(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.isMark }) else { return text }
    var limited = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars {
      if scalar.isMark {
        marks += 1
        if marks > mostMarks { continue }
      } else if !scalar.properties.isDefaultIgnorableCodePoint {
        marks = 0
      }
      limited.append(scalar)
    }
    return String(limited)
  }

  /// Whether nothing in the text is a mark or has to do with directions, as in most scripts.
  static func isPlain(_ text: String) -> Bool {
    if text.isPlain(allowingLines: true) || text.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    return text.unicodeScalars.allSatisfy { !$0.isDirected && !$0.isMark }
  }

  private static let embeddingEnd: Unicode.Scalar = "\u{202C}"
  private static let isolateEnd: Unicode.Scalar = "\u{2069}"
}

extension Unicode.Scalar {
  /// Whether it is a combining mark: of its own width or none.
  fileprivate var isMark: Bool {
    if value < 0x300 || 0xAC00...0xD7A3 ~= value || 0x3400...0x9FFF ~= value { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return true
    default: return false
    }
  }

  /// Whether it goes from right to left, or changes the direction of what is around it: the blocks that
  /// DerivedBidiClass.txt of Unicode 16 gives R and AL, assigned or not, with the marks and controls.
  fileprivate var isDirected: Bool {
    switch value {
    case ..<0x590: false
    case 0x590...0x8FF, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF,
      0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
