import Files
import Foundation
import TestSupport
import Testing
import Wording

@testable import JournalServer

@Suite("Texts of the pages")
struct TextsTests {
  private static let sources = Checkout.folder.appending(path: "Sources/JournalServer")

  private static func files(_ folder: String, _ ending: String) throws -> [String] {
    let names =
      FileManager.default.enumerator(atPath: sources.appending(path: folder).path)?
      .compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(ending) }.map {
      try String(contentsOf: sources.appending(path: "\(folder)/\($0)"), encoding: .utf8)
    }
  }

  private func table() throws -> [String: [String: String]] {
    try JSONDecoder().decode(
      [String: [String: String]].self,
      from: Data(contentsOf: Self.sources.appending(path: "Assets/texts.json")))
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

  @Test("Every text of the table is shown somewhere")
  func used() throws {
    let templates = try Self.files("Assets/templates", ".mustache").joined()
    let code = try Self.files("", ".swift").joined()
    // Of these the end of the key is a value of the program's.
    let families = ["problem-title-", "position-", "source-", "style-", "theme-"]
    for key in try table().keys where !families.contains(where: { key.hasPrefix($0) }) {
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
        ErrorTexts.table[key]?.korean != nil || ErrorTexts.table[key]?.english != nil, "\(key)")
      let kind = ErrorMessage(key).kind
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
      let places = texts.values.map { Set($0.matches(of: /\{\w+\}/).map { String($0.0) }) }
      #expect(Set(places).count == 1, "\(key)")
    }
  }

  @Test("A table with a text that a language lacks is refused")
  func lacking() throws {
    for text in [#"{"a": {"en": "A"}}"#, #"{"a": {"en": "A", "ko": ""}}"#] {
      #expect(throws: TextsError.self) { try Texts(json: Data(text.utf8)) }
    }
  }
}
