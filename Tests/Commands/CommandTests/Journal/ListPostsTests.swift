import CaptureTime
import Files
import Foundation
import GRDB
import Shell
import Stamping
import Store
import SystemPackage
import Testing
import TestSupport
import Wording

@testable import Journal
@testable import JournalCommands

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
      (["1999"], []), (["01-31"], [4, 5, 3]), (["12-24..01-06"], [1, 2]),
      (["2024-01-02.."], [5, 3]),
      (["..2023"], [4, 1]), (["01-31", "--from", "2023"], [5, 3]),
      (["01-31", "--to", "2023", "--reverse"], [4]), (["2024-01-01", "..", "2024-01-30"], [2]),
    ])
  func selects(arguments: [String], numbers: [Int]) async throws {
    let result = try await AskedJournal.program().run(["list", "--json"] + arguments)
    #expect(result.status == 0)
    #expect(result.numbers == numbers)
    #expect(result.json.count == result.lines.count)
    #expect(result.error == (numbers.isEmpty ? "There are no such posts.\n" : ""))
  }

  @Test("shows number, day and time, star, caption on one line and file, one below the other")
  func table() async throws {
    let result = try await AskedJournal.program().run("list")
    let lines = result.lines
    let starts = [
      "4  2022-01-31 08:00  ", "1  2023-12-31 23:59  ★  New Year's Eve",
      "2  2024-01-01           점심 비빔밥", "5  2024-01-31 02:00     \u{2068}\u{202E}침\u{202C}\u{2069}",
      "3  2024-01-31 12:00     두 줄 LUNCH 점심",
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

  @Test("lists thousands in order, however many of them are worked on together")
  func thousands() async throws {
    let program = try JournalProgram()
    try await program.post("2023-12-31 23:59", "-c", "점심")
    let database = try DatabaseQueue(path: "\(program.journal)/journal.sqlite")
    try await database.write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 2345)
          INSERT INTO post (uid, owner, number, day, instant, offset, precision, source, zone,
            is_offset_assumed, posted, mood, title)
          SELECT randomblob(16), 1, i, '2024-01-01', 1704067200 + i, 0, 'second', 'given', 'UTC', 1,
            1704067200, 3, 'title ' || i FROM n
          """)
    }
    try database.close()
    let numbers = Array(1...2345)
    let json = try await program.run("list", "--json")
    #expect(json.numbers == numbers)
    #expect(
      json.json.dropFirst().allSatisfy {
        $0["title"] as? String == ($0["number"] as? Int).map { "title \($0)" }
      })
    // Columns are fitted to the first lines, so those of the other order begin elsewhere.
    for (order, numbers) in [([], numbers), (["--reverse"], numbers.reversed())] {
      let lines = try await program.run(["list"] + order).lines
      #expect(lines.map { Int($0.split(separator: " ")[0]) } == numbers)
    }
  }

  @Test("prints absolute paths of the stamped photos, also where the journal's is relative")
  func paths() async throws {
    let program = try await AskedJournal.program()
    for journal in ["journal", "./journal", program.journal] {
      let result = try await Program.run(
        Program.daystamp, ["list", "--paths", "--journal", journal, "--owner", "anna"],
        in: program.folder.path)
      #expect(result.lines.count == 5)
      #expect(result.lines.allSatisfy { $0.hasPrefix("/") })
      #expect(result.lines.allSatisfy(FileManager.default.isReadableFile))
      #expect(result.lines[1].contains("/photos/2023/12/31/2023-12-31_2359_"))
    }
  }

  @Test("takes today and yesterday as the journal's time zone has them")
  func today() async throws {
    let program = try JournalProgram()
    let zone = try #require(TimeZone(identifier: "Asia/Seoul"))
    let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
    func post(_ days: Double) async throws {
      try await program.post(Date.now.addingTimeInterval(days * 86_400).formatted(style))
    }
    let day = Date.now.formatted(style)
    for days in [-2.0, -1, 0, 1] { try await post(days) }
    var results: [[Int]] = []
    for range in [
      ["today"], ["yesterday"], ["yesterday..today"], ["1", "day", "ago"], ["그저께..어제"],
      ["tomorrow"],
    ] {
      results.append(
        try await program.run(
          ["list", "--json"] + range, environment: ["TZ": "Pacific/Pago_Pago"]
        ).numbers)
    }
    // If midnight came meanwhile, nothing can be said.
    guard Date.now.formatted(style) == day else { return }
    #expect(results == [[3], [2], [2, 3], [2], [1, 2], [4]])
  }

  @Test("begins this week as the journal's setting has it")
  func thisWeek() async throws {
    let program = try JournalProgram()
    let zone = try #require(TimeZone(identifier: "Asia/Seoul"))
    let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
    let now = Date.now
    for days in [-1.0, 0] {
      try await program.post(now.addingTimeInterval(days * 86_400).formatted(style))
    }
    let today = try #require(CivilDate(iso: now.formatted(style))).weekday
    for (start, numbers) in [(today, [2]), ((today + 1) % 7, [1, 2])] {
      let name = try #require(WeekStart(rawValue: start)).name
      try program.library().settings.set(.weekStart, to: name)
      let words = ["this week", "이번주"]
      var results: [[Int]] = []
      for word in words { results.append(try await program.run("list", "--json", word).numbers) }
      // If midnight came meanwhile, nothing can be said.
      guard Date.now.formatted(style) == now.formatted(style) else { return }
      #expect(results == [numbers, numbers], "weeks begin on \(name)")
    }
  }

  @Test("leaves out what is in the trash, and says where nothing is left")
  func trash() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-01")
    try program.library().trash.move([1], now: 1_750_000_000)
    for arguments in [[], ["--json"], ["--paths"]] {
      let result = try await program.run(["list"] + arguments)
      #expect(result.status == 0)
      #expect(result.output == "")
      #expect(result.error == "There are no such posts.\n")
    }
  }

  @Test("says where there is no journal, and makes none")
  func noJournal() async throws {
    let program = try JournalProgram()
    let result = try await program.run("list")
    #expect(result.status == 1)
    #expect(result.error.contains("there is no journal in \(program.journal)"))
    #expect(program.folder.files.isEmpty)
  }
}

@Suite("A table of posts")
struct PostTableTests {
  private func post(
    _ number: Int, _ time: String, caption: String = "", dayStart: String = "00:00"
  ) throws -> Post {
    let rule = DayRule(zone: .utc, start: try TimeOfDay.parse(dayStart))
    return Post(
      number: number, time: try PostTime(GivenTime.parse(time), rule: rule), isStarred: false,
      tags: [],
      photos: [
        PostPhoto(
          file: "photos/2024/01/31/2024-01-31_2359_0123abcd.jpg", hash: [], originalFile: nil,
          originalHash: [], originalName: "", caption: caption)
      ],
      posted: 0, trashed: nil, id: 1, uid: [])
  }

  @Test("cuts captions on a terminal, so that files are whole", arguments: [70, 80, 120, 200])
  func cuts(width: Int) throws {
    let long = String(repeating: "긴 설명 and more ", count: 12)
    let posts = [
      try post(1, "2024-01-31 23:59", caption: long), try post(22, "2024-01-31", caption: "짧다"),
    ]
    let table = PostTable(fitting: posts, lineWidth: width)
    for post in posts {
      let line = table.line(post)
      #expect(DisplayWidth.columns(of: line) <= width)
      #expect(line.hasSuffix("  2024-01-31_2359_0123abcd.jpg"))
    }
    #expect(table.line(posts[0]).contains("…  "))
  }

  @Test("is never wider than the terminal, and never cut where there is none")
  func widths() throws {
    let posts = [try post(1, "2024-01-31 23:59", caption: String(repeating: "글", count: 100))]
    let narrow = PostTable(fitting: posts, lineWidth: 40).line(posts[0])
    #expect(DisplayWidth.columns(of: narrow) <= 40)
    #expect(PostTable(fitting: posts, lineWidth: nil).line(posts[0]).contains(posts[0].caption))
  }

  @Test(
    "shows the day and the clock, and where the clock shows another date",
    arguments: [
      ("2024-01-31 23:59:58", "00:00", "2024-01-31 23:59"), ("2024-01-31", "04:00", "2024-01-31"),
      ("2024-02-01 02:00", "04:00", "2024-01-31 02:00 +1d"),
      ("2024-02-01 04:00", "04:00", "2024-02-01 04:00"),
    ])
  func times(time: String, dayStart: String, text: String) throws {
    #expect(Wording.time(of: try post(1, time, dayStart: dayStart)) == text)
  }
}
