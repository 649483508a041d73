package import Wording
import Store

extension ErrorTexts {
  package static let people = ErrorTexts(
    [
      "found.rhythm": .init(
        "{count|person has|people have} a due day that does not fit the last contact or snooze"),
      "found.contact-search": .init("search: it misses words of {count|contact|contacts}"),
      "found.contact-search-damaged": .init("search: the index of contacts is damaged"),
      "people-file": .init("the file of people cannot be read", "연락처 파일을 읽을 수 없습니다."),
      "people-file.utf16": .init(
        "it is UTF-16; save it as UTF-8", "UTF-16으로 쓴 파일입니다. UTF-8로 저장해 주세요."),
      "people-file.no-cards": .init(
        "it has no vCard, and is not Monica's JSON export",
        "파일에 vCard가 하나도 없고, Monica가 내보낸 JSON도 아닙니다."),
      "people-file.too-many": .init(
        "it has more than {limit} people; nothing was imported",
        "사람이 {limit}명보다 많아 아무것도 가져오지 않았습니다."),
      "people-file.notes": .init(
        "it has more than {limit} MiB of notes and contacts; nothing was imported",
        "메모와 연락 기록이 {limit}MiB보다 많아 아무것도 가져오지 않았습니다."),
      "people-file.json": .init(
        "it begins like JSON, but is not JSON; nothing was imported",
        "JSON처럼 시작하지만 JSON이 아니어서 아무것도 가져오지 않았습니다."),
      "people-file.large": .init(
        "its JSON has more than {limit} MiB, apart from pictures and documents; nothing was "
          + "imported",
        "사진과 문서를 빼도 {limit}MiB가 넘어 아무것도 가져오지 않았습니다."),
      "people-file.not-monica": .init(
        "it is JSON, but not Monica's export: it has no account with data",
        "JSON이지만 Monica가 내보낸 것이 아닙니다. 자료가 있는 account가 없습니다."),
      "person-card": .init("the card has no person", "명함을 사람으로 읽을 수 없습니다."),
      "person-card.line": .init("line {line}: {reason}", "{line}번째 줄: {reason}"),
      "person-card.nested": .init(
        "another card begins in line {line} before this one ends",
        "{line}번째 줄에서 다른 명함이 시작되기 전에 끝나지 않았습니다."),
      "person-card.no-end": .init("the file ends before the card does", "명함이 끝나기 전에 파일이 끝납니다."),
      "person-card.no-begin": .init("a card ends without a beginning", "시작한 적 없는 명함이 끝납니다."),
      "person-card.outside": .init(
        "lines from here on are outside any card", "여기부터 어느 명함에도 들지 않는 줄이 있습니다."),
      "person-card.large": .init(
        "the card has more than {limit} MiB or 10000 lines, apart from its pictures",
        "사진을 빼도 명함이 {limit}MiB나 10000줄보다 큽니다."),
      "person-card.no-name": .init("the card has no name", "명함에 이름이 없습니다."),
      "person-card.name": .init("its name is not possible: {reason}", "이름을 적을 수 없습니다. {reason}"),
      "person-card.kind": .init(
        "the card is not a person's, but of kind “{kind}”",
        "사람이 아니라 “{kind}”의 명함입니다."),
      "left-out": .init("something is left out", "빠진 것이 있습니다."),
      "left-out.line": .init(
        "{count|faulty line|faulty lines} from line {line} on",
        "{line}번째 줄부터 읽을 수 없는 줄이 {count}개 있습니다."),
      "left-out.what": .init("{what} ({count}): {reason}", "{what} ({count}): {reason}"),
      "left-out.what-in-line": .init(
        "{what} ({count}, from line {line} on): {reason}",
        "{what} ({count}, {line}번째 줄부터): {reason}"),
      "left-out.no-place": .init("Daystamp has no place for it", "Daystamp에 둘 자리가 없습니다."),
      "left-out.one-only": .init("Daystamp keeps only one", "하나만 둘 수 있는데 이미 있습니다."),
      "left-out.too-many": .init("Daystamp keeps only {limit}", "{limit}개까지 둘 수 있습니다."),
      "left-out.no-day": .init("it has no day", "어느 날인지 적혀 있지 않습니다."),
      "left-out.future": .init("it is in the future", "아직 오지 않은 날입니다."),
      "left-out.shortened": .init("shortened to {limit} characters", "{limit}자로 줄였습니다."),
      "left-out.nearest": .init("used {taken} for {observed}", "{observed} 대신 {taken}을(를) 적었습니다."),
      "left-out.encoding": .init(
        "its encoding is wrong, or unknown to Daystamp",
        "적힌 대로 인코딩되어 있지 않거나 Daystamp가 읽지 못하는 인코딩입니다."),
      "left-out.charset": .init(
        "Daystamp cannot read its character set “{name}”",
        "Daystamp가 읽지 못하는 문자 집합 “{name}”입니다."),
      "left-out.calendar": .init(
        "Daystamp cannot read its calendar “{name}”",
        "Daystamp가 읽지 못하는 달력 “{name}”의 날짜입니다."),
      "left-out.no-line": .init("that is not a line of a vCard", "vCard의 줄이 아닙니다."),
      "left-out.syntax": .init("“{text}” cannot be read", "“{text}”을(를) 읽을 수 없습니다."),
      "person": .init("the person has an impossible value", "그 사람을 이렇게 적을 수 없습니다."),
      "person.cadence": .init(
        "keep in touch every {least} to {limit} days, not every {observed}",
        "연락 간격은 {least}일에서 {limit}일까지입니다. 지금은 {observed}일입니다."),
      "person.days": .init(
        "there are {observed} anniversaries; a person can have at most {limit} besides the "
          + "birthday",
        "해마다 오는 날이 {observed}개입니다. 생일 말고 {limit}개까지 둘 수 있습니다."),
      "person.day-twice": .init(
        "the day “{name}” is given twice", "“{name}”이라는 날이 두 번 있습니다."),
      "person.birthday": .init(
        "the birthday {day} is in the future; today is {today}",
        "{day}은(는) 아직 오지 않아 생일일 수 없습니다. 오늘은 {today}입니다."),
      "person.categories": .init(
        "there are {observed} categories; a person can have at most {limit}",
        "분류가 {observed}개입니다. {limit}개까지 둘 수 있습니다."),
      "person.picture": .init(
        "there is no post {number} with a photo", "사진이 있는 {number}번 글이 없습니다."),
      "person.archived": .init("{name} is archived already", "“{name}”은(는) 이미 보관되어 있습니다."),
      "person.not-archived": .init("{name} is not archived", "“{name}”은(는) 보관되어 있지 않습니다."),
      "person.not-deleted": .init("{name} is not deleted", "“{name}”은(는) 지워지지 않았습니다."),
      "person-deleted": .init("the person is deleted", "지워진 사람입니다."),
      "person-deleted.name": .init(
        "{name} is deleted", "“{name}”은(는) 지워졌습니다.",
        hint: "; daystamp person restore restores them"),
      "person-exists": .init("there is a person with this name already", "같은 이름의 사람이 이미 있습니다."),
      "person-exists.name": .init(
        "{name} already exists, number {number}", "“{name}”이(가) 이미 있습니다({number}번).",
        hint: "; --again allows another with that name"),
      "no-person": .init("there is no such person", "그런 사람이 없습니다."),
      "no-person.name": .init(
        "there is nobody called “{name}”", "“{name}”이라는 사람이 없습니다.",
        hint: "; daystamp person list lists all"),
      "no-person.near": .init(
        "there is nobody called “{name}”, but there is {near}",
        "“{name}”이라는 사람이 없습니다. 비슷한 이름: {near}",
        hint: "; daystamp person list lists all"),
      "no-person.number": .init("there is no person {number}", "{number}번 사람이 없습니다."),
      "several-people": .init("several people have this name", "그런 이름의 사람이 여럿 있습니다."),
      "several-people.names": .init(
        "“{name}” matches {people}", "“{name}”은(는) 여럿입니다: {people}",
        hint: "; give the whole name or the number"),
      "too-many-people": .init("there are too many people", "사람이 너무 많습니다."),
      "too-many-people.limit": .init(
        "there are {limit} people, the most for a journal",
        "사람이 {limit}명 있어서 더 적을 수 없습니다."),
      "contact": .init("the contact has an impossible value", "그 연락을 이렇게 적을 수 없습니다."),
      "contact.long-keyword": .init(
        "the keyword “{word}” has {observed} characters; at most {limit} are possible",
        "낱말 “{word}”은(는) {observed}자입니다. {limit}자까지 쓸 수 있습니다."),
      "contact.keyword": .init(
        "“{word}” is not a keyword; give a word without spaces",
        "“{word}”은(는) 낱말이 아닙니다. 빈칸 없는 한 낱말을 쓰세요."),
      "contact.keywords": .init(
        "there are {observed} keywords; a contact can have at most {limit}",
        "낱말이 {observed}개입니다. 연락 하나에 {limit}개까지 둘 수 있습니다."),
      "contact.long-memo": .init(
        "the memo has {observed} characters; at most {limit} are possible",
        "메모가 {observed}자입니다. {limit}자까지 쓸 수 있습니다."),
      "contact.memo-bytes": .init(
        "the memo has {observed} bytes; at most {limit} are possible",
        "메모가 {observed}바이트입니다. {limit}바이트까지 쓸 수 있습니다."),
      "contact.memo-character": .init(
        "the memo has a control character (U+{code}) after {offset|character|characters}; "
          + "leave it out",
        "메모의 {offset}자 뒤에 제어 문자(U+{code})가 있습니다."),
      "contact.future": .init(
        "{day} is in the future; today is {today}", "{day}은(는) 아직 오지 않았습니다. 오늘은 {today}입니다."),
      "no-contact": .init("there is no such contact", "그런 연락이 없습니다."),
      "no-contact.number": .init(
        "there is no contact {number}", "{number}번 연락이 없습니다."),
      "snooze": .init("the person cannot be snoozed", "이렇게 미룰 수 없습니다."),
      "snooze.days": .init(
        "snooze for {least} to {limit} days, not {observed}",
        "{least}일에서 {limit}일까지 미룰 수 있습니다. 지금은 {observed}일입니다."),
      "snooze.archived": .init(
        "{name} is archived, and never due", "“{name}”은(는) 보관되어 있어 연락할 때가 오지 않습니다."),
      "snooze.not-due": .init("{name} is not due until {day}", "“{name}”은(는) {day}에야 연락할 때가 됩니다."),
      "snooze.none": .init(
        "{name} has no snooze since the last contact",
        "“{name}”은(는) 마지막 연락 뒤로 미루지 않았습니다."),
      "yearly-date": .init("that is not a date", "해마다 오는 날이 아닙니다."),
      "yearly-date.syntax": .init(
        "“{observed}” is not a date; write 02-14, or 1990-02-14 with the year",
        "“{observed}”은(는) 해마다 오는 날이 아닙니다. 02-14, 해를 알면 1990-02-14처럼 적어 주세요."),
      "yearly-date.no-such-day": .init(
        "there is no day {day}", "{day}이라는 날은 없습니다."),
      "salvage.rows.person": .init(
        "{count|person|people} cannot be read; their days, contacts and snoozes stay",
        "사람 {count}명을 읽을 수 없습니다. 그 사람의 날과 연락, 미룬 기록은 남아 있습니다."),
      "salvage.rows.person_day": .init(
        "{count|day|days} of people cannot be read; lost", "사람들의 날 {count}개를 읽을 수 없어 잃었습니다."),
      "salvage.rows.contact": .init(
        "{count|contact|contacts} cannot be read; lost", "연락 {count}개를 읽을 수 없어 잃었습니다."),
      "salvage.rows.snooze": .init(
        "{count|snooze|snoozes} cannot be read; lost", "미룬 기록 {count}개를 읽을 수 없어 잃었습니다."),
      "salvage.contact-altered": .init(
        "{name}: the words of the contact on {day} differ from the search index; they may "
          + "have been altered",
        "{name}: {day}의 연락 내용이 검색 색인과 다릅니다. 바뀌었을 수 있습니다."),
    ],
    below: [.store])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .people) }
}
