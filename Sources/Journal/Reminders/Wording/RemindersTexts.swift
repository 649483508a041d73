package import Wording
import Store

extension ErrorTexts {
  package static let reminders = ErrorTexts(
    [
      "found.reminders-row": .init(
        "the table {table} of reminders cannot be read to its end ({detail})"),
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
      "salvage.reminders": .init(
        "{count|reminder|reminders} cannot be read; lost", "알림 {count}개를 읽을 수 없어 잃었습니다."),
      "salvage.reminder-ways": .init(
        "{count|way|ways} to be reminded cannot be read; lost",
        "알림 방법 {count}개를 읽을 수 없어 잃었습니다."),
    ],
    below: [.store])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .reminders) }
}
