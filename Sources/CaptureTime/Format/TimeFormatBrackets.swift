/// The brackets of a removed text whose other halves are outside of it.
struct TimeFormatBrackets {
  private(set) var opening = ""
  private(set) var closing = ""

  init() {}

  init(unmatchedIn text: String) {
    for character in text {
      if Self.pairs[character] != nil {
        opening.append(character)
      } else if Self.closings.contains(character) {
        if let last = opening.last, Self.pairs[last] == character {
          opening.removeLast()
        } else {
          closing.append(character)
        }
      }
    }
  }

  /// Drops the first closing bracket if it is the other half of `open`.
  mutating func closes(_ open: Character) -> Bool {
    guard let close = closing.first, Self.pairs[open] == close else { return false }
    closing.removeFirst()
    return true
  }

  static let all = Set(pairs.keys).union(closings)

  private static let pairs: [Character: Character] = [
    "(": ")", "[": "]", "{": "}", "「": "」", "（": "）", "【": "】",
  ]
  private static let closings = Set(pairs.values)
}
