import Arrivals
package import Wording

extension ArrivalsError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknown(let number): ErrorMessage("no-arrival.number", ["number": .number(number)])
    case .undone(let number): ErrorMessage("arrival-undone.number", ["number": .number(number)])
    }
  }
}

extension ArrivalNote: Worded {
  /// What is different here, to follow the entry's place.
  package var wording: ErrorMessage {
    switch self {
    case .tagChanged(let name, let tag):
      ErrorMessage("arrival-note.tag", ["name": .text(name), "tag": .text(tag)])
    case .tagsLeftOut(let names):
      ErrorMessage("arrival-note.tags", ["names": .names(Array(names.prefix(20)))])
    case .captionInWords(let photo): ErrorMessage("arrival-note.caption", ["photo": .number(photo)])
    case .titleInWords: ErrorMessage("arrival-note.title")
    case .controlCharacters: ErrorMessage("arrival-note.controls")
    case .severalPosts(let count): ErrorMessage("arrival-note.several", ["count": .number(count)])
    case .clockMoved(let time): ErrorMessage("arrival-note.clock", ["time": .text("\(time)")])
    case .photoThere(let path, let number, let isInTrash):
      ErrorMessage(
        isInTrash ? "arrival-note.photo-in-trash" : "arrival-note.photo-there",
        ["path": .text(path), "number": .number(number)])
    case .photoFailed(let path, let error):
      ErrorMessage(
        "arrival-note.photo", ["path": .text(path), "why": .message(ErrorMessage(any: error))])
    }
  }
}

/// Texts of what is said of arrivals, by their keys.
let arrivalTexts: [String: ErrorText] = [
  "no-arrival": .init("there is no such arrival", "그런 가져오기는 없습니다."),
  "no-arrival.number": .init(
    "there is no arrival {number}", "{number}번 가져오기는 없습니다.", hint: "; daystamp arrivals lists them"),
  "arrival-undone": .init("the arrival was undone before", "이미 되돌린 가져오기입니다."),
  "arrival-undone.number": .init(
    "arrival {number} was undone before", "{number}번 가져오기는 이미 되돌렸습니다."),
  "arrival-note": .init("something differs from the source", "원래와 다른 것이 있습니다."),
  "arrival-note.tag": .init("the tag “{name}” became “{tag}”", "“{name}” 태그가 “{tag}”이(가) 되었습니다."),
  "arrival-note.tags": .init(
    "these cannot be tags, or are too many: {names}", "태그가 될 수 없거나 너무 많습니다: {names}"),
  "arrival-note.caption": .init(
    "the description of photo {photo} is too long for a caption, and is in the words",
    "{photo}번 사진의 설명이 길어서 글에 넣었습니다."),
  "arrival-note.title": .init(
    "the title is too long, and is in the words", "제목이 길어서 글에 넣었습니다."),
  "arrival-note.controls": .init(
    "control characters were removed", "제어 문자를 지웠습니다."),
  "arrival-note.several": .init(
    "it has too many photos for one post, and becomes {count}",
    "사진이 많아서 기록 {count}개가 됩니다."),
  "arrival-note.clock": .init(
    "clocks skipped its time, which is now {time}", "시계가 건너뛴 시각이라 {time}(으)로 적었습니다."),
  "arrival-note.photo-there": .init(
    "{path} is in post {number} already", "{path} 사진은 이미 {number}번 기록에 있습니다."),
  "arrival-note.photo-in-trash": .init(
    "{path} is in post {number} already, in the trash",
    "{path} 사진은 휴지통의 {number}번 기록에 있습니다."),
  "arrival-note.photo": .init("{path} did not come: {why}", "{path} 사진은 가져오지 못했습니다. {why}"),
]
