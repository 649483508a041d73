extension ErrorTexts {
  /// Files of people: vCards, and what Monica exports.
  static let peopleExchange: [String: ErrorText] = [
    "people-file": .init("the file of people cannot be read", "연락처 파일을 읽을 수 없습니다."),
    "people-file.utf16": .init(
      "it is in UTF-16; save it in UTF-8", "UTF-16으로 쓴 파일입니다. UTF-8로 저장해 주십시오."),
    "people-file.no-cards": .init(
      "there is no vCard in it, and it is not what Monica exports as JSON",
      "파일에 vCard가 하나도 없고, Monica가 내보낸 JSON도 아닙니다."),
    "people-file.too-many": .init(
      "it has more than {limit} people; nothing was taken from it",
      "사람이 {limit}명보다 많아 아무것도 가져오지 않았습니다."),
    "people-file.json": .init(
      "it begins like JSON, but is none; nothing was taken from it",
      "JSON처럼 시작하지만 JSON이 아니어서 아무것도 가져오지 않았습니다."),
    "people-file.large": .init(
      "its JSON has more than {limit} MiB beside pictures and documents; nothing was taken from it",
      "사진과 문서를 빼도 {limit}MiB가 넘어 아무것도 가져오지 않았습니다."),
    "people-file.not-monica": .init(
      "it is JSON, but not what Monica exports: there is no account with data in it",
      "JSON이지만 Monica가 내보낸 것이 아닙니다. 자료가 있는 account가 없습니다."),
    "person-card": .init("the card is nobody's", "명함을 사람으로 읽을 수 없습니다."),
    "person-card.line": .init("line {line}: {reason}", "{line}번째 줄: {reason}"),
    "person-card.nested": .init(
      "the card does not end before another begins in line {line}",
      "{line}번째 줄에서 다른 명함이 시작되기 전에 끝나지 않았습니다."),
    "person-card.no-end": .init(
      "the card does not end before the file does", "명함이 끝나기 전에 파일이 끝납니다."),
    "person-card.no-begin": .init(
      "a card ends that never began", "시작한 적 없는 명함이 끝납니다."),
    "person-card.outside": .init(
      "from here on lines are in no card", "여기부터 어느 명함에도 들지 않는 줄이 있습니다."),
    "person-card.large": .init(
      "the card has more than {limit} MiB, or 10000 lines, beside its pictures",
      "사진을 빼도 명함이 {limit}MiB나 10000줄보다 큽니다."),
    "person-card.no-name": .init("the card has no name", "명함에 이름이 없습니다."),
    "person-card.name": .init(
      "its name cannot be kept: {reason}", "이름을 적을 수 없습니다. {reason}"),
    "person-card.kind": .init(
      "the card is not of a person, but of kind “{kind}”",
      "사람이 아니라 “{kind}”의 명함입니다."),
    "left-out": .init("something is left out", "빠진 것이 있습니다."),
    "left-out.line": .init(
      "{count|line that is none|lines that are none} from line {line} on",
      "{line}번째 줄부터 읽을 수 없는 줄이 {count}개 있습니다."),
    "left-out.what": .init("{what} ({count}): {reason}", "{what} ({count}): {reason}"),
    "left-out.what-in-line": .init(
      "{what} ({count}, from line {line} on): {reason}",
      "{what} ({count}, {line}번째 줄부터): {reason}"),
    "left-out.no-place": .init(
      "Daystamp keeps nothing of the kind", "Daystamp에 둘 자리가 없습니다."),
    "left-out.one-only": .init(
      "one is kept, and there is one already", "하나만 둘 수 있는데 이미 있습니다."),
    "left-out.too-many": .init("there may be {limit}", "{limit}개까지 둘 수 있습니다."),
    "left-out.no-day": .init(
      "it does not say on which day", "어느 날인지 적혀 있지 않습니다."),
    "left-out.future": .init("it is still to come", "아직 오지 않은 날입니다."),
    "left-out.shortened": .init(
      "it is shortened to {limit} characters", "{limit}자로 줄였습니다."),
    "left-out.nearest": .init(
      "{taken} is taken for {observed}", "{observed} 대신 {taken}을(를) 적었습니다."),
    "left-out.encoding": .init(
      "it is not encoded as it says, or as Daystamp reads",
      "적힌 대로 인코딩되어 있지 않거나 Daystamp가 읽지 못하는 인코딩입니다."),
    "left-out.charset": .init(
      "it is in the characters “{name}”, which Daystamp does not read",
      "Daystamp가 읽지 못하는 문자 집합 “{name}”입니다."),
    "left-out.no-line": .init("that is no line of a vCard", "vCard의 줄이 아닙니다."),
    "left-out.syntax": .init("“{text}” cannot be read", "“{text}”을(를) 읽을 수 없습니다."),
  ]
}
