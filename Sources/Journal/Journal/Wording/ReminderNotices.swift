import Wording
import People
import Reminders
package import Sending
import Store
import Texts

/// The texts of reminders, in the owner's language.
extension Notice {
  /// People and days that a notice names at most; of the others it says how many they are.
  private static let named = 5
  /// Characters of a text that a notice has at most.
  private static let textLimit = 500

  /// - Parameters:
  ///   - message: what is told.
  ///   - language: in which.
  ///   - base: how browsers reach the server; nil for no link.
  package init(_ message: ReminderMessage, in language: ReminderLanguage, at base: BaseAddress?) {
    let words = NoticeWords(language)
    let (title, lines) = message.content.map { Self.texts(of: $0, words) } ?? Self.neutral(words)
    self.init(
      title: title, body: lines.joined(separator: "\n"),
      link: base.map { $0.text + (message.content?.path ?? "/") },
      identifier: message.turn.identifier, priority: message.turn.isAgain ? .high : .usual)
  }

  /// A message that tests a way, and reveals nothing of the journal.
  package static func test(in language: ReminderLanguage, at base: BaseAddress?) -> Notice {
    let words = NoticeWords(language)
    return Notice(
      title: "Daystamp",
      body: words("This is a test. Reminders arrive here.", "시험 알림입니다. 알림이 여기로 옵니다."),
      link: base.map { $0.text + "/" }, identifier: "test")
  }

  /// What is said where nothing may be named.
  private static func neutral(_ words: NoticeWords) -> (title: String, lines: [String]) {
    ("Daystamp", [words("Something is due.", "할 일이 있습니다.")])
  }

  private static func texts(
    of content: ReminderContent, _ words: NoticeWords
  ) -> (title: String, lines: [String]) {
    switch content {
    case .morning(let day):
      (
        words("Morning page", "아침 글"),
        [words("You haven’t written the page for \(day) yet.", "\(day)의 아침 글을 아직 쓰지 않았습니다.")]
      )
    case .people(let people): self.people(people, words)
    case .portions(let portions):
      (
        words.count(portions.count, "portion to read", "portions to read", "읽을 곳 %곳"),
        listed(portions.map(\.title), words)
      )
    case .yearly(let yearly): self.yearly(yearly, words)
    case .memories(_, let years, let posts):
      (
        words("This day in earlier years", "지난 해의 오늘"),
        [
          words.count(posts, "post", "posts", "글 %개") + ": "
            + listed(years.map(String.init), words).joined(separator: ", ")
        ]
      )
    case .text(let text?):
      (
        words("Text of the day", "오늘의 글귀"),
        [String(text.body.prefix(textLimit)), text.reference].filter { !$0.isEmpty }
      )
    case .text(nil): (words("Text of the day", "오늘의 글귀"), [])
    case .contacts(let contacts, let names):
      (
        words("What was it about?", "무슨 이야기를 했나요?"),
        listed(
          contacts.map { contact in
            let name = names[contact.person] ?? ""
            return words(
              "\(name), \(contact.day): no keywords or memo yet",
              "\(name), \(contact.day): 낱말도 메모도 아직 없습니다")
          }, words)
      )
    }
  }

  private static func people(
    _ people: [KnownPerson], _ words: NoticeWords
  ) -> (title: String, lines: [String]) {
    let title =
      people.count == 1
      ? people[0].person.name
      : words.count(people.count, "person to contact", "people to contact", "연락할 사람 %명")
    let lines = people.map { known in
      let wait =
        known.rhythm.contact.map { words("last on \($0)", "마지막 연락 \($0)") }
        ?? words("no contact yet", "아직 연락이 없습니다")
      return people.count == 1
        ? words("Time to get in touch; \(wait)", "연락할 때입니다. \(wait)")
        : "\(known.person.name) (\(wait))"
    }
    return (title, listed(lines, words))
  }

  private static func yearly(
    _ yearly: [YearlyDay], _ words: NoticeWords
  ) -> (title: String, lines: [String]) {
    let lines = yearly.map { day in
      let what =
        day.name.isEmpty
        ? words("\(day.person.name)’s birthday", "\(day.person.name)의 생일")
        : "\(day.person.name): \(day.name)"
      return what + (day.years.map { $0 > 0 ? " (\($0))" : "" } ?? "")
    }
    return lines.count == 1
      ? (lines[0], [])
      : (
        words.count(lines.count, "day to remember", "days to remember", "기억할 날 %개"),
        listed(lines, words)
      )
  }

  private static func listed(_ lines: [String], _ words: NoticeWords) -> [String] {
    guard lines.count > named else { return lines }
    let rest = lines.count - named
    return lines.prefix(named) + [words("and \(rest) more", "그 밖에 \(rest)")]
  }
}

/// Texts of one language.
struct NoticeWords {
  private let language: ReminderLanguage

  init(_ language: ReminderLanguage) { self.language = language }

  func callAsFunction(_ english: String, _ korean: String) -> String {
    switch language {
    case .english: english
    case .korean: korean
    }
  }

  /// A number with what is counted; the Korean text has the number in the place of `%`.
  func count(_ count: Int, _ one: String, _ many: String, _ korean: String) -> String {
    self(Wording.counted(count, one, many), korean.replacing("%", with: "\(count)"))
  }
}
