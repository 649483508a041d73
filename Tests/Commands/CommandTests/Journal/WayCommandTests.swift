import Foundation
import Testing
import TestSupport

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

  @Test("leaves the test of a browser to the server")
  func browser() async throws {
    try journal.program.execute(
      """
      INSERT INTO reminder_way (owner, kind, address, detail, secret, names, since)
      SELECT id, 'push', 'https://push.example.org/1', '', 'key secret', 0, 0 FROM owner WHERE name = 'anna'
      """)
    let result = try await journal.program.run("reminder", "way", "test", "1")
    #expect(result.status == 1 && result.output == "")
    #expect(
      result.error
        == "Error: only daystamp-server sends to browsers; send a test from its page of "
        + "reminders.\n")
  }

  @Test("refuses a token that is none, and one that is not there")
  func token() async throws {
    let address = "https://ntfy.example/x"
    for (text, says) in [
      ("", "The --token-file is empty"), (" \n", "The --token-file is empty"),
      ("\n a b\n", "a token has no spaces, but character 2 is one."),
      ("one\r\ntwo", "a token is one line, but character 4 is a line break."),
      ("a\u{1B}b", "no control characters, but character 2 is one."),
      ("é", "a token has only ASCII characters, but character 1 is not one."),
      (" " + String(repeating: "a", count: 1_001), "has 1001 bytes; at most 1000 are possible."),
      (
        String(repeating: "a", count: 5_000),
        "at most 1000 bytes; 4000 were read, with blanks around it, and there are more."
      ),
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

  @Test("reads an address from standard input, as good as a password as it may be")
  func addressOnInput() async throws {
    let command = ["reminder", "way", "hook", "-", "--json"]
    let added = try await journal.program.run(command, input: " https://ntfy.example/topic \n")
    #expect(added.status == 0, "\(added.error)")
    #expect(added.output.contains("ntfy.example") && !added.output.contains(" \\n"))
    for (input, says) in [
      (" \n", "There is no address on standard input."),
      ("ntfy.example/topic", "begin with https://"),
      ("https://\u{1B}[2J/a", "address"),
    ] {
      let refused = try await journal.program.run(command, input: input)
      #expect(refused.status == 64 && refused.error.contains(says), "\(refused.error)")
      #expect(!refused.error.contains("\u{1B}"))
    }
    let both = try await journal.program.run(
      command + ["--token-file", "-"], input: "https://ntfy.example/b\n")
    #expect(
      both.status == 64 && both.error.contains("only one of address and token"), "\(both.error)")
  }

  @Test("says which command sends a test, with the same journal and owner")
  func hint() async throws {
    let folder = journal.program.folder
    func run(_ arguments: String...) async throws -> Program {
      try await Program.run(
        Program.daystamp, ["reminder", "way"] + arguments + ["--owner", "anna"], in: folder.path,
        environment: journal.program.environment.merging(
          ["DAYSTAMP_JOURNAL": journal.program.journal]) { $1 })
    }
    let options = "--journal \(journal.program.journal) --owner anna"
    #expect(
      try await run("hook", "https://ntfy.example/x").error
        == "daystamp reminder way test 1 \(options) sends a test.\n")
    #expect(
      try await run("mail", "mina@example.org").error
        == "daystamp reminder way test 2 \(options) sends a test.\n")
  }

  @Test("notes what Gotify will not take")
  func gotify() async throws {
    try journal.program.folder.write(Array("tk\n".utf8), to: "token.txt")
    func notes(_ address: String, _ options: String...) async throws -> [Substring] {
      let result = try await journal.program.run(
        ["reminder", "way", "hook", address, "--format", "gotify"] + options)
      #expect(result.status == 0)
      return result.error.split(separator: "\n").dropLast()
    }
    #expect(
      try await notes("https://gotify.example/message", "--token-file", "token.txt").isEmpty)
    #expect(try await notes("https://gotify.example/message?token=tk").isEmpty)
    #expect(
      try await notes("https://gotify.example/") == [
        "Gotify needs an address that ends in /message; this one does not.",
        "Gotify needs an application's token; give it with --token-file.",
      ])
  }

  @Test("leaves out the desktop once it was removed, until it is added by hand")
  func desktop() async throws {
    try await journal.run("reminder", "add", "morning", "--at", "09:00")
    func remind() async throws -> Program {
      try journal.program.execute(
        "UPDATE reminder_rule SET since = 0; UPDATE reminder_way SET since = 0")
      return try await journal.program.run(["remind"], environment: ["PATH": "/proc/none"])
    }
    #expect(try await remind().status == 0)
    #expect(try await remind().error.contains("the desktop  not shown"))
    #expect(try await journal.run("reminder", "way").output.hasPrefix("1  desktop"))
    let removed = try await journal.run("reminder", "way", "remove", "1").error
    #expect(removed.hasPrefix("Removed the desktop; reminders no longer reach it."))
    #expect(removed.contains("\n  daystamp reminder way desktop"), "\(removed)")
    let none = try await remind()
    #expect(none.status == 0 && none.output == "" && none.error == "")
    for words in [["reminder"], ["reminder", "way"]] {
      let list = try await journal.program.run(words)
      #expect(
        !list.output.contains("desktop") && list.error.hasPrefix("No reminder can reach you:"))
    }
    let added = try await journal.run("reminder", "way", "desktop", "--names").output
    #expect(added == "3  desktop      names behind a PIN\n")
    #expect(try await remind().error.contains("the desktop  not shown"))
    let twin = try await journal.program.run("reminder", "way", "desktop")
    #expect(twin.status == 1 && twin.error == "Error: the desktop shows reminders already.\n")
  }

  @Test("says that mail waits for its code, and sends it no test")
  func waiting() async throws {
    try await journal.run("reminder", "way", "mail", "mina@example.org")
    try journal.program.execute("UPDATE reminder_way SET awaits_code = 1")
    let list = try await journal.run("reminder", "way", "list").output
    #expect(list.contains("waits for its code"), "\(list)")
    let json = try await journal.run("reminder", "way", "list", "--json").output
    #expect(json.contains(#""confirmed":false"#), "\(json)")
    let test = try await journal.program.run("reminder", "way", "test", "1")
    #expect(test.status == 1)
    #expect(test.error.contains("way 1 is waiting for the code"), "\(test.error)")
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
