import Foundation
import Wording

/// What the pages say in each language, from one table.
struct Texts: Sendable {
  private let tables: [Language: [String: String]]

  /// Reads a table of keys, each with the text in every language.
  ///
  /// - Parameter file: JSON, `{"key": {"en": "text", "ko": "글"}}`.
  /// - Throws: ``TextsError``, and what reading the file throws.
  init(file: String) throws {
    try self.init(json: Data(contentsOf: URL(filePath: file)))
  }

  /// - Throws: ``TextsError``, and what decoding throws.
  init(json: Data) throws {
    let table = try JSONDecoder().decode([String: [String: String]].self, from: json)
    for (key, texts) in table {
      for language in Language.allCases where (texts[language.rawValue] ?? "").isEmpty {
        throw TextsError(key: key, language: language)
      }
    }
    tables = Dictionary(
      uniqueKeysWithValues: Language.allCases.map { language in
        (language, table.compactMapValues { $0[language.rawValue] })
      })
  }

  /// All texts of a language, by key.
  func table(_ language: Language) -> [String: String] { tables[language] ?? [:] }
}

/// A text that a language lacks.
struct TextsError: Error {
  let key: String
  let language: Language
}
