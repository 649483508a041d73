import CaptureTime
import Sending
import Testing
import Wording

@testable import Journal
@testable import People
@testable import Reminders
@testable import Store

@Suite("What reminders say")
struct ReminderNoticeTests {
  private static let day = CivilDate(daysSinceEpoch: 20_000)

  private func message(_ content: ReminderContent?, isAgain: Bool = false) throws -> ReminderMessage
  {
    let facts = RuleFacts(.people, at: try TimeOfDay.parse("09:00"))
    let turn = ReminderTurn(
      ReminderRule(id: 1, facts: facts, since: 0), on: Self.day,
      at: facts.time, isAgain: isAgain)
    return ReminderMessage(owner: try OwnerName("anna"), turn: turn, content: content)
  }

  private func people(_ count: Int) throws -> [KnownPerson] {
    try (1...count).map { number in
      let facts = PersonFacts(try PersonName("P\(number)"), start: Self.day.adding(days: -30))
      return KnownPerson(
        Person(
          id: Int64(number), uid: "u\(number)", facts: facts, made: 0, archived: nil,
          deleted: nil))
    }
  }

  @Test(
    "nothing but that something is due, where no more may be said",
    arguments: ReminderLanguage.allCases)
  func neutral(language: ReminderLanguage) throws {
    let notice = Notice(
      try message(nil), in: language, at: BaseAddress("https://photos.example.org"))
    #expect(notice.title == "Daystamp")
    #expect(notice.body == (language == .english ? "Something is due." : "할 일이 있습니다."))
    #expect(notice.link == "https://photos.example.org/")
  }

  @Test("one person by name, several by number, and no more than a few of many")
  func people() throws {
    let one = Notice(try message(.people(people(1))), in: .english, at: nil)
    #expect(
      one.title == "P1" && one.body == "Time to get in touch; no contact yet" && one.link == nil)
    let many = Notice(
      try message(.people(people(9)), isAgain: true), in: .english,
      at: BaseAddress("http://localhost:8080"))
    #expect(many.title == "9 people to contact")
    #expect(many.body.split(separator: "\n").count == 6 && many.body.hasSuffix("and 4 more"))
    #expect(many.link == "http://localhost:8080/due" && many.priority == .high)
    #expect(Notice(try message(.people(people(9))), in: .korean, at: nil).title == "연락할 사람 9명")
  }

  @Test("something of everything, in each language", arguments: ReminderLanguage.allCases)
  func all(language: ReminderLanguage) throws {
    let person = try people(1)[0].person
    let contact = Contact(
      id: 1, person: 1, day: Self.day, made: 0, facts: ContactFacts(), post: nil)
    let contents: [ReminderContent] = [
      .morning(Self.day), .people(try people(2)), .portions([]),
      .yearly([YearlyDay(person: person, name: "", date: Self.day, years: 36)]),
      .yearly([
        YearlyDay(person: person, name: "Wedding", date: Self.day, years: 0),
        YearlyDay(person: person, name: "", date: Self.day, years: nil),
      ]),
      .memories(Self.day, years: [2020, 2022], posts: 3), .text(nil),
      .contacts([contact], names: [1: "P1"]),
    ]
    for content in contents {
      let notice = Notice(try message(content), in: language, at: BaseAddress("https://a.example"))
      #expect(!notice.title.isEmpty && !notice.title.contains("\n"))
      #expect(notice.link?.hasPrefix("https://a.example/") == true)
      let isKorean = (notice.title + notice.body).unicodeScalars.contains { $0.value >= 0xAC00 }
      #expect(isKorean == (language == .korean), "\(notice)")
    }
    let birthday = Notice(try message(contents[3]), in: language, at: nil)
    #expect(birthday.title.contains("P1") && birthday.title.hasSuffix("(36)"))
  }
}
