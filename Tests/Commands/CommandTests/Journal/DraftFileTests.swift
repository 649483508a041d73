import Files
import Foundation
import Glibc
import SystemPackage
import Testing
import TestSupport

@Suite("The file of a text in the editor")
struct DraftFileTests {
  let program: JournalProgram

  init() async throws {
    program = try await .withRuntimeFolder()
    _ = try await program.addOwner("anna")
  }

  @Test(
    "is read as editors save it: in place, by a rename over it, or beside a backup of it",
    arguments: [
      "printf tea > \"$1\"", "printf tea > \"$1.new\"; mv \"$1.new\" \"$1\"",
      "mv \"$1\" \"$1~\"; printf tea > \"$1\"", "ln \"$1\" \"$1~\"; rm \"$1\"; printf tea > \"$1\"",
      "cd \"$(dirname \"$1\")\"; printf tea > .words.md.swp; mv .words.md.swp words.md",
      "umask 0; rm \"$1\"; printf tea > \"$1\"; chmod 666 \"$1\"",
    ])
  func saved(editor: String) async throws {
    let result = try await program.run(["write", "-e"], editor: editor)
    #expect(result.status == 0, "\(result.error)")
    #expect(try await program.words() == "tea")
    #expect(program.drafts == [])
  }

  @Test(
    "is not read where a link or something else is in its place, which stays",
    arguments: [
      "ln -sf \"$SECRET\" \"$1\"", "mv \"$1\" \"$1.b\"; ln -s \"$1.b\" \"$1\"",
      "rm \"$1\"; mkfifo \"$1\"",
      "rm \"$1\"; mkdir \"$1\"", "ln -sf /dev/zero \"$1\"", "ln -sf \"$SECRET\" \"$1\"; exit 1",
    ])
  func replaced(editor: String) async throws {
    try program.folder.write(Array("Geheimnis".utf8), to: "secret")
    let secret = program.folder.path("secret")
    let result = try await program.run(
      ["write", "-e"], editor: "SECRET='\(secret)'; \(editor)")
    #expect(result.status == 1)
    #expect(result.error.contains("words.md is no longer your file"), "\(result.error)")
    #expect(try await program.run("list").output == "")
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == "Geheimnis")
    #expect(
      try FileManager.default.attributesOfItem(atPath: secret)[.posixPermissions] as? Int != 0o600)
    #expect(try folders().count == 1)
  }

  private func folders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: program.folder.path("runtime"))
      .filter { $0.hasPrefix("daystamp-") }
  }

  @Test(
    "that a killed program left is named on the terminal, unread, until it is removed",
    .enabled("\(Python.note)") { await Python.isThere })
  func left() async throws {
    // It lets go of what the program's output is read through, and ends with the draft.
    let script = """
      echo mine > "$1"; chmod 0 "$1"; echo ready; exec > /dev/null 2>&1
      while [ -e "$1" ]; do sleep 0.2; done
      """
    try program.folder.write(Array("\(script)\n".utf8), to: "editor")
    let writing = try await RunningProgram(
      Program.daystamp, ["write", "-e", "--journal", program.journal, "--owner", "anna"],
      environment: program.environment.merging(
        ["VISUAL": "/bin/sh '\(program.folder.path("editor"))'"]) { $1 })
    _ = try #require(await writing.output.wait(for: "ready"))
    let draft = try #require(program.drafts.first)
    let path = program.folder.path(draft)
    // Somebody is still writing it.
    let other = try await program.onTerminal("write", "tea")
    #expect(other.status == 0 && !other.output.contains(path), "\(other.output)")
    writing.signal(SIGKILL)
    _ = try await writing.wait()

    try program.folder.write(Array("x".utf8), to: "runtime/daystamp-aaaaaa/other.md")
    try program.folder.write([], to: "runtime/daystamp-bbbbbb/words.md")
    for folder in ["aaaaaa", "bbbbbb"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: program.folder.path("runtime/daystamp-\(folder)"))
    }
    for arguments in [["write", "cake"], ["edit", "1", "--star"]] {
      let next = try await Terminal.daystamp(
        arguments + ["--journal", program.journal, "--owner", "anna"], typing: "",
        environment: program.environment)
      #expect(next.status == 0, "\(next.output)")
      #expect(
        next.output.contains(
          "Words from an earlier run were not stored, and are still in \(path); remove"),
        "\(next.output)")
      #expect(!next.output.contains("aaaaaa") && !next.output.contains("bbbbbb"))
    }
    // Only who is at a terminal is told, and only of what is there.
    #expect(try await program.run("write", "plain").error == "")
    try program.folder.remove(draft)
    #expect(!(try await program.onTerminal("write", "last").output.contains(path)))
  }
}
