package import Wording
import Store

extension ErrorTexts {
  package static let texts = ErrorTexts(
    collectionsTexts,
    plansTexts,
    salvageTexts,
    [
      "found.collection": .init(
        "the collection “{name}” has {expected|text|texts}, but counts {observed}"),
      "found.text-search": .init("search: it misses words of {count|text|texts}"),
      "found.text-search-damaged": .init("search: the index of texts is damaged"),
      "found.text-changed": .init(
        "the text {key} of the collection “{name}” was altered; daystamp collection update "
          + "reads its file again"),
      "passage": .init("the text has no such passage", "글에 그런 부분이 없습니다."),
      "passage.empty": .init("it has no characters", "시작과 끝 사이에 글자가 없습니다."),
      "passage.outside": .init(
        "{observed} is outside the text; give 0 to {limit}",
        "{observed}은(는) 글의 범위를 벗어납니다. 글은 0부터 {limit}까지입니다."),
      "passage.inside": .init(
        "{offset} is inside a character; begin and end between characters",
        "{offset}은(는) 한 글자의 가운데입니다. 글자와 글자 사이에서 시작하고 끝나야 합니다."),
      "passage.not-there": .init("the text does not have “{quote}”", "글에 “{quote}”이(가) 없습니다."),
      "passage.splits": .init(
        "“{quote}” begins or ends inside a character of the text",
        "글에서 “{quote}”은(는) 글자의 가운데에서 시작하거나 끝납니다."),
      "passage.several": .init(
        "the text has that {count|time|times}", "글에 그 말이 {count}번 나옵니다.",
        hint: "; choose with --occurrence"),
      "passage.occurrence": .init(
        "the text has that only {count|time|times}, not {number}",
        "글에 그 말이 {count}번 나오는데 {number}번째는 없습니다."),
      "no-highlight": .init("there is no such highlight", "그런 형광펜 표시가 없습니다."),
      "no-highlight.number": .init(
        "there is no highlight {number}", "{number}번 형광펜 표시가 없습니다."),
      "no-highlight.key": .init(
        "the text {key} has no highlight there", "“{key}” 글의 그 자리에는 형광펜 표시가 없습니다."),
      "too-many-highlights": .init("the text has too many highlights", "이 글에는 형광펜 표시를 더 할 수 없습니다."),
      "too-many-highlights.limit": .init(
        "the text has {limit} highlights, the most possible; remove one first",
        "이 글에는 형광펜 표시가 {limit}개 있어 더 할 수 없습니다."),
      "note-changed": .init("the note changed elsewhere in the meantime", "그사이 다른 곳에서 메모가 바뀌었습니다."),
      "note-changed.key": .init(
        "the note on {key} changed elsewhere in the meantime",
        "그사이 다른 곳에서 “{key}” 글의 메모가 바뀌었습니다."),
      "note-changed.deleted": .init(
        "the note on {key} was deleted elsewhere in the meantime",
        "그사이 다른 곳에서 “{key}” 글의 메모를 지웠습니다."),
      "no-note": .init("there is no such note", "그런 메모가 없습니다."),
      "no-note.key": .init("the text {key} has no note", "“{key}” 글에는 메모가 없습니다."),
      "no-note.version": .init(
        "the note on {key} has no version {version}",
        "“{key}” 글의 메모에는 {version}번째 이전 글이 없습니다.",
        hint: "; --versions lists them"),
      "no-section": .init("there is no such section", "그런 부분이 없습니다."),
      "no-section.key": .init(
        "no collection has a section “{key}”", "“{key}” 부분이 있는 글 모음이 없습니다.",
        hint: "; daystamp collection show NAME lists sections"),
      "no-section.several": .init(
        "several collections have the section “{key}”: {collections}",
        "“{key}” 부분이 여러 글 모음에 있습니다: {collections}", hint: "; give --collection"),
      "no-place": .init(
        "you have not opened a section yet, so there is no place to continue",
        "아직 펼친 것이 없어 이어 읽을 곳이 없습니다.",
        hint: "; start with daystamp read SECTION"),
      "no-place.collection": .init(
        "you have not opened a section of “{name}” yet, so there is no place to continue",
        "“{name}”에서 아직 펼친 것이 없어 이어 읽을 곳이 없습니다.",
        hint: "; start with daystamp read SECTION"),
      "no-place.next": .init("there is nothing after {title}", "{title} 다음에는 아무것도 없습니다."),
      "no-place.previous": .init(
        "there is nothing before {title}", "{title} 앞에는 아무것도 없습니다."),
      "not-read": .init("it was not marked as read", "읽었다고 표시하지 않았습니다."),
      "not-read.section": .init(
        "{title} was not marked as read in this round", "{title}은(는) 이번 회차에 읽었다고 표시하지 않았습니다."),
      "not-read.portion": .init(
        "portion {number} of day {day} was not marked as read",
        "{day}일째의 {number}번째 분량은 읽었다고 표시하지 않았습니다."),
      "sections": .init(
        "the collection cannot be read by sections", "부분별로 읽을 수 없는 글 모음입니다."),
      "sections.none": .init(
        "“{name}” has no sections to read",
        "“{name}”에는 읽어 나갈 부분이 없습니다."),
      "sections.limit": .init(
        "“{name}” has {observed} sections; at most {limit} can be listed by book",
        "“{name}”에는 부분이 {observed}개 있습니다. 책별로는 {limit}개까지 보여 줍니다."),
      "no-round": .init("there is no such round", "그런 회차가 없습니다."),
      "no-round.number": .init(
        "there is no round {number}, only {rounds|round|rounds}",
        "{number}회차가 없습니다. {rounds}회차까지 있습니다."),
      "no-round.empty": .init(
        "you have read nothing of “{name}” in this round, so it continues",
        "“{name}”은(는) 이번 회차에 읽은 것이 없어 그대로 이어 갑니다."),
    ],
    below: [.store])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .texts) }
}
