package import Wording
import Store

extension ErrorTexts {
  package static let reminders = ErrorTexts(
    [
      "reminder": .init("there cannot be such a reminder", "이런 알림은 만들 수 없습니다."),
      "reminder.subject": .init(
        "one is not reminded of “{observed}”, but of {names}",
        "“{observed}”은(는) 알릴 수 없습니다. 알릴 수 있는 것: {names}"),
      "reminder.quiet-hours": .init(
        "“{observed}” are no quiet hours; give two times of day, such as 22:00-07:00",
        "“{observed}”은(는) 조용한 시간이 아닙니다. 22:00-07:00처럼 두 시각을 적어 주세요."),
      "reminder.nothing-to-do": .init(
        "of “{subject}” one is reminded once: there is nothing to do",
        "“{subject}”은(는) 할 일이 아니므로 한 번만 알립니다."),
      "reminder.again": .init(
        "one is reminded again after {least} to {limit} minutes, not {observed}",
        "다시 알리기까지는 {least}분에서 {limit}분까지입니다. 지금은 {observed}분입니다."),
      "reminder.within-quiet-hours": .init(
        "{time} is within the quiet hours, {hours}", "{time}은(는) 조용한 시간({hours})입니다.",
        hint: "; --quiet none has none"),
      "no-reminder": .init("there is no such reminder", "그런 알림이 없습니다."),
      "no-reminder.number": .init(
        "there is no reminder of number {number}", "{number}번 알림이 없습니다.",
        hint: "; daystamp reminder list names all"),
      "reminder-exists": .init("there is this reminder already", "같은 알림이 이미 있습니다."),
      "reminder-exists.time": .init(
        "there is a reminder of “{subject}” at {time} already", "“{subject}” 알림이 {time}에 이미 있습니다."),
      "too-many-reminders": .init("there are too many of them", "너무 많습니다."),
      "too-many-reminders.rules": .init(
        "there are {limit} reminders, as many as there can be", "알림이 {limit}개 있어서 더 만들 수 없습니다."),
      "too-many-reminders.ways": .init(
        "there are {limit} ways to be reminded, as many as there can be",
        "알림 방법이 {limit}개 있어서 더 만들 수 없습니다."),
      "too-many-reminders.feeds": .init(
        "there are {limit} calendar feeds, as many as there can be",
        "캘린더 주소가 {limit}개 있어서 더 만들 수 없습니다."),
      "no-way": .init("there is no such way to be reminded", "그런 알림 방법이 없습니다."),
      "no-way.number": .init(
        "there is no way of number {number} to be reminded", "{number}번 알림 방법이 없습니다.",
        hint: "; daystamp reminder way list names all"),
      "way-exists": .init("there is this way already", "같은 방법이 이미 있습니다."),
      "way-exists.kind": .init(
        "there is a {kind} to this address already", "이 주소로 보내는 {kind}이(가) 이미 있습니다."),
      "way-exists.desktop": .init("the desktop is told already", "데스크톱에는 이미 알립니다."),
      "no-feed": .init("there is no such calendar feed", "그런 캘린더 주소가 없습니다."),
      "no-feed.number": .init(
        "there is no calendar feed of number {number}", "{number}번 캘린더 주소가 없습니다.",
        hint: "; daystamp reminder feed list names all"),
      "no-mail": .init(
        "mail addresses of this owner are set up on the machine that has the journal",
        "이 주인의 메일 주소는 일기가 있는 컴퓨터에서만 만들 수 있습니다."),
      "way-unconfirmed": .init(
        "this address waits for its code", "이 주소는 아직 코드를 기다리고 있습니다."),
      "way-unconfirmed.number": .init(
        "way {number} waits for the code that was mailed to it; nothing else is sent there",
        "{number}번 방법은 메일로 보낸 코드를 기다립니다. 그 전에는 아무것도 보내지 않습니다."),
      "way-confirmed": .init("this address needs no code", "이 주소에는 코드가 필요 없습니다."),
      "way-confirmed.number": .init(
        "way {number} needs no code", "{number}번 방법에는 코드가 필요 없습니다."),
      "code": .init("this is no code", "코드가 아닙니다."),
      "code.digits": .init("the code has 8 digits", "코드는 숫자 8자리입니다."),
      "wrong-code": .init("this is not the code", "코드가 맞지 않습니다."),
      "wrong-code.left": .init(
        "this is not the code; {left|try|tries} left", "코드가 맞지 않습니다. {left}번 남았습니다."),
      "wrong-code.last": .init(
        "this is not the code; have another one sent", "코드가 맞지 않습니다. 코드를 다시 받아 주세요."),
      "no-code": .init(
        "the code is good no longer; have another one sent",
        "이 코드는 더 쓸 수 없습니다. 코드를 다시 받아 주세요."),
      "too-many-tests": .init(
        "there were too many tests", "시험을 너무 많이 보냈습니다."),
      "too-many-tests.wait": .init(
        "{limit} tests were sent within an hour; the next can be sent in {wait}",
        "한 시간 동안 시험을 {limit}번 보냈습니다. 다음 시험은 {wait} 뒤에 보낼 수 있습니다."),
      "too-many-mails": .init("there were too many mails", "메일을 너무 많이 보냈습니다."),
      "too-many-mails.codes": .init(
        "{limit} codes were mailed within a day; the next can be sent in {wait}",
        "하루 동안 코드를 {limit}번 보냈습니다. 다음 코드는 {wait} 뒤에 보낼 수 있습니다."),
      "too-many-mails.wait": .init(
        "{limit} mails were sent within a day; the next can be sent in {wait}",
        "하루 동안 메일을 {limit}통 보냈습니다. 다음 메일은 {wait} 뒤에 보낼 수 있습니다."),
      "salvage.rows.reminder_rule": .init(
        "{count|reminder|reminders} cannot be read; lost", "알림 {count}개를 읽을 수 없어 잃었습니다."),
      "salvage.rows.reminder_way": .init(
        "{count|way|ways} to be reminded cannot be read; lost",
        "알림 방법 {count}개를 읽을 수 없어 잃었습니다."),
    ],
    below: [.store])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .reminders) }
}
