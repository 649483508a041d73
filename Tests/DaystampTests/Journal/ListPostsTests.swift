import Files
import Foundation
import Journal
import Shell
import TestSupport
import Testing

@testable import daystamp

@Suite("daystamp list")
struct ListPostsTests {
  @Test(
    "lists the posts that are asked for, oldest first",
    arguments: [
      ([], [4, 1, 2, 5, 3]), (["2024"], [2, 5, 3]), (["2024-01-31"], [5, 3]),
      (["2023-12..2024-01-01"], [1, 2]), (["--from", "2024-01-02"], [5, 3]),
      (["--to", "2023"], [4, 1]), (["--from", "2023-12", "--to", "2024-01-01"], [1, 2]),
      (["--last", "2"], [5, 3]), (["--last", "2", "--reverse"], [3, 5]),
      (["--reverse"], [3, 5, 2, 1, 4]), (["--last", "99"], [4, 1, 2, 5, 3]),
      (["--starred"], [1]), (["--tag", "SEA"], [1]), (["--tag", "#work"], [3]),
      (["--tag", "sea", "--tag", "work"], []), (["--search", "점"], [2, 3]),
      (["--search", "lunch 두"], [3]), (["--search", "점심", "--last", "1"], [3]),
      (["--search", "침", "2024-01"], [5]), (["--search", "점심", "--starred"], []),
      (["1999"], []),
    ])
  func selects(arguments: [String], numbers: [Int]) throws {
    let result = try AskedJournal.program().run(["list", "--json"] + arguments)
    #expect(result.status == 0)
    #expect(result.numbers == numbers)
    #expect(result.json.count == result.lines.count)
    #expect(result.error == (numbers.isEmpty ? "There are no such posts.\n" : ""))
  }

  @Test("shows number, day and time, star, caption on one line and file, one below the other")
  func table() throws {
    let result = try AskedJournal.program().run("list")
    let lines = result.lines
    let starts = [
      "4  2022-01-31 08:00  ", "1  2023-12-31 23:59  ★  New Year's Eve",
      "2  2024-01-01           점심 비빔밥", "5  2024-01-31 02:00     \\u{202e}침",
      "3  2024-01-31 20:00     두 줄 LUNCH 점심",
    ]
    #expect(lines.count == starts.count)
    for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start)) }
    let files = lines.map { $0.split(separator: " ").last ?? "" }
    #expect(files.allSatisfy { $0.hasSuffix(".jpg") && !$0.contains("/") })
    let columns = zip(lines, files).map { line, file in
      DisplayWidth.columns(of: String(line.dropLast(file.count)))
    }
    #expect(Set(columns).count == 1, "files stand below each other: \(columns)")
  }

  @Test("prints absolute paths of the stamped photos, also where the journal's is relative")
  func paths() throws {
    let program = try AskedJournal.program()
    for journal in ["journal", "./journal", program.journal] {
      let result = try Program.run(
        Program.daystamp, ["list", "--paths", "--journal", journal, "--owner", "anna"],
        in: program.folder.path)
      #expect(result.lines.count == 5)
      #expect(result.lines.allSatisfy { $0.hasPrefix("/") })
      #expect(result.lines.allSatisfy(FileManager.default.isReadableFile))
      #expect(result.lines[1].contains("/photos/2023/12/31/2023-12-31_2359_"))
    }
  }

  @Test("takes today and yesterday as the journal's time zone has them")
  func today() throws {
    let program = try JournalProgram()
    let zone = try #require(TimeZone(identifier: "Asia/Seoul"))
    let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
    func post(_ days: Double) throws {
      try program.post(Date.now.addingTimeInterval(days * 86_400).formatted(style))
    }
    let day = Date.now.formatted(style)
    for days in [-2.0, -1, 0, 1] { try post(days) }
    let results = try ["today", "yesterday", "yesterday..today"].map {
      try program.run("list", "--json", $0, environment: ["TZ": "Pacific/Pago_Pago"]).numbers
    }
    // Where midnight came meanwhile, nothing can be said.
    guard Date.now.formatted(style) == day else { return }
    #expect(results == [[3], [2], [2, 3]])
  }

  @Test("leaves out what is in the trash, and says where nothing is left")
  func trash() throws {
    let program = try JournalProgram()
    try program.post("2024-01-01")
    try program.library().trash.move([1], now: 1_750_000_000)
    for arguments in [[], ["--json"], ["--paths"]] {
      let result = try program.run(["list"] + arguments)
      #expect(result.status == 0)
      #expect(result.output == "")
      #expect(result.error == "There are no such posts.\n")
    }
  }

  @Test("says where there is no journal, and makes none")
  func noJournal() throws {
    let program = try JournalProgram()
    let result = try program.run("list")
    #expect(result.status == 1)
    #expect(result.error.contains("there is no journal in \(program.journal)"))
    #expect(program.folder.files.isEmpty)
  }
}
