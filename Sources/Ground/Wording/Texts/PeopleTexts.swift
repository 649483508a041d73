extension ErrorTexts {
  /// People, contacts and snoozes.
  static let people: [String: ErrorText] = [
    "person": .init("the person cannot be kept so", "그 사람을 이렇게 적을 수 없습니다."),
    "person.cadence": .init(
      "one keeps up within {least} to {limit} days, not {observed}",
      "연락 간격은 {least}일에서 {limit}일까지입니다. 지금은 {observed}일입니다."),
    "person.days": .init(
      "there are {observed} days of every year; a person has at most {limit} beside the birthday",
      "해마다 오는 날이 {observed}개입니다. 생일 말고 {limit}개까지 둘 수 있습니다."),
    "person.day-twice": .init(
      "the day “{name}” is given twice", "“{name}”이라는 날이 두 번 있습니다."),
    "person.birthday": .init(
      "nobody was born on {day}, which is still to come: today is {today}",
      "{day}은(는) 아직 오지 않아 생일일 수 없습니다. 오늘은 {today}입니다."),
    "person.categories": .init(
      "there are {observed} categories; a person has at most {limit}",
      "분류가 {observed}개입니다. {limit}개까지 둘 수 있습니다."),
    "person.picture": .init(
      "there is no post {number} with a photo", "사진이 있는 {number}번 글이 없습니다."),
    "person.archived": .init("{name} is archived already", "“{name}”은(는) 이미 보관되어 있습니다."),
    "person.not-archived": .init("{name} is not archived", "“{name}”은(는) 보관되어 있지 않습니다."),
    "person.not-deleted": .init("{name} is not deleted", "“{name}”은(는) 지워지지 않았습니다."),
    "person-deleted": .init("the person is deleted", "지워진 사람입니다."),
    "person-deleted.name": .init(
      "{name} is deleted", "“{name}”은(는) 지워졌습니다.",
      hint: "; daystamp person restore brings them back"),
    "person-exists": .init("there is a person of this name already", "같은 이름의 사람이 이미 있습니다."),
    "person-exists.name": .init(
      "there is {name} already, number {number}", "“{name}”이(가) 이미 있습니다({number}번).",
      hint: "; --again allows another of that name"),
    "no-person": .init("there is no such person", "그런 사람이 없습니다."),
    "no-person.name": .init(
      "there is nobody called “{name}”", "“{name}”이라는 사람이 없습니다.",
      hint: "; daystamp person list names all"),
    "no-person.near": .init(
      "there is nobody called “{name}”; there is {near}",
      "“{name}”이라는 사람이 없습니다. 비슷한 이름: {near}",
      hint: "; daystamp person list names all"),
    "no-person.number": .init(
      "there is no person of number {number}", "{number}번 사람이 없습니다."),
    "several-people": .init("several people are called so", "그런 이름의 사람이 여럿 있습니다."),
    "several-people.names": .init(
      "“{name}” may be any of {people}", "“{name}”은(는) 여럿입니다: {people}",
      hint: "; give a whole name, or the number"),
    "too-many-people": .init("there are too many people", "사람이 너무 많습니다."),
    "too-many-people.limit": .init(
      "there are {limit} people, as many as a journal has",
      "사람이 {limit}명 있어서 더 적을 수 없습니다."),
    "contact": .init("the contact cannot be kept so", "그 연락을 이렇게 적을 수 없습니다."),
    "contact.long-keyword": .init(
      "the keyword “{word}” has {observed} characters; there may be {limit}",
      "낱말 “{word}”은(는) {observed}자입니다. {limit}자까지 쓸 수 있습니다."),
    "contact.keyword": .init(
      "“{word}” is no keyword: one is a word, without blanks",
      "“{word}”은(는) 낱말이 아닙니다. 빈칸 없는 한 낱말을 쓰십시오."),
    "contact.keywords": .init(
      "there are {observed} keywords; a contact has at most {limit}",
      "낱말이 {observed}개입니다. 연락 하나에 {limit}개까지 둘 수 있습니다."),
    "contact.long-memo": .init(
      "the memo has {observed} characters; there may be {limit}",
      "메모가 {observed}자입니다. {limit}자까지 쓸 수 있습니다."),
    "contact.memo-bytes": .init(
      "the memo has {observed} bytes; there may be {limit}",
      "메모가 {observed}바이트입니다. {limit}바이트까지 쓸 수 있습니다."),
    "contact.memo-character": .init(
      "the memo has a control character (U+{code}) after {offset|character|characters}",
      "메모의 {offset}자 뒤에 제어 문자(U+{code})가 있습니다."),
    "contact.future": .init(
      "{day} is still to come: today is {today}", "{day}은(는) 아직 오지 않았습니다. 오늘은 {today}입니다."),
    "no-contact": .init("there is no such contact", "그런 연락이 없습니다."),
    "no-contact.number": .init(
      "there is no contact {number}", "{number}번 연락이 없습니다."),
    "snooze": .init("the person cannot be put off so", "이렇게 미룰 수 없습니다."),
    "snooze.days": .init(
      "one is put off for {least} to {limit} days, not {observed}",
      "{least}일에서 {limit}일까지 미룰 수 있습니다. 지금은 {observed}일입니다."),
    "snooze.archived": .init(
      "{name} is archived, and never due", "“{name}”은(는) 보관되어 있어 연락할 때가 오지 않습니다."),
    "snooze.not-due": .init(
      "{name} is due only on {day}", "“{name}”은(는) {day}에야 연락할 때가 됩니다."),
    "snooze.none": .init(
      "{name} was not put off since the last contact",
      "“{name}”은(는) 마지막 연락 뒤로 미루지 않았습니다."),
    "yearly-date": .init("that is no day of every year", "해마다 오는 날이 아닙니다."),
    "yearly-date.syntax": .init(
      "“{observed}” is no day of every year; write 02-14, or 1990-02-14 where the year is known",
      "“{observed}”은(는) 해마다 오는 날이 아닙니다. 02-14, 해를 알면 1990-02-14처럼 쓰십시오."),
    "yearly-date.no-such-day": .init(
      "there is no day {day}", "{day}이라는 날은 없습니다."),
  ]
}
