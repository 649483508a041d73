package import Wording
import Store

extension ErrorTexts {
  package static let reminders = ErrorTexts(
    [
      "reminder": .init("the reminder is not possible", "이런 알림은 만들 수 없습니다."),
      "reminder.subject": .init(
        "unknown reminder “{observed}”; choose one of {names}",
        "“{observed}”은(는) 알릴 수 없습니다. 알릴 수 있는 것: {names}"),
      "reminder.quiet-hours": .init(
        "“{observed}” is not a span of quiet hours; give two times, such as 22:00-07:00",
        "“{observed}”은(는) 조용한 시간이 아닙니다. 22:00-07:00처럼 두 시각을 적어 주세요."),
      "reminder.nothing-to-do": .init(
        "a “{subject}” reminder comes once, for there is nothing to do",
        "“{subject}”은(는) 할 일이 아니므로 한 번만 알립니다."),
      "reminder.again": .init(
        "remind again after {least} to {limit} minutes, not {observed}",
        "다시 알리기까지는 {least}분에서 {limit}분까지입니다. 지금은 {observed}분입니다."),
      "reminder.within-quiet-hours": .init(
        "{time} is within the quiet hours, {hours}", "{time}은(는) 조용한 시간({hours})입니다.",
        hint: "; --quiet none turns these off"),
      "no-reminder": .init("there is no such reminder", "그런 알림이 없습니다."),
      "no-reminder.number": .init(
        "there is no reminder {number}", "{number}번 알림이 없습니다.",
        hint: "; daystamp reminder list lists all"),
      "reminder-exists": .init("this reminder already exists", "같은 알림이 이미 있습니다."),
      "reminder-exists.time": .init(
        "a “{subject}” reminder at {time} already exists", "“{subject}” 알림이 {time}에 이미 있습니다."),
      "too-many-reminders": .init("there are too many", "너무 많습니다."),
      "too-many-reminders.rules": .init(
        "there are {limit} reminders, the most possible; remove one first",
        "알림이 {limit}개 있어서 더 만들 수 없습니다."),
      "too-many-reminders.ways": .init(
        "there are {limit} reminder ways, the most possible; remove one first",
        "알림 방법이 {limit}개 있어서 더 만들 수 없습니다."),
      "too-many-reminders.feeds": .init(
        "there are {limit} calendar feeds, the most possible; remove one first",
        "캘린더 주소가 {limit}개 있어서 더 만들 수 없습니다."),
      "no-way": .init("there is no such reminder way", "그런 알림 방법이 없습니다."),
      "no-way.number": .init(
        "there is no reminder way {number}", "{number}번 알림 방법이 없습니다.",
        hint: "; daystamp reminder way list lists all"),
      "way-exists": .init("this way already exists", "같은 방법이 이미 있습니다."),
      "way-exists.kind": .init(
        "a {kind} to this address already exists", "이 주소로 보내는 {kind}이(가) 이미 있습니다."),
      "way-exists.desktop": .init("the desktop shows reminders already", "데스크톱에는 이미 알립니다."),
      "no-feed": .init("there is no such calendar feed", "그런 캘린더 주소가 없습니다."),
      "no-feed.number": .init(
        "there is no calendar feed {number}", "{number}번 캘린더 주소가 없습니다.",
        hint: "; daystamp reminder feed list lists all"),
      "no-mail": .init(
        "set up this owner's mail addresses on the machine with the journal",
        "이 주인의 메일 주소는 일기가 있는 컴퓨터에서만 만들 수 있습니다."),
      "way-unconfirmed": .init("this address is waiting for its code", "이 주소는 아직 코드를 기다리고 있습니다."),
      "way-unconfirmed.number": .init(
        "way {number} is waiting for the code mailed to it; it gets nothing else until then",
        "{number}번 방법은 메일로 보낸 코드를 기다립니다. 그 전에는 아무것도 보내지 않습니다."),
      "way-confirmed": .init("this address needs no code", "이 주소에는 코드가 필요 없습니다."),
      "way-confirmed.number": .init(
        "way {number} needs no code", "{number}번 방법에는 코드가 필요 없습니다."),
      "code": .init("this is not a code", "코드가 아닙니다."),
      "code.digits": .init("the code has 8 digits", "코드는 숫자 8자리입니다."),
      "wrong-code": .init("wrong code", "코드가 맞지 않습니다."),
      "wrong-code.left": .init("wrong code; {left|try|tries} left", "코드가 맞지 않습니다. {left}번 남았습니다."),
      "wrong-code.last": .init("wrong code; request a new one", "코드가 맞지 않습니다. 코드를 다시 받아 주세요."),
      "no-code": .init(
        "the code has expired; request a new one",
        "이 코드는 더 쓸 수 없습니다. 코드를 다시 받아 주세요."),
      "too-many-tests": .init("you sent too many tests", "시험을 너무 많이 보냈습니다."),
      "too-many-tests.wait": .init(
        "you sent {limit} tests within an hour; send the next in {wait}",
        "한 시간 동안 시험을 {limit}번 보냈습니다. 다음 시험은 {wait} 뒤에 보낼 수 있습니다."),
      "too-many-mails": .init("too many mails were sent", "메일을 너무 많이 보냈습니다."),
      "too-many-mails.codes": .init(
        "{limit} codes were mailed within a day; request the next in {wait}",
        "하루 동안 코드를 {limit}번 보냈습니다. 다음 코드는 {wait} 뒤에 보낼 수 있습니다."),
      "too-many-mails.wait": .init(
        "{limit} mails were sent within a day; the next is possible in {wait}",
        "하루 동안 메일을 {limit}통 보냈습니다. 다음 메일은 {wait} 뒤에 보낼 수 있습니다."),
      "salvage.rows.reminder_rule": .init(
        "{count|reminder|reminders} cannot be read; lost", "알림 {count}개를 읽을 수 없어 잃었습니다."),
      "salvage.rows.reminder_way": .init(
        "{count|reminder way|reminder ways} cannot be read; lost",
        "알림 방법 {count}개를 읽을 수 없어 잃었습니다."),
    ],
    below: [.store])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .reminders) }
}
