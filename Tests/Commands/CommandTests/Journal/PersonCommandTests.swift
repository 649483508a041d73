import CaptureTime
import Foundation
import Testing
import TestSupport
import Wording

@Suite("daystamp person")
struct PersonCommandTests {
  let journal: PeopleJournal

  init() async throws { journal = try await PeopleJournal() }

  @Test("adds people, and lists who is most overdue for their rhythm first")
  func list() async throws {
    #expect(
      try await journal.run("person").error
        == "There are no people yet; daystamp person add adds one.\n")
    try await journal.add("Mina", every: 14, due: -6)
    try await journal.add("Jun", every: 3, due: -2, "--nickname", "J", "--category", "family")
    try await journal.add("Sora", every: 90, due: 5)
    #expect(
      try await journal.run("person", "list").lines == [
        "2  Jun (J)  2 days overdue  every 3 days   since \(journal.day(-5))",
        "1  Mina     6 days overdue  every 14 days  since \(journal.day(-20))",
        "3  Sora     due in 5 days   every 90 days  since \(journal.day(-85))",
      ])
    let family = try await journal.run("person", "list", "--category", "FAMILY", "--json").json
    #expect(family.map { $0["name"] as? String } == ["Jun"])
    #expect(family.first?["dueIn"] as? Int == -2 && family.first?["cadence"] as? Int == 3)
    let none = try await journal.run("person", "list", "--search", "nobody")
    #expect(none.output == "" && none.error == "There are no such people.\n")
  }

  @Test("shows all of a person, the plant as text and in words")
  func show() async throws {
    try await journal.run(
      "person", "add", "Mina Kim", "--every", "7", "--birthday", "1992-02-29", "--nickname", "Mi",
      "--day", "Wedding=2011-06-04", "--phone", "+82 2 1234", "--email", "mina@example.org",
      "--remind", "09:00", "--note", "Likes *tea*.", "--category", "family", "--category", "choir")
    try await journal.run("contact", "mi", "-k", "tea", "--memo", "A chestnut.")
    let lines = try await journal.run("person", "show", "Mina").lines
    #expect(lines.first == "Mina Kim  1")
    for line in [
      "  Nickname    Mi", "  Every       7 days", "  Due         \(journal.day(7)), due in 7 days",
      "  Phone       +82 2 1234", "  E-mail      mina@example.org", "  Reminder    09:00",
      "  Categories  family, choir", "  Note        Likes *tea*.",
      "  Contacts    1, 1 in time; 0 snoozes",
      "  Plant       clover, in leaf, 3 of 12 steps",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("  Birthday    1992-02-29, next on ") })
    #expect(lines.contains { $0.hasPrefix("  Wedding     2011-06-04, next on ") })
    #expect(lines.last == "1  \(journal.day(0))  met  tea  A chestnut.")
    let json = try await journal.run("person", "show", "1", "--json").json.first
    #expect(json?["birthday"] as? String == "1992-02-29")
    #expect((json?["growth"] as? [String: Any])?["steps"] as? Int == 3)
  }

  @Test("changes what is said and takes it away, and tells the due day before and after")
  func edit() async throws {
    try await journal.add("Mina", every: 14, due: 4, "--birthday", "02-29", "--category", "choir")
    let changed = try await journal.run(
      "person", "edit", "Mina", "--every", "7", "--day", "Wedding=06-04", "--phone", "1")
    #expect(
      changed.error == "Mina is due on \(journal.day(-3)); it was \(journal.day(4)).\n")
    let cleared = try await journal.run(
      "person", "edit", "Mina", "--no-birthday", "--phone", "", "--no-category", "Choir", "--day",
      "wedding=", "--name", "Mina Kim", "--json")
    #expect(cleared.error == "Mina Kim is due on \(journal.day(-3)), as before.\n")
    let json = try #require(cleared.json.first)
    #expect(json["birthday"] == nil && json["phone"] == nil)
    #expect((json["categories"] as? [String])?.isEmpty == true)
    #expect((json["days"] as? [Any])?.isEmpty == true)
  }

  @Test("gives nobody the name of another unless that is meant")
  func renameToTwin() async throws {
    try await journal.add("Mina", every: 14, due: 4)
    try await journal.add("Jun", every: 14, due: 4)
    let refused = try await journal.program.run("person", "edit", "Jun", "--name", "MINA")
    #expect(refused.status == 1)
    #expect(
      refused.error
        == "Error: Mina already exists, number 1; --again allows another with that name.\n")
    try await journal.run("person", "edit", "Jun", "--name", "JUN", "--every", "7")
    try await journal.run("person", "edit", "Jun", "--name", "Mina", "--again")
    #expect(try await journal.run("person", "show", "2").lines.first == "Mina  2")
  }

  @Test("takes a post's photo as the picture, and no post without one")
  func picture() async throws {
    try await journal.program.post("2024-01-31")
    try await journal.run("write", "Only words.")
    try await journal.add("Mina", every: 14, due: 4, "--picture", "1")
    #expect(
      try await journal.run("person", "show", "1", "--json").json.first?["picture"] as? Int == 1)
    for number in ["2", "3"] {
      let refused = try await journal.program.run("person", "edit", "1", "--picture", number)
      #expect(refused.status == 1)
      #expect(refused.error == "Error: there is no post \(number) with a photo.\n")
    }
  }

  @Test("archives, deletes and removes for good, each with its way back but the last")
  func putAway() async throws {
    try await journal.add("Mina", every: 14, due: -1)
    try await journal.run("contact", "Mina")
    let archived = try await journal.run("person", "archive", "Mina")
    #expect(archived.error.hasSuffix("; daystamp person unarchive 1 undoes that.\n"))
    #expect(try await journal.run("person").output == "")
    let put = try await journal.program.run("snooze", "Mina")
    #expect(put.status == 1 && put.error == "Error: Mina is archived, and never due.\n")
    #expect(
      try await journal.run("person", "list", "--archived").output.hasPrefix("1  Mina  archived"))
    #expect(
      try await journal.run("person", "unarchive", "Mina").error
        == "Mina is due on \(journal.day(14)).\n")
    let early = try await journal.program.run("person", "delete", "Mina", "--for-good", "--yes")
    #expect(early.status == 1 && early.error == "Error: Mina is not deleted.\n")
    #expect(
      try await journal.run("person", "delete", "mina").error
        == "Deleted Mina; daystamp person restore 1 restores them.\n")
    #expect(try await journal.program.run("contact", "Mina").status == 1)
    try await journal.run("person", "restore", "Mina")
    #expect(
      try await journal.program.run("person", "restore", "Mina").error
        == "Error: Mina is not deleted.\n")
    #expect(try await journal.run("contact", "list", "Mina").lines.count == 1)
    try await journal.run("person", "delete", "Mina")
    let unasked = try await journal.program.run("person", "delete", "Mina", "--for-good")
    #expect(unasked.status == 64 && unasked.error.contains("--yes skips the question"))
    #expect(
      try await journal.run("person", "delete", "Mina", "--for-good", "--yes").error
        == "Permanently removed Mina with 1 contact.\n")
    #expect(try await journal.program.run("person", "restore", "Mina").status == 1)
  }

  @Test("shows a month with contacts, the due day and days of every year, also without colour")
  func calendar() async throws {
    try await journal.add("Mina", every: 14, due: 0, "--birthday", "02-29", "--day", "Move=02-10")
    let month = try await journal.program.run(
      ["person", "calendar", "Mina", "2023-02"], environment: ["LC_ALL": "C"])
    #expect(
      month.output == """
        Mina
                  February 2023
        Sun  Mon  Tue  Wed  Thu  Fri  Sat
                         1    2    3    4
          5    6    7    8    9   10*  11
         12   13   14   15   16   17   18
         19   20   21   22   23   24   25
         26   27   28*
        • contact  ! due  * anniversary
        2023-02-10  Move
        2023-02-28  Birthday

        """)
    try await journal.run("config", "set", "leap-birthday", "1-mar")
    let march = try await journal.run("person", "calendar", "Mina", "2023-03", "--json").json
    #expect(march.map { $0["day"] as? String } == ["2023-03-01"])
    #expect(march.first?["birthday"] as? Bool == true)
    let due = try await journal.run("person", "calendar", "1")
    #expect(due.output.contains("\(journal.today.day)!"))
    try await journal.run("contact", "Mina")
    try await journal.run("contact", "Mina")
    #expect(
      try await journal.run("person", "calendar", "1").output.contains("\(journal.today.day)•2"))
    let year = try await journal.program.run("person", "calendar", "Mina", "2023")
    #expect(year.status == 64 && year.error.contains("shows a month"))
  }

  @Test("finds people and the contacts that have the words")
  func search() async throws {
    try await journal.add("Mina", every: 14, due: 0, "--note", "Chestnuts in the garden")
    try await journal.add("Jun", every: 14, due: 0)
    try await journal.run("contact", "Jun", "--memo", "Brought a chestnut.", "-k", "tea")
    let found = try await journal.run("person", "search", "chestnut").lines
    #expect(found.first?.hasPrefix("1  Mina  due today") == true)
    #expect(found.last == "1  \(journal.day(0))  met  Jun  tea  Brought a chestnut.")
    let both = try await journal.run("person", "search", "chestnut", "--json").json
    #expect(both.map { $0["name"] as? String } == ["Mina", "Jun"])
    try await journal.run("contact", "Mina", "--memo", "No chestnut.")
    let all = try await journal.run("person", "search", "chestnut", "--limit", "2")
    #expect(all.error == "" && all.lines.count { !$0.isEmpty } == 3)
    let first = try await journal.run("person", "search", "chestnut", "--limit", "1")
    #expect(
      first.error
        == "More contacts match than the latest 1; --limit shows more.\n")
    #expect(first.lines.last?.hasSuffix("No chestnut.") == true)
    #expect(
      try await journal.run("person", "search", "chestnut", "--limit", "1", "--json").error == "")
    let none = try await journal.run("person", "search", "walnut")
    #expect(none.error == "No person or contact matches these words.\n")
  }

  @Test(
    "refuses what no person has",
    arguments: [
      (["add", "Mina", "--every", "0"], 64, "keep in touch every 1 to 90 days, not every 0"),
      (["add", "Mina", "--every", "91"], 64, "keep in touch every 1 to 90 days, not every 91"),
      (["add", "Mina", "--birthday", "02-30"], 64, "--birthday 02-30: there is no day 02-30"),
      (["add", "Mina", "--birthday", "2023-02-29"], 64, "there is no day 2023-02-29"),
      (["add", "Mina", "--birthday", "9999-02-14"], 64, "the birthday 9999-02-14 is in"),
      (["edit", "Jun", "--birthday", "9999-02-14"], 64, "the birthday 9999-02-14 is in"),
      (["add", "Mina", "--birthday", "February"], 64, "write 02-14, or 1990-02-14"),
      (["add", "Mina", "--day", "Wedding"], 64, "as in 'Wedding=2011-06-04'"),
      (["add", "Mina", "--remind", "25:00"], 64, "--remind 25:00"),
      (["add", "Mina", "--picture", "x"], 64, "--picture x"),
      (["add", String(repeating: "x", count: 41)], 64, "41"),
      (["add", "a\u{1B}[2J"], 64, "U+1B"),
      (["add", "Jun"], 1, "Jun already exists, number 1; --again allows another with that name"),
      (["edit", "Jun"], 64, "Nothing to change"),
      (["edit", "Jun", "--birthday", "02-14", "--no-birthday"], 64, "cannot be used together"),
      (["edit", "Jun", "--no-day", "x"], 64, "has no day “x”"),
      (["show", "Nobody"], 1, "there is nobody called “Nobody”"),
      (["show", "9"], 1, "there is no person 9"),
      (["list", "--archived", "--deleted"], 64, "cannot be used together"),
      (["lst"], 64, "Did you mean 'list'?"),
    ])
  func refused(arguments: [String], status: Int32, says: String) async throws {
    try await journal.add("Jun", every: 14, due: 0)
    let result = try await journal.program.run(["person"] + arguments)
    #expect(result.status == status && result.error.contains(says), "\(result.error)")
    #expect(try await journal.run("person", "list", "--json").json.count == 1)
  }

  @Test("asks on a terminal who is meant, and names all who may be elsewhere")
  func ambiguous() async throws {
    try await journal.add("Mina Kim", every: 14, due: 0)
    try await journal.add("Mina Park", every: 14, due: 0)
    let names = try await journal.program.run("contact", "Mina")
    #expect(names.status == 1)
    #expect(
      names.error
        == "Error: “Mina” matches Mina Kim (1), Mina Park (2); give the whole name or the "
        + "number.\n")
    let place = ["--journal", journal.program.journal, "--owner", "anna"]
    let asked = try await Terminal.daystamp(
      ["contact", "Mina"] + place, typing: "2\n", environment: journal.program.environment)
    #expect(asked.status == 0, "\(asked.output)")
    #expect(asked.output.contains("  2  Mina Park, every 14 days\r\n"))
    #expect(asked.output.contains("1  \(journal.day(0))  met  Mina Park\r\n"))
    let nobody = try await Terminal.daystamp(
      ["contact", "Mina"] + place, typing: "7\n", environment: journal.program.environment)
    #expect(nobody.status == 1 && nobody.output.hasSuffix("Nothing was done.\r\n"))
    #expect(try await journal.run("contact", "list", "2").lines.count == 1)
  }

  @Test("keeps a name of another direction, and one of nothing but digits, in their places")
  func names() async throws {
    try await journal.add("שרה", every: 14, due: 0)
    try await journal.add("42", every: 14, due: 0)
    let lines = try await journal.run("person", "list").lines
    #expect(lines.contains { $0.hasPrefix("1  \u{2068}שרה\u{2069}  due today") })
    #expect(try await journal.run("person", "show", "42").lines.first == "42  2")
    #expect(try await journal.run("person", "show", "2").lines.first == "42  2")
    // A whole name comes before a number, and a number before the beginning of a name.
    try await journal.add("1", every: 14, due: 0)
    #expect(try await journal.run("person", "show", "1").lines.first == "1  3")
    #expect(try await journal.program.run("person", "show", "4").status == 1)
    try await journal.run("person", "delete", "1")
    #expect(
      try await journal.run("person", "show", "1").lines.first == "\u{2068}שרה\u{2069}  1")
    try await journal.run("person", "restore", "1")
    #expect(try await journal.run("person", "show", "1").lines.first == "1  3")
  }
}
