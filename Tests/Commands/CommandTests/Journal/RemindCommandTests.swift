import Foundation
import Testing
import TestSupport

@Suite("daystamp remind", .enabled("needs Python 3 and curl") { await WebReceiver.isPossible })
struct RemindCommandTests {
  let journal: PeopleJournal
  let receiver: WebReceiver

  init() async throws {
    (journal, receiver) = (try await PeopleJournal(), try await WebReceiver())
    try await journal.run("reminder", "add", "morning", "--at", "09:00")
  }

  /// Adds a hook, as if it and the rules had been there for long: it is about noon.
  private func addHook(_ path: String, _ options: String...) async throws {
    let address = "http://127.0.0.1:\(receiver.port)\(path)"
    let result = try await journal.program.run(["reminder", "way", "hook", address] + options)
    #expect(result.status == 0, "\(result.error)")
    try setUpLongAgo()
  }

  private func setUpLongAgo() throws {
    try journal.program.execute(
      "UPDATE reminder_rule SET since = 0; UPDATE reminder_way SET since = 0")
  }

  private func remind(_ arguments: String...) async throws -> Program {
    try await journal.program.run(["remind"] + arguments)
  }

  private var bodies: [String] {
    receiver.received.map { String(decoding: $0.body, as: UTF8.self) }
  }

  @Test("tells each reminder once, however many run at once and after each other")
  func once() async throws {
    try await addHook("/status/200")
    try await journal.run("config", "set", "web-address", "https://diary.example.org")
    async let first = remind()
    async let second = remind()
    let both = [try await first, try await second]
    #expect(both.allSatisfy { $0.status == 0 && $0.error == "" })
    #expect(both.map(\.output).sorted() == ["", "09:00  morning  hook 1  sent\n"])
    let third = try await remind()
    #expect(third.status == 0 && third.output == "" && third.error == "")
    #expect(bodies == ["You haven’t written the page for \(journal.day(0)) yet."])
    #expect(receiver.received.first?.fields["title"] == "Morning page")
    #expect(
      receiver.received.first?.fields["click"]
        == "https://diary.example.org/new?day=\(journal.day(0))&morning=1")
  }

  @Test("tells nothing of what is done, nor of what was set after its time")
  func done() async throws {
    let address = "http://127.0.0.1:\(receiver.port)/status/200"
    try await journal.run("reminder", "way", "hook", address)
    #expect(try await remind().output == "")
    try setUpLongAgo()
    try await journal.run("write", "--morning", "--mood", "good", "Snow.")
    #expect(try await remind("--json").output == "")
    #expect(receiver.received.isEmpty)
  }

  @Test("says behind a lock only that something is due, and more where a way may name it")
  func locked() async throws {
    try await addHook("/status/200/quiet")
    try await addHook("/status/200/naming", "--names")
    try await addHook("/status/404")
    _ = try await journal.program.run("lock", "set", pins: [JournalProgram.pin])
    let told = try await remind()
    #expect(told.status == 1 && told.lines.sorted() == ["hook 1  sent", "hook 2  sent"])
    #expect(told.error == "Error: hook 3: daystamp reminder list says why.\n")
    let texts = Dictionary(uniqueKeysWithValues: zip(receiver.received.map(\.path), bodies))
    #expect(texts["/status/200/quiet"] == "Something is due.")
    #expect(texts["/status/200/naming"]?.hasPrefix("You haven’t written the page for ") == true)
    try journal.program.execute("DELETE FROM reminder_sent")
    let line = try #require(try await remind("--json").json.first)
    #expect(Set(line.keys) == ["kind", "way", "result"])
  }

  @Test("shows with --dry-run what is due, and sends and notes nothing")
  func dryRun() async throws {
    try await addHook("/status/200")
    for _ in 0..<2 {
      let due = try await remind("--dry-run")
      #expect(due.status == 0 && due.output == "09:00  morning  hook 1  would be sent\n")
    }
    #expect(receiver.received.isEmpty)
    let line = try #require(try await remind("--dry-run", "--json").json.first)
    #expect(line["result"] as? String == "due" && line["subject"] as? String == "morning")
    #expect(try await remind().output == "09:00  morning  hook 1  sent\n")
    #expect(try await remind("--dry-run").error == "Nothing is due now.\n")
    #expect(try await remind("--dry-run", "--install").status == 64)
  }

  @Test("tries again later what may arrive then, and lists why it has not")
  func waiting() async throws {
    try await addHook("/status/500")
    let first = try await remind("--json")
    let line = try #require(first.json.first)
    #expect(first.status == 0 && first.error == "")
    #expect(line["result"] as? String == "waiting" && line["subject"] as? String == "morning")
    #expect(line["reason"] as? String == "127.0.0.1 answered 500" && line["until"] != nil)
    #expect(try await remind().error == "", "it is not time yet")
    try journal.program.execute("UPDATE reminder_sent SET at = 0 WHERE state = 'waiting'")
    let second = try await remind()
    #expect(second.status == 0 && second.output == "")
    #expect(
      second.error.hasPrefix("09:00  morning  hook 1  not yet: 127.0.0.1 answered 500; tried again")
    )
    #expect(receiver.received.count == 2)
    let way = try #require(try await journal.run("reminder", "way", "--json").json.first)
    let failure = way["failure"] as? [String: String]
    #expect(failure?["reason"] == "127.0.0.1 answered 500")
    #expect(try await journal.run("reminder").output.contains(": 127.0.0.1 answered 500\n"))
  }

  /// Adds a browser, as the server's page does.
  private func addBrowser(_ address: String = "https://push.example.org/1") throws {
    try journal.program.execute(
      """
      INSERT INTO reminder_way (owner, kind, address, detail, secret, names, since)
      SELECT id, 'push', '\(address)', '', 'key secret', 0, 0 FROM owner WHERE name = 'anna'
      """)
    try setUpLongAgo()
  }

  @Test("tells the hook, and leaves the browser to the server")
  func browser() async throws {
    try await addHook("/status/200")
    try addBrowser()
    let waits = "1 notice to a browser waits for daystamp-server to send it.\n"
    let first = try await remind()
    #expect(first.status == 0 && first.output == "09:00  morning  hook 1  sent\n")
    #expect(first.error == waits)
    let second = try await remind()
    #expect(second.status == 0 && second.output == "" && second.error == waits)
    let line = try #require(try await remind("--json").json.first)
    #expect(line["kind"] as? String == "push" && line["result"] as? String == "server")
    #expect(line["subject"] as? String == "morning" && line["time"] as? String == "09:00")
    #expect(receiver.received.count == 1)
    _ = try await journal.program.run("lock", "set", pins: [JournalProgram.pin])
    let locked = try await remind("--json")
    #expect(locked.status == 0)
    #expect(Set(try #require(locked.json.first).keys) == ["kind", "way", "result"])
  }

  @Test("says of browsers alone how many notices wait for the server, and nothing is told")
  func browsers() async throws {
    try addBrowser()
    try addBrowser("https://push.example.org/2")
    let result = try await remind()
    #expect(result.status == 0 && result.output == "")
    #expect(result.error == "2 notices to browsers wait for daystamp-server to send them.\n")
    #expect(try journal.program.number("SELECT count(*) FROM reminder_sent") == 0)
  }

  @Test("exits with 1 where a way failed for good, and goes on by the others")
  func failed() async throws {
    try await addHook("/status/403")
    try await addHook("/status/200")
    let result = try await remind()
    #expect(result.status == 1 && result.output == "09:00  morning  hook 2  sent\n")
    #expect(result.error == "Error: 09:00  morning  hook 1: 127.0.0.1 answered 403.\n")
    #expect(try await remind().status == 0, "it is not tried again")
  }

  @Test("says that there is no desktop where it had something to show, and that is no failure")
  func desktop() async throws {
    #expect(try await remind().error == "")
    try setUpLongAgo()
    let result = try await journal.program.run(["remind"], environment: ["PATH": "/proc/none"])
    #expect(result.status == 0 && result.output == "")
    #expect(
      result.error
        == "09:00  morning  the desktop  not shown: notify-send is not installed.\n")
  }
}

@Suite("daystamp remind --install")
struct RemindTimerTests {
  let journal: PeopleJournal
  private var folder: TemporaryFolder { journal.program.folder }
  private static let names = ["daystamp-remind.service", "daystamp-remind.timer"]
  private static let place = "config/systemd/user/"

  init() async throws {
    journal = try await PeopleJournal()
    try folder.copy(Checkout.fixture("systemctl.sh"), as: "bin/systemctl")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/systemctl"))
  }

  private func environment(failing: String = "none") -> [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return [
      "XDG_CONFIG_HOME": folder.path("config"), "PATH": "\(folder.path("bin")):\(path)",
      "SYSTEMCTL_LOG": folder.path("log"), "SYSTEMCTL_FAILS": failing,
    ]
  }

  private func remind(_ arguments: String..., failing: String = "none") async throws -> Program {
    try await journal.program.run(
      ["remind"] + arguments, environment: environment(failing: failing))
  }

  private var units: [String] {
    folder.files.filter { $0.hasPrefix("config/") }.map { String($0.dropFirst(Self.place.count)) }
  }

  @Test("writes units that systemd takes, and that run on this journal; --uninstall removes them")
  func installs() async throws {
    let installed = try await remind("--install", "--yes")
    #expect(installed.status == 0 && installed.output == "", "\(installed.error)")
    #expect(installed.error.contains("OnCalendar=minutely"))
    #expect(installed.error.contains("The timer runs every minute."))
    #expect(installed.error.contains("loginctl enable-linger"))
    #expect(units == Self.names)
    let service = String(decoding: try folder.read(Self.place + Self.names[0]), as: UTF8.self)
    let words = [
      Program.daystamp, "remind", "--journal", journal.program.journal, "--owner", "anna",
    ]
    // Temporary folders may be reached by links.
    let line = try #require(service.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
    #expect(line == "ExecStart=:" + words.map { "\"\($0)\"" }.joined(separator: " "))
    if InstalledProgram.isThere("systemd-analyze") {
      let check = try await InstalledProgram.run(
        "systemd-analyze", ["verify", "--user"] + Self.names.map { folder.path(Self.place + $0) },
        environment: ["XDG_RUNTIME_DIR": folder.path])
      #expect(check.status == 0 && check.error == "", "\(check.error)")
    }
    let calls = String(decoding: try folder.read("log"), as: UTF8.self)
    #expect(calls == "--user daemon-reload\n--user enable --now daystamp-remind.timer\n")
    let removed = try await remind("--uninstall")
    #expect(removed.status == 0 && units.isEmpty, "\(removed.error)")
    let none = try await remind("--uninstall")
    #expect(none.status == 0 && none.error.hasPrefix("There is no timer in "))
  }

  @Test("says what to type where systemd is not reached")
  func noManager() async throws {
    let result = try await remind("--install", "--yes", failing: "--user")
    #expect(result.status == 1 && units == Self.names)
    #expect(result.error.contains("Failed to connect to bus"))
    #expect(result.error.contains("\n  systemctl --user enable --now daystamp-remind.timer\n"))
  }

  @Test("asks before it writes, and needs somebody to ask")
  func asks() async throws {
    let nobody = try await remind("--install")
    #expect(nobody.status == 64 && nobody.error.contains("--yes skips the question"))
    #expect(try await remind("--install", "--uninstall", "--yes").status == 64)
    let words = [
      "remind", "--install", "--journal", journal.program.journal, "--owner", "anna",
    ]
    let environment = journal.program.environment.merging(environment()) { $1 }
    let no = try await Terminal.daystamp(words, typing: "n\n", environment: environment)
    #expect(no.status == 1 && no.output.contains("start the timer? [y/N]"), "\(no.output)")
    #expect(units.isEmpty)
    let yes = try await Terminal.daystamp(words, typing: "y\n", environment: environment)
    #expect(yes.status == 0 && units == Self.names, "\(yes.output)")
  }

  @Test("leaves a file alone that is not its own")
  func foreign() async throws {
    try folder.write(Array("[Timer]\n".utf8), to: Self.place + Self.names[1])
    for option in ["--install", "--uninstall"] {
      let result = try await remind(option, "--yes")
      #expect(
        result.status == 1 && result.error.contains("is not a file of Daystamp's"),
        "\(result.error)")
    }
    #expect(units == [Self.names[1]])
    #expect(try folder.read(Self.place + Self.names[1]) == Array("[Timer]\n".utf8))
  }

  @Test("is for a journal that is there and open")
  func closed() async throws {
    _ = try await journal.program.run("lock", "set", pins: [JournalProgram.pin])
    for option in ["--install", "--uninstall"] {
      #expect(try await remind(option, "--yes").status == 77)
    }
    let nowhere = try await Program.run(
      Program.daystamp, ["remind", "--install", "--yes", "--journal", folder.path("none")],
      environment: environment())
    #expect(nowhere.status == 1 && units.isEmpty)
  }
}
