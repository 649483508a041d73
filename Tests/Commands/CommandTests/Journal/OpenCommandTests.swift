import Files
import Foundation
import Testing
import TestSupport

@Suite("daystamp open")
struct OpenCommandTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    try await program.post("2024-01-31 10:00")
    try await program.post("2024-01-31 11:00")
  }

  /// Runs `daystamp open` with an `xdg-open` that a shell runs, or with none.
  private func open(_ numbers: String..., by script: String?) async throws -> Program {
    let folder = program.folder.path("bin")
    try program.folder.write(Array("#!/bin/sh\n\(script ?? "")\n".utf8), to: "bin/xdg-open")
    try FileManager.default.setAttributes(
      [.posixPermissions: script == nil ? 0o600 : 0o700], ofItemAtPath: "\(folder)/xdg-open")
    if script == nil { try program.folder.remove("bin/xdg-open") }
    return try await program.run(
      ["open"] + numbers, environment: ["PATH": "\(folder):\(script == nil ? "" : "/bin")"])
  }

  private func path(_ number: Int) async throws -> String {
    let shown = try await program.run("show", "\(number)", "--json").json.first
    return try #require(shown?["file"] as? String)
  }

  private func opened() throws -> [Substring] {
    String(decoding: try program.folder.read("opened"), as: UTF8.self).split(separator: "\n")
  }

  @Test("hands the posts' photos to xdg-open, each once")
  func opens() async throws {
    let result = try await open(
      "2", "1", "2", by: "echo \"$# $1\" >> \(program.folder.path("opened"))")
    #expect(result.status == 0 && result.output == "" && result.error == "")
    #expect(try await Set(opened()) == ["1 \(path(1))", "1 \(path(2))"])
    #expect(try opened().count == 2)
  }

  @Test("does not wait for a viewer, which has nothing to read and nowhere to write")
  func waitsForNobody() async throws {
    let start = ContinuousClock.now
    let result = try await open(
      "1", "2",
      by: """
        echo shown; echo shown >&2
        [ "$(readlink /proc/$$/fd/0)" = /dev/null ] && echo apart >> \(program.folder.path("opened"))
        exec sleep 600
        """)
    #expect(result.status == 0 && result.output == "" && result.error == "")
    #expect(ContinuousClock.now - start < .seconds(300))
    #expect(try opened() == ["apart", "apart"])
  }

  @Test("names the photo where there is no xdg-open, or no viewer")
  func failures() async throws {
    let missing = try await open("1", by: nil)
    #expect(missing.status == 1)
    #expect(
      missing.error.hasPrefix("Error: cannot show \(try await path(1)): xdg-open is missing;"))
    let failed = try await open("1", by: "exit 3")
    #expect(failed.status == 1)
    #expect(
      failed.error
        == "Error: cannot show \(try await path(1)): xdg-open found no viewer for it (it "
        + "ended with 3); open the file yourself.\n")
  }

  @Test("shows none where one is not there, or is no photo by its name")
  func unknown() async throws {
    let script = "echo shown >> \(program.folder.path("opened"))"
    let unknown = try await open("1", "9", by: script)
    #expect(unknown.status == 1 && unknown.error == "Error: there is no post 9.\n")
    try FileManager.default.removeItem(atPath: try await path(2))
    let gone = try await open("1", "2", by: script)
    #expect(gone.status == 1)
    #expect(gone.error.contains("\(try await path(2)): cannot be opened"))
    let file = try await path(2)
    try Data().write(to: URL(filePath: file.replacing(".jpg", with: ".desktop")))
    try program.execute("UPDATE photo SET file = replace(file, '.jpg', '.desktop') WHERE id = 2")
    let other = try await open("2", by: script)
    #expect(other.status == 1)
    #expect(other.error.contains(".desktop: not the stored photo"))
    #expect(throws: (any Error).self) { try opened() }
  }

  @Test("shows nothing of a journal that is locked")
  func locked() async throws {
    let program = try await JournalProgram.locked()
    let result = try await program.run("open", "1")
    #expect(result.status == 77)
    #expect(result.error == "Error: the journal of anna is locked; daystamp unlock opens it.\n")
  }
}
