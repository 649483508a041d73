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
    #expect(all.error.hasPrefix("Only the desktop is told"))
    try await journal.run("reminder", "edit", "1", "--at", "08:30", "--once", "--quiet", "none")
    try await journal.run("reminder", "off", "1")
    let rule = try #require(
      try await journal.run("reminder", "list", "--json").json.dropFirst().first)
    #expect(rule["kind"] as? String == "rule" && rule["number"] as? Int == 1)
    #expect(rule["at"] as? String == "08:30" && rule["on"] as? Bool == false)
    #expect(rule["again"] == nil && rule["quiet"] == nil)
    #expect(
      try await journal.run("reminder", "on", "1").output
        == "1  08:30  morning  once  never quiet\n")
    let removed = try await journal.run("reminder", "remove", "3").error
    #expect(removed.contains("daystamp reminder add plan --at 23:00 --again 5 --quiet 01:00-02:00"))
    #expect(try await journal.run("reminder").lines.count == 2)
  }

  @Test("come with an export into another journal, once")
  func imported() async throws {
    try await journal.run("reminder", "add", "morning", "--at", "09:00")
    try await journal.run("reminder", "add", "birthdays", "--at", "08:00", "--quiet", "none")
    try await journal.run("reminder", "off", "2")
    let rules = try await journal.run("reminder").lines.map { $0.dropFirst() }
    try await journal.run("export", "out")
    func other(_ arguments: String...) async throws -> Program {
      try await Program.run(
        Program.daystamp, arguments + ["--journal", "other", "--owner", "anna"],
        in: journal.program.folder.path, environment: journal.program.environment)
    }
    let dry = try await other("import", "out", "--dry-run")
    #expect(dry.status == 0 && dry.error.contains("Would take 2 reminders.\n"), "\(dry.error)")
    #expect(!journal.program.folder.files.contains { $0.hasPrefix("other") })
    let run = try await other("import", "out", "--json")
    #expect(run.status == 0 && run.error.contains("Took 2 reminders.\n"), "\(run.error)")
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
      (["morning", "--at", "09:00", "--again", "30", "--once"], "exclude each other"),
      (["birthdays", "--at", "09:00", "--again", "30"], "there is nothing to do"),
      (["morning", "--at", "23:00"], "23:00 is within the quiet hours, 22:00-07:00"),
      (["morning", "--at", "09:00", "--quiet", "07:00-07:00"], "are no quiet hours"),
      (["morning", "--at", "09:00", "--quiet", "never"], "“never” are no quiet hours"),
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
      (["add", "text", "--at", "09:00"], "there is a reminder of “text” at 09:00 already"),
      (["edit", "2", "--at", "09:00"], "there is a reminder of “text” at 09:00 already"),
      (["edit", "2", "--again", "60"], "there is nothing to do"),
      (["off", "9"], "no reminder of number 9"), (["remove", "9"], "no reminder of number 9"),
      (["way", "test", "9"], "no way of number 9"), (["way", "remove", "9"], "no way of number 9"),
      (["way", "names", "9", "on"], "no way of number 9"),
      (["feed", "names", "9", "on"], "no calendar feed of number 9"),
      (["feed", "remove", "9"], "no calendar feed of number 9"),
    ] {
      let result = try await journal.program.run(["reminder"] + arguments)
      #expect(result.status == 1 && result.error.contains(says), "\(result.error)")
    }
    #expect(try await journal.program.run("reminder", "edit", "1").status == 64)
  }

  @Test(
    "refuses ways that lead nowhere",
    arguments: [
      (["hook", "http://example.org/x"], "nothing is sent to example.org without TLS"),
      (["hook", "ftp://example.org/x"], "an address begins with https://, not ftp:"),
      (["hook", "ntfy.sh/x"], "https://"),
      (["hook", "https://a:b@example.org/x"], "--token-file names the file of a token"),
      (["hook", "https://example.org/x", "--format", "xmpp"], "apprise"),
      (["mail", "mina@@example.org"], "one “@”, not 2"), (["mail", "-x@example.org"], "-x"),
      (["mail", "Mina <mina@example.org>"], "does not have “ ” in it"),
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

@Suite("daystamp reminder way")
struct WayCommandTests {
  let journal: PeopleJournal
  private static let token = "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2"

  init() async throws { journal = try await PeopleJournal() }

  @Test(
    "sends a test, with a token that no output and no list of processes has",
    .enabled("needs Python 3 and curl") { await WebReceiver.isPossible },
    arguments: ["ntfy", "gotify", "apprise"])
  func test(format: String) async throws {
    let receiver = try await WebReceiver()
    let folder = journal.program.folder
    try folder.write(Array("  \(Self.token)\n".utf8), to: "token.txt")
    // Notes what everybody can see of it.
    let stand =
      "#!/bin/sh\nprintf '%s\\n' \"$@\" >> '\(folder.path("seen"))'\n"
      + "env >> '\(folder.path("seen"))'\nPATH=\"${PATH#*:}\" exec curl \"$@\"\n"
    try folder.write(Array(stand.utf8), to: "bin/curl")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/curl"))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let environment = ["PATH": "\(folder.path("bin")):\(path)"]
    let good = "http://127.0.0.1:\(receiver.port)/status/200/message"
    let added = try await journal.program.run([
      "reminder", "way", "hook", good, "--format", format, "--token-file", "token.txt",
    ])
    let bad = try await journal.program.run(
      [
        "reminder", "way", "hook", "http://127.0.0.1:\(receiver.port)/status/500", "--format",
        format, "--token-file", "-", "--json",
      ], input: "\(Self.token)\n")
    let sent = try await journal.program.run(
      ["reminder", "way", "test", "1"], environment: environment)
    #expect(sent.status == 0 && sent.error == "Sent a test by hook 1, \(good).\n", "\(sent.error)")
    let failed = try await journal.program.run("reminder", "way", "test", "2")
    #expect(failed.status == 1 && failed.error == "Error: 127.0.0.1 answered 500.\n")
    let received = receiver.received
    #expect(received.map(\.path) == ["/status/200/message", "/status/500"])
    for request in received {
      let (field, value) =
        format == "gotify"
        ? ("x-gotify-key", Self.token) : ("authorization", "Bearer \(Self.token)")
      #expect(request.fields[field] == value)
      #expect(String(decoding: request.body, as: UTF8.self).contains("This is a test"))
    }
    let outputs = [
      added, bad, sent, failed, try await journal.run("reminder"),
      try await journal.run("reminder", "list", "--json"),
      try await journal.run("reminder", "way", "list"),
      try await journal.run("reminder", "way", "names", "1", "on", "--json"),
      try await journal.run("reminder", "way", "remove", "1"),
    ]
    for result in outputs {
      #expect(!(result.output + result.error).contains(Self.token), "\(result.output)")
    }
    let seen = String(decoding: try folder.read("seen"), as: UTF8.self)
    #expect(seen.contains("--config\n-\n") && !seen.contains(Self.token))
    #expect(try await journal.run("reminder", "way").lines.count == 1)
    #expect(try journal.program.number("SELECT count(*) FROM reminder_way WHERE secret <> ''") == 1)
  }

  @Test("refuses a token that is none, and one that is not there")
  func token() async throws {
    let address = "https://ntfy.example/x"
    for (text, says) in [
      ("", "There is no token"), (" \n", "There is no token"), ("a b", "visible ones of ASCII"),
      ("é", "visible ones of ASCII"), (String(repeating: "a", count: 1_001), "at most 1000"),
    ] {
      let result = try await journal.program.run(
        ["reminder", "way", "hook", address, "--token-file", "-"], input: text)
      #expect(result.status == 64 && result.error.contains(says), "\(result.error)")
    }
    let missing = try await journal.program.run(
      "reminder", "way", "hook", address, "--token-file", "nowhere.txt")
    #expect(missing.status == 1 && missing.error.contains("nowhere.txt"))
    #expect(try await journal.run("reminder", "list", "--json").output == "")
    try await journal.run("reminder", "way", "hook", address)
    let twin = try await journal.program.run("reminder", "way", "hook", address)
    #expect(twin.status == 1 && twin.error.contains("already"))
  }

  @Test("has mail by the machine's sendmail")
  func mail() async throws {
    let folder = journal.program.folder
    let stand = "#!/bin/sh\ncat > '\(folder.path("mail"))'\necho \"$@\" > '\(folder.path("to"))'\n"
    try folder.write(Array(stand.utf8), to: "bin/sendmail")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/sendmail"))
    try await journal.run("reminder", "way", "mail", "mina@example.org")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let result = try await journal.program.run(
      ["reminder", "way", "test", "1"], environment: ["PATH": "\(folder.path("bin")):\(path)"])
    #expect(result.error == "Sent a test by mail 1, mina@example.org.\n")
    #expect(String(decoding: try folder.read("to"), as: UTF8.self) == "-i -- mina@example.org\n")
    let lines = String(decoding: try folder.read("mail"), as: UTF8.self).split(separator: "\n")
    #expect(
      lines.contains("To: mina@example.org") && lines.contains("Subject: Daystamp"), "\(lines)")
  }
}
