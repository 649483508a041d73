import Foundation
import TestSupport
import Testing

@Suite("A wrong command line")
struct UsageTests {
  @Test(
    "exits with 64, says what is wrong, and writes nothing",
    arguments: [
      ([], "input"),
      (["a.jpg", "--format", "%Q"], "%Q"),
      (["a.jpg", "--color", "blurple"], "blurple"),
      (["a.jpg", "--color", "none"], "draw nothing"),
      (["a.jpg", "--outline", "#12"], "#12"),
      (["a.jpg", "--size", "huge"], "huge"),
      (["a.jpg", "--size", "0px"], "draw nothing"),
      (["a.jpg", "--margin", "-4"], "margin"),
      (["a.jpg", "--position", "middle"], "middle"),
      (["a.jpg", "--style", "fancy"], "fancy"),
      (["a.jpg", "--locale", "xx_YY"], "xx_YY"),
      (["a.jpg", "--time-zone", "Asia/Seol"], "Asia/Seoul"),
      (["a.jpg", "--time", "yesterday"], "yesterday"),
      (["a.jpg", "--time", "2024-02-30"], "30"),
      (["a.jpg", "--shift", "3x"], "3x"),
      (["a.jpg", "--font", "/nowhere.ttf"], "/nowhere.ttf"),
      (["a.jpg", "--text", "{date}"], "{date}"),
      (["a.jpg", "--text", " "], "text is empty"),
      ([".", "-o", "."], "--in-place"),
      (["a.jpg", "--text", "two\nlines"], "control character"),
      (["a.jpg", "--quality", "0"], "1 to 100"),
      (["a.jpg", "--jobs", "0"], "1 to 1024"),
      (["a.jpg", "--max-pixels", "0"], "max-pixels"),
      (["a.jpg", "--in-place", "-o", "out"], "exclude"),
      (["a.jpg", "b.jpg", "-o", "c.jpg"], "c.jpg"),
      (["a.jpg", "-o", "c.png", "--to", "jpeg"], "c.png"),
      (["-", "a.jpg"], "Standard input"),
      (["-", "--in-place"], "Standard input"),
      (["a.jpg", "-o", "-", "--json"], "--json"),
      (["a.jpg", "-0"], "--files-from"),
      (["a.jpg", "a.jpg"], "a.stamped.jpg"),
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
      (["unstamp", "a.jpg", "--in-place", "-o", "out"], "exclude"),
      (["unstamp", "a.jpg", "b.jpg", "-o", "c.jpg"], "c.jpg"),
      (["unstamp", "-", "--in-place"], "Standard input"),
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
