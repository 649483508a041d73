import SystemPackage
import Cards
import Raster
import Wording

@testable import Store
@testable import Texts

extension Samples {
  private static let owner = OwnerName(stored: "anna")

  /// Of what is said of collections and texts.
  static let texts: [any Worded] =
    reading + records + passages
    + (CollectionName(stored: "Sayings").map { collections($0) } ?? [])
    + [
      ExportedValueError(field: "hearted"), TextError.unknown("Gen.1.1"), TextError.none,
      TextError.notSearched("sea"), TextError.nothingShown("2024-01-31"),
      TextError.gone("x", collection: "sayings"),
    ]
    + (CollectionName(stored: "Sayings").map {
      [TextsSalvageFinding.altered($0, key: "a"), .otherWords($0, key: "a")]
    } ?? [])

  private static let passages: [any Worded] =
    [
      PassageError.empty, .outside(observed: 30, limit: 29), .insideCharacter(3),
      .notThere("the word"), .splitsCharacter("x"), .several(2), .noOccurrence(3, of: 1),
    ]
    + [HighlightError.unknown(3), .none(key: "a"), .tooMany(limit: 1_000)]
    + [
      NoteError.none(key: "a"), .unknownVersion(2, key: "a"), .changed(nil, key: "a"),
      .changed(note, key: "a"),
    ]

  private static let note = Note(
    id: 1, text: 1, collection: "sayings", key: "a", words: "words", made: 0, written: 0)

  static let cards: [any Worded] = [
    CardError.empty, CardError.tooLong(observed: 100_000, fitting: 4_000),
    CardError.font("x", known: ["sans"]), CardError.fontFile(.notAFont(path: "a.ttf")),
    CardError.raster(.cannotAllocate(width: 1080, height: 1080)), CardNote.lacking(["ज", "😀"]),
  ]

  private static func collections(_ name: CollectionName) -> [any Worded] {
    let problem = ReadProblem(line: 3, .nul)
    let errors: [CollectionError] = [
      .exists(name), .unknown(name, known: []), .unknown(name, known: [name]),
      .notYours(name, owner: owner), .everybodys(name), .tooMany(limit: 100),
      .tooLarge(limit: 256_000_000), .tooManyTexts(limit: 200_000),
      .noTexts(problems: 2, first: problem),
      .noTexts(problems: 0, first: nil), .licence(observed: 201, limit: 200), .language("x y"),
    ]
    let problems: [TextsProblem] = [
      .count(name, observed: 1, expected: 2), .text(name, key: "a"),
      .search(texts: nil), .search(texts: 1), .search(texts: 2), .otherWords(name, key: "a"),
    ]
    let none: [TextError] = [
      .several("Gen.1.1", collections: [name]), .noSection("Ps.1", of: name),
    ]
    return errors + none + problems.map { JournalProblem.area($0) }
  }

  private static let reading: [ReadError] = [
    .noColumn("text"), .wrongColumn("mood"), .openQuote(line: 2), .json(line: 2),
    .xml(line: 2, detail: "mismatched tag"), .documentType(line: 1), .depth(line: 2, limit: 64),
    .markup(line: 2, limit: 1 << 20),
  ]

  private static let records: [ReadProblem] =
    [
      .encoding, .nul, .empty, .recordTooLong(limit: 1 << 20),
      .tooLong(.text, observed: 100_000, limit: 10_000),
      .tooManyBytes(.author, observed: 5_000, limit: 4_000), .columns(observed: 1, expected: 2),
      .strayQuote, .json, .unknownField("mood"), .notText(.key), .day("31 January"), .noVerse,
      .openVerse("Gen.1.1"), .openNote("Gen.1.1"), .openMarker("Gen.1.1"),
      .unknownMarkers(names: ["xyz"], count: 2), .sameKey("a"),
    ].map { ReadProblem(line: 3, $0) }
    + [TextField.translation, .source, .added, .section, .sectionTitle].map { field in
      ReadProblem(line: 3, .notText(field))
    }
}
