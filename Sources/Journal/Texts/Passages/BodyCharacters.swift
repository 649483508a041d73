/// The characters of a body, to look for quotes among them.
struct BodyCharacters {
  private let scalars: [Unicode.Scalar]
  /// Where each character begins among the scalars; after the last one where it ends.
  private let starts: [Int]

  init(_ body: String) {
    scalars = Array(body.unicodeScalars)
    var starts = [0]
    for character in body {
      starts.append(starts[starts.count - 1] + character.unicodeScalars.count)
    }
    self.starts = starts
  }

  var count: Int { starts.count - 1 }

  var utf16Count: Int { scalars.reduce(0) { $0 + UTF16.width($1) } }

  /// What characters of it say.
  func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[starts[range.lowerBound]..<starts[range.upperBound]])
    return String(text)
  }

  /// Whether some characters, which may be more than there are, say something.
  func says(_ quote: String, at range: Range<Int>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count else { return false }
    return scalars[starts[range.lowerBound]..<starts[range.upperBound]]
      .elementsEqual(quote.unicodeScalars)
  }

  /// The character that begins after so many code units of UTF-16.
  ///
  /// - Throws: ``PassageError/insideCharacter(_:)``.
  func character(utf16 offset: Int) throws(PassageError) -> Int {
    var (scalar, units) = (0, 0)
    while units < offset, scalar < scalars.count {
      units += UTF16.width(scalars[scalar])
      scalar += 1
    }
    guard units == offset, let character = character(atScalar: scalar) else {
      throw .insideCharacter(offset)
    }
    return character
  }

  /// The character that begins at a scalar; nil where none does.
  private func character(atScalar scalar: Int) -> Int? {
    var range = starts.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if starts[middle] == scalar { return middle }
      range =
        starts[middle] < scalar
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// Where it says something, each place with characters that are whole, in order, also where one
  /// overlaps the next; and whether there is one that begins or ends within a character.
  ///
  /// - Complexity: O(*n* log *n*) in the body and the quote (Knuth, Morris and Pratt 1977).
  func places(of quote: String) -> (whole: [Range<Int>], isInside: Bool) {
    let part = Array(quote.unicodeScalars)
    guard !part.isEmpty, part.count <= scalars.count else { return ([], false) }
    let borders = Self.borders(of: part)
    var (whole, isInside, matched) = ([Range<Int>](), false, 0)
    for (index, scalar) in scalars.enumerated() {
      while matched > 0, matched == part.count || part[matched] != scalar {
        matched = borders[matched - 1]
      }
      if part[matched] == scalar { matched += 1 }
      guard matched == part.count else { continue }
      if let first = character(atScalar: index + 1 - part.count),
        let end = character(atScalar: index + 1)
      {
        whole.append(first..<end)
      } else {
        isInside = true
      }
    }
    return (whole, isInside)
  }

  /// For each beginning of a part the length of the longest shorter beginning that is its end too.
  private static func borders(of part: [Unicode.Scalar]) -> [Int] {
    var borders = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in part.indices.dropFirst() {
      while length > 0, part[index] != part[length] { length = borders[length - 1] }
      if part[index] == part[length] { length += 1 }
      borders[index] = length
    }
    return borders
  }

  /// The text before or after a passage, starting at the passage, and for each scalar whether it is
  /// part of a word.
  struct Around {
    fileprivate let scalars: [(scalar: Unicode.Scalar, isWord: Bool)]

    init(_ scalars: some Sequence<Unicode.Scalar>) {
      self.scalars = scalars.map { ($0, $0.isWord) }
    }
  }

  /// How many letters and digits before a place are as they were, up to the first that is not; one where
  /// nothing was before it, nor is.
  func agreement(_ before: Around, before place: Range<Int>) -> Int {
    let start = starts[place.lowerBound]
    if before.scalars.isEmpty { return start == 0 ? 1 : 0 }
    return Self.agreement(before, scalars[..<start].reversed())
  }

  /// The same of what is after a place.
  func agreement(_ after: Around, after place: Range<Int>) -> Int {
    let end = starts[place.upperBound]
    if after.scalars.isEmpty { return end == scalars.count ? 1 : 0 }
    return Self.agreement(after, scalars[end...])
  }

  private static func agreement(
    _ around: Around, _ others: some Sequence<Unicode.Scalar>
  ) -> Int {
    var count = 0
    for (one, other) in zip(around.scalars, others) {
      guard one.scalar == other else { break }
      if one.isWord { count += 1 }
    }
    return count
  }
}

extension Unicode.Scalar {
  /// Whether it is more than white space and punctuation, which are around most words.
  fileprivate var isWord: Bool {
    switch properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format,
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      false
    default: true
    }
  }
}
