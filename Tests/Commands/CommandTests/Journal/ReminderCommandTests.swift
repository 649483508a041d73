import Foundation
import Testing
import TestSupport

@Suite("daystamp reminder")
struct ReminderCommandTests {
  let journal: PeopleJournal

  init() async throws { journal = try await PeopleJournal() }

  @Test("adds, lists, changes, turns off and on, and removes reminders")
  func rules() async throws {
    let none = try await journal.run("reminder")
    #expect(none.output == "" && none.error.hasPrefix("There are no reminders yet;"))
    #expect(
      try await journal.run("reminder", "add", "morning", "--at", "9:00").output
        == "1  09:00  morning  again after 2 h  quiet 22:00-07:00\n")
    try await journal.run("reminder", "add", "birthdays", "--at", "08:00", "--quiet", "none")
    try await journal.run(
      "reminder", "add", "plan", "--at", "23:00", "--again", "5", "--quiet", "01:00-02:00")
    let all = try await journal.run("reminder")
    #expect(
      all.lines == [
        "2  08:00  birthdays  once               never quiet",
        "1  09:00  morning    again after 2 h    quiet 22:00-07:00",
        "3  23:00  plan       again after 5 min  quiet 01:00-02:00",
      ])
    #expect(all.error.hasPrefix("Reminders reach only the desktop"))
    try await journal.run("reminder", "edit", "1", "--at", "08:30", "--once", "--quiet", "none")
    try await journal.run("reminder", "off", "1")
    let rule = try #require(
      try await journal.run("reminder", "list", "--json").json.dropFirst().first?["rule"]
        as? [String: Any])
    #expect(rule["number"] as? Int == 1)
    #expect(rule["time"] as? String == "08:30" && rule["on"] as? Bool == false)
    #expect(rule["again"] == nil && rule["quiet"] == nil)
    #expect(
      try await journal.run("reminder", "on", "1").output
        == "1  08:30  morning  once  never quiet\n")
    let removed = try await journal.run("reminder", "remove", "3").error
    #expect(removed.contains("daystamp reminder add plan --at 23:00 --again 5 --quiet 01:00-02:00"))
    #expect(!removed.contains("off"))
    #expect(try await journal.run("reminder").lines.count == 2)
  }

  @Test("removes one that was off with the command that makes one that is off")
  func removedOff() async throws {
    try await journal.run("reminder", "add", "text", "--at", "09:00", "--off")
    let list = try await journal.run("reminder").output
    #expect(list == "1  09:00  text  once  quiet 22:00-07:00  off\n")
    let removed = try await journal.run("reminder", "remove", "1").error
    #expect(
      removed.hasPrefix("Removed reminder 1, text at 09:00, which was off. This restores it:\n"))
    #expect(removed.contains("reminder add text --at 09:00 --once --quiet 22:00-07:00 --off"))
  }

  @Test("notes a second time that is in the quiet hours, or on the next day")
  func secondTimes() async throws {
    func note(_ arguments: String...) async throws -> String {
      try await journal.program.run(["reminder"] + arguments).error
    }
    #expect(try await note("add", "morning", "--at", "18:00") == "")
    let quiet =
      "Reminder 2 would come again at 23:00, within its quiet hours, 22:00-07:00: it comes "
      + "only once.\n"
    #expect(try await note("add", "plan", "--at", "21:00", "--json") == quiet)
    #expect(try await note("list").hasPrefix(quiet))
    #expect(try await note("edit", "2", "--again", "30") == "")
    #expect(try await note("edit", "2", "--again", "120") == quiet)
    #expect(try await note("off", "2") == "")
    #expect(try await !note("list").contains("would come again"))
    #expect(try await note("on", "2") == quiet)
    #expect(
      try await note("edit", "2", "--quiet", "22:30-23:30")
        == "Reminder 2 would come again at 23:00, within its quiet hours, 22:30-23:30: it "
        + "comes at 23:30 then.\n")
    #expect(
      try await note("add", "people", "--at", "23:30", "--quiet", "none", "--again", "60")
        == "Reminder 3 would come again at 00:30, when its day is over: it comes only once.\n")
  }

  @Test("notes people's own times in quiet hours, where the person is said and where the hours are")
  func ownTimes() async throws {
    func note(_ arguments: String...) async throws -> String {
      try await journal.program.run(arguments).error
    }
    #expect(try await note("person", "add", "Mina", "--remind", "23:30") == "")
    let hours = "is within the quiet hours of reminder 1, 22:00-07:00:"
    #expect(
      try await note("reminder", "add", "people", "--at", "09:00")
        == "23:30 \(hours) no reminder of people with this time comes.\n")
    #expect(
      try await note("person", "add", "Jun", "--remind", "06:00", "--json")
        == "06:00 \(hours) the reminder of Jun comes at 07:00.\n")
    #expect(
      try await note("person", "edit", "Jun", "--remind", "22:00")
        .hasSuffix("\n22:00 \(hours) no reminder of Jun comes.\n"))
    #expect(try await !note("person", "edit", "Jun", "--remind", "08:00").contains("quiet"))
    #expect(try await note("reminder", "edit", "1", "--quiet", "none") == "")
  }

  @Test("come with an export into another journal, once")
  func imported() async throws {
    try await journal.run("reminder", "add", "morning", "--at", "09:00")
    try await journal.run("reminder", "add", "birthdays", "--at", "08:00", "--quiet", "none")
    try await journal.run("reminder", "off", "2")
    let rules = try await journal.run("reminder").lines.map { $0.dropFirst() }
    #expect(try await !journal.run("export", "bare").error.contains("Not in it"))
    for address in ["https://ntfy.example/a", "https://ntfy.example/b"] {
      try await journal.run("reminder", "way", "hook", address)
    }
    try await journal.run("reminder", "way", "desktop")
    try await journal.run("reminder", "feed", "add", "Phone")
    let export = try await journal.run("export", "out").error
    #expect(
      export.hasSuffix(
        "\nNot in it: 2 reminder ways and 1 calendar feed, with secrets; set them up again "
          + "after an import.\n"), "\(export)")
    func other(_ arguments: String...) async throws -> Program {
      try await Program.run(
        Program.daystamp, arguments + ["--journal", "other", "--owner", "anna"],
        in: journal.program.folder.path, environment: journal.program.environment)
    }
    let dry = try await other("import", "out", "--dry-run")
    #expect(dry.status == 0 && dry.error.contains("Would import 2 reminders.\n"), "\(dry.error)")
    #expect(!journal.program.folder.files.contains { $0.hasPrefix("other") })
    let run = try await other("import", "out", "--json")
    #expect(run.status == 0 && run.error.contains("Imported 2 reminders.\n"), "\(run.error)")
    #expect(run.output.contains(#"{"reminders":{"reminders":2}}"#), "\(run.output)")
    #expect(try await other("reminder").lines.map { $0.dropFirst() } == rules)
    let again = try await other("import", "out")
    #expect(again.status == 0 && !again.error.contains("reminder"), "\(again.error)")
    #expect(try await other("reminder").lines.count == 2)
  }

  @Test(
    "refuses what is no reminder, and says why",
    arguments: [
      (["morning", "--at", "24:00"], "there is no hour 24"),
      (["morning", "--at", "nine"], "--at nine: "),
      (["morning", "--at", "09:00", "--again", "4"], "after 5 to 720 minutes, not 4"),
      (["morning", "--at", "09:00", "--again", "721"], "after 5 to 720 minutes, not 721"),
      (["morning", "--at", "09:00", "--again", "30", "--once"], "cannot be used together"),
      (["birthdays", "--at", "09:00", "--again", "30"], "there is nothing to do"),
      (["morning", "--at", "23:00"], "23:00 is within the quiet hours, 22:00-07:00"),
      (["morning", "--at", "09:00", "--quiet", "07:00-07:00"], "is not a span of quiet hours"),
      (["morning", "--at", "09:00", "--quiet", "never"], "“never” is not a span of quiet hours"),
      (["mornin", "--at", "09:00"], "Did you mean 'morning'?"),
      (["morning"], "--at"),
    ])
  func refused(arguments: [String], says: String) async throws {
    let result = try await journal.program.run(["reminder", "add"] + arguments)
    #expect(result.status == 64 && result.error.contains(says), "\(result.error)")
    #expect(try await journal.run("reminder", "list", "--json").output == "")
  }

  @Test("refuses twins and unknown numbers with 1")
  func unknown() async throws {
    try await journal.run("reminder", "add", "text", "--at", "09:00")
    try await journal.run("reminder", "add", "text", "--at", "10:00")
    for (arguments, says) in [
      (["add", "text", "--at", "09:00"], "a “text” reminder at 09:00 already exists"),
      (["edit", "2", "--at", "09:00"], "a “text” reminder at 09:00 already exists"),
      (["edit", "2", "--again", "60"], "there is nothing to do"),
      (["off", "9"], "no reminder 9"), (["remove", "9"], "no reminder 9"),
      (["way", "test", "9"], "no reminder way 9"), (["way", "remove", "9"], "no reminder way 9"),
      (["way", "names", "9", "on"], "no reminder way 9"),
      (["feed", "names", "9", "on"], "no calendar feed 9"),
      (["feed", "remove", "9"], "no calendar feed 9"),
    ] {
      let result = try await journal.program.run(["reminder"] + arguments)
      #expect(result.status == 1 && result.error.contains(says), "\(result.error)")
    }
    #expect(try await journal.program.run("reminder", "edit", "1").status == 64)
  }

  @Test(
    "refuses ways that lead nowhere",
    arguments: [
      (["hook", "http://example.org/x"], "Daystamp does not send to example.org without TLS"),
      (["hook", "ftp://example.org/x"], "the address must begin with https://, not ftp:"),
      (["hook", "ntfy.sh/x"], "https://"),
      (["hook", "https://a:b@example.org/x"], "give a token with --token-file"),
      (["hook", "https://example.org/x", "--format", "xmpp"], "apprise"),
      (["mail", "mina@@example.org"], "one “@”, not 2"), (["mail", "-x@example.org"], "-x"),
      (["mail", "Mina <mina@example.org>"], "cannot have “ ”"),
    ])
  func refusedWays(arguments: [String], says: String) async throws {
    let result = try await journal.program.run(["reminder", "way"] + arguments)
    #expect(result.status == 64 && result.error.contains(says), "\(result.error)")
    #expect(!result.error.contains("a:b@"))
    #expect(try await journal.run("reminder", "list", "--json").output == "")
  }

  @Test("makes feeds, whose addresses are shown once, and are not stored")
  func feeds() async throws {
    let bare = try await journal.run("reminder", "feed", "add", "Phone")
    #expect(bare.output.wholeMatch(of: /\/feeds\/[A-Za-z0-9_-]{43}\.ics\n/) != nil)
    #expect(bare.error.contains("daystamp config set web-address"))
    try await journal.run("config", "set", "web-address", "https://diary.example.org")
    let whole = try await journal.run("reminder", "feed", "add", "Desk", "--names")
    #expect(whole.output.hasPrefix("https://diary.example.org/feeds/"))
    #expect(!whole.error.contains("web-address"))
    let token = bare.output.dropFirst("/feeds/".count).prefix(43)
    let list = try await journal.run("reminder", "feed", "list", "--json")
    #expect(list.json.map { $0["name"] as? String } == ["Phone", "Desk"])
    #expect(list.json.map { $0["names"] as? Bool } == [false, true])
    for output in [list.output, try await journal.run("reminder").output] {
      #expect(!output.contains(token))
    }
    for file in journal.program.folder.files {
      let bytes = try journal.program.folder.read(file)
      #expect(Data(bytes).range(of: Data(token.utf8)) == nil, "\(file)")
    }
    #expect(
      try await journal.run("reminder", "feed", "names", "1", "on").output
        .hasSuffix("never read  names behind a PIN\n"))
    try await journal.run("reminder", "feed", "remove", "1")
    #expect(try await journal.run("reminder", "feed").lines.count == 1)
  }
}
