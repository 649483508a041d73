/// Takes a strftime pattern to pieces.
enum TimeFormatParser {
  static func pieces(_ pattern: String) throws(TimeFormatError) -> [TimeFormatPiece] {
    var pieces: [TimeFormatPiece] = []
    let characters = Array(pattern)
    var index = 0
    while index < characters.count {
      if characters[index] == "%" {
        pieces += try directive(characters, at: &index)
      } else {
        append(characters[index], to: &pieces)
        index += 1
      }
    }
    return pieces
  }

  /// Reads from a "%" to its letter, and moves the index behind it.
  private static func directive(
    _ characters: [Character], at index: inout Int
  ) throws(TimeFormatError) -> [TimeFormatPiece] {
    let start = index
    var flags = TimeDirective.Flags()
    index += 1
    while index < characters.count, flags.take(characters[index]) { index += 1 }
    guard index < characters.count else {
      throw .unfinishedDirective(String(characters[start...]), position: start)
    }
    let letter = characters[index]
    index += 1
    let text = String(characters[start..<index])

    if let instead = unstable[letter] {
      throw .unstableDirective(text, position: start, instead: instead)
    }
    if flags.hasColon, letter != "z" { throw .unknownDirective(text, position: start) }
    if let expansion = combinations[letter] { return try pieces(expansion) }
    if let literal = literals[letter] {
      var pieces: [TimeFormatPiece] = []
      append(literal, to: &pieces)
      return pieces
    }
    guard let directive = TimeDirective(rawValue: letter) else {
      throw .unknownDirective(text, position: start)
    }
    return [.directive(directive, flags)]
  }

  private static func append(_ character: Character, to pieces: inout [TimeFormatPiece]) {
    switch (pieces.last, character.isWhitespace) {
    case (.space(let text), true):
      pieces[pieces.count - 1] = .space(text + String(character))
    case (.literal(let text), false):
      pieces[pieces.count - 1] = .literal(text + String(character))
    case (_, true): pieces.append(.space(String(character)))
    case (_, false): pieces.append(.literal(String(character)))
    }
  }

  private static let combinations: [Character: String] = [
    "F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "D": "%m/%d/%y", "r": "%I:%M:%S %p",
  ]

  private static let literals: [Character: Character] = ["n": "\n", "t": "\t", "%": "%"]

  private static let unstable: [Character: String] = ["c": "%F %T", "x": "%F", "X": "%T"]
}
