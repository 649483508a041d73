import Foundation
import Testing
import TestSupport

@Suite("A word that no command or option has")
struct MistypedTests {
  @Test(
    "is told first, with the nearest name",
    arguments: [
      (["stamp", "--hepl"], "Unknown option '--hepl'. Did you mean '--help'?"),
      (["stamp", "a.jpg", "--jobs", "0", "--forse"], "'--forse'. Did you mean '--force'?"),
      (["stamp", "nowhere.jpg", "--time", "x", "--out", "b"], "Did you mean '--output'?"),
      (["stamp", "a.jpg", "-O", "b"], "Unknown option '-O'. Did you mean '-o'?"),
      (["stamp", "--verison"], "Did you mean '--version'?"),
      (["list", "--limit", "3"], "Unknown option '--limit'. Did you mean '--last'?"),
      (["list", "2024-13", "--stared"], "Did you mean '--starred'?"),
      (["verify", "--origin", "a.jpg"], "Did you mean '--original'?"),
      (["verify", "-j4", "a.jpg"], "Unknown option '-j4'."),
      (["edit", "one", "--capton", "x"], "Did you mean '--caption'?"),
      (["unlock", "--pin-stdn"], "Did you mean '--pin-stdin'?"),
      (["config", "set", "--onwer", "mina"], "Did you mean '--owner'?"),
      (["calender"], "There is no command 'calender'. Did you mean 'calendar'?"),
      (["ls"], "There is no command 'ls'. Did you mean 'list'?"),
      (["stmp", "a.jpg"], "There is no command 'stmp'. Did you mean 'stamp'?"),
      (["rm", "12"], "Did you mean 'delete'?"), (["Stamp"], "Did you mean 'stamp'?"),
      (["conf"], "Did you mean 'config'?"), (["wholly-other"], "no command 'wholly-other'."),
      (["lock", "chnage"], "There is no command 'chnage'. Did you mean 'change'?"),
      (["config", "ste", "day-start", "04:00"], "no command 'ste'. Did you mean 'set'?"),
      (["trash", "rstore", "3"], "Did you mean 'restore'?"),
      (["trash", "3"], "no command '3'. The commands are: list, restore, delete, empty."),
      (["owner", "delete", "mina"], "no command 'delete'. Did you mean 'remove'?"),
      (["undelete", "3"], "Did you mean 'trash'?"),
      (["stamp", "a.jpg", "-output", "b"], "'-output'. Did you mean '--output'?"),
      (["stamp", "a.jpg", "-out=b"], "Unknown option '-out'. Did you mean '--output'?"),
      (["stamp", "a.jpg", "-overwrite_original"], "Did you mean '--in-place'?"),
      (["list", "--since", "2024"], "Did you mean '--from'?"),
      (["help", "stmp"], "Did you mean 'stamp'?"),
      (["help", "lock", "chnage"], "Did you mean 'change'?"),
      (["-q", "stamp", "a.jpg"], "Options come after the command: daystamp stamp -q"),
      (["--style", "film", "a.jpg"], "after the command: daystamp stamp --style"),
    ])
  func first(arguments: [String], says: String) async throws {
    let program = try JournalProgram()
    let result = try await program.run(arguments)
    #expect(result.status == 64)
    #expect(result.error.hasPrefix("Error: "))
    #expect(result.error.prefix { $0 != "\n" }.hasSuffix(says), "\(result.error)")
    #expect(result.output == "")
    #expect(program.folder.files.isEmpty)
  }

  @Test("shows the usage of the command in which it is")
  func usage() async throws {
    let program = try JournalProgram()
    for (arguments, usage) in [
      (["stamp", "--hepl"], "daystamp stamp [<options>]"), (["ls"], "daystamp <subcommand>\n"),
      (["lock", "chnage"], "daystamp lock <subcommand>\n"),
      (["lock", "--hepl"], "daystamp lock status [--json]"),
    ] {
      #expect(try await program.run(arguments).error.contains("\nUsage: \(usage)"))
    }
  }

  @Test("shows the usage of a command that finds only later that it was called wrongly")
  func later() async throws {
    let folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    let result = try await Program.run(
      Program.daystamp, ["stamp", "--files-from", "nowhere.txt"], in: folder.path)
    #expect(result.status == 64)
    #expect(result.error.contains("\nUsage: daystamp stamp [<options>]"), "\(result.error)")
  }

  @Test(
    "that is a file is a photo to stamp",
    arguments: [
      (["a.jpg"], "\n  daystamp stamp a.jpg\n"), (["b"], "\n  daystamp stamp b\n"),
      (["c d.jpg", "-o", "x"], "\n  daystamp stamp 'c d.jpg'\n"),
      (["Photos/2024"], "\n  daystamp stamp Photos/2024\n"),
      (["it's.jpg"], "\n  daystamp stamp 'it'\\''s.jpg'\n"),
      (["two\nlines.jpg"], "\n  daystamp stamp 'two\\nlines.jpg'\n"),
    ])
  func file(arguments: [String], says: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "b")
    let result = try await Program.run(Program.daystamp, arguments, in: folder.path)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(folder.files == ["b"])
  }

  @Test(
    "as the value of an option of few values gets the nearest",
    arguments: [
      (["stamp", "a.jpg", "--style", "fim"], "film"),
      (["stamp", "a.jpg", "--style=Diray"], "diary"),
      (["stamp", "a.jpg", "--position", "botom-left"], "bottom-left"),
      (["post", "a.jpg", "--style", "bx"], "box"), (["config", "tmie-zone"], "time-zone"),
      (["config", "get", "daystart"], "day-start"),
      (["config", "set", "label-stile", "film"], "label-style"),
      (["config", "reset", "day-start", "lable-size"], "label-size"),
    ])
  func value(arguments: [String], near: String) async throws {
    let result = try await Program.run(Program.daystamp, arguments)
    #expect(result.status == 64)
    #expect(result.error.contains(". Did you mean '\(near)'?\n"), "\(result.error)")
  }

  @Test(
    "as the value of an option of which some have names gets the nearest, too",
    arguments: [
      (["stamp", "a.jpg", "--color", "blu"], "blue"),
      (["post", "a.jpg", "--background=wite"], "white"),
      (["stamp", "a.jpg", "--outline", "non"], "none"),
      (["calendar", "--week-start", "mnday"], "monday"),
    ])
  func namedValue(arguments: [String], near: String) async throws {
    let result = try await Program.run(Program.daystamp, arguments)
    #expect(result.status == 64)
    let line = result.error.prefix { $0 != "\n" }
    #expect(line.hasSuffix(". Did you mean '\(near)'?"), "\(result.error)")
  }

  @Test(
    "is not found in the values of options and arguments",
    arguments: [
      (["stamp", "nowhere.jpg", "--text", "--hepl"], "nowhere.jpg"),
      (["stamp", "nowhere.jpg", "--shift", "-1h", "--time-zone", "-04:00"], "nowhere.jpg"),
      (["stamp", "--", "--hepl"], "--hepl: "), (["stamp", "a.jpg", "--margin", "-4"], "--margin"),
      (["config", "set", "time-zone", "-25:00"], "there is no time zone “-25:00”"),
      (["post", "nowhere.jpg", "-c", "-x", "-c-y", "--jobs", "0"], "--jobs takes 1"),
    ])
  func values(arguments: [String], says: String) async throws {
    let result = try await Program.run(Program.daystamp, arguments)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(!result.error.contains("Unknown"))
  }

  @Test(
    "is never repeated where it may be a PIN",
    arguments: [
      ["lock", "2580"], ["lock", "set", "-2580"], ["lock", "set", "--pin=2580"],
      ["unlock", "--pin-stdn=2580"], ["unlock", "-p2580"], ["lock", "set2580"],
    ])
  func pin(arguments: [String]) async throws {
    let result = try await JournalProgram().run(arguments)
    #expect(result.status == 64)
    #expect(!result.error.contains("2580"), "\(result.error)")
  }

  @Test("does nothing to a terminal")
  func hostile() async throws {
    for word in ["a\u{1B}[2J", "x\nError: y"] {
      for arguments in [[word], ["lock", word], ["stamp", "--\(word)=1"], ["help", word]] {
        let result = try await JournalProgram().run(arguments)
        #expect(result.status == 64)
        #expect(!result.error.contains("\u{1B}"))
        #expect(!result.error.contains("\nError"), "\(result.error)")
      }
    }
  }
}
