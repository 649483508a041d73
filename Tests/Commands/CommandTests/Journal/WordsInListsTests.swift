import CaptureTime
import Files
import Shell
import Store
import TestSupport
import Testing
import Wording

@testable import Journal
@testable import JournalCommands

@Suite("daystamp list of words and moods")
struct WordsInListsTests {
  private func list(_ arguments: [String]) async throws -> Program {
    try await WrittenJournal.program().run(["list"] + arguments)
  }

  @Test(
    "lists the posts of a kind or a mood",
    arguments: [
      (["--words"], [2, 3, 6, 4, 5]), (["--photos"], [1]), (["--words", "--photos"], []),
      (["--moods"], [7]), (["--moods", "--mood", "2.."], []), (["--morning"], [2, 3, 4, 5]),
      (["--mood", "4"], [3]), (["--mood", "좋음"], [3]),
      (["--mood", "Great"], [2, 6]), (["--mood", "1..2"], [4, 7]),
      (["--mood", "meh..good"], [3, 5]),
      (["--mood", "4.."], [2, 3, 6]), (["--mood", "..1"], [7]),
      (["--mood", "1..5", "--words", "--last", "1"], [5]), (["--mood", "5", "--tag", "sea"], [6]),
    ])
  func selects(arguments: [String], numbers: [Int]) async throws {
    let result = try await list(["--json"] + arguments)
    #expect(result.status == 0)
    #expect(result.numbers == numbers)
  }

  @Test(
    "refuses what is no mood, and says what is",
    arguments: [
      ("6", "give a mood from 1 to 5"), ("0..2", "give a mood from 1 to 5"),
      ("..", "give a mood from 1 to 5"),
      ("", "give a mood from 1 to 5"), ("1..2..3", "give a mood from 1 to 5"),
      ("4..2", "give the worse mood first: 2..4, not 4..2"),
    ])
  func notMoods(text: String, reason: String) async throws {
    let result = try await list(["--mood", text])
    #expect(result.status == 64 && result.output == "")
    #expect(result.error.contains("--mood") && result.error.contains(reason), "\(result.error)")
  }

  @Test("refuses moods alone with what they have not", arguments: ["words", "photos", "paths"])
  func moodsAlone(other: String) async throws {
    let result = try await list(["--moods", "--\(other)"])
    #expect(result.status == 64 && result.output == "")
    #expect(result.error.contains("--moods lists posts without words and photos"))
  }

  @Test("shows faces, and words as their title or as their first line without its marks")
  func table() async throws {
    let result = try await list([])
    #expect(
      result.lines.map { $0.replacing(#/  [^ ]*\.jpg/#, with: "") } == [
        "2  2024-01-01 12:00  😄  New year",
        "1  2024-01-02 12:00      Lunch",
        "3  2024-01-02 12:00  🙂  둘째 날",
        "6  2024-01-02 12:00  😄  저녁 Walk",
        "4  2024-01-03 12:00  🙁  Rain, again.",
        "5  2024-01-05        😐  Later.",
        "7  2024-01-07 12:00  😞",
      ], "\(result.output)")
  }

  private static let kinds = ["words", "photo", "words", "words", "words", "words", "mood"]

  @Test("gives programs all of a post of words, and no file where it has no photo")
  func json() async throws {
    let posts = try await list(["--json"]).json
    let page = try #require(posts.first { $0["number"] as? Int == 2 })
    #expect(page["words"] as? String == "# New *year*\n\nThree words here.")
    #expect(posts.map { $0["kind"] as? String } == Self.kinds)
    #expect(page["mood"] as? Int == 5 && page["morning"] as? Bool == true)
    #expect(page["title"] == nil && page["file"] == nil && page["writtenLater"] == nil)
    let late = try #require(posts.first { $0["number"] as? Int == 5 })
    #expect(late["writtenLater"] as? Bool == true)
    let walk = try #require(posts.first { $0["number"] as? Int == 6 })
    #expect(walk["title"] as? String == "저녁 Walk" && walk["morning"] == nil)
  }

  @Test("prints paths of photos alone, and says where there are none")
  func paths() async throws {
    #expect(try await list(["--paths"]).lines.count == 1)
    let none = try await list(["--paths", "--words"])
    #expect(none.output == "" && none.error == "There are no such posts.\n")
  }

  @Test("has memories of any kind, and draws any at random")
  func memories() async throws {
    let program = try await WrittenJournal.program()
    #expect(
      try await program.run("memories", "2023-01-02", "--json").numbers == [1, 3, 6])
    let shown = try await program.run("memories", "2023-01-02")
    #expect(shown.lines.count == 4 && shown.output.contains("😄  저녁 Walk"), "\(shown.output)")
    let none = try await program.run("memories", "2023-01-03", "--paths")
    #expect(none.output == "" && none.error == "There are no such posts.\n")
    var drawn: Set<Int> = []
    for _ in 0..<25 {
      drawn.formUnion(try await program.run("random", "--again", "--json").numbers)
    }
    #expect(drawn.contains { $0 != 1 } && drawn.isSubset(of: Set(1...7)))
  }
}

@Suite("A table of posts of words")
struct WordsTableTests {
  private func post(_ number: Int, _ words: String, photo: Bool = false) throws -> Post {
    var post = Post(
      number: number, time: try PostTime(GivenTime.parse("2024-01-31"), rule: DayRule(zone: .utc)),
      isStarred: false, tags: [],
      photos: photo
        ? [
          PostPhoto(
            file: "photos/2024/01/31/2024-01-31_2359_0123abcd.jpg", hash: [], originalFile: nil,
            originalHash: [], originalName: "", caption: "a caption")
        ] : [],
      posted: 0, trashed: nil, id: 1, uid: [])
    post.words = words
    return post
  }

  @Test(
    "gives words the place of a file, and is never wider than the terminal", arguments: [40, 80])
  func width(columns: Int) throws {
    let words = String(repeating: "긴 글 and more ", count: 9)
    let posts = [try post(1, words), try post(2, "", photo: true)]
    let table = PostTable(fitting: posts, lineWidth: columns)
    let lines = posts.map(table.line)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= columns })
    #expect(DisplayWidth.columns(of: lines[0]) >= columns - 1 && lines[0].hasSuffix("…"))
  }

  @Test("puts a file after a caption, whatever words there are beside it")
  func columns() throws {
    let posts = [try post(1, String(repeating: "words ", count: 30)), try post(2, "", photo: true)]
    let table = PostTable(fitting: posts, lineWidth: nil)
    #expect(table.line(posts[0]).hasSuffix("…"))
    #expect(
      table.line(posts[1]) == "2  2024-01-31     a caption  2024-01-31_2359_0123abcd.jpg")
    let later = PostTable(fitting: [posts[0]], lineWidth: 70)
    #expect(later.line(posts[1]).contains("  a caption  2024-01-31_2359"))
  }

  @Test("ends in a text that is cut what began in it, so that nothing beside it is turned")
  func direction() throws {
    let posts = [try post(1, "\u{202E}" + String(repeating: "אבג ", count: 20)), try post(2, "x")]
    let line = PostTable(fitting: posts, lineWidth: 60).line(posts[0])
    let isolates = line.unicodeScalars.filter { 0x2066...0x2068 ~= $0.value }.count
    #expect(line.unicodeScalars.filter { $0 == "\u{2069}" }.count == isolates)
    #expect(
      line.unicodeScalars.filter { $0 == "\u{202E}" }.count
        == line.unicodeScalars.filter { $0 == "\u{202C}" }.count)
  }

  @Test("shows the face of a post beyond those that the columns were fitted to")
  func laterMood() throws {
    var late = try post(2, "Words")
    late.mood = .good
    let table = PostTable(fitting: [try post(1, "x")], lineWidth: nil)
    #expect(table.line(late) == "2  2024-01-31  🙂  Words")
  }
}

@Suite("daystamp tags")
struct TagsCommandTests {
  @Test("lists all tags with their counts, most posts first, without those of the trash")
  func all() async throws {
    let program = try await WrittenJournal.program()
    #expect(try await program.run("tags").output == "sea   2\nfood  1\n")
    #expect(
      try await program.run("tags", "--json").output == """
        {"count":2,"tag":"sea"}
        {"count":1,"tag":"food"}

        """)
  }

  @Test("counts no posts in the trash, and says where there are no tags")
  func trash() async throws {
    let program = try JournalProgram()
    try await program.post("2024-01-01", "--tag", "바다", "--tag", "b")
    try await program.post("2024-01-02", "--tag", "바다")
    try program.library().trash.move([1], now: 1_750_000_000)
    #expect(try await program.run("tags").output == "바다  1\n")
    _ = try await program.addOwner("bob")
    #expect(try await program.run("tags", owner: "bob").output == "")
    try program.library().trash.move([2], now: 1_750_000_000)
    let none = try await program.run("tags")
    #expect(none.status == 0 && none.output == "" && none.error == "There are no tags yet.\n")
  }
}
