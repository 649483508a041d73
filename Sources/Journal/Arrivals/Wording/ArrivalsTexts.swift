import Files
package import Wording

extension ErrorTexts {
  package static let arrivals = ErrorTexts(
    [
      "arrival": .init("the file cannot be read", "파일을 읽을 수 없습니다."),
      "arrival.damaged": .init(
        "it is damaged at {place}: {detail}; nothing after that is read",
        "{place}에서 손상됐습니다({detail}). 그 뒤는 읽지 않았습니다."),
      "arrival.unreadable": .init("it cannot be read: {detail}", "읽을 수 없습니다({detail})."),
      "arrival.many": .init("it has more than {limit} files", "파일이 {limit}개보다 많습니다."),
      "arrival.expands": .init(
        "it unpacks to far more than it is, as no journal does",
        "풀면 지나치게 커지는 압축 파일입니다."),
      "arrival.empty": .init(
        "there is nothing in it that can be imported; Daystamp knows {known}",
        "가져올 것이 없습니다. 가져올 수 있는 것: {known}"),
      "arrival.format": .init(
        "its format is unknown: it has {found}. Daystamp knows {known}",
        "알 수 없는 형식입니다. 들어 있는 것: {found}. 가져올 수 있는 것: {known}",
        hint: "; --as FORMAT decides"),
      "arrival.no-format": .init(
        "nothing in it can be read as {asked}, and it looks like no other format",
        "이 파일에는 {asked} 형식의 내용이 없고, 다른 형식으로도 보이지 않습니다."),
      "arrival.other-format": .init(
        "nothing in it can be read as {asked}; it looks like {other}",
        "이 파일에는 {asked} 형식의 내용이 없습니다. {other} 형식으로 보입니다.",
        hint: ", which Daystamp reads without --as"),
      "arrival.author": .init(
        "it is a chat; say who you are in it: {names}", "대화 파일입니다. 이 가운데 누구인지 골라 주세요: {names}",
        hint: " (--of NAME)"),
      "arrival.order": .init(
        "“{date}” may have the day or the month first, and no other date in it decides",
        "“{date}”에서 일과 월 가운데 무엇이 먼저인지 알 수 없습니다.",
        hint: "; give --day-first or --month-first"),
      "arrival-entry": .init("the entry cannot be read", "글을 읽을 수 없습니다."),
      "arrival-entry.syntax": .init("it cannot be read: {detail}", "읽을 수 없습니다({detail})."),
      "arrival-entry.no-time": .init("it has no time", "시각이 없습니다."),
      "arrival-entry.time": .init("“{text}” is not a time", "“{text}”은(는) 시각이 아닙니다."),
      "arrival-entry.mood": .init(
        "the mood “{name}” has no known place from worst to best, so the entry comes without it",
        "“{name}” 기분이 좋은지 나쁜지 알 수 없어 기분 없이 가져옵니다.",
        hint: " (--mood NAME=1 to 5 gives it one)"),
      "arrival-entry.file": .init(
        "{name} is not there; the rest of the entry comes", "{name} 파일이 없어 나머지만 가져옵니다."),
      "arrival-entry.large": .init(
        "it has more than {limit} MiB", "{limit}MiB보다 큽니다."),
      "arrival-entry.same-id": .init(
        "another entry has the id “{id}” too, with other content",
        "아이디가 “{id}”인 다른 글이 또 있습니다."),
      "arrival-entry.at": .init("{place}: {reason}", "{place}: {reason}"),
      "arrival-entry.in-file": .init("{file}", "{file}"),
      "arrival-entry.line": .init("line {line}", "{line}번째 줄"),
      "arrival-entry.number": .init("entry {entry}", "{entry}번째 글"),
      "arrival-entry.file-line": .init("{file}, line {line}", "{file} {line}번째 줄"),
      "arrival-entry.file-number": .init("{file}, entry {entry}", "{file} {entry}번째 글"),
    ],
    below: [.files])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .arrivals) }
}
