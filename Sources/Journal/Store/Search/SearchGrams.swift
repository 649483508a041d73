/// How texts are indexed with FTS5 so that words of any length are found, also inside other words.
/// The index stores no positions (`detail=none`), and so is smaller than the texts.
///
/// Each letter begins a token: with the three letters after it in alphabets, with the one after it in
/// Han, kana and Hangul, where one says as much, and fewer at a word's end: "tale" is
/// "tale ale le e". What is asked for are the tokens of full length, or a shorter word as a beginning of
/// tokens. A sign begins a token with whatever follows it, and one with the last letters of the word
/// before it, backwards: "tale." has ".ela" too. Where two words meet, a token of the one's last letter
/// and the other's first three is what makes phrases rare; in Han, kana and Hangul, where many words end
/// alike, one of the last two and the first besides. A whole tag is one token.
///
/// Texts that have all tokens of a query are candidates, which ``SearchMatcher`` looks at: "thing tale"
/// has all of "thing ale", and "an alethal whethale" all of "whale thal".
package struct SearchGrams {
  /// A token of a query.
  package struct Gram: Hashable {
    /// As the index has it.
    let token: String
    /// Whether it is only the beginning of one.
    package let isPrefix: Bool
    /// The part of the folded text that it stands for.
    package let part: [UInt8]

    /// An expression of FTS5.
    package var expression: String { isPrefix ? "\"\(token)\"*" : "\"\(token)\"" }
  }

  private enum Kind: UInt8 {
    /// What parts words, and what parts the texts of a document.
    case blank, border
    case letter, syllable, sign

    /// How many scalars a token has.
    var width: Int {
      switch self {
      case .letter: 4
      case .syllable, .sign: 2
      case .blank, .border: 0
      }
    }
    var isWord: Bool { self == .letter || self == .syllable }
    /// How many scalars of it are at most in a token with what is before it, or with a sign after it.
    var reach: Int { isWord ? 3 : 1 }
  }

  private var scalars: [Unicode.Scalar] = []
  private var kinds: [Kind] = []
  /// Where the run of scalars of its kind ends, for each.
  private var ends: [Int] = []

  package init() {}

  /// The tokens of a document, with a blank after each.
  package mutating func tokens(of document: SearchDocument) -> String {
    read(document.folded)
    var tokens: [UInt8] = []
    tokens.reserveCapacity(document.folded.count * 5)
    forEachToken { place in
      append(place, to: &tokens)
      tokens.append(UInt8(ascii: " "))
    }
    for tag in document.tags {
      tokens += Self.token(ofTag: tag).utf8
      tokens.append(UInt8(ascii: " "))
    }
    return String(decoding: tokens, as: UTF8.self)
  }

  /// The tokens that a document has in which a folded text is; at most so many.
  package mutating func grams(of text: [UInt8], atMost limit: Int) -> [Gram] {
    // Several bytes are one scalar, and tokens reach beyond the last.
    read(text.count > limit * 4 ? Array(text.prefix(limit * 4)) : text)
    let isCut = text.count > limit * 4
    var grams: [Gram] = []
    forEachToken { place in
      let range = place.scalars
      // What stands where the text was cut may be half a scalar, and what ends there may go on.
      guard grams.count < limit, !isCut || range.upperBound < scalars.count - 4 else { return }
      // The end of a longer word tells nothing that the tokens before it do not.
      guard place.isWhole || place.kind != .inside || isStart(range.lowerBound) else { return }
      var token: [UInt8] = []
      append(place, to: &token)
      let mayGoOn =
        place.kind == .backwards ? range.lowerBound == 0 : range.upperBound == scalars.count
      grams.append(
        Gram(
          token: String(decoding: token, as: UTF8.self), isPrefix: !place.isWhole && mayGoOn,
          part: Array(String(String.UnicodeScalarView(scalars[range])).utf8)))
    }
    return grams
  }

  /// The token of a folded tag.
  package static func gram(ofTag tag: String) -> Gram {
    Gram(token: token(ofTag: tag), isPrefix: false, part: [])
  }

  private static func token(ofTag tag: String) -> String {
    String(String.UnicodeScalarView([named("#")] + tag.unicodeScalars.map(named)))
  }

  /// Whether no scalar of the same run is before it.
  private func isStart(_ place: Int) -> Bool { place == 0 || ends[place - 1] == place }

  /// Where a token is in the text.
  private struct Place {
    enum Kind {
      case inside
      /// Of two words.
      case joining
      /// Of a sign and the end of the word before it.
      case backwards
    }

    let scalars: Range<Int>
    /// Whether they are as many as such a token can have.
    let isWhole: Bool
    var kind = Kind.inside
  }

  /// Calls with the place of each token.
  private func forEachToken(_ body: (Place) -> Void) {
    for place in scalars.indices where kinds[place].width > 0 {
      let (kind, next) = (kinds[place], place + 1)
      let follower = next < scalars.count ? kinds[next] : .border
      if kind.isWord {
        let end = min(place + kind.width, ends[place])
        body(Place(scalars: place..<end, isWhole: end - place == kind.width))
      } else {
        let isAlone = follower.width == 0
        body(
          Place(scalars: place..<(isAlone ? next : next + 1), isWhole: next < scalars.count))
        if let word = wordEnding(before: place) { body(word) }
      }
      // A word after another, or after one of other letters.
      let start = follower == .blank ? next + 1 : next
      let isOther = kind.isWord && follower.isWord && follower != kind
      guard start < scalars.count, start > next || isOther else { continue }
      let end = min(start + kinds[start].reach, ends[start])
      body(
        Place(
          scalars: place..<end, isWhole: end - start == kinds[start].reach, kind: .joining))
      if kind == .syllable, !isStart(place) {
        body(Place(scalars: place - 1..<start + 1, isWhole: true, kind: .joining))
      }
    }
  }

  /// A sign with the end of the word before it; nil where there is no word.
  private func wordEnding(before sign: Int) -> Place? {
    guard sign > 0, kinds[sign - 1].isWord else { return nil }
    let reach = kinds[sign - 1].reach
    var start = sign - 1
    while start > 0, sign - start < reach, kinds[start - 1] == kinds[start] { start -= 1 }
    return Place(scalars: start..<sign + 1, isWhole: sign - start == reach, kind: .backwards)
  }

  private func append(_ place: Place, to token: inout [UInt8]) {
    if place.kind == .backwards {
      for index in place.scalars.reversed() { append(index, to: &token) }
    } else {
      for index in place.scalars { append(index, to: &token) }
    }
  }

  private func append(_ index: Int, to token: inout [UInt8]) {
    token.append(utf8Of: Self.named(scalars[index]))
  }

  /// The scalar by which a token has another: FTS5 takes signs of ASCII as what parts tokens. What else
  /// is written with it in a text is found as well, and looked at.
  private static func named(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x30...0x39, 0x61...0x7A, 0x80...: scalar
    default: Unicode.Scalar(0xE000 + scalar.value) ?? scalar
    }
  }

  private mutating func read(_ text: [UInt8]) {
    scalars.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      scalars.append(scalar)
      kinds.append(Self.kind(scalar))
    }
    ends = Array(repeating: scalars.count, count: scalars.count)
    for place in scalars.indices.dropLast().reversed() {
      ends[place] = kinds[place] == kinds[place + 1] ? ends[place + 1] : place + 1
    }
  }

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39: .letter
    case 0x20: .blank
    case UInt32(SearchDocument.border): .border
    case ..<0x80: .sign
    // Hangul, kana with bopomofo and what repeats a character, Han.
    case 0xAC00...0xD7FF, 0x1100...0x11FF, 0xA960...0xA97F, 0x3005...0x3007, 0x3041...0x318F,
      0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0x20000...0x3FFFF:
      .syllable
    default:
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
        .letter
      default: .sign
      }
    }
  }
}

/// A post's text in the form that searches compare.
package struct SearchDocument: Sendable {
  /// Separates the texts of a post, so that no phrase spans two of them.
  package static let border: UInt8 = 1

  private var text: FoldedText
  /// The texts, folded, with borders between them.
  package var folded: [UInt8] { text.bytes }
  /// The folded names of whole tags.
  package var tags: [String] = []

  /// - Parameter capacity: bytes of UTF-8 that the texts will likely have.
  package init(capacity: Int = 512) { text = FoldedText(capacity: capacity) }

  /// Starts again, reusing its memory.
  package mutating func clear() {
    text.clear()
    tags.removeAll(keepingCapacity: true)
  }

  package mutating func append(_ part: String) {
    var part = part
    part.withUTF8 { append($0) }
  }

  /// Appends a text of the post, in UTF-8.
  package mutating func append(_ part: UnsafeBufferPointer<UInt8>) {
    guard !part.isEmpty else { return }
    text.begin(after: Self.border)
    let start = text.bytes.count
    guard !text.appendPlain(part) else { return }
    text.cut(to: start)
    text.append(folded: SearchText.searched(String(decoding: part, as: UTF8.self)))
  }
}
