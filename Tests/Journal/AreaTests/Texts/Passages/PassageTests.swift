import Testing

@testable import Texts

@Suite("Passages of a text")
struct PassageTests {
  @Test("have what they say and the 32 characters before and after them")
  func around() throws {
    let body = String(repeating: "a", count: 40) + "quote" + String(repeating: "é", count: 40)
    let passage = try Passage(in: body, from: 40, to: 45)
    #expect(passage.quote == "quote" && passage.range == 40..<45)
    #expect(passage.before == String(repeating: "a", count: 32))
    #expect(passage.after == String(repeating: "é", count: 32))
    let whole = try Passage(in: "ab", from: 0, to: 2)
    #expect(whole.quote == "ab" && whole.before.isEmpty && whole.after.isEmpty)
  }

  /// Texts whose characters have several scalars: emoji with joiners, flags, marks, old Korean letters, an
  /// ended line of two.
  static let characters: [(body: String, characters: [String])] = [
    ("a👨‍👩‍👧‍👦b", ["a", "👨‍👩‍👧‍👦", "b"]), ("🇰🇷🇩🇪", ["🇰🇷", "🇩🇪"]),
    ("x\u{302}\u{323}y", ["x\u{302}\u{323}", "y"]), ("ᄒᆞᆫ글", ["ᄒᆞᆫ", "글"]),
    ("a\r\nb", ["a", "\r\n", "b"]),
  ]

  @Test("are the same by their characters, their UTF-16 and their words", arguments: characters)
  func sameThreeWays(body: String, characters: [String]) throws {
    var units = 0
    for (index, character) in characters.enumerated() {
      let passage = try Passage(in: body, from: index, to: index + 1)
      #expect(passage.quote.unicodeScalars.elementsEqual(character.unicodeScalars))
      #expect(passage.before == characters[..<index].joined())
      #expect(passage.after == characters[(index + 1)...].joined())
      let width = character.utf16.count
      #expect(try Passage(in: body, utf16: units, to: units + width) == passage)
      #expect(try Passage(in: body, quoting: character) == passage)
      for inside in units + 1..<units + max(1, width) {
        #expect(throws: PassageError.insideCharacter(inside)) {
          try Passage(in: body, utf16: units, to: inside)
        }
        #expect(throws: PassageError.insideCharacter(inside)) {
          try Passage(in: body, utf16: inside, to: body.utf16.count)
        }
      }
      units += width
    }
  }

  @Test(
    "do not begin or end within a character",
    arguments: [
      ("a👨‍👩‍👧‍👦b", "👨"), ("a👨‍👩‍👧‍👦b", "👦b"), ("🇰🇷🇩🇪", "🇷🇩"), ("x\u{302}y", "x"), ("ᄒᆞᆫ글", "ᄒ"),
      ("a\r\nb", "a\r"),
    ])
  func split(body: String, quote: String) {
    #expect(throws: PassageError.splitsCharacter(quote)) { try Passage(in: body, quoting: quote) }
  }

  @Test(
    "lie in the text, and are something",
    arguments: [
      (-1, 2, PassageError.outside(observed: -1, limit: 4)),
      (0, 5, .outside(observed: 5, limit: 4)), (9, 9, .outside(observed: 9, limit: 4)),
      (.min, .max, .outside(observed: .min, limit: 4)), (2, 2, .empty), (3, 1, .empty),
    ])
  func ranges(start: Int, end: Int, error: PassageError) {
    #expect(throws: error) { try Passage(in: "abcd", from: start, to: end) }
    #expect(throws: error) { try Passage(in: "abcd", utf16: start, to: end) }
  }

  @Test("are the one of several that is meant, which may overlap")
  func several() throws {
    #expect(throws: PassageError.several(3)) { try Passage(in: "aaaa", quoting: "aa") }
    #expect(try Passage(in: "aaaa", quoting: "aa", occurrence: 3).range == 2..<4)
    for number in [0, 4, -1, .max, .min] {
      #expect(throws: PassageError.noOccurrence(number, of: 3)) {
        try Passage(in: "aaaa", quoting: "aa", occurrence: number)
      }
    }
    #expect(throws: PassageError.notThere("b")) { try Passage(in: "aaaa", quoting: "b") }
    #expect(throws: PassageError.empty) { try Passage(in: "aaaa", quoting: "") }
    // One of the two is more than an x.
    #expect(try Passage(in: "x\u{302} x", quoting: "x").range == 2..<3)
  }

  @Test("are found by what is typed in another normal form, or with other ends of lines")
  func normalForm() throws {
    #expect(try Passage(in: "한글 café", quoting: "한글").range == 0..<2)
    #expect(try Passage(in: "한글 café", quoting: "cafe\u{301}").range == 3..<7)
    #expect(try Passage(in: "one\ntwo", quoting: "e\r\nt").range == 2..<5)
  }

  /// A body, the passage in it, another body, and where it is there.
  static let moves: [(String, Range<Int>, String, Range<Int>?)] = [
    // Unchanged, moved, gone.
    ("the quick fox", 4..<9, "the quick fox", 4..<9),
    ("the quick fox", 4..<9, "Lo! the quick fox", 8..<13),
    ("the quick fox", 4..<9, "the slow fox", nil),
    // Of several the one with the same words around, though another is nearer.
    ("to be and to do", 10..<12, "to see, to be and to do", 18..<20),
    ("to be and to do", 0..<2, "see how to be and to do", 8..<10),
    // The nearer one where all are alike.
    ("la la la", 3..<5, "la la la la", 3..<5),
    // Only blanks and punctuation are alike, which are around all words.
    ("x, a, y", 3..<4, "p, a, q, a, r", nil),
    // Alone it needs nothing around it.
    ("x, a, y", 3..<4, "p, a, q", 3..<4),
    // Before, or after it, was nothing, nor is.
    ("amen", 0..<4, "amen. amen", 0..<4),
    ("say amen", 4..<8, "amen x amen", 7..<11),
    // A quote that is part of a character now is not there.
    ("x y", 0..<1, "x\u{302} y", nil),
    ("한글", 1..<2, "한 글", 2..<3),
    ("long", 0..<4, "", nil),
  ]

  @Test("are found again in another body", arguments: moves)
  func place(body: String, range: Range<Int>, other: String, expected: Range<Int>?) throws {
    let passage = try Passage(in: body, from: range.lowerBound, to: range.upperBound)
    #expect(passage.place(in: other) == expected)
  }

  @Test("are found among thousands that say the same, in time that the body's length bounds")
  func thousands() throws {
    // Each is around the others, and long ones overlap in nearly all of their characters.
    let words = String(repeating: "la ", count: 5_000)
    let body = "Begin \(words)end"
    let place = 6 + 3 * 3_000
    let passage = try Passage(in: body, from: place, to: place + 2)
    #expect(throws: PassageError.several(5_000)) { try Passage(in: body, quoting: "la") }
    #expect(passage.place(in: body) == place..<place + 2)
    let last = try Passage(in: body, from: 6 + 3 * 4_999, to: 8 + 3 * 4_999)
    #expect(last.place(in: "More. \(body)") == 12 + 3 * 4_999..<14 + 3 * 4_999)
    let same = String(repeating: "a", count: 100_000)
    let clock = ContinuousClock()
    let half = try Passage(in: same, from: 0, to: 50_000)
    let time = clock.measure { #expect(half.place(in: same) == 0..<50_000) }
    // Half of the body at each of half of its places would be 2.5 billion comparisons.
    #expect(time < .seconds(20))
  }
}

@Suite("Parts of a text with highlights")
struct HighlightedPartTests {
  private static func highlight(
    _ id: Int64, _ range: Range<Int>, of body: String, placed: Bool = true
  ) throws -> Highlight {
    Highlight(
      id: id, text: 1, collection: "c", key: "k",
      passage: try Passage(in: body, from: range.lowerBound, to: range.upperBound),
      isPlaced: placed, colour: .yellow, made: 0)
  }

  @Test("are all of it, and show of overlapping highlights the one made last")
  func overlap() throws {
    let body = "0123456789"
    let highlights = try [
      Self.highlight(1, 1..<6, of: body), Self.highlight(2, 4..<8, of: body),
      Self.highlight(3, 2..<3, of: body),
    ]
    let parts = HighlightedPart.parts(of: body, highlights)
    #expect(parts.map(\.text) == ["0", "1", "2", "3", "4567", "89"])
    #expect(parts.map(\.highlight?.id) == [nil, 1, 3, 1, 2, nil])
    #expect(parts.map(\.start) == [0, 1, 2, 3, 4, 8])
  }

  @Test("are without highlights that say something else, or lie outside")
  func stray() throws {
    let long = "0123456789 and more"
    let highlights = try [
      Self.highlight(1, 11..<14, of: long), Self.highlight(2, 0..<3, of: "xyz"),
      Self.highlight(3, 0..<3, of: long, placed: false),
    ]
    let parts = HighlightedPart.parts(of: "0123456789", highlights)
    #expect(parts.map(\.text) == ["0123456789"] && parts[0].highlight == nil)
    #expect(HighlightedPart.parts(of: "", highlights).isEmpty)
  }

  @Test("of a long text with very many highlights are found")
  func many() throws {
    let (count, body) = (9_000, String(repeating: "0123456789", count: 1_000))
    let highlights = (0..<count).map { index in
      Highlight(
        id: Int64(index), text: 1, collection: "c", key: "k",
        passage: Passage(
          stored: index..<index + 900, quote: String(body.dropFirst(index % 10).prefix(900)),
          before: "", after: ""),
        isPlaced: true, colour: .yellow, made: index % 7)
    }
    let parts = HighlightedPart.parts(of: body, highlights)
    #expect(parts.map(\.text).joined() == body)
    // Every seventh was made last of those that it overlaps.
    #expect(parts.first { $0.start >= 6 }?.highlight?.id == 6)
    #expect(parts.allSatisfy { $0.start < 6 || ($0.highlight?.made ?? 6) == 6 || $0.start > 9_000 })
    #expect(parts.last?.highlight == nil)
  }
}
