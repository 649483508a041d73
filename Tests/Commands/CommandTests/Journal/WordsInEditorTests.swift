import Files
import Foundation
import Testing
import TestSupport

@Suite("Words in the editor")
struct WordsInEditorTests {
  let program: JournalProgram

  init() async throws {
    program = try await .withRuntimeFolder()
    _ = try await program.addOwner("anna")
  }

  @Test("are written in a Markdown file for nobody else's eyes that is gone afterwards")
  func file() async throws {
    let seen = program.folder.path("seen")
    let look =
      "stat -c '%a %F' \"$(dirname \"$1\")\" \"$1\" > '\(seen)'; basename \"$1\" >> '\(seen)'; "
      + "cat \"$1\" >> '\(seen)'"
    let result = try await program.run(
      ["write", "-e", "--mood", "4"], editor: "\(look); printf '# 눈\\n\\nSnow.\\n' > \"$1\"")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      try String(contentsOfFile: seen, encoding: .utf8)
        == "700 directory\n600 regular empty file\nwords.md\n")
    #expect(try await program.words() == "# 눈\n\nSnow.")
    let edit = try await program.run(["edit", "1"], editor: "\(look); echo 'More.' >> \"$1\"")
    #expect(edit.status == 0 && edit.output == "1  \(program.day())\n")
    #expect(
      try String(contentsOfFile: seen, encoding: .utf8)
        == "700 directory\n600 regular file\nwords.md\n# 눈\n\nSnow.\n")
    #expect(try await program.words() == "# 눈\n\nSnow.\nMore.")
    let begun = try await program.run(["write", "tea", "-e"], editor: look)
    #expect(begun.status == 0)
    #expect(try await program.words(2) == "tea")
    #expect(program.drafts == [])
  }

  @Test("that are empty or as they were save nothing")
  func nothing() async throws {
    _ = try await program.run("write", "tea")
    for editor in ["exit 0", ": > \"$1\"", "echo ' ' > \"$1\""] {
      let result = try await program.run(["write", "-e"], editor: editor)
      #expect(result.status == 1)
      #expect(result.error == "Error: you wrote nothing, so nothing was done.\n")
    }
    let same = try await program.run(["edit", "1"], editor: "exit 0")
    #expect(same.status == 0)
    #expect(same.error == "The words are the same; nothing changed.\n")
    let emptied = try await program.run(["edit", "1"], editor: ": > \"$1\"")
    #expect(emptied.status == 1 && emptied.error.contains("you wrote nothing"))
    #expect(try await program.words() == "tea")
    #expect(try await program.run("list", "--json").json.count == 1)
    #expect(try await program.run("versions", "1").output == "")
    #expect(program.drafts == [])
  }

  @Test("that were written in vain are kept, for their writer alone, and can be given again")
  func kept() async throws {
    let text = String(repeating: "가", count: 100_001)
    try program.folder.write(Array(text.utf8), to: "long")
    let long = "cat '\(program.folder.path("long"))' > \"$1\""
    for (script, says) in [
      (long, "the words have 100001 characters;"), ("echo tea > \"$1\"; exit 1", "ended with 1;"),
      ("printf 'a\\377' > \"$1\"", "did not save UTF-8;"),
      ("printf 'a\\000b' > \"$1\"", "control character (U+0)"),
      ("head -c 5000000 /dev/zero | tr '\\0' x > \"$1\"", "more than 4194304 bytes"),
    ] {
      let result = try await program.run(
        ["write", "-e", "--day", "2024-01-31", "--mood", "good", "--tag", "it's", "--morning"],
        editor: script)
      #expect(result.status == 1)
      #expect(result.error.contains(says), "\(result.error.prefix(600))")
      let draft = try #require(program.drafts.first)
      let path = program.folder.path(draft)
      let again =
        "daystamp write --day 2024-01-31 --mood good --tag 'it'\\''s' --morning \(program.place) < \(path)"
      #expect(result.error.hasPrefix("Your words are kept; \(again) stores them.\n"))
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      try program.folder.remove(draft)
    }
    _ = try await program.run("write", "tea")
    let edit = try await program.run(["edit", "1"], editor: long)
    let draft = try #require(program.drafts.first)
    #expect(
      edit.error.hasPrefix(
        "Your words are kept; daystamp edit 1 --words - \(program.place) < "
          + "\(program.folder.path(draft)) stores"))
    #expect(try await program.words() == "tea")
  }

  @Test("are put by the command that is printed where they belong, and nowhere else")
  func followed() async throws {
    _ = try await program.run("write", "tea")
    try program.folder.write([], to: "it's another/.keep")
    let other = program.folder.path("it's another/journal")
    func run(_ arguments: String..., editor: String = "exit 0") async throws -> Program {
      try await Program.run(
        Program.daystamp, arguments + ["--journal", "it's another/journal", "--owner", "anna"],
        in: program.folder.path,
        environment: program.environment.merging(["VISUAL": editor]) { _, own in own })
    }
    _ = try await run("write", "theirs")
    let failed = try await run(
      "edit", "1", "-e", "--tag", "a-b", editor: "sh -c 'echo mine > \"$0\"; exit 1'")
    let line = try #require(failed.error.split(separator: "\n").first)
    let command = String(line.dropFirst("Your words are kept; ".count))
      .replacing(" stores them.", with: "")
    let followed = try await Program.run(
      "/bin/sh", ["-c", command.replacing("daystamp edit", with: "\"$0\" edit"), Program.daystamp],
      in: "/",
      environment: program.environment.merging(
        ["DAYSTAMP_JOURNAL": program.journal]) { _, own in own })
    #expect(followed.status == 0, "\(command): \(followed.error)")
    #expect(try await program.words() == "tea")
    let post = try #require(try await run("show", "1", "--json").json.first)
    #expect(post["words"] as? String == "mine" && post["tags"] as? [String] == ["a-b"])
    // A journal that only the environment names is one that another shell does not know.
    let named = try await Program.run(
      Program.daystamp, ["edit", "1", "--owner", "anna", "-e"],
      environment: program.environment.merging(
        ["DAYSTAMP_JOURNAL": other, "VISUAL": "sh -c 'echo x > \"$0\"; exit 1'"]) { _, own in own })
    #expect(named.error.contains("it'\\''s another/journal' --owner anna < "), "\(named.error)")
  }

  @Test("are kept with the day and the time at which they were begun")
  func begun() async throws {
    let failing = "echo mine > \"$1\"; exit 1"
    let now = try await program.run(["write", "-e"], editor: failing)
    let days = [program.day(), program.day(-1)]
    let pattern = #/kept; daystamp write --day (\S+) --at \d\d:\d\d --journal/#
    let day = try #require(try pattern.firstMatch(in: now.error)?.1, "\(now.error)")
    #expect(days.contains(String(day)))
    for (arguments, says) in [
      (["--day", "2024-01-31"], "write --day 2024-01-31 --journal"),
      (["--day", "2024-01-31", "--at", "7:30"], "write --day 2024-01-31 --at 07:30 --journal"),
      (["2024-01-31 23:15:"], "write --day 2024-01-31 --at 23:15 --journal"),
    ] {
      let result = try await program.run(["write", "-e"] + arguments, editor: failing)
      #expect(result.error.contains(says), "\(result.error)")
    }
    let morning = try await program.run(
      ["write", "-e", "--morning", "--mood", "4"], editor: failing)
    #expect(morning.error.contains("write --day \(program.day()) --mood 4 --morning --journal"))
  }

  @Test("are kept where the journal locks while they are written, and where to find them is said")
  func lockedMeanwhile() async throws {
    let program = try await JournalProgram.locked()
    try program.folder.write([], to: "runtime/.keep")
    try await program.unlock()
    let lock = "'\(Program.daystamp)' lock now --journal '\(program.journal)' --owner anna"
    let result = try await program.run(["write", "-e"], editor: "\(lock); echo mine > \"$1\"")
    #expect(result.status == 77)
    #expect(result.error.contains("the journal of anna is locked"), "\(result.error)")
    let draft = try #require(program.drafts.first)
    #expect(
      result.error.contains("\(program.place) < \(program.folder.path(draft)) stores them."))
    #expect(String(decoding: try program.folder.read(draft), as: UTF8.self) == "mine\n")
    try await program.unlock()
    #expect(try await program.run("list").output == "")
  }

  @Test("are not asked for where there is no editor, or nothing could be stored")
  func notOpened() async throws {
    for (environment, says) in [
      (["EDITOR": "", "VISUAL": " "], "there is no editor for the words; name yours"),
      (
        ["EDITOR": "nosuch-editor", "VISUAL": ""],
        "there is no editor “nosuch-editor”; set VISUAL or EDITOR to yours."
      ),
    ] {
      let result = try await program.run("write", "-e", environment: environment)
      #expect(result.status == 1)
      #expect(result.error.contains(says), "\(result.error)")
    }
    let started = program.folder.path("started")
    let editor = "touch '\(started)'"
    let future = try await program.run(["write", "-e", "--day", program.day(1)], editor: editor)
    #expect(future.status == 64)
    _ = try await program.run("write", "tea")
    _ = try await program.run("delete", "1", "--yes")
    #expect(try await program.run(["edit", "1"], editor: editor).error.contains("in the trash"))
    #expect(try await program.run(["edit", "9"], editor: editor).status == 1)
    try await program.post("2024-01-31 10:00", "-c", "tea")
    let photo = try await program.run(["edit", "2"], editor: editor)
    #expect(photo.status == 64 && photo.error.contains("Nothing to change"))
    #expect(!FileManager.default.fileExists(atPath: started))
    #expect(program.drafts == [])
  }

  @Test("are kept where somebody else changed the post's own meanwhile")
  func changedMeanwhile() async throws {
    _ = try await program.run("write", "tea")
    let other =
      "'\(Program.daystamp)' edit 1 --words theirs"
      + " --journal '\(program.journal)' --owner anna"
    let result = try await program.run(["edit", "1"], editor: "\(other); echo mine > \"$1\"")
    #expect(result.status == 1)
    #expect(result.error.contains("another program changed post 1 in the meantime"))
    #expect(try await program.words() == "theirs")
    let draft = try #require(program.drafts.first)
    #expect(String(decoding: try program.folder.read(draft), as: UTF8.self) == "mine\n")
    #expect(
      result.error.contains(
        "replaces the other words with yours; daystamp versions 1 \(program.place) keeps the others.\n"
      ),
      "\(result.error)")
  }

  @Test("of a photo are edited without options, and with -e the caption")
  func photo() async throws {
    try await program.post("2024-01-31 10:00", "-c", "tea")
    #expect(try await program.run("edit", "1", "--words", "-", input: "Green.").status == 0)
    #expect(try await program.run(["edit", "1"], editor: "echo Black >> \"$1\"").status == 0)
    #expect(try await program.words() == "Green.\nBlack")
    #expect(try await program.run(["edit", "1", "-e"], editor: "echo two >> \"$1\"").status == 0)
    #expect(try await program.shown(1)["caption"] as? String == "tea\ntwo")
    #expect(try await program.run("edit", "1", "--words", "").status == 0)
    #expect(try await program.words() == nil)
    let both = try await program.run("edit", "1", "-c", "-", "--words", "-", input: "x")
    #expect(both.status == 64)
  }
}
