/// A text as lines no wider than a terminal.
///
/// Lines are broken at blanks, and beside wide characters as of Chinese and Japanese; a word that is
/// wider than a line is broken anywhere between its characters. Runs of blanks are one, but at a line's
/// own end none.
///
/// - Parameters:
///   - text: the text; a line end in it is one of its lines.
///   - width: the columns; a character that is wider than that has a line of its own.
/// - Returns: its lines: one that is empty for an empty text.
package func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  for given in text.split(separator: "\n", omittingEmptySubsequences: false) {
    var wrapping = Wrapping(width: width)
    for character in given { wrapping.add(character) }
    lines += wrapping.finish()
  }
  return lines
}

/// A line cut into pieces of a width, with all its blanks.
package func pieces(of line: some StringProtocol, width: Int) -> [String] {
  var pieces: [String] = []
  var (piece, columns) = ("", 0)
  for character in line {
    let own = DisplayWidth.columns(of: character)
    if columns + own > width, !piece.isEmpty {
      pieces.append(piece)
      (piece, columns) = ("", 0)
    }
    piece.append(character)
    columns += own
  }
  return pieces + [piece]
}

private struct Wrapping {
  let width: Int
  private var lines: [String] = []
  private var (line, lineColumns) = ("", 0)
  private var (word, wordColumns) = ("", 0)
  private var isBlankBefore = false
  private var isAfterWide = false

  init(width: Int) { self.width = width }

  mutating func add(_ character: Character) {
    if character == " " || character == "\t" {
      endWord()
      (isBlankBefore, isAfterWide) = (true, false)
      return
    }
    let columns = DisplayWidth.columns(of: character)
    let mayBreak = (columns == 2 || isAfterWide) && columns > 0 && !Self.closing.contains(character)
    if mayBreak || wordColumns + columns > width { endWord() }
    word.append(character)
    wordColumns += columns
    if columns > 0 { isAfterWide = columns == 2 }
  }

  mutating func finish() -> [String] {
    endWord()
    return lines + [line]
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    let blank = isBlankBefore && !line.isEmpty ? 1 : 0
    if lineColumns + blank + wordColumns > width, !line.isEmpty {
      lines.append(line)
      (line, lineColumns) = (word, wordColumns)
    } else {
      line += blank == 1 ? " " + word : word
      lineColumns += blank + wordColumns
    }
    (word, wordColumns, isBlankBefore) = ("", 0, false)
  }

  /// Characters that no line begins with (Unicode Standard Annex #14, CL and EX), of the wide ones.
  private static let closing: Set<Character> = [
    "、", "。", "，", "．", "：", "；", "！", "？", "」", "』", "）", "】", "〉", "》", "〕",
  ]
}
