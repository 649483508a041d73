import Files
import TestSupport
import Testing

@Suite("A wrong question to the journal")
struct AskingUsageTests {
  @Test(
    "exits with 64 and says what is wrong",
    arguments: [
      (["list", "2024-02..2024-01"], "2024-02-01 is after 2024-01-31"),
      (["list", "today..yesterday"], "is after"),
      (["list", "2023-02-29"], "no day 29 in 2023-02: it has 28"),
      (["list", "2024-13"], "no month 13"), (["list", "0000"], "no year 0"),
      (["list", "tomorrow"], "today, yesterday, 2024-01-31"), (["list", "2024-1"], "2024-01"),
      (["list", ""], "days are written as"), (["list", "2024", "2025"], "2025"),
      (["list", "--from", "2024-02-30"], "--from 2024-02-30: there is no day 30"),
      (["list", "--to", "later"], "--to later: days are written as"),
      (["list", "--from", "2024", "--to", "2023"], "2024-01-01 is after 2023-12-31"),
      (["list", "2024", "--from", "2023"], "not both"),
      (["list", "2024", "--to", "2025"], "not both"),
      (["list", "--last", "0"], "--last goes from 1 up, not 0"),
      (["list", "--last", "ten"], "ten"),
      (["list", "--json", "--paths"], "--json and --paths exclude each other"),
      (["list", "--search", ""], "no word"), (["list", "--search", " \t"], "no word"),
      (["list", "--tag", ""], "the name is empty"), (["list", "--tag", "two words"], "U+20"),
      (["show"], "number"), (["show", "one"], "one"), (["show", "1", "2"], "2"),
      (["calendar", "2024-13"], "no month 13"), (["calendar", "0000"], "no year 0"),
      (["calendar", "2024-01-31"], "like 2024-01"), (["calendar", "today"], "like 2024-01"),
      (["calendar", "--week-start", "lundi"], "“lundi” is not a weekday"),
      (["memories", "2024-01"], "those of one day"), (["memories", "2023-02-29"], "no day 29"),
      (["memories", "--json", "--paths"], "exclude"),
      (["random", "1"], "1"), (["stats", "2024"], "2024"),
    ])
  func usage(arguments: [String], says: String) throws {
    let program = try JournalProgram()
    let result = try program.run(arguments)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(result.output == "")
    #expect(program.folder.files.isEmpty, "no journal was made")
  }

  @Test(
    "shows the command's own usage",
    arguments: [["list", "2024-13"], ["calendar", "x"], ["memories", "2024"], ["show", "x"]])
  func ownUsage(arguments: [String]) throws {
    let result = try JournalProgram().run(arguments)
    #expect(result.error.contains("Usage: daystamp \(arguments[0]) "))
  }
}
