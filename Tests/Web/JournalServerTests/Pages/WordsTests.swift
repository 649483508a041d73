import CaptureTime
import Files
import Foundation
import HTTPTypes
import Hummingbird
import Journal
import NIOCore
import Testing
import TestSupport
import Wording

@testable import JournalServer

@Suite("Days in words")
struct WordsTests {
  private func words(_ language: Language) throws -> PageWords {
    let folder = Checkout.folder.appending(path: "Sources/Web/JournalServer/Assets/texts")
    return PageWords(language, try PageTexts(folder: folder.path))
  }

  @Test(
    "are those of the Gregorian calendar, also from before there was one",
    arguments: [
      ("2024-01-31", "Wednesday, January 31, 2024", "2024년 1월 31일 수요일"),
      ("1582-10-15", "Friday, October 15, 1582", "1582년 10월 15일 금요일"),
      ("1582-10-14", "Thursday, October 14, 1582", "1582년 10월 14일 목요일"),
      ("1500-03-01", "Thursday, March 1, 1500", "1500년 3월 1일 목요일"),
      ("1400-02-28", "Friday, February 28, 1400", "1400년 2월 28일 금요일"),
      ("0001-01-01", "Monday, January 1, 1", "1년 1월 1일 월요일"),
      ("9999-12-31", "Friday, December 31, 9999", "9999년 12월 31일 금요일"),
    ])
  func titles(iso: String, english: String, korean: String) throws {
    let day = try #require(CivilDate(iso: iso))
    #expect(try words(.english).title(day) == english)
    #expect(try words(.korean).title(day) == korean)
  }
}

@Suite("English of two kinds")
struct BritishTests {
  @Test(
    "goes by the region that the browser asks for",
    arguments: [
      ("en-US,en;q=0.9", "Nov 27, 2026", "Color"), ("en", "Nov 27, 2026", "Color"),
      ("en-GB,en;q=0.9", "27 Nov 2026", "Colour"), ("en-AU", "27 Nov 2026", "Colour"),
      ("fr,en-IE;q=0.8", "27 Nov 2026", "Colour"), ("en-CA", "Nov 27, 2026", "Color"),
      ("ko-KR,en-GB;q=0.5", "2026년 11월 27일", "색"), ("", "Nov 27, 2026", "Color"),
    ])
  func region(accepted: String, date: String, color: String) async throws {
    let pages = try await Pages(
      folder: Checkout.folder.appending(path: "Sources/Web/JournalServer/Assets").path)
    let request = Request(
      head: .init(
        method: .get, scheme: nil, authority: nil, path: "/",
        headerFields: [.acceptLanguage: accepted]),
      body: .init(buffer: ByteBuffer()))
    let words = pages.words(for: request)
    #expect(words.short(try #require(CivilDate(iso: "2026-11-27"))) == date)
    #expect(words("colour") == color)
  }
}

@Suite("Texts of the pages")
struct TextsTests {
  private func words(_ language: Language) throws -> PageWords {
    PageWords(language, try PageTexts(folder: Self.sources.appending(path: "Assets/texts").path))
  }

  @Test("What fills a place is not filled itself", arguments: Language.allCases)
  func filledOnce(language: Language) throws {
    let values = ["moment": "{caption}", "caption": "{moment}"]
    let text = try words(language)("photoWith", values)
    #expect(text.contains("{moment}") && text.contains("{caption}"), "\(text)")
  }

  @Test(
    "Numbers go with their nouns, as the language writes them",
    arguments: [
      (0, "0 posts", "기록 0개"), (1, "1 post", "기록 1개"), (1_234, "1,234 posts", "기록 1,234개"),
    ])
  func counts(count: Int, english: String, korean: String) throws {
    #expect(try words(.english).count(count, "postCount") == english)
    #expect(try words(.korean).count(count, "postCount") == korean)
  }

  @Test("Limits are those of the types", arguments: Language.allCases)
  func limits(language: Language) throws {
    #expect(try words(language)("captionHint").contains("\(Caption.limit)"))
  }

  private static let sources = Checkout.folder.appending(path: "Sources/Web/JournalServer")

  private static func files(_ folder: String, _ ending: String) throws -> [String] {
    let names =
      FileManager.default.enumerator(atPath: sources.appending(path: folder).path)?
      .compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(ending) }.map {
      try String(contentsOf: sources.appending(path: "\(folder)/\($0)"), encoding: .utf8)
    }
  }

  private func table() throws -> [String: [String: String]] {
    try Self.files("Assets/texts", ".json").reduce(into: [:]) { table, part in
      let texts = try JSONDecoder().decode([String: [String: String]].self, from: Data(part.utf8))
      #expect(part.matches(of: /(?m)^  "/).count == texts.count, "a key stands twice in \(part)")
      table.merge(texts) { _, other in other }
    }
  }

  @Test("Every text that a template asks for is in the table")
  func complete() throws {
    let table = try table()
    let asked = try Self.files("Assets/templates", ".mustache").flatMap {
      $0.matches(of: /\{\{t\.([^}]+)\}\}/).map { String($0.1) }
    }
    #expect(asked.count > 100)
    for key in asked { #expect(table[key] != nil, "\(key)") }
  }

  @Test("Every template has what it shows escaped as the text of pages")
  func escaping() throws {
    for template in try Self.files("Assets/templates", ".mustache") {
      #expect(["{{<layout}}", "{{% CONTENT_TYPE: PAGE }}\n"].contains { template.hasPrefix($0) })
    }
  }

  @Test(
    "What means something in HTML is written otherwise, also where it carries a mark",
    arguments: [
      ("a < b & c > d", "a &lt; b &amp; c &gt; d"), ("\"'", "&quot;&#39;"), ("", ""), ("점심", "점심"),
      ("\"\u{301} onerror=x", "&quot;\u{301} onerror=x"), ("<\u{338}b>", "&lt;\u{338}b&gt;"),
      ("👨‍👩‍👧&\u{200D}", "👨‍👩‍👧&amp;\u{200D}"),
    ])
  func escaped(text: String, html: String) {
    #expect(text.escapedForHTML.unicodeScalars.elementsEqual(html.unicodeScalars))
  }

  @Test("Every text of the table is shown somewhere")
  func used() throws {
    let templates = try Self.files("Assets/templates", ".mustache").joined()
    let code = try Self.files("", ".swift").joined()
    // Of these the end of the key is a value of the program's.
    let families = [
      "problem-title-", "position-", "source-", "style-", "theme-", "colour-", "textSize-",
      "tour-", "calendar-map-", "calendar-legend-", "statistics-", "format-", "collectionIs-",
      "pool-", "card-", "mark-", "lineSpacing-", "annotationsBy-", "planMaking-",
      "people-", "plant-", "stage-", "contact-", "leapBirthday-", "reminderOf-", "wayKind-",
      "filter-", "rotate-", "entry-", "scope-", "access-", "rhythm-", "switch-", "switchHint-",
      "face-", "postZone-", "arrivalFormat-", "leftOut-", "passedOver-",
    ]
    let groups = Set(SettingsGroup.allCases.map(\.title))
    for key in try table().keys where !families.contains(where: { key.hasPrefix($0) }) {
      if groups.contains(key) { continue }
      #expect(templates.contains("{{t.\(key)}}") || code.contains("\"\(key)\""), "\(key)")
    }
  }

  @Test("Every problem that is named in the sources has a text, and its kind one without values")
  func problems() throws {
    let code = try Self.files("", ".swift").joined()
    let keys = code.matches(of: /Problem\(\s*"([a-z.-]+)"/).map { String($0.1) }
    #expect(keys.count > 20)
    for key in keys + ProblemStatus.table.keys {
      #expect(
        ErrorTexts.server.table[key]?.korean != nil || ErrorTexts.server.table[key]?.english != nil,
        "\(key)")
      let kind = ErrorMessage(key, in: .server).kind
      #expect(ProblemStatus.known(key) != nil, "\(key)")
      for language in Language.allCases {
        let text = try #require(Problem.message(ofKind: kind), "\(kind)").sentence(in: language)
        #expect(!text.contains("{"), "\(text)")
      }
    }
  }

  @Test("The languages fill the same places")
  func places() throws {
    for (key, texts) in try table() {
      let places = texts.values.map {
        Set($0.matches(of: /\{(\w+)(\|[^}]*)?\}/).map { String($0.1) })
      }
      #expect(Set(places).count == 1, "\(key)")
    }
  }

  @Test("A table with a text that a language lacks is refused")
  func lacking() throws {
    for text in [#"{"a": {"en": "A"}}"#, #"{"a": {"en": "A", "ko": ""}}"#] {
      #expect(throws: TextsError.lacking(key: "a", .korean)) {
        try PageTexts(parts: [Data(text.utf8)])
      }
    }
  }

  @Test("A key that two areas have is refused")
  func twice() throws {
    let part = Data(#"{"a": {"en": "A", "ko": "가"}}"#.utf8)
    #expect(throws: TextsError.twice(key: "a")) { try PageTexts(parts: [part, part]) }
  }
}
