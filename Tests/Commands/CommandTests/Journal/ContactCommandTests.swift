import CaptureTime
import Foundation
import Testing
import TestSupport

@Suite("daystamp contact and snooze")
struct ContactCommandTests {
  let journal: PeopleJournal

  init() async throws {
    journal = try await PeopleJournal()
    try await journal.add("Mina", every: 14, due: -2)
  }

  @Test("writes contacts down, and tells the next due day and the plant")
  func add() async throws {
    let first = try await journal.run(
      "contact", "Mina", "-k", "tea", "-k", "film", "--memo", "A chestnut.", "--day", "yesterday")
    #expect(first.output == "1  \(journal.day(-1))  met  Mina  tea, film  A chestnut.\n")
    #expect(
      first.error == "Mina is due on \(journal.day(13)). Plant: fern, in leaf, 3 of 12 steps.\n")
    let second = try await journal.run("contact", "mina", "--how", "called", "--json")
    #expect(second.json.first?["kind"] as? String == "called")
    #expect(
      second.error == "Mina is due on \(journal.day(14)). Plant: fern, in leaf, 4 of 12 steps.\n")
    #expect(
      try await journal.run("contact", "list", "Mina").lines == [
        "2  \(journal.day(0))  called", "1  \(journal.day(-1))  met     tea, film  A chestnut.",
      ])
    #expect(try await journal.run("contact", "list", "Mina", "--limit", "1").lines.count == 1)
  }

  @Test("changes a contact, and deletes it with the command that writes it again")
  func change() async throws {
    try await journal.run("contact", "Mina", "-k", "tea", "--memo", "It's\n'here'")
    let edited = try await journal.run(
      "contact", "edit", "1", "--how", "wrote", "--day", journal.day(-3))
    #expect(edited.output == "1  \(journal.day(-3))  wrote  Mina  tea  It's 'here'\n")
    let before = try await journal.run("contact", "list", "Mina", "--json").json.first
    let deleted = try await journal.run("contact", "delete", "1")
    #expect(
      deleted.error.hasPrefix("Deleted contact 1 with Mina on \(journal.day(-3)) (wrote  tea  "))
    #expect(
      try await journal.run("contact", "list", "1").error
        == "There is no contact with Mina yet; daystamp contact logs one.\n")
    let command = try #require(deleted.error.split(separator: "\n").last)
      .trimmingCharacters(in: .whitespaces).dropFirst("daystamp".count)
    let again = try await Program.run(
      "/bin/bash", ["-c", "'\(Program.daystamp)'" + command],
      environment: journal.program.environment)
    #expect(again.status == 0, "\(command): \(again.error)")
    let after = try await journal.run("contact", "list", "Mina", "--json").json.first
    for key in ["day", "kind", "memo"] {
      #expect(after?[key] as? String == before?[key] as? String, "\(key)")
    }
    #expect(after?["keywords"] as? [String] == ["tea"])
    let cleared = try await journal.run("contact", "edit", "2", "-k", "", "--memo", "")
    #expect(cleared.output == "2  \(journal.day(-3))  wrote  Mina\n")
  }

  @Test("takes longer keywords where keyword-length says so, and keeps them afterwards")
  func longKeywords() async throws {
    try await journal.run("config", "set", "keyword-length", "12")
    try await journal.run("contact", "Mina", "-k", "marmalade")
    try await journal.run("config", "reset", "keyword-length")
    let kept = try await journal.run("contact", "edit", "1", "-k", "marmalade", "-k", "tea")
    #expect(kept.output.contains("marmalade, tea"))
    let new = try await journal.program.run("contact", "Mina", "-k", "marmalade")
    #expect(new.status == 64 && new.error.contains("at most 5 are possible"), "\(new.error)")
  }

  @Test(
    "refuses what no contact has",
    arguments: [
      (
        ["contact", "Mina", "-k", "coffee"], 64, "“coffee” has 6 characters; at most 5 are possible"
      ),
      (
        ["contact", "Mina", "-k", "a", "-k", "b", "-k", "c", "-k", "d"], 64,
        "there are 4 keywords; a contact can have at most 3"
      ),
      (["contact", "Mina", "-k", "a b"], 64, "“a b” is not a keyword"),
      (
        ["contact", "Mina", "--memo", String(repeating: "é", count: 101)], 64,
        "the memo has 101 characters; at most 100 are possible"
      ),
      (["contact", "Mina", "--day", "tomorrow"], 1, "is in the future; today is "),
      (["contact", "Mina", "--day", "yestrday"], 64, "yesterday"),
      (["contact", "Mina", "--how", "met by chance"], 64, "how"),
      (["contact", "Lisst"], 1, "there is nobody called “Lisst”"),
      (["contact", "list"], 64, "person"),
      (["contact", "edit", "1"], 64, "Nothing to change"),
      (["contact", "edit", "1", "--how", "met"], 1, "there is no contact 1"),
      (["contact", "delete", "9"], 1, "there is no contact 9"),
      (["snooze", "Mina", "0"], 64, "snooze for 1 to 7 days, not 0"),
      (["snooze", "Mina", "8"], 64, "snooze for 1 to 7 days, not 8"),
      (["snooze", "Mina", "3", "--undo"], 64, "give it or days"),
      (["snooze", "Mina", "--undo"], 1, "Mina has no snooze since the last contact"),
    ])
  func refused(arguments: [String], status: Int32, says: String) async throws {
    let result = try await journal.program.run(arguments)
    #expect(result.status == status && result.error.contains(says), "\(result.error)")
    #expect(try await journal.run("contact", "list", "Mina").output == "")
  }

  @Test("puts off who is due, counted from today, and takes the last one back")
  func snooze() async throws {
    let since = "every 14 days  since \(journal.day(-16))"
    #expect(
      try await journal.run("snooze", "Mina", "3").output == "1  Mina  due in 3 days  \(since)\n")
    let early = try await journal.program.run("snooze", "Mina")
    #expect(early.status == 1 && early.error == "Error: Mina is not due until \(journal.day(3)).\n")
    #expect(
      try await journal.run("snooze", "Mina", "--undo").output
        == "1  Mina  2 days overdue  \(since)\n")
    #expect(try await journal.run("snooze", "Mina").output == "1  Mina  due in 1 day  \(since)\n")
  }

  @Test("is a line of its day, and marks it in the calendar")
  func day() async throws {
    try await journal.run("contact", "Mina", "--how", "wrote", "-k", "tea", "--memo", "Rain.")
    let day = try await journal.run("day")
    #expect(
      day.output
        == "\(journal.day(0))\n\n–      Wrote to Mina  tea  Rain.  (contact 1)\n")
    try await journal.run("write", "Snow.")
    let json = try await journal.run("day", "--json").json
    #expect(json.count == 2 && json.first?["kind"] as? String == "words")
    #expect((json.last?["contact"] as? [String: Any])?["name"] as? String == "Mina")
    try await journal.run("contact", "Mina", "--day", "2023-02-10")
    let month = try await journal.program.run(
      ["calendar", "2023-02"], environment: ["LC_ALL": "C"])
    #expect(month.output.contains("   9   10@  11\n"))
    #expect(month.output.hasSuffix("• photos  @ contacts\nno posts\n1 contact on 1 day\n"))
    #expect(
      try await journal.run("calendar", "2023-02", "--json").output
        == #"{"contacts":1,"day":"2023-02-10","moods":0,"photos":0,"posts":0,"words":0}"# + "\n")
    let now = try await journal.run("calendar")
    #expect(now.output.contains("[\(journal.today.day)¶@1]"))
    // Who is deleted leaves the days too.
    try await journal.run("person", "delete", "Mina")
    #expect(try await journal.run("calendar", "2023-02", "--json").output == "")
  }

  @Test(
    "completes names in bash also where no command of it is named",
    arguments: [
      (["contact", "M"], ["Mina"]), (["contact", "add", "M"], ["Mina"]),
      (["contact", ""], ["Jun Park", "Mina", "add", "delete", "edit", "list"]),
      (["contact", "l"], ["list"]), (["contact", "Mina", "--how", "m"], ["met"]),
      (["contact", "Mina", "--mem"], ["--memo"]), (["contact", "list", "J"], ["Jun Park"]),
      (["snooze", "M"], ["Mina"]), (["person", "edit", "M"], ["Mina"]),
      (["person", "--arch"], ["--archived"]),
    ])
  func bash(words: [String], offered: [String]) async throws {
    try await journal.add("Jun Park", every: 3, due: 0)
    // The journal is named after the word that is completed.
    let line =
      [Program.daystamp] + words + ["--journal", journal.program.journal, "--owner", "anna"]
    let script = """
      source <("$2" --generate-completion-script bash)
      COMP_CWORD=$1; shift; COMP_WORDS=("$@"); COMP_LINE="${*:1:COMP_CWORD + 1}"
      COMP_POINT=${#COMP_LINE}; COMP_LINE="$*"
      _daystamp daystamp "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let found = try await Program.run(
      "/bin/bash", ["-c", script, "bash", "\(words.count)"] + line,
      environment: journal.program.environment)
    #expect(found.status == 0 && found.error == "", "\(found.error)")
    // Options are offered beside names where no word is begun.
    let names = found.lines.filter { !$0.isEmpty && (words.last != "" || !$0.hasPrefix("-")) }
    #expect(Set(names).sorted() == offered, "\(found.output)")
  }

  @Test(
    "completes names in the shell, and says nothing where the journal is locked or is not there")
  func completion() async throws {
    try await journal.add("Jun Park", every: 3, due: 0)
    func names(_ words: [String], input: String? = nil) async throws -> Program {
      try await Program.run(
        Program.daystamp, ["---completion"] + words, environment: journal.program.environment)
    }
    let place = ["--journal", journal.program.journal, "--owner", "anna"]
    let commands = [["contact", "add"], ["person", "show"], ["snooze"]]
    for command in commands {
      let line = ["daystamp"] + command + place + [""]
      let found = try await names(
        command + ["--", "positional@0", "\(line.count - 1)", "0"] + line)
      #expect(found.status == 0 && found.error == "", "\(found.error)")
      #expect(found.lines == ["Jun Park", "Mina"], "\(command): \(found.output)")
    }
    let line = ["daystamp", "snooze", "--journal", "/proc/none", ""]
    let absent = try await names(["snooze", "--", "positional@0", "4", "0"] + line)
    #expect(absent.status == 0 && absent.output + absent.error == "")
    try journal.program.makeRuntimeFolder()
    _ = try await journal.program.run("lock", "set", pins: [JournalProgram.pin])
    _ = try await journal.program.run("lock", "now")
    let locked = ["daystamp", "snooze"] + place + [""]
    let nothing = try await names(["snooze", "--", "positional@0", "6", "0"] + locked)
    #expect(nothing.status == 0 && nothing.output + nothing.error == "")
  }
}
