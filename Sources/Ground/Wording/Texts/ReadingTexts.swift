extension ErrorTexts {
  /// Sections of collections that are read.
  static let reading: [String: ErrorText] = [
    "no-section": .init("there is no such section", "그런 부분이 없습니다."),
    "no-section.key": .init(
      "no collection has a section “{key}”", "“{key}” 부분이 있는 글 모음이 없습니다.",
      hint: "; daystamp collection show NAME lists sections"),
    "no-section.several": .init(
      "several collections have a section “{key}”: {collections}",
      "“{key}” 부분이 여러 글 모음에 있습니다: {collections}", hint: "; give --collection"),
    "no-place": .init(
      "no section was opened yet, so there is nowhere to go on", "아직 펼친 것이 없어 이어 읽을 곳이 없습니다.",
      hint: "; daystamp read SECTION begins somewhere"),
    "no-place.collection": .init(
      "no section of “{name}” was opened yet, so there is nowhere to go on",
      "“{name}”에서 아직 펼친 것이 없어 이어 읽을 곳이 없습니다.",
      hint: "; daystamp read SECTION begins somewhere"),
    "no-place.next": .init("there is nothing after {title}", "{title} 다음에는 아무것도 없습니다."),
    "no-place.previous": .init(
      "there is nothing before {title}", "{title} 앞에는 아무것도 없습니다."),
    "not-read": .init("it was not marked read", "읽었다고 표시하지 않았습니다."),
    "not-read.section": .init(
      "{title} was not marked read in this round", "{title}은(는) 이번 회차에 읽었다고 표시하지 않았습니다."),
    "not-read.portion": .init(
      "portion {number} of day {day} was not marked read",
      "{day}일째의 {number}번째 분량은 읽었다고 표시하지 않았습니다."),
    "sections": .init(
      "the collection cannot be read by sections", "부분별로 읽을 수 없는 글 모음입니다."),
    "sections.none": .init(
      "“{name}” has no sections, which reading goes by",
      "“{name}”에는 읽어 나갈 부분이 없습니다."),
    "sections.limit": .init(
      "“{name}” has {observed} sections; at most {limit} are listed by book",
      "“{name}”에는 부분이 {observed}개 있습니다. 책별로는 {limit}개까지 보여 줍니다."),
    "voice.missing": .init(
      "nothing can be read aloud: there is neither spd-say nor espeak-ng; install espeak-ng"),
    "voice.not-started": .init("nothing is read aloud: {program} cannot be started: {errno}"),
    "voice.failed": .init("{program} did not read it aloud (it ended with {status})"),
    "no-round": .init("there is no such round", "그런 회차가 없습니다."),
    "no-round.number": .init(
      "there is no round {number}, only {rounds|round|rounds}",
      "{number}회차가 없습니다. {rounds}회차까지 있습니다."),
    "no-round.empty": .init(
      "nothing of “{name}” was read in this round; it goes on",
      "“{name}”은(는) 이번 회차에 읽은 것이 없어 그대로 이어 갑니다."),
  ]
}
