import Files
import Foundation
import Testing
import TestSupport

@Suite("daystamp write")
struct WriteCommandTests {
  let program: JournalProgram

  init() async throws { program = try await .withRuntimeFolder() }

  @Test("stores what stands on the command line as a post of now, in a journal made for it")
  func short() async throws {
    let result = try await program.run("write", "Long", "walk.", "--star", "--tag", "river")
    #expect(result.status == 0)
    #expect(result.output == "1  \(program.day())\n")
    #expect(result.error.hasPrefix("Made a journal in "))
    let post = try await program.shown(1)
    #expect(post["words"] as? String == "Long walk.")
    #expect(post["starred"] as? Bool == true && post["tags"] as? [String] == ["river"])
    #expect(post["timePrecision"] as? String == "second")
    #expect(post["mood"] == nil && post["title"] == nil && post["sha256"] == nil)
    let json = try await program.run("write", "and", "home", "--json")
    #expect(json.json.first?["words"] as? String == "and home")
  }

  /// The forms of jrnl's own entries, and what is near them and none.
  @Test(
    "takes the day before a colon, as jrnl does, and nothing else for one",
    arguments: [
      ("yesterday: had a long walk. More text", -1, "had a long walk. More text"),
      ("Yesterday:\nhad a long walk.", -1, "had a long walk."), ("today: tea", 0, "tea"),
      ("3 days ago: tea: green", -3, "tea: green"), ("어제: 산책", -1, "산책"),
      ("Lunch: soup", 0, "Lunch: soup"), ("yesterday:30", 0, "yesterday:30"),
      ("Monday morning: x", 0, "Monday morning: x"), ("1.2.3: fixes", 0, "1.2.3: fixes"),
      ("Room 12: cold", 0, "Room 12: cold"), ("2: tea", 0, "2: tea"),
      ("2024 in review: good", 0, "2024 in review: good"), ("10.0.0.1: down", 0, "10.0.0.1: down"),
      ("https://example.org/today: x", 0, "https://example.org/today: x"),
      ("Today's plan: rest", 0, "Today's plan: rest"), ("Note: x", 0, "Note: x"),
      ("Sunny: 20 degrees", 0, "Sunny: 20 degrees"), ("Money: spent", 0, "Money: spent"),
      ("Mondays: gym", 0, "Mondays: gym"), ("Sundry: nails", 0, "Sundry: nails"),
      ("Thus: home", 0, "Thus: home"), ("last seat: taken", 0, "last seat: taken"),
    ])
  func dayBefore(typed: String, later: Int, words: String) async throws {
    let result = try await program.run("write", typed)
    #expect(result.status == 0, "\(result.error)")
    let post = try await program.shown(1)
    #expect(post["day"] as? String == program.day(later))
    #expect(post["words"] as? String == words)
    #expect(post["timePrecision"] as? String == (later == 0 ? "second" : "day"))
    #expect(post["writtenLater"] as? Bool == (later == 0 ? nil : true))
  }

  @Test(
    "takes a time with the day",
    arguments: [
      ("2024-01-31 23:15: Snow: at last", "2024-01-31T23:15+09:00"),
      ("2024-01-31 at 7:30: Snow: at last", "2024-01-31T07:30+09:00"),
      ("2024-01-31T10:00: Snow: at last", "2024-01-31T10:00+09:00"),
      ("2024-01-31 10:00:\nSnow: at last", "2024-01-31T10:00+09:00"),
    ])
  func timeBefore(typed: String, time: String) async throws {
    let result = try await program.run("write", typed)
    #expect(result.status == 0, "\(result.error)")
    let post = try await program.shown(1)
    #expect(post["time"] as? String == time && post["words"] as? String == "Snow: at last")
  }

  @Test(
    "refuses what looks like a day and is not clear, and says how to keep it",
    arguments: [
      ("yesterday at 6pm: tea", "here 18:00."), ("2024-02-30: tea", "no day 30 in 2024-02"),
      ("11-20: tea", "has no year"), ("2026/11/22: tea", "write these days as “2026-11-22”"),
      ("last week: rain", "give one day"), ("2024: a year", "give one day"),
      ("2026-11-2O: tea", "write a day as today"), ("2024-01-31 25:00: tea", "no hour 25"),
      ("2024-01-31 23:15:59: tea", "here 23:15."),
      ("31.01.2024: tea", "write a day as"),
      ("Jan 31, 2024: tea", "write a day as"), ("23:15: tea", "write a day as"),
      ("9998-12-31: a plan", "9998-12-31 is in the future"),
      ("yesteday: had a walk", "“yesteday:”: did you mean “yesterday:”? Give its day"),
      ("Mnday: x", "did you mean “monday:”?"),
      ("last thrusday: x", "did you mean “last thursday:”?"),
      ("yesteday 23:15: x", "did you mean “yesterday:”?"),
    ])
  func unclear(typed: String, says: String) async throws {
    try await program.addOwner("anna")
    let result = try await program.run("write", typed)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(result.error.contains("--day today keeps the text as it is."))
    #expect(try await program.run("list").output == "")
    #expect(try await program.run("write", "--day", "today", typed).status == 0)
    #expect(try await program.words() == typed)
  }

  @Test("says what can be done about a time that the clocks skipped")
  func skipped() async throws {
    try await program.addOwner("anna")
    _ = try await program.run("config", "set", "time-zone", "Europe/Berlin")
    let result = try await program.run("write", "tea", "--day", "2024-03-31", "--at", "02:30")
    #expect(result.status == 64)
    #expect(
      result.error.contains(
        "there was no 02:30 on 2024-03-31: clocks went from 02:00 to 03:00. Give another --at. Or set "
          + "the time later, with its offset: daystamp edit NUMBER --time"), "\(result.error)")
    #expect(!result.error.contains("--time-zone"))
    _ = try await program.run("config", "set", "time-zone", "Pacific/Apia")
    let day = try await program.run("write", "tea", "--day", "2011-12-30")
    #expect(
      day.status == 64 && day.error.contains("Give another --day. Or set the time later, "),
      "\(day.error)")
  }

  @Test(
    "knows of a past day the day, or the time that is given",
    arguments: [
      ([], "2024-01-31"), (["--at", "7:30"], "2024-01-31T07:30+09:00"),
      (["--at", "02:15"], "2024-02-01T02:15+09:00"),
    ])
  func times(arguments: [String], time: String) async throws {
    try await program.addOwner("anna")
    _ = try await program.run("config", "set", "day-start", "04:00")
    let result = try await program.run(
      ["write", "--day", "2024-01-31", "yesterday: tea"] + arguments)
    #expect(result.output == "1  2024-01-31\n", "\(result.error)")
    let post = try await program.shown(1)
    #expect(post["time"] as? String == time && post["words"] as? String == "yesterday: tea")
    let shown = try await program.run("show", "1").output
    #expect(shown.contains("assumed") == !arguments.isEmpty, "\(shown)")
  }

  @Test("reads a file through standard input, where no text is given or a hyphen")
  func file() async throws {
    let text = "# Notes\r\n\r\n- 점심\n\twith *Mina*\n\n"
    for (number, arguments) in [["write"], ["write", "-"], ["write", "2024-01-31:"]].enumerated() {
      let result = try await program.run(arguments + ["--title", "Day"], input: text)
      #expect(result.status == 0, "\(result.error)")
      let post = try await program.shown(number + 1)
      #expect(post["words"] as? String == "# Notes\n\n- 점심\n\twith *Mina*")
      #expect(post["title"] as? String == "Day")
    }
    #expect(try await program.shown(3)["day"] as? String == "2024-01-31")
  }

  @Test(
    "takes moods by number and word",
    arguments: [("1", 1), ("4", 4), ("Good", 4), ("great", 5), ("보통", 3), ("최악", 1)])
  func moods(typed: String, mood: Int) async throws {
    #expect(try await program.run("write", "", "--mood", typed).status == 0)
    #expect(try await program.run("write", "tea", "--mood=\(typed)").status == 0)
    #expect(try await program.shown(1)["mood"] as? Int == mood)
    #expect(try await program.shown(2)["mood"] as? Int == mood)
    #expect(try await program.words(1) == nil)
  }

  @Test(
    "refuses what makes no sense, and stores nothing",
    arguments: [
      (["tea", "--mood", "6"], "--mood 6: give a mood from 1 to 5"),
      (["tea", "--mood", "-1"], "give a mood from 1 to 5"), ([""], "There are no words"),
      (["tea", "--morning"], "A morning page needs a mood"),
      (["", "--morning", "--mood", "4"], "There are no words"),
      (["tea", "--day", "2024-02-30"], "30"), (["tea", "--day", "last week"], "--day"),
      (["tea", "--at", "25:00"], "--at 25:00"), (["tea", "--at", "6pm"], "here 18:00"),
      (["tea", "--at", "7.30"], "here 07:30"),
      (["tea", "--at", "now"], "as HH:MM, such as 07:30."),
      (
        ["tea", "--day", "foo"], "write a day as today, yesterday, monday, 3 days ago or 2024-"
      ), (["tea", "--tag", "a#b,c"], "--tag"),
      (["tea", "--title", "a\nb"], "line break"), (["a\u{1B}[31m"], "control character (U+1B)"),
      (["tea", "--title", String(repeating: "가", count: 101)], "at most 100 are possible"),
      (["-", "-e"], "give one"),
    ])
  func usage(arguments: [String], says: String) async throws {
    let result = try await program.run(["write"] + arguments, input: "x")
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(!FileManager.default.fileExists(atPath: program.journal))
  }

  @Test("refuses what is still to come")
  func future() async throws {
    try await program.addOwner("anna")
    let tomorrow = try await program.run("write", "tea", "--day", program.day(1))
    #expect(tomorrow.status == 64)
    #expect(
      tomorrow.error.hasPrefix(
        "Error: \(program.day(1)) is in the future; today is \(program.day()).\n"))
    let minute = program.day(0, as: "HH:mm")
    let late = try await program.run("write", "tea", "--at", "23:59")
    if minute < "23:59" {
      #expect(late.status == 64)
      #expect(late.error.hasPrefix("Error: 23:59 on \(program.day()) is in the future.\n"))
    }
    #expect(try await program.run("list").output == "")
  }

  @Test(
    "from standard input that is no words is refused, and stores nothing",
    arguments: [
      (LongBytes([]), "standard input has no text for the words"),
      (LongBytes(" \n\n"), "standard input has no text for the words"),
      (LongBytes([0x61, 0xFF]), "standard input for the words is not UTF-8"),
      (LongBytes([0x61, 0, 0x62]), "control character (U+0)"),
      (
        LongBytes(String(repeating: "가", count: 100_001)),
        "the words have 100001 characters; at most 100000"
      ),
      (LongBytes(Array(repeating: 0x78, count: 5_000_000)), "more than 4194304 bytes"),
    ])
  func badInput(input: LongBytes, says: String) async throws {
    try await program.addOwner("anna")
    let result = try await Program.run(
      Program.daystamp, ["write", "--journal", program.journal, "--owner", "anna"],
      in: program.folder.path, input: Data(input.bytes), environment: program.environment)
    #expect(result.status == 1)
    #expect(result.error.contains(says), "\(result.error.prefix(400))")
    #expect(try await program.run("list").output == "")
  }

  @Test("stores 100,000 characters of several bytes each")
  func most() async throws {
    let text = String(repeating: "가나다라 ", count: 19_999) + "가나다라마"
    #expect(try await program.run("write", input: text).status == 0)
    #expect(try await program.words() == text)
  }

  @Test("opens the editor on a terminal", .enabled("\(Python.note)") { await Python.isThere })
  func terminal() async throws {
    try program.folder.write(Array("echo '산책' > \"$1\"\n".utf8), to: "editor")
    let result = try await Terminal.daystamp(
      ["write", "--mood", "good", "--journal", program.journal, "--owner", "anna"], typing: "",
      environment: program.environment.merging(
        ["VISUAL": "/bin/sh '\(program.folder.path("editor"))'"]) { _, own in own })
    #expect(result.status == 0, "\(result.output)")
    #expect(try await program.words() == "산책")
  }

  @Test(
    "keeps what was typed on a terminal and could not be stored",
    .enabled("\(Python.note)") { await Python.isThere })
  func typed() async throws {
    let result = try await Terminal.run(
      "/bin/sh",
      [
        "-c", "printf 'Type: ' && exec \"$0\" \"$@\"", Program.daystamp, "write", "-", "--star",
        "--journal", program.journal, "--owner", "anna",
      ], typing: "tea\u{1}\u{4}\u{4}", environment: program.environment)
    #expect(result.status == 1)
    #expect(result.output.contains("control character (U+1)"), "\(result.output)")
    let draft = try #require(program.drafts.first)
    #expect(
      result.output.contains(
        "--star \(program.place) < \(program.folder.path(draft)) stores them"), "\(result.output)")
    #expect(try program.folder.read(draft) == Array("tea\u{1}".utf8))
  }

  @Test("refuses arguments that are not UTF-8")
  func notUTF8() async throws {
    let result = try await Program.run(
      "/bin/sh",
      [
        "-c", "exec \"$0\" write \"$(printf 'a\\377')\" --journal \"$1\"", Program.daystamp,
        program.journal,
      ], environment: program.environment)
    #expect(result.status == 64)
    #expect(result.error.contains("it is not UTF-8"), "\(result.error)")
  }
}
