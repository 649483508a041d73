import Files
import Foundation
import Shell
import Testing
import TestSupport

@testable import JournalCommands

@Suite("A wrong command line")
struct UsageTests {
  @Test(
    "tells of a value once, in at most three lines",
    arguments: [
      (["--filter", "Nashvile"], "Error: --filter: “Nashvile” is not a filter: give one of "),
      (["--filter", "Nashvile"], "Did you mean 'nashville'?"),
      (
        ["--on-conflict", "rename"],
        "Error: The value 'rename' is invalid for '--on-conflict <way>'.\nHelp:  "
      ), (["--jobs", "x"], "Help:  --jobs <jobs>  How many photos"),
      (["--color", "12"], "Error: --color: “12” is not a colour"),
    ])
  func refusedValue(arguments: [String], says: String) async throws {
    let result = try await Program.run(Program.daystamp, ["stamp", "a.jpg"] + arguments)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(result.error.split(separator: "\n").count <= 3, "\(result.error)")
    #expect(result.error.hasSuffix("  See 'daystamp stamp --help' for more information.\n"))
  }

  @Test(
    "exits with 64, says what is wrong, and writes nothing",
    arguments: [
      ([], "input"),
      (["a.jpg", "--format", "%Y %Q"], "“%Q” in the format is unknown"),
      (["a.jpg", "--format", "%Y %"], "“%” at the end of the format lacks its letter"),
      (["a.jpg", "--color", "blurple"], "blurple"),
      (["a.jpg", "--color", "none"], "draw nothing"),
      (["a.jpg", "--outline", "#12"], "#12"),
      (["a.jpg", "--size", "huge"], "huge"),
      (["a.jpg", "--size", "0px"], "draw nothing"),
      (["a.jpg", "--margin", "-4"], "margin"),
      (["a.jpg", "--position", "nowhere"], "nowhere"),
      (["a.jpg", "--style", "fancy"], "fancy"),
      (["a.jpg", "--locale", "xx_YY"], "xx_YY"),
      (["a.jpg", "--time-zone", "Asia/Seol"], "Asia/Seoul"),
      (["a.jpg", "--time", "yesterday"], "“yesterday” is not a time: begin with the year"),
      (["a.jpg", "--time", "2024-1-31"], "after “2024-”, the month must follow"),
      (
        ["a.jpg", "--time", " 2024-01-31,"],
        "after “2024-01-31”, a space and the time of day must follow"
      ),
      (["a.jpg", "--time", "2024-02-30"], "30"),
      (["a.jpg", "--shift", "3x"], "--shift 3x: a number has an unknown unit"),
      (["a.jpg", "--shift", "h"], "every unit needs a number before it"),
      (["a.jpg", "--font", "/nowhere.ttf"], "/nowhere.ttf"),
      (["a.jpg", "--text", "{data}"], "{data}"),
      (["a.jpg", "--text", " "], "text is empty"),
      ([".", "-o", "."], "--in-place"),
      (
        ["a.jpg", "--text", "two\u{1B}lines"],
        "the text's character 4 is a control"
      ),
      (["a.jpg", "--quality", "0"], "1 to 100"),
      (["a.jpg", "--jobs", "0"], "1 to 1024"),
      (["a.jpg", "--max-pixels", "0"], "max-pixels"),
      (["a.jpg", "--in-place", "-o", "out"], "cannot be used together"),
      (["a.jpg", "b.jpg", "-o", "c.jpg"], "c.jpg"),
      (["a.jpg", "-o", "c.png", "--to", "jpeg"], "c.png"),
      (["-", "a.jpg"], "Standard input"),
      (["-", "--in-place"], "standard input"),
      (["a.jpg", "-o", "-", "--json"], "--json"),
      (["a.jpg", "-0"], "--files-from"),
      (["a.jpg", "-o", "photo.jpgg"], "give photo.jpg for a file, or photo.jpgg/ for a folder"),
      (["a.jpg", "-o", "report.pdf"], "give report.jpg for a file, or report.pdf/ for a folder"),
      (["a.jpg", "b.jpg", "-o", "Photos.old"], "give Photos.old/ for a folder"),
      ([".", "-o", "photo.jpgg"], "give photo.jpgg/ for a folder"),
      (["a.jpg", "-o", "b.jpg/"], "b.jpg is a file, not a folder"),
      (["a.jpg", "--to", "gif"], "jpeg"),
      (["a.jpg", "--on-conflict", "rename"], "suffix"),
      (["a.jpg", "-o", "."], "--in-place"),
      (["--files-from", "nowhere.txt"], "nowhere.txt"),
    ])
  func usage(arguments: [String], says: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(MadePhoto.jpeg(), to: "b.jpg")
    let result = try await Program.run(Program.daystamp, ["stamp"] + arguments, in: folder.path)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(folder.files == ["a.jpg", "b.jpg"])
  }

  @Test(
    "exits with 64 for the other commands too",
    arguments: [
      (["unstamp"], "input"),
      (["unstamp", "a.jpg", "--in-place", "-o", "out"], "cannot be used together"),
      (["unstamp", "a.jpg", "b.jpg", "-o", "c.jpg"], "c.jpg"),
      (["unstamp", "a.jpg", "-o", "photo.jpgg"], "give photo.jpg for a file"),
      (["unstamp", "-", "--in-place"], "standard input"),
      (["unstamp", "a.jpg", "-o", "-", "--json"], "--json"),
      (["unstamp", "a.jpg", "--jobs", "0"], "1 to 1024"),
      (["unstamp", "--files-from", "nowhere.txt"], "nowhere.txt"),
      (["unstamp", "a.jpg", "--to", "png"], "--to"),
      (["unstamp", "a.jpg", "--quality", "90"], "--quality"),
      (["unstamp", "a.jpg", "--allow-loss"], "--allow-loss"),
      (["unstamp", "a.jpg", "--max-pixels", "9"], "--max-pixels"),
      (["unstamp", "a.jpg", "--no-undo"], "--no-undo"),
      (["verify"], "file"),
      (["verify", "a.jpg", "b.jpg", "--original", "a.jpg"], "--original"),
      (["verify", ".", "--original", "a.jpg"], "--original"),
    ])
  func usageOfOthers(arguments: [String], says: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(MadePhoto.jpeg(), to: "b.jpg")
    let result = try await Program.run(Program.daystamp, arguments, in: folder.path)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(folder.files == ["a.jpg", "b.jpg"])
  }

  @Test(
    "is helped by --help with examples",
    arguments: [["stamp"], ["unstamp"], ["verify"], ["info"], []])
  func help(command: [String]) async throws {
    let result = try await Program.run(Program.daystamp, command + ["--help"])
    #expect(result.status == 0)
    #expect(result.output.contains("EXAMPLES"))
  }

  @Test("can ask for the version and for completions")
  func version() async throws {
    #expect(try await Program.run(Program.daystamp, ["--version"]).output.contains("0.1"))
    let script = try await Program.run(Program.daystamp, ["--generate-completion-script", "bash"])
    for command in ["stamp", "unstamp", "verify", "info"] {
      #expect(script.output.contains("_daystamp_\(command)"))
    }
  }
}

@Suite("Exit codes")
struct ExitStatusTests {
  @Test("are those of the README's table")
  func readme() throws {
    let readme = try String(
      contentsOf: Checkout.folder.appending(path: "README.md"), encoding: .utf8)
    let table = readme.components(separatedBy: "| exit code |").dropFirst().first ?? ""
    let codes = table.split(separator: "\n").dropFirst(2).prefix { $0.hasPrefix("| ") }
      .compactMap { Int32($0.dropFirst(2).prefix(while: \.isNumber)) }
    #expect(codes == ExitStatus.allCases.map(\.rawValue))
  }
}

@Suite("A wrong question to the journal")
struct AskingUsageTests {
  @Test(
    "exits with 64 and says what is wrong",
    arguments: [
      (["list", "2024-02..2024-01"], "2024-02-01 is after 2024-01-31"),
      (["list", "2023-02-29"], "no day 29 in 2023-02; it has 28"),
      (["list", "2024-13"], "no month 13"), (["list", "0000"], "no year 0"),
      (["list", "later"], "today, yesterday, monday, last week, 3 days ago, 2024-01-31"),
      (["list", "2024-1"], "2024-01"),
      (["list", ""], "write days as"), (["list", "2024", "2025"], "2025"),
      (["list", "--from", "2024-02-30"], "--from 2024-02-30: there is no day 30"),
      (["list", "--to", "later"], "--to later: write days as"),
      (["list", "--from", "2024", "--to", "2023"], "2024-01-01 is after 2023-12-31"),
      (["list", "2024", "--from", "2023"], "not both"),
      (["list", "2024", "--to", "2025"], "not both"),
      (["list", "--last", "0"], "--last 0: give a number from 1 up"),
      (["list", "--last", "ten"], "ten"),
      (["list", "--json", "--paths"], "--json and --paths cannot be used together"),
      (["list", "--search", ""], "needs a word"), (["list", "--search", " \t"], "needs a word"),
      (["list", "--search", "#"], "--search needs a word."),
      (["list", "--search", " ＃ \"\""], "needs a word"),
      (["list", "--tag", ""], "the name is empty"),
      (["list", "--tag", "sea,sun"], "a tag cannot have a comma, which separates tags"),
      (["list", "2017~"], "The range 2017~: write these days as “2017..”."),
      (["list", "yesterdya"], "write these days as “yesterday”."),
      (["list", "lats", "week"], "The range lats week: write these days as “last week”."),
      (["list", "02-30"], "no day 30 in month 2 of any year"),
      (["list", "02-15..today"], "-02-15..today”."),
      (["list", "--from", "02-15"], "02-15 has no year"),
      (
        ["list", "--from", "2017.."],
        "--from 2017..: write these days as “2017-01-01..today”."
      ),
      (["list", "2024/02/15"], "write these days as “2024-02-15”"),
      (["list", "--to", "20240215"], "--to 20240215: write these days as “2024-02-15”."),
      (["memories", "2024-2-15"], "write these days as “2024-02-15”"),
      (["day", "02-15"], "has no year"),

      (["show"], "number"), (["show", "one"], "one"), (["show", "1", "2"], "2"),
      (["calendar", "2024-13"], "no month 13"), (["calendar", "0000"], "no year 0"),
      (["calendar", "2024-01-31"], "like 2024-01"), (["calendar", "today"], "like 2024-01"),
      (["calendar", "--week-start", "lundi"], "“lundi” is not a weekday"),
      (["memories", "2024-01"], "give one day"), (["memories", "2023-02-29"], "no day 29"),
      (["memories", "--json", "--paths"], "cannot be used together"),
      (["random", "1"], "1"), (["stats", "2024"], "2024"),
    ])
  func usage(arguments: [String], says: String) async throws {
    let program = try JournalProgram()
    let result = try await program.run(arguments)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(result.output == "")
    #expect(program.folder.files.isEmpty, "no journal was made")
  }

  @Test(
    "exits with 64 where the journal tells which days are meant",
    arguments: [
      (["list", "today..yesterday"], "is after"),
      (["memories", "last", "week"], "give one day, not all days from "),
    ])
  func relative(arguments: [String], says: String) async throws {
    let program = try JournalProgram()
    try await program.addOwner("anna")
    let result = try await program.run(arguments)
    #expect(result.status == 64)
    #expect(result.error.contains(says), "\(result.error)")
    #expect(result.output == "")
  }

  @Test(
    "shows the command's own usage",
    arguments: [["list", "2024-13"], ["calendar", "x"], ["memories", "2024"]])
  func ownUsage(arguments: [String]) async throws {
    let result = try await JournalProgram().run(arguments)
    #expect(result.error.contains("Usage: daystamp \(arguments[0]) "))
  }
}

@Suite("Help of what changes a journal")
struct ChangingHelpTests {
  @Test(
    "has examples",
    arguments: [
      ["edit"], ["delete"], ["trash"], ["trash", "list"], ["trash", "restore"], ["trash", "empty"],
      ["owner"], ["owner", "list"], ["owner", "add"], ["owner", "rename"], ["owner", "remove"],
      ["owner", "link"], ["owner", "unlink"], ["owner", "accounts"],
      ["config"], ["config", "get"], ["config", "set"], ["config", "reset"],
    ])
  func examples(command: [String]) async throws {
    let result = try await Program.run(Program.daystamp, command + ["--help"])
    #expect(result.status == 0)
    #expect(result.output.contains("EXAMPLES"))
  }

  @Test("names every setting", arguments: [["config"], ["config", "get"], ["config", "set"]])
  func keys(command: [String]) async throws {
    let help = try await Program.run(Program.daystamp, command + ["--help"]).output
    for key in [
      "time-zone", "day-start", "week-start", "export-to", "text-pool", "question-collection",
      "leap-birthday",
      "keyword-length", "web-address", "reminder-language", "video-size",
      "label-style", "label-format",
      "label-locale", "label-text", "label-size", "label-margin", "label-position", "label-color",
      "label-outline", "label-background", "label-font",
    ] {
      #expect(help.contains(key))
    }
  }
}
