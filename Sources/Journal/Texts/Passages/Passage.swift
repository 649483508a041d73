import Foundation

/// A part of a text's body: its characters, its words, and the words around it, which find it again
/// in a changed body.
///
/// Characters are those that a reader counts (Unicode Standard Annex 29, extended grapheme clusters).
package struct Passage: Sendable, Hashable {
  /// Its characters, counted from 0.
  package let range: Range<Int>
  package let quote: String
  /// The characters before and after it, at most ``around`` each.
  package let before: String
  package let after: String

  /// How many characters are kept before and after a passage.
  package static let around = 32

  /// A passage as it was stored.
  init(stored range: Range<Int>, quote: String, before: String, after: String) {
    (self.range, self.quote, self.before, self.after) = (range, quote, before, after)
  }

  init(_ range: Range<Int>, of body: BodyCharacters) {
    self.init(
      stored: range, quote: body.text(range),
      before: body.text(max(0, range.lowerBound - Self.around)..<range.lowerBound),
      after: body.text(range.upperBound..<min(body.count, range.upperBound + Self.around)))
  }

  /// The passage of some characters.
  ///
  /// - Parameters:
  ///   - body: what the text says.
  ///   - start: the first character, counted from 0.
  ///   - end: the first one after them.
  /// - Throws: ``PassageError/empty``, ``PassageError/outside(observed:limit:)``.
  package init(in body: String, from start: Int, to end: Int) throws(PassageError) {
    let characters = BodyCharacters(body)
    self.init(try PassageError.checked(start, end, limit: characters.count), of: characters)
  }

  /// The passage of the characters between two offsets as browsers give them.
  ///
  /// - Parameters:
  ///   - body: what the text says.
  ///   - start: code units of UTF-16 before it.
  ///   - end: code units before what is after it.
  /// - Throws: ``PassageError/empty``, ``PassageError/outside(observed:limit:)``,
  ///   ``PassageError/insideCharacter(_:)``.
  package init(in body: String, utf16 start: Int, to end: Int) throws(PassageError) {
    let characters = BodyCharacters(body)
    let units = try PassageError.checked(start, end, limit: characters.utf16Count)
    let first = try characters.character(utf16: units.lowerBound)
    self.init(first..<(try characters.character(utf16: units.upperBound)), of: characters)
  }

  /// The passage with some words.
  ///
  /// - Parameters:
  ///   - body: what the text says.
  ///   - quote: what the passage says, as it is there; where it is not, in normal form C and with lines
  ///     parted by LF.
  ///   - occurrence: which one, counted from 1, of those that say it; nil where there is only one.
  /// - Throws: ``PassageError/empty``, ``PassageError/notThere(_:)``, ``PassageError/several(_:)``,
  ///   ``PassageError/noOccurrence(_:of:)``, ``PassageError/splitsCharacter(_:)``.
  package init(
    in body: String, quoting quote: String, occurrence: Int? = nil
  ) throws(PassageError) {
    guard !quote.isEmpty else { throw .empty }
    let characters = BodyCharacters(body)
    var found = characters.places(of: quote)
    if found.whole.isEmpty, !found.isInside {
      let kept = quote.replacing("\r\n", with: "\n").precomposedStringWithCanonicalMapping
      found = characters.places(of: kept)
    }
    guard let first = found.whole.first else {
      throw found.isInside ? .splitsCharacter(.shortened(quote)) : .notThere(.shortened(quote))
    }
    if let occurrence {
      guard 1...found.whole.count ~= occurrence else {
        throw .noOccurrence(occurrence, of: found.whole.count)
      }
      self.init(found.whole[occurrence - 1], of: characters)
    } else {
      guard found.whole.count == 1 else { throw .several(found.whole.count) }
      self.init(first, of: characters)
    }
  }

  /// Finds the passage in another body.
  ///
  /// Of several places that say the quote it is the one with most letters and digits around it as they
  /// were, and of those the one nearest to the old place.
  ///
  /// - Parameter body: what the text says now.
  /// - Returns: the characters; nil where the quote is not there, or at several places with nothing around
  ///   them as it was.
  /// - Complexity: O(*n*) in the body.
  package func place(in body: String) -> Range<Int>? { place(in: BodyCharacters(body)) }

  func place(in body: BodyCharacters) -> Range<Int>? {
    let places = body.places(of: quote).whole
    if places.count < 2 { return places.first }
    let before = BodyCharacters.Around(before.unicodeScalars.reversed())
    let after = BodyCharacters.Around(after.unicodeScalars)
    var best: (agreement: Int, distance: Int, place: Range<Int>)?
    for place in places {
      let agreement = body.agreement(before, before: place) + body.agreement(after, after: place)
      let distance = abs(place.lowerBound - range.lowerBound)
      if let best, (best.agreement, -best.distance) >= (agreement, -distance) { continue }
      best = (agreement, distance, place)
    }
    return best.flatMap { $0.agreement > 0 ? $0.place : nil }
  }
}

/// Why there is no such passage in a text.
package enum PassageError: Error, Sendable, Hashable {
  /// It would have no characters.
  case empty
  /// It would begin or end there, and the text goes from 0 to the limit.
  case outside(observed: Int, limit: Int)
  /// An offset of UTF-16 is within a character.
  case insideCharacter(Int)
  /// The text does not say this.
  case notThere(String)
  /// The text says it only with more on its first or last character, such as an accent.
  case splitsCharacter(String)
  /// The text says it so many times.
  case several(Int)
  /// The text says it, but fewer times.
  case noOccurrence(Int, of: Int)

  /// Two offsets with something between them.
  ///
  /// - Throws: ``empty``, ``outside(observed:limit:)``.
  static func checked(_ start: Int, _ end: Int, limit: Int) throws(PassageError) -> Range<Int> {
    for offset in [start, end] where !(0...limit ~= offset) {
      throw .outside(observed: offset, limit: limit)
    }
    guard start < end else { throw .empty }
    return start..<end
  }
}

extension String {
  /// The beginning of a quote, for an error.
  fileprivate static func shortened(_ text: String) -> String {
    let limit = 80
    let beginning = text.prefix(limit)
    guard beginning.utf8.count <= 8 * limit else { return "…" }
    return beginning.endIndex == text.endIndex ? text : "\(beginning)…"
  }
}
