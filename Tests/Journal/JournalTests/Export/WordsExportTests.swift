import CaptureTime
import Files
import Foundation
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("Exporting words")
struct WordsExportTests {
  @Test(
    "and importing and exporting them again gives the same bytes, versions and days too",
    .enabled(if: InstalledProgram.isThere("diff"), "needs diff"))
  func roundTrip() async throws {
    let source = try await WordsJournal().test
    let first = try TestExport(of: source)
    let target = try TestJournal(settings: [.timeZone: "UTC"])
    let records = try await first.imported(into: target.journal)
    #expect(records.map(\.problem) == Array(repeating: "", count: 6))
    #expect(records.allSatisfy { !$0.isSecondMorning })
    #expect(try first.versions.count == 3)
    for number in 1...6 {
      let (old, new) = (source.journal.posts, target.journal.posts)
      #expect(try new.post(number).words == old.post(number).words)
      #expect(try new.versions(number) == old.versions(number))
    }
    let second = try TestExport(of: target)
    let difference = try await InstalledProgram.run(
      "diff", ["-r", first.folder.path, second.folder.path])
    #expect(difference.status == 0, "\(difference.output)")
    #expect(second.folder.files.count == first.folder.files.count)
  }

  @Test(
    "says what the rows say, as sqlite3 and another program read both",
    .enabled(if: InstalledProgram.isThere("sqlite3"), "needs sqlite3"),
    .enabled("\(Python.note)") { await Python.isThere })
  func otherPrograms() async throws {
    let source = try await WordsJournal().test
    let export = try TestExport(of: source)
    let script = """
      import hashlib, json, os, sys
      os.chdir(sys.argv[1])
      journal = json.load(open("journal.json"))
      for name, expected in journal["sha256"].items():
          assert hashlib.sha256(open(name, "rb").read()).hexdigest() == expected, name
      posts = [json.loads(line) for line in open("posts.jsonl", newline="\\n")]
      versions = [json.loads(line) for line in open("versions.jsonl", newline="\\n")]
      assert journal["counts"] == {"posts": len(posts), "inTrash": 1, "versions": len(versions)}
      for post in posts:
          print(post["number"], post["day"], post.get("mood", ""), len(post.get("words", "")),
                len(post.get("title", "")), int(post.get("morning", False)),
                int(post.get("writtenLater", False)), int("photos" in post), sep="|")
      for version in versions:
          print(version["number"], version["version"], len(version.get("words", "")),
                len(version.get("title", "")), version.get("written", ""), version["replaced"], sep="|")
      """
    let lines = try await Python.lines(of: script, [export.path.string])
    let rows = try await InstalledProgram.sqlite3(
      source.path.appending("journal.sqlite").string,
      """
      SELECT number, day, mood, length(words), length(title), is_morning, is_written_later,
        photo IS NOT NULL FROM post ORDER BY number;
      SELECT post.number, post_version.number, length(post_version.words),
        length(post_version.title), post_version.written, replaced
      FROM post_version JOIN post ON post.id = post ORDER BY 1, 2
      """)
    #expect(lines.joined(separator: "\n") + "\n" == rows.output)
    #expect(lines.count == 9)
  }

  @Test("has what days say beside the lines, to be read")
  func days() async throws {
    let source = try await WordsJournal().test
    let export = try TestExport(of: source)
    let files = export.folder.files.filter { $0.hasPrefix("export/days/") }
    #expect(
      files == [
        "export/days/2024/01/2024-01-31.md", "export/days/2024/02/2024-02-01.md",
        "export/days/2024/02/2024-02-02.md",
      ])
    let photo = try source.journal.posts.post(3).thePhoto.file
    let page = String(decoding: try export.folder.read(files[0]), as: UTF8.self)
    #expect(
      page == """
        ---
        day: "2024-01-31"
        posts:
          - number: 1
            time: "2024-01-31T07:30+09:00"
            morning: true
            mood: 4
            starred: true
            title: "*A* \\"quiet\\" day: \\u202eevil"
            tags: ["-!yes", "바다"]
          - number: 3
            time: "2024-01-31T12:00+09:00"
            photo: "../../../\(photo)"
        ---

        ## 1 · 07:30 · \\*A\\* \\"quiet\\" day\\: \u{202e}evil

        # 아침

        - one
        \t- two

        ---
        day: none

        ## 3 · 12:00

        ![at \\[noon\\]](../../../\(photo))

        """)
    let mood = String(decoding: try export.folder.read(files[2]), as: UTF8.self)
    #expect(mood.hasSuffix("    mood: 1\n---\n\n## 4\n"))
  }

  @Test(
    "has front matter that YAML reads as what was written",
    .enabled("needs PyYAML") { await Python.has("yaml") })
  func frontMatter() async throws {
    let source = try await WordsJournal().test
    var change = PostChange()
    change.title = try Title(
      "'\" \\ # - : ? {a} [b] *c &d !e |f >g %h @i `j \u{feff}\u{200d}👩🏽‍🍳\u{e0001}\u{fffe}")
    change.tags = try [TagName("yes"), TagName("~"), TagName("0x1F"), TagName("null:")]
    _ = try source.journal.posts.edit(1, change, now: 1_750_000_000) { try TestJournal.stamper($0) }
    let export = try TestExport(of: source)
    let script = """
      import glob, json, os, sys, yaml
      os.chdir(sys.argv[1])
      posts = {}
      for line in open("posts.jsonl", newline="\\n"):
          post = json.loads(line)
          posts[post["number"]] = post
      seen = 0
      for name in sorted(glob.glob("days/*/*/*.md")):
          text = open(name, newline="\\n", encoding="utf-8").read()
          assert text.startswith("---\\n")
          front, body = text[4:].split("\\n---\\n", 1)
          page = yaml.safe_load(front)
          assert name == f"days/{page['day'][:4]}/{page['day'][5:7]}/{page['day']}.md"
          for item in page["posts"]:
              post = posts[item["number"]]
              seen += 1
              assert post["day"] == page["day"]
              for field in ["title", "mood"]: assert item.get(field) == post.get(field), field
              assert item.get("tags", []) == post["tags"]
              assert item.get("morning", False) == post.get("morning", False)
              assert post.get("words", "") in body
              if "photo" in item:
                  path = os.path.normpath(os.path.join(os.path.dirname(name), item["photo"]))
                  assert path == post["photos"][0]["file"] and os.path.exists(path)
      print(seen)
      """
    #expect(try await Python.lines(of: script, [export.path.string]) == ["5"])
  }

  @Test("gives lines within the limit, whatever the words are", arguments: ["\"", "\\", "\t"])
  func longest(character: String) async throws {
    let source = try TestJournal()
    // Marks make a character of many bytes.
    let words = try Words(
      "a" + String(repeating: character, count: 90_000) + "b"
        + String(repeating: "한\u{302}\u{302}\u{302}\u{302}", count: 9_000))
    var new = NewWords(words)
    new.mood = .good
    new.tags = try (0..<100).map { try TagName("\($0)" + String(repeating: "\"", count: 29)) }
    let number = try source.journal.posts.write(new, now: 1_750_000_000).post.number
    var change = PostChange()
    change.words = try Words("b")
    _ = try source.journal.posts.edit(number, change, now: 1_750_010_000) {
      try TestJournal.stamper($0)
    }
    let export = try TestExport(of: source)
    for line in try export.lines + export.versions {
      #expect(line.utf8.count < PostLines.lineLimit)
    }
    let target = try TestJournal()
    #expect(try await export.imported(into: target.journal).map(\.problem) == [""])
    #expect(try target.journal.posts.versions(number).map(\.words) == [words.text])
  }
}

/// A journal with words in every way.
struct WordsJournal {
  let test: TestJournal

  init() async throws {
    test = try TestJournal()
    // 2024-02-03 09:00 in Seoul.
    let now = 1_706_918_400
    func write(
      _ words: String, _ time: String? = nil, on day: CivilDate? = nil, mood: Mood? = nil,
      title: String = "", isMorning: Bool = false, tags: [String] = [], isStarred: Bool = false
    ) throws {
      var new = NewWords(try Words(words))
      new.title = try Title(title)
      (new.mood, new.isMorning, new.isStarred) = (mood, isMorning, isStarred)
      if let time { new.moment = .time(try GivenTime.parse(time)) }
      if let day { new.moment = .day(day) }
      new.tags = try tags.map { try TagName($0) }
      try test.journal.posts.write(new, now: now)
    }
    try write(
      "# 아침\n\n- one\n\t- two\n\n---\nday: none", "2024-01-31 07:30", mood: .good,
      title: "*A* \"quiet\" day: \u{202e}evil", isMorning: true, tags: ["바다", "-!yes"],
      isStarred: true)
    try write("저녁 👩🏽‍🍳 \u{2028} “end”", "2024-02-01 22:15:03")
    try await test.post("2024-01-31 12:00", caption: "at [noon]", now: now)
    try write("", on: CivilDate(year: 2024, month: 2, day: 2), mood: .awful)
    try write("to be forgotten", "2024-02-01 23:00")
    try await test.post("2024-02-01 12:00", now: now)

    func edit(_ number: Int, _ words: String?, title: String? = nil, after: Int) throws {
      var change = PostChange()
      change.words = try words.map { try Words($0) }
      change.title = try title.map { try Title($0) }
      _ = try test.journal.posts.edit(number, change, now: now + after) {
        try TestJournal.stamper($0)
      }
    }
    try edit(2, "저녁 밥", after: 1_000)
    try edit(2, "저녁", title: "밥", after: 2_000)
    try edit(6, "말", title: "사진", after: 1_000)
    try edit(6, "", title: "", after: 3_000)
    try test.journal.trash.move([5], now: now + 4_000)
  }
}
