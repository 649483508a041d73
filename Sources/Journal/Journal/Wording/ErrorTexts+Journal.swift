package import Wording
import Arrivals
import Cards
import People
import Reminders
import Sending
import Stamping
import Store
import Texts

extension ErrorTexts {
  package static let journal = ErrorTexts(
    exportsTexts,
    salvageTexts,
    templateTexts,
    arrivalTexts,
    [
      "no-draft": .init(
        "this draft no longer exists, or belongs to another device",
        "더는 보관되어 있지 않거나 다른 기기에서 시작한 글입니다."),
      "no-draft.photo": .init("the photo no longer exists", "더는 보관되어 있지 않은 사진입니다."),
      "too-many-drafts": .init(
        "there are too many drafts; save or discard some",
        "저장하지 않은 글이 너무 많습니다. 몇 개를 저장하거나 버리세요."),
      "too-many-drafts.limit": .init(
        "there are {limit} drafts already; save or discard some",
        "저장하지 않은 글이 벌써 {limit}개입니다. 몇 개를 저장하거나 버리세요."),
      "too-many-photos": .init(
        "too many photos are waiting together; post some first",
        "함께 기다리는 사진이 너무 많습니다. 먼저 몇 장을 올리세요."),
      "too-many-photos.limit": .init(
        "at most {limit} photos can be posted together; post these first",
        "사진은 한 번에 {limit}장까지 올릴 수 있습니다. 먼저 이 사진들을 올리세요."),
      "drafts-full": .init(
        "too many photos are waiting; post or discard some",
        "올리지 않은 사진이 너무 많습니다. 몇 장을 올리거나 버리세요."),
      "drafts-full.limit": .init(
        "{limit} MB of photos are waiting; post or discard some",
        "올리지 않은 사진이 {limit}MB나 됩니다. 몇 장을 올리거나 버리세요."),
      "key-used": .init(
        "another photo was posted in its place; choose the photo again",
        "다른 사진이 이미 올라갔습니다. 사진을 다시 골라 주세요."),
      "key-used.number": .init(
        "this key already made another post, {number}",
        "같은 키로 다른 기록이 이미 {number}번으로 올라갔습니다."),
      "key-in-use": .init("the photo is being posted now", "지금 올리고 있는 사진입니다."),
      "moods": .init(
        "give a mood from 1 to 5, awful, bad, meh, good or great, or a range like 2..3",
        "기분은 1부터 5까지의 수나 최악, 나쁨, 보통, 좋음, 최고 중 하나로, 또는 2..3 같은 범위로 적습니다."),
      "moods.backwards": .init(
        "give the worse mood first: {last}..{first}, not {first}..{last}",
        "기분 범위는 나쁜 쪽을 먼저 적습니다: {last}..{first} ({first}..{last} 아님)"),
      "caption": .init(
        "a caption has at most {captionLimit} characters, and no control characters",
        "사진 설명은 보이는 글자로 {captionLimit}자까지 쓸 수 있습니다."),
      "title": .init("a post cannot have this title", "쓸 수 없는 제목입니다."),
      "title.too-long": .init(
        "the title has {observed} characters; at most {limit} are possible",
        "제목은 {limit}자까지 쓸 수 있는데, {observed}자입니다."),
      "title.bytes": .init(
        "the title takes {observed} bytes with its marks; at most {limit} are possible",
        "제목은 {limit}바이트까지인데, 붙은 부호까지 합쳐 {observed}바이트입니다."),
      "title.character": .init(
        "character {place} of the title is a line break or control character ({code}); leave "
          + "it out",
        "제목은 한 줄입니다. {place}번째 글자가 줄바꿈이나 제어 문자({code})이니 빼세요."),
      "caption.too-long": .init(
        "the caption has {observed} characters; at most {limit} are possible",
        "사진 설명은 {limit}자까지 쓸 수 있는데, {observed}자입니다."),
      "caption.bytes": .init(
        "the caption takes {observed} bytes with its marks; at most {limit} are possible",
        "사진 설명은 {limit}바이트까지인데, 붙은 부호까지 합쳐 {observed}바이트입니다."),
      "caption.control-character": .init(
        "character {place} of the caption is a control character ({code}); leave it out",
        "사진 설명에는 글자와 줄바꿈만 쓸 수 있습니다. {place}번째 글자가 제어 문자({code})이니 빼세요."),
      "mood": .init(
        "give a mood from 1 to 5, or awful, bad, meh, good or great",
        "기분은 1부터 5까지의 수나 최악, 나쁨, 보통, 좋음, 최고 중 하나로 적습니다."),
      "future-day.time": .init("{time} on {day} is in the future", "아직 오지 않은 때({day} {time})입니다."),
      "too-long.body": .init("the body is too long", "보낸 내용이 너무 깁니다."),
      "days": .init("write days as 2024-01-31", "날짜는 2024-01-31처럼 적습니다."),
      "days.syntax": .init(
        "write days as today, yesterday, monday, last week, 3 days ago, 2024-01-31, 2024-01, "
          + "2024, 02-15 (of any year), or a range of two with .. between them",
        "날짜는 오늘, 어제, 월요일, 지난주, 3일 전, 2024-01-31, 2024-01, 2024, 02-15(해마다)처럼 적거나, 그 가운데 "
          + "둘을 ..으로 이어 적습니다."),
      "days.syntax-of-one": .init(
        "write a day as today, yesterday, monday, 3 days ago or 2024-01-31",
        "하루는 오늘, 어제, 월요일, 3일 전, 2024-01-31처럼 적습니다."),
      "days.written-otherwise": .init(
        "write these days as “{instead}”", "이 날짜는 “{instead}”처럼 적습니다."),
      "days.day-of-year": .init(
        "there is no day {observed} in month {month} of any year; it has {most} days",
        "{month}월에 {observed}일은 없습니다. {most}일까지입니다."),
      "days.of-any-year": .init(
        "{days} has no year; write the latest as “{instead}”",
        "{days}은(는) 해마다 있는 날입니다. 연도까지 적어 주세요. 가장 최근은 “{instead}”입니다."),
      "days.several": .init(
        "give one day, not all days from {first} to {last}",
        "하루만 적어 주세요. {first}부터 {last}까지는 여러 날입니다."),
      "days.not-yet": .init(
        "{day} is in the future; {last} is the last possible day",
        "{day}은(는) 아직 오지 않았습니다. {last}까지 적을 수 있습니다."),
      "days.year": .init(
        "there is no year {observed} here; give {least} to {most}",
        "{observed}년은 없습니다. 연도는 {least}부터 {most}까지입니다."),
      "days.month": .init(
        "there is no month {observed}; give {least} to {most}",
        "{observed}월은 없습니다. 달은 {least}부터 {most}까지입니다."),
      "days.day": .init(
        "there is no day {observed} in {month}; it has {most} days",
        "{month}에 {observed}일은 없습니다. {most}일까지입니다."),
      "days.backwards": .init(
        "{first} is after {last}; give the earlier day first",
        "{first}은(는) {last}보다 뒤입니다. 앞선 날짜를 먼저 적어 주세요."),
      "week-start.unknown": .init(
        "“{text}” is not a weekday; write monday or mon",
        "“{text}”은(는) 요일이 아닙니다. monday나 mon처럼 적어 주세요."),
      "scope": .init("this device may not do this", "이 기기로는 할 수 없는 일입니다."),
      "scope.morning-page": .init(
        "this device cannot write morning pages, for it cannot see if the day has one",
        "아침 글은 그날 글이 이미 있는지 볼 수 있는 기기로만 쓸 수 있습니다."),
      "key-used.own": .init(
        "this device posted something else under this key",
        "이 기기가 같은 키로 다른 것을 이미 올렸습니다."),
    ],
    limits: [
      "captionLimit": Caption.limit, "captionBytes": Caption.byteLimit, "tagLimit": TagName.limit,
      "titleBytes": Title.byteLimit,
      "keyLeast": PostKey.lengths.lowerBound, "keyMost": PostKey.lengths.upperBound,
      "pairingMinutes": Pairing.lifetime / 60,
    ],
    below: [.arrivals, .cards, .people, .reminders, .sending, .stamping, .texts])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .journal) }
}
