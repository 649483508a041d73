import Foundation
import Testing
import TestSupport

@Suite("daystamp collection and text")
struct CollectionCommandTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    try await program.addOwner("anna")
  }

  private func write(_ text: String, to name: String) throws {
    try program.folder.write(Array(text.utf8), to: name)
  }

  @Test("add files, list and show them, and remove them")
  func add() async throws {
    try write("key,text,author\na,One,Me\nb,\"Two\nlines\",\n", to: "sayings.csv")
    let added = try await program.run(
      "collection", "add", "sayings.csv", "--licence", "CC0", "--language", "en")
    #expect(added.status == 0 && added.error == "Added sayings with 2 texts.\n")
    let list = try await program.run("collection")
    #expect(list.output == "sayings  2 texts  en  CC0\n")
    let shown = try await program.run("collection", "show", "SAYINGS")
    #expect(shown.output.contains("File      sayings.csv (csv)"))
    #expect(shown.output.contains("Added by  anna"))
    let again = try await program.run("collection", "add", "sayings.csv")
    #expect(again.status == 1)
    #expect(
      again.error.hasPrefix("Error: sayings.csv: there is a collection “sayings” already; "))
    let removed = try await program.run("collection", "remove", "sayings")
    #expect(removed.error == "Removed sayings with 2 texts; its marks are kept.\n")
    let none = try await program.run("collection")
    #expect(none.status == 0 && none.error.hasPrefix("There are no collections yet"))
  }

  @Test("name bad records by line, and exit with 1")
  func badRecords() async throws {
    try write("one\n%\ntwo\0\n%\nthree\n", to: "f")
    try write("", to: "f.dat")
    let added = try await program.run("collection", "add", "f", "f.dat", "--json")
    #expect(added.status == 1)
    #expect(added.error == "f: line 3: it has the character U+0000\n")
    let came = try #require(added.json.first?["came"] as? [String: Any])
    #expect(came["added"] as? Int == 2 && came["problems"] as? Int == 1)
    #expect(added.json.first?["format"] as? String == "fortune")
  }

  @Test("refuse what cannot be read, and the other files come in")
  func badFiles() async throws {
    try write("text\n\"a\n", to: "open.csv")
    try write("<!DOCTYPE a [<!ENTITY b \"c\">]><osis/>", to: "laughs.xml")
    try write("a\nb\n", to: "good.txt")
    try program.folder.write([], to: "large.txt")
    #expect(truncate(program.folder.path("large.txt"), 1 << 30) == 0)
    let added = try await program.run(
      "collection", "add", "open.csv", "laughs.xml", "large.txt", "none.txt", ".", "good.txt")
    #expect(added.status == 1)
    let lines = added.error.split(separator: "\n").map(String.init)
    #expect(lines.count == 6)
    #expect(lines[0].contains("open.csv: the quotation mark in line 2 is never closed"))
    #expect(lines[1].contains("laughs.xml: line 1 has a document type"))
    #expect(lines[2].contains("large.txt: ") && lines[2].contains("512"))
    #expect(lines[3].contains("none.txt: ") && lines[4].contains("folder"))
    #expect(lines[5] == "Added good with 2 texts.")
  }

  @Test("read standard input under a name")
  func standardInput() async throws {
    let unnamed = try await program.run("collection", "add", "-", input: "Ge1:1 In\n")
    #expect(unnamed.status == 64 && unnamed.error.contains("give --name"))
    let added = try await program.run(
      "collection", "add", "-", "--name", "KJV", input: "Ge1:1 In the beginning\n")
    #expect(added.error == "Added KJV with 1 text.\n")
    let text = try await program.run("text", "show", "Genesis 1:1")
    #expect(text.output == "In the beginning\n\nGen.1.1  Genesis 1, KJV\n")
  }

  @Test("show today's text, the same all day, and mark texts")
  func marks() async throws {
    let none = try await program.run("text", "random")
    #expect(none.status == 1 && none.error.hasPrefix("Error: there are no texts to choose from"))
    let shipped = try await program.run("text")
    #expect(shipped.status == 0 && shipped.output.contains("Daystamp."))
    _ = try await program.run("collection", "remove", "Daystamp")
    // Today's text was of it, and another one takes its place.
    try write("key,text\na,One\nb,Two\n", to: "s.csv")
    _ = try await program.run("collection", "add", "s.csv")
    let today = try await program.run("text")
    #expect(today.status == 0 && today.output.hasSuffix("  s\n"))
    #expect(try await program.run("text", "--day", "today").output == today.output)
    let yesterday = try await program.run("text", "--day", "yesterday")
    #expect(yesterday.status == 1 && yesterday.error.contains(" had no text"))
    #expect(try await program.run("text", "heart", "a").error == "  a  ♥  One\n")
    #expect(try await program.run("text", "use", "a").error == "  a  ♥  used 1×  One\n")
    #expect(try await program.run("text", "list", "--heart").output == "  a  ♥  used 1×  One\n")
    #expect(try await program.run("text", "list", "--unused").output == "  b  Two\n")
    #expect(try await program.run("text", "unuse", "a").error == "  a  ♥  One\n")
    #expect(try await program.run("text", "unuse", "a").error == "  a  ♥  One\n")
    #expect(try await program.run("text", "unheart", "a").status == 0)
    #expect(try await program.run("text", "--pool", "collection x").status == 1)
    // Daystamp's own is not lost for good.
    let again = try await program.run("collection", "add", "--shipped")
    #expect(again.error == "Added Daystamp with 120 texts.\n")
    #expect(try await program.run("collection", "add", "--shipped").status == 1)
    #expect(try await program.run("collection", "add").status == 64)
    _ = try await program.run("collection", "remove", "Daystamp")
    let hearts = try await program.run("text", "list", "--heart")
    #expect(hearts.output == "" && hearts.error == "There are no such texts.\n")
    let unknown = try await program.run("text", "heart", "c")
    #expect(unknown.status == 1 && unknown.error == "Error: there is no text c.\n")
    try write("key,text\na,One\nc,Three\n", to: "s.csv")
    let updated = try await program.run("collection", "update", "s.csv")
    #expect(updated.error == "Updated s: 1 new text, 0 changed, 1 gone, 2 in all.\n")
    #expect(try await program.run("text", "list", "--new").output == "• c  Three\n")
    #expect(try await program.run("text", "show", "c").status == 0)
    #expect(try await program.run("text", "list", "--new").output == "")
    #expect(try await program.run("check").status == 0)
  }

  @Test("move to another journal by an export, which has the same texts for the same days there")
  func export() async throws {
    try write("key,text\na,One\nb,Two\n", to: "s.csv")
    _ = try await program.run("collection", "add", "s.csv")
    let today = try await program.run("text")
    #expect(try await program.run("text", "heart", "a").status == 0)
    #expect(try await program.run("export", "out").status == 0)
    func there(_ arguments: String...) async throws -> Program {
      try await Program.run(
        Program.daystamp, arguments + ["--journal", "other", "--owner", "anna"],
        in: program.folder.path, environment: ["TZ": "UTC"])
    }
    let preview = try await there("import", "out", "--dry-run")
    #expect(
      preview.error.contains(
        "Would import the collection “s”, 1 mark of texts, the texts of 1 day."))
    let imported = try await there("import", "out", "--json")
    #expect(
      imported.output.contains(#"{"texts":{"collections":["s"],"days":1,"marks":1}}"#),
      "\(imported.output)")
    #expect(try await there("text", "--day", "today").output == today.output)
    #expect(try await there("text", "list", "--heart").output == "  a  ♥  One\n")
    #expect(try await there("check").status == 0)
  }

  @Test("are searched, and what was looked for is kept until it is forgotten")
  func searches() async throws {
    try write("key,text,author\na,Still waters,David\nb,Waterfall,\nc,Stone,Åsa\n", to: "s.csv")
    _ = try await program.run("collection", "add", "s.csv")
    let water = try await program.run("text", "list", "--search", "WATER")
    #expect(water.output == "  a  Still waters\n  b  Waterfall\n")
    #expect(try await program.run("text", "list", "--search", "asa").output == "  c  Stone\n")
    #expect(try await program.run("text", "list", "--search", "none").output == "")
    #expect(try await program.run("text", "searches").output == "none\nasa\nWATER\n")
    #expect(try await program.run("text", "searches", "--forget", "water").status == 0)
    let json = try await program.run("text", "searches", "--json")
    #expect(json.output == "{\"search\":\"none\"}\n{\"search\":\"asa\"}\n")
    let unknown = try await program.run("text", "searches", "--forget", "water")
    #expect(
      unknown.status == 1
        && unknown.error.contains("“water” is not among the latest searches")
    )
    let all = try await program.run("text", "searches", "--forget-all")
    #expect(all.error == "Forgot 2 searches.\n")
    #expect(try await program.run("text", "searches").output == "")
  }

  @Test("have days on which they got hearts, and a pool of the owner's for the day's text")
  func heartsAndPool() async throws {
    try write("key,text\na,One\nb,Two\n", to: "s.csv")
    try write("key,text\nc,Three\n", to: "t.csv")
    _ = try await program.run("collection", "add", "s.csv", "t.csv")
    _ = try await program.run("text", "heart", "a", "b")
    try program.execute("UPDATE text_mark SET hearted = 1706680800 WHERE key = 'a'")
    let january = try await program.run("text", "hearts", "--month", "2024-01")
    #expect(january.output == "2024-01-31  1 heart\n    a  ♥  One\n", "\(january.output)")
    let all = try await program.run("text", "hearts", "--json")
    #expect(all.output.split(separator: "\n").count == 2)
    #expect(try await program.run("text", "hearts", "--month", "2024-13").status == 64)
    let none = try await program.run("config", "set", "text-pool", "collection x")
    #expect(none.status == 1 && none.error.contains("s, t"), "\(none.error)")
    #expect(try await program.run("config", "set", "text-pool", "everything").status == 64)
    #expect(try await program.run("config", "set", "text-pool", "collection t").status == 0)
    #expect(try await program.run("config", "get", "text-pool").output == "collection t\n")
    #expect(try await program.run("text").output.hasPrefix("Three\n"))
    try program.execute("DELETE FROM text_day")
    let chosen = try await program.run("text", "--pool", "collection s")
    #expect(!chosen.output.hasPrefix("Three"))
  }
}
