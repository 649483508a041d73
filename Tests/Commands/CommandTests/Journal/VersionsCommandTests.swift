import Files
import Foundation
import Testing
import TestSupport

@Suite("daystamp versions")
struct VersionsCommandTests {
  let program: JournalProgram

  init() async throws {
    program = try JournalProgram()
    _ = try await program.run("write", "First words,\nin two lines.", "--title", "One")
  }

  @Test("lists what the words were, shows them and brings them back")
  func all() async throws {
    let none = try await program.run("versions", "1")
    #expect(none.status == 0 && none.output == "")
    #expect(none.error == "The words of post 1 have no earlier versions.\n")
    _ = try await program.run("edit", "1", "--words", "x", "--title", "")
    let list = try await program.run("versions", "1")
    #expect(list.output.hasPrefix("1  \(program.day()) "))
    #expect(list.output.hasSuffix("  26 characters  One: First words,\n"), "\(list.output)")
    let show = try await program.run("versions", "1", "--show", "1")
    #expect(show.output == "One\n\nFirst words,\nin two lines.\n")
    let json = try #require(try await program.run("versions", "1", "--json").json.first)
    #expect(json["number"] as? Int == 1 && json["title"] as? String == "One")
    #expect(json["words"] as? String == "First words,\nin two lines.")
    #expect((json["written"] as? String)?.hasSuffix("Z") == true)

    let back = try await program.run("versions", "1", "--restore", "1")
    #expect(back.status == 0 && back.output == "1  \(program.day())\n", "\(back.error)")
    let post = try await program.shown(1)
    #expect(post["words"] as? String == "First words,\nin two lines.")
    #expect(post["title"] as? String == "One")
    // What it took the place of is there too.
    let after = try await program.run("versions", "1", "--json").json
    #expect(after.contains { $0["words"] as? String == "x" })
  }

  @Test("says what is not there")
  func missing() async throws {
    for arguments in [["--show", "7"], ["--restore", "7"]] {
      let result = try await program.run(["versions", "1"] + arguments)
      #expect(result.status == 1)
      #expect(result.error == "Error: post 1 has no version 7.\n")
    }
    #expect(try await program.run("versions", "9").error == "Error: there is no post 9.\n")
    #expect(try await program.run("versions", "1", "--show", "1", "--restore", "1").status == 64)
  }
}
