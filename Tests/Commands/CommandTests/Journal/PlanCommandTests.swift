import Files
import Foundation
import Testing
import TestSupport

@Suite("daystamp plan")
struct PlanCommandTests {
  let program: JournalProgram

  init() async throws {
    program = try await .withRuntimeFolder()
    try await program.addOwner("anna")
    let verses = [("Gen", "Genesis", 3), ("Exod", "Exodus", 2), ("Matt", "Matthew", 2)].flatMap {
      book, title, chapters in
      (1...chapters).flatMap { chapter in
        (1...3).map { verse in
          "\(book).\(chapter).\(verse),verse \(verse),\(book).\(chapter),\(title) \(chapter)"
        }
      }
    }
    let file = "key,text,section,section title\n" + verses.joined(separator: "\n")
    try program.folder.write(Array(file.utf8), to: "Bible.csv")
    let added = try await program.run("collection", "add", "Bible.csv")
    #expect(added.status == 0, "\(added.error)")
  }

  private func write(_ plan: String) throws {
    try program.folder.write(Array(plan.utf8), to: "year.plan")
  }

  private func lines(_ arguments: String...) async throws -> [String] {
    let result = try await program.run(["plan"] + arguments)
    #expect(result.status == 0, "\(arguments): \(result.error)")
    return result.output.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }

  @Test("adds a file, says what it leaves out, and is read day by day")
  func file() async throws {
    try write("# mine\n1=Gen.1, Gen.2.1-2\n2=Gen.2.3-Exod.1.3,Matt.1\n4=Matt.1.2-Matt.2.3\n")
    let added = try await program.run("plan", "add", "year.plan")
    #expect(
      added.error == """
        Added “year”, which reads Bible in 4 days.
        Of the 21 texts, it reads 3 never (Exod.2); 2 more than once (Matt.1.2-Matt.1.3).

        """)
    let check = try await program.run("plan", "check", "year")
    #expect(check.status == 1)
    #expect(check.output.hasSuffix("  never  Exod.2  3 texts\n  2×  Matt.1.2-Matt.1.3  2 texts\n"))
    #expect(
      try await lines("start", "year") == [
        "year  day 1 of 4, 0 of 5 portions read (0%)", "  [ ] 1  Genesis 1",
        "  [ ] 2  Genesis 2:1–2",
      ])
    #expect(
      try await lines("done", "--portion", "2").suffix(2).map { $0.prefix(5) } == [
        "  [ ]", "  [x]",
      ])
    #expect(
      try await lines("at", "2") == [
        "year  day 2 of 4, 1 of 5 portions read (20%)",
        "  [ ] 1  Genesis 2:3 – Exodus 1:3", "  [ ] 2  Matthew 1",
      ])
    _ = try await lines("done")
    #expect(try await lines("at", "3").last == "  A day of rest.")
    #expect(try await lines("shift").last == "  [ ] 1  Matthew 1:2–2:3")
    let json = try await program.run("plan", "--json").json
    #expect(json.first?["day"] as? Int == 4 && json.first?["portionsRead"] as? Int == 3)
    // Whole sections are read with their portions: the rest of Genesis 2 made it one.
    let books = try await program.run("reading", "books", "Bible", "--json").json.first
    let read = (books?["books"] as? [[String: Any]])?.map { $0["readSections"] as? [String] }
    #expect(read == [["Gen.2", "Gen.3"], ["Exod.1"], ["Matt.1"]])
    _ = try await lines("at", "2")
    #expect(try await lines("undo").last == "  [ ] 2  Matthew 1")
    #expect(try await program.run("plan", "stop").error == "Stopped “year”.\n")
    #expect(
      try await program.run("plan").error
        == "You follow no plan; daystamp plan start starts one.\n")
    #expect(try await program.run("plan", "remove", "YEAR").error == "Removed “year”.\n")
    #expect(try await lines("list") == [])
  }

  @Test("tells the one line that is wrong once, and of several each")
  func wrongLines() async throws {
    try write("1=Gen.1\n0=Gen.2\n")
    let one = try await program.run("plan", "add", "year.plan")
    #expect(
      one.error
        == "Error: 1 line is wrong, so nothing was added; line 2: days are 1 to 3660, not 0.\n")
    try write("1=Gen.1, Gen.1\n0=Gen.2\n")
    let two = try await program.run("plan", "add", "year.plan")
    #expect(two.error.hasPrefix("year.plan: line 1: it has the portion “Gen.1” twice\nyear.plan: "))
  }

  @Test("makes plans of a collection's own sections", arguments: ["order", "testaments", "four"])
  func made(_ way: String) async throws {
    let days = way == "four" ? "1" : "2"
    if way == "four" {
      // Three books are too few for four portions a day.
      let refused = try await program.run(
        "plan", "add", "--books-in", days, "--by", way, "--name", "x")
      #expect(refused.status == 1 && refused.error.contains("has 3 books, but needs 4"))
      return
    }
    let added = try await program.run(
      "plan", "add", "--books-in", days, "--by", way, "--name", "In two days", "--json")
    let coverage = added.json.first?["coverage"] as? [String: Any]
    #expect(coverage?["never"] as? Int == 0 && coverage?["twice"] as? Int == 0)
    #expect(added.json.first?["days"] as? Int == 2)
    let head = try await lines("start", "In two days", "--own-pace").first
    #expect(head?.hasPrefix("In two days  day 1 of 2") == true)
    #expect(try await program.run("plan", "check", "in two days").status == 0)
  }

  @Test(
    "refuses what is no plan, and says what to do",
    arguments: [
      (["add"], 64, "Give a file, or --books-in"),
      (["add", "year.plan", "--books-in", "3", "--name", "x"], 64, "Give a file, or --books-in"),
      (["add", "-"], 64, "give --name"), (["add", "--books-in", "3"], 64, "give --name"),
      (["add", "year.plan", "--by", "four"], 64, "--by needs --books-in"),
      (["add", "--books-in", "0", "--name", "x"], 1, "a plan has 1 to 3660 days, not 0"),
      (["add", "--books-in", "8", "--name", "x"], 1, "“Bible” has 7 sections, too few"),
      (["add", "none.plan"], 1, "none.plan"),
      (
        ["add", "year.plan"], 1,
        "2 lines are wrong, so nothing was added; line 1: days are 1 to 3660, not 0"
      ),
      (["start", "x"], 1, "there is no plan “x”, nor any other yet; daystamp plan add makes one"),
      (["done"], 1, "there are no plans yet"), (["at", "x"], 64, "at"),
      (["start", "x", "--on", "tomorow"], 64, "tomorrow"),
    ])
  func refused(arguments: [String], status: Int32, says: String) async throws {
    try write("0=Gen.1\n2=Gen.1,Gen.1\n")
    let result = try await program.run(["plan"] + arguments)
    #expect(result.status == status && result.error.contains(says), "\(result.error)")
    #expect(try await program.run("plan", "list").output == "")
  }
}

@Suite("daystamp read")
struct ReadCommandTests {
  let program: JournalProgram

  init() async throws {
    program = try await .withRuntimeFolder()
    try await program.addOwner("anna")
    let file = """
      key,text,section,section title
      Gen.1.1,"In the beginning, a text that is long enough to take more lines than one of them",Gen.1,Genesis 1
      Gen.1.2,short,Gen.1,Genesis 1
      Gen.2.1,next,Gen.2,Genesis 2
      """
    try program.folder.write(Array(file.utf8), to: "Bible.csv")
    #expect(try await program.run("collection", "add", "Bible.csv").status == 0)
  }

  @Test("shows a section with its numbers, highlights and notes, and goes on from there")
  func reads() async throws {
    _ = try await program.run("text", "note", "Gen.1.2", "mine")
    let first = try await program.run("read", "Genesis 1")
    #expect(
      first.output == """
        Genesis 1, Bible

        1 In the beginning, a text that is long enough to take more lines than one of them
        2 short
          ¶ mine

        daystamp read --done marks it as read; next: Genesis 2

        """)
    let done = try await program.run("read", "--done")
    #expect(done.status == 0 && done.error.hasPrefix("Read Genesis 1 on "))
    #expect(try await program.run("read").output.contains("\nread on "))
    let next = try await program.run("read", "--next", "--json").json
    #expect(next.map { $0["key"] as? String } == ["Gen.2", "Gen.2.1"])
    let last = try await program.run("read", "--next")
    #expect(last.status == 1 && last.error.contains("there is nothing after Genesis 2"))
    #expect(try await program.run("read", "--previous").output.hasPrefix("Genesis 1"))
    let undo = try await program.run("read", "--undo")
    #expect(undo.error == "Genesis 1 is unread in this round.\n")
    let again = try await program.run("read", "--undo")
    #expect(again.status == 1 && again.error.contains("Genesis 1 was not marked as read"))
  }

  @Test("is ended by a pipe that nobody reads any more, as every program is, and says nothing")
  func closedPipe() async throws {
    let script = """
      import subprocess, sys
      program = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
      program.stdout.close()
      print(program.stderr.read(), program.wait())
      """
    let ended = try await Program.run(
      "/usr/bin/env",
      [
        "python3", "-c", script, Program.daystamp, "read", "Gen.1", "--journal", program.journal,
        "--owner", "anna",
      ],
      in: program.folder.path, environment: program.environment)
    #expect(ended.output == "b'' -13\n", "\(ended.error)")
  }

  @Test("goes on by marking what comes next, and tells the streak of what was never opened")
  func marks() async throws {
    _ = try await program.run("read", "Gen.1", "--done")
    let unopened = try await program.run("reading")
    #expect(unopened.output == "Streak: 1 day; the longest was 1 day.\n")
    #expect(unopened.error == "You have not opened any section yet.\n")
    let nowhere = try await program.run("read", "--next", "--done")
    #expect(nowhere.status == 1 && nowhere.error.contains("you have not opened a section yet"))
    _ = try await program.run("read", "Gen.1")
    let next = try await program.run("read", "--next", "--done")
    #expect(next.error.hasPrefix("Read Genesis 2 on "))
    let last = try await program.run("read", "--next", "--done")
    #expect(last.status == 1 && last.error.contains("there is nothing after Genesis 2"))
  }

  @Test("lists where one left off, what was opened, how much is read, and the year")
  func lists() async throws {
    #expect(try await program.run("reading").error.hasPrefix("You have not read anything yet"))
    _ = try await program.run("read", "Gen.1")
    _ = try await program.run("read", "--done")
    let places = try await program.run("reading")
    #expect(
      places.output
        == "Genesis 1, Bible\nStreak: 1 day; the longest was 1 day.\n")
    let books = try await program.run("reading", "books", "bible")
    #expect(
      books.output == """
        Genesis  1 of 2  50%  █████░░░░░
        Round 1  1 of 2  50%  █████░░░░░

        """)
    #expect(try await program.run("reading", "opened").output.hasSuffix("  Genesis 1, Bible\n"))
    let year = try await program.run("reading", "year")
    #expect(year.output.contains("· 0  1–2  3–5  6–9  + 10–14  # 15 or more"))
    #expect(year.output.contains("1 section on 1 day\nStreak: 1 day"))
    let begun = try await program.run("reading", "begin", "Bible")
    #expect(begun.error == "Started round 2 of Bible.\n")
    #expect(try await program.run("reading", "begin", "Bible").status == 1)
    let earlier = try await program.run("reading", "books", "Bible", "--round", "1", "--json")
    #expect(earlier.json.first?["percent"] as? Int == 50)
    let none = try await program.run("reading", "books", "Bible", "--round", "9")
    #expect(none.status == 1 && none.error.contains("there is no round 9, only 2 rounds"))
  }

  @Test("draws the year as a picture that an XML parser reads, with each day's number")
  func picture() async throws {
    _ = try await program.run("read", "Gen.1")
    _ = try await program.run("read", "--done")
    _ = try await program.run("read", "Gen.2")
    _ = try await program.run("read", "--done")
    let drawn = try await program.run("reading", "year", "--svg", "year.svg")
    #expect(drawn.status == 0 && drawn.output == "", "\(drawn.error)")
    let script = """
      import sys, xml.etree.ElementTree as tree
      root = tree.parse("year.svg").getroot()
      days = [g for g in root if g.tag.endswith("}g")]
      print(len(days) in (365, 366), [g[0].text.split(": ")[1] + g[2].text for g in days if len(g) > 2])
      """
    let read = try await Program.run(
      "/usr/bin/env", ["python3", "-c", script], in: program.folder.path)
    #expect(read.output == "True ['22']\n", "\(read.error)")
    let again = try await program.run("reading", "year", "--svg", "year.svg")
    #expect(again.status == 1)
    #expect(again.error == "Error: year.svg already exists; --force replaces it.\n")
    #expect(try await program.run("reading", "year", "--svg", "year.svg", "--force").status == 0)
  }

  @Test("reads aloud with the program that there is, verse by verse, or says that there is none")
  func aloud() async throws {
    let none = try await program.run(
      ["read", "Gen.1", "--aloud"], environment: ["PATH": program.folder.path])
    #expect(none.status == 1 && none.error.contains("spd-say and espeak-ng are missing"))
    try program.folder.write(
      Array("#!/bin/sh\nfor word in \"$@\"; do printf '%s|' \"$word\"; done >> said\n".utf8),
      to: "espeak-ng")
    chmod(program.folder.path("espeak-ng"), 0o755)
    let path = "\(program.folder.path):/usr/bin:/bin"
    let spoken = try await program.run(
      ["read", "Gen.1", "--aloud"], environment: ["PATH": path])
    #expect(spoken.status == 0 && spoken.output.contains("2 short"), "\(spoken.error)")
    let said = try String(contentsOfFile: program.folder.path("said"), encoding: .utf8)
    #expect(said.hasPrefix("--|In the beginning,") && said.hasSuffix("--|short|"))
  }

  @Test(
    "refuses what is no section",
    arguments: [
      (["Gen.9"], 1, "no collection has a section “Gen.9”"),
      ([], 1, "you have not opened a section yet"),
      (["--collection", "Bible"], 1, "you have not opened a section of “Bible” yet"),
      (["Gen.1", "--next"], 64, "Give a section, --next or --previous"),
      (["--done", "--undo"], 64, "--done and --undo cannot be used together"),
      (["Gen.1", "--collection", "x"], 1, "there is no collection “x”"),
    ])
  func refused(arguments: [String], status: Int32, says: String) async throws {
    let result = try await program.run(["read"] + arguments)
    #expect(result.status == status && result.error.contains(says), "\(result.error)")
  }
}
