extension ErrorTexts {
  /// Highlights and notes of texts.
  static let passages: [String: ErrorText] = [
    "passage": .init("the text has no such passage", "글에 그런 부분이 없습니다."),
    "passage.empty": .init(
      "there are no characters between its beginning and its end", "시작과 끝 사이에 글자가 없습니다."),
    "passage.outside": .init(
      "{observed} is outside of the text, which goes from 0 to {limit}",
      "{observed}은(는) 글의 범위를 벗어납니다. 글은 0부터 {limit}까지입니다."),
    "passage.inside": .init(
      "{offset} is within a character; a passage begins and ends between characters",
      "{offset}은(는) 한 글자의 가운데입니다. 글자와 글자 사이에서 시작하고 끝나야 합니다."),
    "passage.not-there": .init(
      "the text does not say “{quote}”", "글에 “{quote}”이(가) 없습니다."),
    "passage.splits": .init(
      "in the text “{quote}” begins or ends within a character",
      "글에서 “{quote}”은(는) 글자의 가운데에서 시작하거나 끝납니다."),
    "passage.several": .init(
      "the text says that {count|time|times}", "글에 그 말이 {count}번 나옵니다.",
      hint: "; --occurrence says which one"),
    "passage.occurrence": .init(
      "the text says that {count|time|times}, and {number} is none of them",
      "글에 그 말이 {count}번 나오는데 {number}번째는 없습니다."),
    "no-highlight": .init("there is no such highlight", "그런 형광펜 표시가 없습니다."),
    "no-highlight.number": .init(
      "there is no highlight {number}", "{number}번 형광펜 표시가 없습니다."),
    "no-highlight.key": .init(
      "the text {key} has no highlight there", "“{key}” 글의 그 자리에는 형광펜 표시가 없습니다."),
    "too-many-highlights": .init(
      "the text has as many highlights as a text can have", "이 글에는 형광펜 표시를 더 할 수 없습니다."),
    "too-many-highlights.limit": .init(
      "the text has {limit} highlights, as many as a text can have",
      "이 글에는 형광펜 표시가 {limit}개 있어 더 할 수 없습니다."),
    "note-changed": .init(
      "the note was changed elsewhere in the meantime", "그사이 다른 곳에서 메모가 바뀌었습니다."),
    "note-changed.key": .init(
      "the note of {key} was changed elsewhere in the meantime",
      "그사이 다른 곳에서 “{key}” 글의 메모가 바뀌었습니다."),
    "note-changed.deleted": .init(
      "the note of {key} was deleted elsewhere in the meantime",
      "그사이 다른 곳에서 “{key}” 글의 메모를 지웠습니다."),
    "no-note": .init("there is no such note", "그런 메모가 없습니다."),
    "no-note.key": .init("the text {key} has no note", "“{key}” 글에는 메모가 없습니다."),
    "no-note.version": .init(
      "the note of {key} has no version {version}",
      "“{key}” 글의 메모에는 {version}번째 이전 글이 없습니다.",
      hint: "; --versions lists those it has"),
  ]
}
