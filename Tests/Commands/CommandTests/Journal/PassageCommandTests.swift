import Files
import Foundation
import Testing
import TestSupport

@Suite("daystamp text highlight and note")
struct PassageCommandTests {
  let program: JournalProgram

  init() async throws {
    program = try await .withRuntimeFolder()
    try await program.addOwner("anna")
    try await read("For God so loved the world, that he gave his Son")
    let added = try await program.run("collection", "add", "s.csv")
    #expect(added.status == 0, "\(added.error)")
  }

  /// Writes the collection's file.
  private func read(_ text: String) async throws {
    let lines = "key,text\na,\"\(text)\"\nb,\"one 👨‍👩‍👧‍👦 and one\"\n"
    try program.folder.write(Array(lines.utf8), to: "s.csv")
  }

  @Test("colour a passage by its words or its characters, and take it away again")
  func highlight() async throws {
    let green = try await program.run("text", "highlight", "a", "so loved", "--colour", "green")
    #expect(green.status == 0 && green.error == "Highlighted “so loved” of a in green.\n")
    let json = try await program.run(
      "text", "highlight", "b", "one", "--occurrence", "2", "--json"
    ).json.first
    #expect(json?["from"] as? Int == 10 && json?["to"] as? Int == 13)
    #expect(json?["before"] as? String == "one 👨‍👩‍👧‍👦 and " && json?["colour"] as? String == "yellow")
    #expect(json?["placed"] as? Bool == true && json?["collection"] as? String == "s")
    let family = try await program.run(
      "text", "highlight", "b", "--from", "4", "--to", "5", "--colour", "pink")
    #expect(family.error == "Highlighted “👨‍👩‍👧‍👦” of b in pink.\n")
    let list = try await program.run("text", "highlights")
    let lines = list.output.split(separator: "\n").dropFirst()
    #expect(lines == ["  b  pink    👨‍👩‍👧‍👦", "  b  yellow  one", "  a  green   so loved"])
    let book = try await program.run("text", "highlights", "--by-book", "--limit", "2")
    #expect(book.output == "s\n  a  green   so loved\n  b  pink    👨‍👩‍👧‍👦\n")
    let found = try await program.run("text", "highlights", "--search", "GAVE", "--json")
    #expect(found.json.map { $0["quote"] as? String } == ["so loved"])
    #expect(
      try await program.run("text", "highlights", "--colour", "pink").output.contains("pink"))
    let removed = try await program.run("text", "highlight", "a", "so loved", "--remove")
    #expect(removed.error == "Removed “so loved” of a in green.\n")
    _ = try await program.run("text", "highlight", "b", "--remove")
    let none = try await program.run("text", "highlights")
    #expect(none.status == 0 && none.output == "")
    #expect(none.error == "There are no such highlights.\n")
  }

  @Test(
    "refuse what is no passage",
    arguments: [
      (["a", "so hated"], 1, "the text does not have “so hated”"),
      (["b", "one"], 1, "the text has that 2 times; choose with --occurrence"),
      (["b", "one", "--occurrence", "3"], 1, "has that only 2 times, not 3"),
      (["b", "👦"], 1, "“👦” begins or ends inside a character"),
      (["b", "--from", "0", "--to", "14"], 1, "14 is outside the text; give 0 to 13"),
      (["b", "--from", "-1", "--to", "4"], 64, "--from"),
      (["b", "--from", "3"], 64, "--from and --to together"),
      (["b", "--from", "4", "--to", "4"], 1, "it has no characters"),
      (["b", "one", "--from", "4", "--to", "5"], 64, "not both"), (["b", ""], 64, "empty"),
      (["b", "--occurrence", "1"], 64, "needs a quote"),
      (["b", "one", "--colour", "red"], 64, "colour"), (["c"], 1, "there is no text c"),
      (["b", "--remove"], 1, "the text b has no highlight there"),
    ])
  func refused(arguments: [String], status: Int32, says: String) async throws {
    let result = try await program.run(["text", "highlight"] + arguments)
    #expect(result.status == status && result.error.contains(says), "\(result.error)")
    #expect(try await program.run("text", "highlights").output == "")
  }

  @Test("are told where an update took their words away, and removed by what they said")
  func lost() async throws {
    _ = try await program.run("text", "highlight", "a", "so loved")
    _ = try await program.run("text", "highlight", "a", "his Son")
    try await read("For God loved the world so, and gave his Son")
    let update = try await program.run("collection", "update", "s.csv", "--json")
    #expect(update.error == "a in s no longer has “so loved”; the highlight waits for it\n")
    let came = try #require(update.json.first?["came"] as? [String: Any])
    #expect(came["lostHighlights"] as? [[String: String]] == [["key": "a", "quote": "so loved"]])
    let shown = try await program.run("text", "show", "a")
    #expect(
      shown.output.hasSuffix("\n\nyellow  his Son\nyellow  so loved  (gone from its text)\n"))
    #expect(try await program.run("text", "highlight", "a", "so loved", "--remove").status == 0)
    try await read("None of it")
    _ = try await program.run("collection", "remove", "s")
    let gone = try await program.run("text", "highlights")
    #expect(gone.output.hasSuffix("  a  yellow  his Son  (its text is gone)\n"))
    #expect(try await program.run("text", "highlight", "a", "his Son", "--remove").status == 0)
    #expect(try await program.run("text", "highlights").output == "")
  }

  @Test("are coloured in their text where there are colours, and listed below it elsewhere")
  func shown() async throws {
    _ = try await program.run("text", "highlight", "a", "God so", "--colour", "green")
    _ = try await program.run("text", "highlight", "a", "so loved", "--colour", "orange")
    _ = try await program.run("text", "note", "a", "A *note*.")
    let plain = try await program.run("text", "show", "a")
    #expect(
      plain.output == """
        For God so loved the world, that he gave his Son

        a  s

        green   God so
        orange  so loved

        A *note*.

        """)
    let coloured = try await program.run("text", "show", "a", "--color", "always")
    #expect(
      coloured.output.hasPrefix(
        "For \u{1B}[30;102mGod\u{1B}[39;49m \u{1B}[30;43mso loved\u{1B}[39;49m the world"))
    #expect(!coloured.output.contains("orange"))
    let json = try await program.run("text", "show", "a", "--json").json.first
    #expect((json?["highlights"] as? [[String: Any]])?.count == 2)
    #expect((json?["note"] as? [String: Any])?["words"] as? String == "A *note*.")
  }

  @Test("write a note, keep what it said, and bring it back")
  func note() async throws {
    let saved = try await program.run("text", "note", "a", "The", "*world*.")
    #expect(saved.status == 0 && saved.error == "Saved the note on a, 12 characters.\n")
    let same = try await program.run("text", "note", "a", "The *world*.")
    #expect(same.error == "The words are the same; nothing changed.\n")
    let piped = try await program.run("text", "note", "a", "--json", input: "Another\nthought\n")
    #expect(piped.json.first?["words"] as? String == "Another\nthought")
    // As sha256sum has it.
    #expect(
      piped.json.first?["sha256"] as? String
        == "38421501f5694515f6d32cd00d8424a855d403715196de7621b64e47c8323b3a")
    let versions = try await program.run("text", "note", "a", "--versions")
    #expect(
      versions.output.hasPrefix("1  ")
        && versions.output.hasSuffix("  12 characters  The *world*.\n"))
    #expect(try await program.run("text", "note", "a", "--show", "1").output == "The *world*.\n")
    let list = try await program.run("text", "notes", "--by-book")
    #expect(list.output == "s\n  a  Another\n")
    #expect(try await program.run("text", "note", "a", "--restore", "1").status == 0)
    #expect(try await program.run("text", "notes", "--search", "thought").output == "")
    let deleted = try await program.run("text", "note", "a", "--delete")
    #expect(deleted.error == "Deleted the note on a; its versions are kept.\n")
    #expect(try await program.run("text", "notes").error == "There are no such notes.\n")
    #expect(try await program.run("text", "note", "a", "--delete").status == 1)
    #expect(try await program.run("text", "note", "a", "--restore", "2").status == 0)
    let unknown = try await program.run("text", "note", "a", "--restore", "9")
    #expect(unknown.error.contains("the note on a has no version 9; --versions lists"))
    for arguments in [["x", "--delete"], ["--versions", "--delete"], ["-e", "--show", "1"]] {
      #expect(try await program.run(["text", "note", "a"] + arguments).status == 64)
    }
  }

  @Test("show the note in the editor; one that was changed meanwhile is told, and nothing is lost")
  func editor() async throws {
    _ = try await program.run("text", "note", "a", "One.")
    let edited = try await program.run(
      ["text", "note", "a", "-e"], editor: "echo 'Two.' >> \"$1\"")
    #expect(edited.status == 0, "\(edited.error)")
    #expect(
      try await program.run("text", "notes", "--json").json.first?["words"] as? String
        == "One.\nTwo.")
    // The other device writes while the editor is open.
    let other = "'\(Program.daystamp)' text note a Three. \(program.place) && echo 'Mine.' > \"$1\""
    let late = try await program.run(["text", "note", "a", "-e"], editor: other)
    #expect(late.status == 1)
    #expect(late.error.contains("the note on a changed elsewhere in the meantime"))
    let draft = try #require(program.drafts.first)
    #expect(
      late.error.contains(
        "daystamp text note a \(program.place) < \(program.folder.path(draft)) replaces the other words"
      ), "\(late.error)")
    #expect(
      try String(contentsOfFile: program.folder.path(draft), encoding: .utf8) == "Mine.\n")
    #expect(
      try await program.run("text", "notes", "--json").json.first?["words"] as? String == "Three.")
    let emptied = try await program.run(["text", "note", "a", "-e"], editor: ": > \"$1\"")
    #expect(emptied.status == 1 && emptied.error.contains("you wrote nothing"))
  }
}
