/// A link that calls a number (RFC 3966).
enum TelephoneLink {
  /// A number as its owner writes it, as the address of a link: a plus sign, where there is one, and digits.
  ///
  /// Blanks, brackets, hyphens and dots between digits are left out, which say nothing (section 5.1.1).
  ///
  /// - Parameter text: the number.
  /// - Returns: the address; nil where there is anything else in the text, as an extension or a second number,
  ///   and where the brackets are around a zero which is not dialled after the code of a country.
  static func path(of text: String) -> String? {
    let number = text.filter { !separators.contains($0) && !$0.isWhitespace }
    let isGlobal = number.hasPrefix("+")
    let digits = isGlobal ? number.dropFirst() : number[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      !(isGlobal && text.filter { !$0.isWhitespace }.contains("(0)"))
    else { return nil }
    return "tel:\(number)"
  }

  private static let separators: Set<Character> = ["(", ")", "-", "."]
}
