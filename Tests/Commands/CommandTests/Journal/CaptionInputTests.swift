import Files
import Foundation
import Testing
import TestSupport

@Suite("A caption")
struct CaptionInputTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    try program.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try program.folder.write([], to: "runtime/.keep")
    _ = try await program.addOwner("anna")
  }

  private func caption(_ number: Int = 1) async throws -> String? {
    try await program.run("show", "\(number)", "--json").json.first?["caption"] as? String
  }

  /// Runs a subcommand with an editor that a shell runs, whose file is "$1".
  private func run(
    _ arguments: String..., editor script: String, input: String? = nil
  ) async throws -> Program {
    try program.folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "my editor")
    return try await program.run(
      arguments, input: input,
      environment: ["EDITOR": "/bin/sh '\(program.folder.path("my editor"))'", "VISUAL": " "])
  }

  /// What is left of drafts.
  private var drafts: [String] {
    program.folder.files.filter { $0.hasPrefix("runtime/daystamp-") }
  }

  @Test("is read from standard input where it is given as a hyphen")
  func standardInput() async throws {
    let post = try await program.run("post", "a.jpg", "-c", "-", input: " 점심\r\nwith Mina \n\n")
    #expect(post.status == 0)
    #expect(try await caption() == "점심\nwith Mina")
    let edit = try await program.run("edit", "1", "--caption", "-", "--star", input: "tea")
    #expect(edit.status == 0)
    #expect(try await caption() == "tea")
  }

  @Test(
    "from standard input that is none is refused, and nothing has changed",
    arguments: [
      ("", "standard input has no text"), (" \n\n", "standard input has no text"),
      (String(repeating: "가", count: 101), "has 101 characters; at most 100 are possible."),
      (String(repeating: "x", count: 70_000), "has more than 65536 bytes"),
      ("a\u{1B}[31m", "control character (U+1B)"),
    ])
  func badInput(input: String, says: String) async throws {
    let post = try await program.run("post", "a.jpg", "-c", "-", input: input)
    #expect(post.status == 1)
    #expect(post.error.contains(says), "\(post.error)")
    #expect(try await program.run("list").output == "")
    try await program.post("2024-01-31 10:00", "-c", "tea")
    let edit = try await program.run("edit", "1", "-c", "-", input: input)
    #expect(edit.status == 1 && edit.error.contains(says))
    #expect(try await caption() == "tea")
  }

  @Test("comes from one place, and standard input is read once")
  func usage() async throws {
    for (arguments, says) in [
      (["post", "-", "-c", "-"], "; -c - cannot"),
      (["post", "--files-from", "-", "-c", "-"], "; -c - cannot"),
      (["post", "a.jpg", "-c", "-", "-e"], "--caption - reads"),
      (["edit", "1", "-c", "-", "-e"], "--caption - reads"),
    ] {
      let result = try await program.run(arguments, input: "tea")
      #expect(result.status == 64)
      #expect(result.error.contains(says), "\(result.error)")
    }
  }

  @Test("is written in the editor, in a file for nobody else's eyes that is gone afterwards")
  func editor() async throws {
    let seen = program.folder.path("seen")
    let look = "stat -c '%a %F' \"$(dirname \"$1\")\" \"$1\" > '\(seen)'; cat \"$1\" >> '\(seen)'"
    let post = try await run(
      "post", "a.jpg", "-e", editor: "\(look); echo '점심' > \"$1\"; echo x > \"$1~\"")
    #expect(post.status == 0, "\(post.error)")
    #expect(try await caption() == "점심")
    #expect(
      try String(contentsOfFile: seen, encoding: .utf8)
        == "700 directory\n600 regular empty file\n")
    #expect(drafts == [])
    let edit = try await run("edit", "1", "--edit", editor: "\(look); echo 'with Mina' >> \"$1\"")
    #expect(edit.status == 0 && edit.output == "1  2024-01-31\n")
    #expect(try await caption() == "점심\nwith Mina")
    #expect(
      try String(contentsOfFile: seen, encoding: .utf8) == "700 directory\n600 regular file\n점심\n")
    let other = try await run("edit", "1", "-e", "-c", "tea", editor: look)
    #expect(other.status == 0)
    #expect(try await caption() == "tea")
    #expect(drafts == [])
  }

  @Test("stays where it was saved as it was, beside what else is to be changed")
  func unchanged() async throws {
    try await program.post("2024-01-31 10:00", "-c", "tea")
    let nothing = try await run("edit", "1", "-e", editor: "exit 0")
    #expect(nothing.status == 0)
    #expect(nothing.error == "The caption is the same; nothing changed.\n")
    let star = try await run("edit", "1", "-e", "--star", editor: "exit 0")
    #expect(star.status == 0 && star.error == "" && star.output == "1  2024-01-31\n")
    #expect(try await caption() == "tea")
    #expect(drafts == [])
  }

  @Test(
    "that the editor did not give changes nothing",
    arguments: [
      ("exit 3", "ended with 3; nothing was done."), ("kill -9 $$", "ended with 137;"),
      (": > \"$1\"", "you wrote nothing, so nothing was done."),
      ("echo ' ' > \"$1\"", "you wrote nothing, so nothing was done."),
      ("rm \"$1\"", "caption.txt: cannot be read: No such file or directory."),
    ])
  func notWritten(editor: String, says: String) async throws {
    try await program.post("2024-01-31 10:00", "-c", "tea")
    let edit = try await run("edit", "1", "-e", "--star", editor: editor)
    #expect(edit.status == 1)
    #expect(edit.error.contains(says), "\(edit.error)")
    let post = try await run("post", "a.jpg", "-e", editor: editor)
    #expect(post.status == 1 && post.error.contains(says), "\(post.error)")
    #expect(try await program.run("list", "--starred").output == "")
    #expect(try await caption() == "tea")
    #expect(try await caption(2) == nil)
    #expect(drafts == [])
  }

  @Test("that was written in vain is kept, for its writer alone, and can be given again")
  func kept() async throws {
    try await program.post("2024-01-31 10:00", "-c", "tea")
    let text = String(repeating: "가", count: 101)
    for (script, says) in [
      ("echo '\(text)' > \"$1\"", "has 101 characters; at most 100 are possible."),
      (
        "cp \"$1\" x; rm \"$1\"; umask 0; echo '\(text)' > \"$1\"",
        "has 101 characters; at most 100 are possible."
      ),
      ("echo '\(text)' > \"$1\"; exit 1", "ended with 1; nothing was done."),
      ("printf '\\377' > \"$1\"", "did not save UTF-8; nothing was done."),
    ] {
      let result = try await run("edit", "1", "-e", editor: script)
      #expect(result.status == 1)
      #expect(result.error.hasSuffix("\(says)\n"), "\(result.error)")
      let draft = try #require(drafts.first)
      let path = program.folder.path(draft)
      #expect(
        result.error.hasPrefix(
          "Your words are kept; daystamp edit 1 -c - \(program.place) < \(path) stores them.\n"
        ))
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      try program.folder.remove(draft)
    }
    #expect(try await caption() == "tea")
    // A photo that cannot be posted.
    let post = try await run("post", "nosuch.jpg", "-e", editor: "echo lunch > \"$1\"")
    #expect(post.status == 1)
    let draft = try #require(drafts.first)
    #expect(String(decoding: try program.folder.read(draft), as: UTF8.self) == "lunch\n")
  }

  @Test("is kept where somebody else changed the post's own while it was written")
  func changedMeanwhile() async throws {
    try await program.post("2024-01-31 10:00", "-c", "tea")
    let other = "'\(Program.daystamp)' edit 1 -c theirs --journal '\(program.journal)' --owner anna"
    let result = try await run("edit", "1", "-e", editor: "\(other); echo mine > \"$1\"")
    #expect(result.status == 1)
    #expect(result.error.contains("another program changed post 1 in the meantime"))
    #expect(
      result.error.contains("replaces the other caption with yours, and does not keep the other.\n")
    )
    #expect(try await caption() == "theirs")
    let draft = try #require(drafts.first)
    #expect(String(decoding: try program.folder.read(draft), as: UTF8.self) == "mine\n")
  }

  @Test("cannot be written without an editor, nor to a post that cannot be changed")
  func noEditor() async throws {
    try await program.post("2024-01-31 10:00", "-c", "tea")
    for (environment, says) in [
      (["EDITOR": "", "VISUAL": " "], "there is no editor for the caption"),
      (["EDITOR": "nosuch-editor", "VISUAL": ""], "there is no editor “nosuch-editor”"),
      (["EDITOR": "exit 0", "VISUAL": "nosuch-editor"], "there is no editor “nosuch-editor”"),
    ] {
      let result = try await program.run("edit", "1", "-e", environment: environment)
      #expect(result.status == 1)
      #expect(result.error.contains(says), "\(result.error)")
    }
    let editor = "touch '\(program.folder.path("started"))'"
    #expect(
      try await run("edit", "9", "-e", editor: editor).error == "Error: there is no post 9.\n")
    _ = try await program.run("delete", "1", "--yes")
    #expect(try await run("edit", "1", "-e", editor: editor).error.contains("is in the trash"))
    #expect(!FileManager.default.fileExists(atPath: program.folder.path("started")))
    #expect(drafts == [])
  }

  @Test("is not asked for where the journal is locked")
  func locked() async throws {
    let program = try await JournalProgram.locked()
    let started = program.folder.path("started")
    let result = try await program.run(
      "edit", "1", "-e", environment: ["EDITOR": "touch '\(started)'", "VISUAL": ""])
    #expect(result.status == 77)
    #expect(!FileManager.default.fileExists(atPath: started))
  }
}
