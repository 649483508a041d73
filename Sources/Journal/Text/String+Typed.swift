import Foundation

extension String {
  /// The text as it is kept once someone typed it: without white space at its ends, with each line
  /// break of two characters (CR LF) as one (LF), in Unicode's normal form C.
  var kept: String {
    let isBlank = { (character: Character) in
      character.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
    guard let start = firstIndex(where: { !isBlank($0) }),
      let end = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return self[start...end].replacing("\r\n", with: "\n").precomposedStringWithCanonicalMapping
  }

  /// The first scalar of which `condition` holds, with the number of characters before it.
  func firstScalar(
    where condition: (Unicode.Scalar) -> Bool
  ) -> (scalar: Unicode.Scalar, offset: Int)? {
    for (offset, character) in enumerated() {
      if let scalar = character.unicodeScalars.first(where: condition) { return (scalar, offset) }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Whether it is one of the codes 0 to 31 and 127 to 159 (general category Cc).
  var isControl: Bool { properties.generalCategory == .control }
}
