import Files
import SystemPackage
import Testing
import TestSupport
import Wording

@testable import Shell

@Suite("The file of defaults")
struct DefaultsFileTests {
  @Test(
    "is where the environment says, else in the home folder",
    arguments: [
      (["DAYSTAMP_CONFIG": "/a/b.toml", "XDG_CONFIG_HOME": "/x", "HOME": "/h"], "/a/b.toml"),
      (["DAYSTAMP_CONFIG": "b.toml"], "b.toml"), (["DAYSTAMP_CONFIG": "", "HOME": "/h"], nil),
      (["XDG_CONFIG_HOME": "/x", "HOME": "/h"], "/x/daystamp/config.toml"),
      (["XDG_CONFIG_HOME": "x", "HOME": "/h"], "/h/.config/daystamp/config.toml"),
      (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/h/.config/daystamp/config.toml"),
      (["HOME": "/h"], "/h/.config/daystamp/config.toml"),
      ([:], "/users/anna/.config/daystamp/config.toml"), (["HOME": ""], nil),
    ] as [([String: String], String?)])
  func place(environment: [String: String], path: String?) {
    let file = DefaultsFile(environment: { environment[$0].map { FilePath($0) } }) {
      "/users/anna"
    }
    #expect(file?.path == path.map { FilePath($0) })
  }

  @Test("is nowhere without a home folder")
  func noHome() {
    #expect(DefaultsFile(environment: { _ in nil }, home: { nil }) == nil)
  }

  @Test(
    "is a regular file of text, and not a large one",
    arguments: [
      (["mkdir", "f"], "not a text file"), (["mkfifo", "f"], "not a text file"),
      (["ln", "-s", "/dev/zero", "f"], "not a text file"),
      (["ln", "-s", "f", "f"], "Too many levels of symbolic links"),
      (["sh", "-c", "printf 'a = \\377' > f"], "not UTF-8 text"),
      (["sh", "-c", "printf 'a = 1\\n\\0' > f"], "contains a NUL"),
      (["sh", "-c", "printf '[stamp]\\ntext = \"a\\\\u0000b\"' > f"], "line 2: the file is not"),
      (["truncate", "-s", "66000", "f"], "larger than 64 KB"),
      (["truncate", "-s", "9T", "f"], "larger than 64 KB"),
    ])
  func kinds(making: [String], says: String) async throws {
    let folder = try TemporaryFolder()
    #expect(try await Program.run("/usr/bin/env", making, in: folder.path).status == 0)
    let file = try #require(
      DefaultsFile(environment: { _ in FilePath(folder.path("f")) }, home: { nil }))
    let error = #expect(throws: DefaultsError.self) { _ = try file.text() }
    let text = Wording.message(for: try #require(error))
    #expect(text.contains(says) && text.hasPrefix(folder.path("f")), "\(text)")
  }

  @Test("may be a symbolic link to one, as in a folder of settings that is kept elsewhere")
  func link() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("[stamp]\n".utf8), to: "kept.toml")
    _ = try await Program.run("/usr/bin/env", ["ln", "-s", "kept.toml", "f"], in: folder.path)
    let file = try #require(
      DefaultsFile(environment: { _ in FilePath(folder.path("f")) }, home: { nil }))
    #expect(try file.text() == "[stamp]\n")
  }
}

@Suite("A document of defaults")
struct DefaultsDocumentTests {
  private func document(_ text: String) throws -> DefaultsDocument {
    try DefaultsDocument(text, path: "f.toml")
  }

  @Test("has keys in tables, with values of every kind")
  func values() throws {
    let document = try document(
      """
      top = 1
      [stamp]
      a = "x" # a remark
      b = 7
      c = true
      d = ["x", 'y']
      e = 1979-05-27
      f.g = 1
      [post]
      """)
    #expect(document.tables == ["post", "stamp"])
    let entries = document.entries.map { "\($0.table ?? "") \($0.key) \($0.value)" }
    #expect(
      Set(entries) == [
        " top 1", "stamp a \"x\"", "stamp b 7", "stamp c true", "stamp d an array",
        "stamp e a date without quotes", "stamp f a table",
      ])
  }

  @Test(
    "tells the line of each table and key",
    arguments: [
      ("stamp", nil, 3), ("stamp", "size", 5), ("stamp", "format", 6), ("stamp", "tag", 7),
      ("stamp", "text", 11), ("post", "size", 16), (nil, "format", 1),
      ("stamp", "none", nil), ("none", nil, nil),
    ] as [(String?, String?, Int?)])
  func lines(table: String?, key: String?, line: Int?) throws {
    let document = try document(
      """
      format = "size"
      # size = 1
      [stamp]
      # size = 1
      "size" = 1
      format = "tag"
      tag = [
        "text",
        "size",
      ]
      text = \"\"\"
      size = 3
      \"\"\"

      [post]
      size = 2
      """)
    #expect(document.line(of: table, key) == line)
  }

  @Test(
    "is not read where it is not TOML, and the place is told",
    arguments: [
      ("[stamp\n", 1), ("[stamp]\na = = 1", 2), ("\n\na", 3), ("[a]\n[a]", 2), ("a = 1\na = 2", 2),
      ("a = 0x", 1), ("a = \"\u{7}\"", 1),
      ("a = " + String(repeating: "[", count: 5_000), 1), ("[stamp]\na = tru", 2),
    ])
  func notTOML(text: String, line: Int) throws {
    let error = #expect(throws: DefaultsError.self) { _ = try document(text) }
    #expect(error?.line == line)
    let message = Wording.message(for: try #require(error))
    #expect(message.hasPrefix("f.toml: line \(line): from column "), "\(message)")
    #expect(!message.contains("\n"))
  }

  @Test(
    "is not given to TOMLKit where that could end the program",
    arguments: [
      ("[", 1), ("[[", 1), ("\n[[[a]]]", 2), ("a = 1\r\n [ \u{E9}]", 2), ("[\\]", 1), ("[.a]", 1),
      ("\u{FEFF}[ ]", 1), ("\u{A0}[=]", 1), ("a = 1\n\n[\t", 3), ("é = 1", 1), ("a = [[}0", 1),
      ("a = {b = 1}", 1), ("a = \"\\é\"", 1), ("a = -\"é", 1), ("\"\"\"a\"\"\" = 1", 1),
      ("a = \"x\nb = 1", 1), (String(repeating: "[", count: 60_000), 1),
    ])
  func odd(text: String, line: Int) throws {
    let error = #expect(throws: DefaultsError.self) { _ = try document(text) }
    #expect(error?.line == line)
    #expect(Wording.message(for: try #require(error)).contains("this line cannot be read"))
  }

  @Test("is read, or refused, whatever is in it")
  func anything() {
    let parts = [
      "[", "]", "[[", "]]", "{", "}", "\n", "=", "\"", "'", "a", "1", "0x", "_", ".", ",", "#", " ",
      "\t", "-", "e", "true", "inf", "1979-05-27", "T", "07:32:00", "\\", "\"\"\"",
      "\u{27}\u{27}\u{27}", "é",
      "\r\n", "\r", "\u{FEFF}", "\u{7F}", "\u{2028}", "stamp", "\u{B}", "a = ", "\nb = ",
    ]
    var generator = SplitMix64(seed: 16)
    var read = 0
    for _ in 0..<3_000 {
      let count = Int.random(in: 0..<12, using: &generator)
      let text = (0..<count).map { _ in parts[Int.random(in: 0..<parts.count, using: &generator)] }
      if (try? document(text.joined())) != nil { read += 1 }
    }
    #expect((100..<2_900).contains(read))
  }

  @Test("tells a line whatever ends it")
  func lineEnds() throws {
    let text = "# mine\r\n\r\n[stamp]\r\n# size\r\nsize = 1\r\n"
    #expect(try document(text).line(of: "stamp", "size") == 5)
  }

  @Test("of many lines with the name takes no long time")
  func manyLines() throws {
    let text = "[stamp]\n" + String(repeating: "# size\n", count: 9_000) + "size = 1\n"
    var line: Int?
    let time = try processorTime { line = try document(text).line(of: "stamp", "size") }
    #expect(line == nil)
    #expect(time < .seconds(30))
  }
}
