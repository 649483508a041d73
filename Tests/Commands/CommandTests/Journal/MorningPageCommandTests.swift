import Files
import Foundation
import Testing
import TestSupport

@Suite("A morning page on the command line")
struct MorningPageCommandTests {
  let program: JournalProgram

  init() async throws {
    program = try await .withRuntimeFolder()
    _ = try await program.addOwner("anna")
  }

  private func write(_ arguments: String..., editor: String? = nil) async throws -> Program {
    let arguments = ["write", "--morning", "--day", "2024-01-31"] + arguments
    if let editor { return try await program.run(arguments, editor: editor) }
    return try await program.run(arguments)
  }

  @Test("that is written again gets what is new below what is there, and that is said")
  func again() async throws {
    let first = try await write("Slept well.", "--mood", "good")
    #expect(first.output == "1  2024-01-31\n" && first.error == "")
    let second = try await write("Snow!", "--mood", "5", "--tag", "snow", "--title", "Winter")
    #expect(second.status == 0)
    #expect(second.output == "1  2024-01-31\n")
    #expect(
      second.error == "2024-01-31 has a morning page already, post 1; its words were edited.\n")
    let post = try await program.shown(1)
    #expect(post["words"] as? String == "Slept well.\n\nSnow!")
    #expect(post["mood"] as? Int == 5 && post["morning"] as? Bool == true)
    #expect(post["title"] as? String == "Winter" && post["tags"] as? [String] == ["snow"])
    #expect(try await program.run("list", "--json").json.count == 1)
    let piped = try await program.run(
      "write", "--morning", "--day", "2024-01-31", "--mood", "5", input: "And tea.\n")
    #expect(piped.status == 0)
    #expect(try await program.words() == "Slept well.\n\nSnow!\n\nAnd tea.")
  }

  @Test("answers the question of the day, or any text, below it")
  func question() async throws {
    let first = try await program.run("write", "--question", "today", "The kettle.")
    #expect(first.status == 0, "\(first.error)")
    let words = try #require(try await program.words())
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(words.count == 3 && words[0].hasPrefix("> ") && words[2] == "The kettle.")
    let day = try await program.run("day")
    #expect(day.error.hasPrefix("Today's question: ") && day.error.contains("--question today"))
    let seen = program.folder.path("seen")
    let edited = try await program.run(
      ["write", "-e", "--question", "Daystamp.1"],
      editor: "cp \"$1\" '\(seen)'; echo Light. >> \"$1\"")
    #expect(edited.status == 0, "\(edited.error)")
    let shown = try String(contentsOfFile: seen, encoding: .utf8)
    #expect(shown.hasPrefix("> What did you see today that nobody else would have noticed?\n\n"))
    #expect(try await program.shown(2)["words"] as? String == shown + "Light.")
    #expect(try await program.run("write", "--question", "x.1", "y").status == 1)
  }

  @Test("begins with a template, and templates are kept, listed and removed")
  func template() async throws {
    let added = try await program.run(
      "template", "add", "Evening", "-", input: "Good:\n\nHard:\n")
    #expect(added.error == "Added the template “Evening”, 12 characters.\n")
    #expect(try await program.run("template").output == "Evening  Good:\n")
    #expect(try await program.run("template", "show", "evening").output == "Good:\n\nHard:\n")
    _ = try await program.run("write", "--template", "evening", "Tea.")
    #expect(try await program.words() == "Good:\n\nHard:\n\nTea.")
    let unknown = try await program.run("write", "--template", "x", "Tea.")
    #expect(unknown.status == 1 && unknown.error.contains("no template “x”, only Evening"))
    #expect(
      try await program.run("template", "remove", "Evening").error
        == "Removed the template “Evening”.\n")
    #expect(try await program.run("template", "list").error.hasPrefix("There are no templates yet"))
    let long = try await program.run(
      "template", "add", "x", "-", input: String(repeating: "a", count: 10_001))
    #expect(long.status == 1 && long.error.contains("10001 characters"), "\(long.error)")
  }

  @Test("names people with an @, who then have a contact of the day")
  func people() async throws {
    _ = try await program.run("person", "add", "Mina")
    _ = try await program.run("write", "Tea with @mina, and `@Mina`.")
    let contacts = try await program.run("contact", "list", "Mina", "--json").json
    #expect(contacts.count == 1 && contacts[0]["kind"] as? String == "met")
    _ = try await program.run("edit", "1", "--words", "Tea.")
    #expect(try await program.run("contact", "list", "Mina", "--json").json.isEmpty)
  }

  @Test("that is there is shown by the editor, with what is given below")
  func editor() async throws {
    _ = try await write("Slept well.", "--mood", "good")
    let seen = program.folder.path("seen")
    let edit = try await write(
      "Snow!", "-e", "--mood", "4", editor: "cp \"$1\" '\(seen)'; echo Slept. > \"$1\"")
    #expect(edit.status == 0, "\(edit.error)")
    #expect(try String(contentsOfFile: seen, encoding: .utf8) == "Slept well.\n\nSnow!\n")
    #expect(try await program.words() == "Slept.")
    #expect(
      try await program.run("versions", "1", "--json").json.map { $0["words"] as? String }
        == ["Slept well."])
    let same = try await write("-e", "--mood", "2", editor: "exit 0")
    #expect(same.status == 0)
    #expect(same.error.hasSuffix("already, post 1; its words are the same.\n"))
    #expect(try await program.shown(1)["mood"] as? Int == 2)
  }

  @Test("that somebody else writes meanwhile stays theirs, and what was written is kept")
  func meanwhile() async throws {
    let other =
      "'\(Program.daystamp)' write Theirs --morning --day 2024-01-31 --mood 1"
      + " --journal '\(program.journal)' --owner anna"
    for script in ["\(other); echo Mine > \"$1\"", "\(other); echo Mine too > \"$1\""] {
      let result = try await write("-e", "--mood", "4", editor: script)
      #expect(result.status == 1)
      let draft = try #require(program.drafts.first)
      #expect(result.error.contains("Somebody else wrote it meanwhile. Your words are kept; "))
      #expect(
        result.error.contains(
          "--morning \(program.place) < \(program.folder.path(draft)) adds yours below "
            + "theirs.\n"), "\(result.error)")
      try program.folder.remove(draft)
    }
    #expect(try await program.words() == "Theirs\n\nTheirs")
    #expect(try await program.shown(1)["mood"] as? Int == 1)
  }

  @Test("by several writers at once is one post with the words of all")
  func atOnce() async throws {
    let results = try await withThrowingTaskGroup(of: (Int, Program).self) { group in
      for number in 0..<6 {
        group.addTask {
          (number, try await self.write("writer \(number)", "--mood", "3"))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let words = try #require(try await program.words())
    for (number, result) in results {
      #expect(result.status == 0, "\(result.error)")
      #expect(words.contains("writer \(number)"))
    }
    #expect(try await program.run("list", "--json").json.count == 1)
  }

  @Test("keeps its time, which edit changes")
  func time() async throws {
    _ = try await write("Slept well.", "--mood", "good", "--at", "06:45")
    let result = try await write("Snow.", "--mood", "good", "--at", "07:00")
    #expect(result.status == 64)
    #expect(result.error.contains("daystamp edit 1 --time changes its time"))
    #expect(try await program.run("edit", "1", "--time", "2024-01-31 07:00").status == 0)
    #expect(try await program.shown(1)["time"] as? String == "2024-01-31T07:00+09:00")
  }

  @Test("is one a day, also for what is made one later")
  func one() async throws {
    _ = try await write("Slept well.", "--mood", "good")
    _ = try await program.run("write", "tea", "--day", "2024-01-31", "--mood", "4")
    let second = try await program.run("edit", "2", "--morning")
    #expect(second.status == 1)
    #expect(second.error.contains("2024-01-31 has a morning page already, post 1"))
    #expect(try await program.run("edit", "1", "--no-morning").status == 0)
    #expect(try await program.run("edit", "2", "--morning").status == 0)
    let without = try await program.run("edit", "2", "--mood", "none")
    #expect(without.status == 1 && without.error.contains("needs words and a mood"))
    #expect(try await program.run("edit", "1", "--mood", "").status == 0)
    #expect(try await program.shown(1)["mood"] == nil)
  }
}
