/// What is said of one error, with places for its values.
package struct ErrorText: Sendable {
  /// A clause without capital and full stop, as it follows "Error: " or a file's name.
  package let english: String
  /// Sentences; nil where only the command line says it, and the kind's own text stands elsewhere.
  package let korean: String?
  /// What can be done about it on the command line, which follows the English text there.
  package let hint: String?

  package init(_ english: String, _ korean: String? = nil, hint: String? = nil) {
    (self.english, self.korean, self.hint) = (english, korean, hint)
  }
}

/// What one target says of its errors, with the texts of the targets below it.
///
/// Keys are a kind, or a kind, a dot and a detail. A place `{name}` is filled with a value
/// of the error, or one of ``limits``; `{name|word|words}` is a number with what is counted.
/// Each target with errors has one, `ErrorTexts.stamping` for one, and an initializer of
/// ``ErrorMessage`` that takes its texts from there.
package struct ErrorTexts: Sendable {
  package let table: [String: ErrorText]
  /// The limits that texts and forms name, from the types that keep them.
  package let limits: [String: Int]

  /// - Parameters:
  ///   - own: the target's texts. A key that a target below has too keeps the text from there.
  ///   - limits: the target's limits.
  ///   - below: the texts of the targets below.
  package init(
    _ own: [String: ErrorText]..., limits: [String: Int] = [:], below: [ErrorTexts] = [.shared]
  ) {
    table = (below.map(\.table) + own).reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    self.limits = below.map(\.limits).reduce(into: limits) { $0.merge($1) { first, _ in first } }
  }

  /// What targets say that do not know each other.
  package static let shared = ErrorTexts(
    [
      "foreign": .init("{detail}"),
      "photo": .init(
        "the file is not a photo that can be stamped", "날짜를 찍을 수 있는 사진이 아닙니다."),
      "photo.empty": .init("the file is empty", "파일이 비어 있습니다."),
      "no-time": .init(
        "the photo does not say when it was taken; give the time",
        "사진에 찍은 시각이 없습니다. 시각을 적어 주세요.",
        hint: " with --time (daystamp info shows where Daystamp looked)"),
      "label": .init(
        "the label cannot be drawn on this photo with these settings",
        "설정한 모양으로는 이 사진에 날짜를 찍을 수 없습니다."),
      "server": .init(
        "something went wrong; nothing was changed", "문제가 생겨 아무것도 바꾸지 않았습니다."),
    ], below: [])

  /// The kinds that a page can name without the values of an error: each has a text of its own.
  package var kinds: [String] {
    table.keys.filter { !$0.contains(".") && table[$0]?.korean != nil }.sorted()
  }

  /// The text of a key where it is not for the command line alone; else that of its kind, else that
  /// something went wrong.
  package func forPages(_ key: String) -> ErrorText {
    [key, ErrorMessage.kind(of: key), "server"].lazy.compactMap { table[$0] }
      .first { $0.korean != nil } ?? ErrorText(key, key)
  }
}
