import CaptureTime
import Foundation
import Testing
import TestSupport

@Suite("daystamp due")
struct DueCommandTests {
  let journal: PeopleJournal

  init() async throws { journal = try await PeopleJournal() }

  /// A day of every year on which a day falls, with a year so many years before.
  private func birthday(_ offset: Int, years: Int) -> String {
    let day = journal.today.adding(days: offset)
    return "\(day.year - years)-\(journal.day(offset).dropFirst(5))"
  }

  @Test("says in one line that nothing is due, and exits with 0")
  func nothing() async throws {
    let nothing = try await journal.run("due", "2023-02-10")
    #expect(nothing.output == "" && nothing.error == "Nothing is due on 2023-02-10.\n")
    try await journal.run("write", "--morning", "--mood", "good", "Snow.")
    #expect(try await journal.run("due").error == "Nothing is due on \(journal.day(0)).\n")
    #expect(
      try await journal.run("due", "--week").error
        == "Nothing is due in the seven days that start today.\n")
    #expect(try await journal.run("due", "--json").output == "")
  }

  @Test("lists birthdays, who is most overdue for their rhythm, the morning page and portions")
  func all() async throws {
    try await journal.add("Mina", every: 14, due: -6)
    try await journal.add("Jun", every: 3, due: -2)
    try await journal.add("Sora", every: 30, due: 2, "--birthday", birthday(0, years: 5))
    let file = "key,text,section,section title\nGen.1.1,x,Gen.1,Genesis 1\n"
    try journal.program.folder.write(Array(file.utf8), to: "Bible.csv")
    try await journal.run("collection", "add", "Bible.csv")
    try await journal.run("plan", "add", "--books-in", "1", "--name", "One day")
    try await journal.run("plan", "start", "One day")
    #expect(
      try await journal.run("due").lines == [
        journal.day(0), "Birthday      3  Sora             5 years",
        "Person        2  Jun              2 days overdue, every 3 days, since \(journal.day(-5))",
        "Person        1  Mina             6 days overdue, every 14 days, since \(journal.day(-20))",
        "Morning page     not written yet",
        "Plan          1  One day          Genesis 1",
      ])
    let json = try await journal.run("due", "--json").json
    #expect(
      json.map { $0["kind"] as? String } == ["birthday", "person", "person", "morning", "portion"])
    #expect(json.first?["years"] as? Int == 5 && json.first?["name"] as? String == "Sora")
    #expect((json[1]["person"] as? [String: Any])?["dueIn"] as? Int == -2)
    #expect((json[4]["portion"] as? [String: Any])?["title"] as? String == "Genesis 1")
    let later = try await journal.run("due", journal.day(2))
    #expect(
      later.lines == [journal.day(2), "Person  3  Sora  every 30 days, since \(journal.day(-28))"])
    let week = try await journal.run("due", "--week", "--json").json
    #expect(week.map { $0["day"] as? String }.last == journal.day(2) && week.count == 6)
  }

  @Test("has the age where the year is known, and other days by their names")
  func yearly() async throws {
    try await journal.add(
      "Mina", every: 90, due: 80, "--birthday", String(journal.day(1).dropFirst(5)), "--day",
      "Wedding=\(birthday(1, years: 1))")
    #expect(
      try await journal.run("due", "tomorrow").lines == [
        journal.day(1), "Birthday  1  Mina", "Wedding   1  Mina  1 year",
      ])
  }

  @Test("refuses a day with --week, and what is none")
  func refused() async throws {
    for arguments in [["due", "today", "--week"], ["due", "tomorow"], ["due", "last", "week"]] {
      #expect(try await journal.program.run(arguments).status == 64, "\(arguments)")
    }
  }
}
