import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Sending

@Suite("The units of systemd")
struct UserUnitsTests {
  private static let arguments = [
    "remind", "--journal", "/home/kim/내 사진 100%/it's \"$HOME\" \\n %h ${PATH} $$", "", ";", "-x",
    "🎂 \t\u{7}\n\u{7F} end ", "@:!+", "#no comment", "a\\",
  ]

  @Test(
    "are taken by systemd, which reads the very arguments",
    .enabled(if: InstalledProgram.isThere("systemd-analyze"), "needs systemd"),
    arguments: ["daystamp", "내 사진 100%h/day stamp $HOME"])
  func verified(name: String) async throws {
    let folder = try TemporaryFolder()
    let program = folder.path(name)
    try FileManager.default.createDirectory(
      atPath: FilePath(program).removingLastComponent().string, withIntermediateDirectories: true)
    // Any program will do.
    try FileManager.default.createSymbolicLink(
      atPath: program, withDestinationPath: Program.daystamp)
    let service = try UserUnits.service(program: FilePath(program), arguments: Self.arguments)
    let files = try [
      folder.write(service.utf8, to: UserUnits.serviceName),
      folder.write(UserUnits.timer.utf8, to: UserUnits.timerName),
    ]
    // With its own log it also prints what it read of each unit.
    let run = try await InstalledProgram.run(
      "systemd-analyze", ["verify", "--user", "--man=no"] + files,
      environment: [
        "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path,
        "SYSTEMD_LOG_LEVEL": "debug", "SYSTEMD_LOG_TARGET": "console",
      ])
    #expect(run.status == 0, "\(run.error)")
    let ours = run.error.split(separator: "\n").filter { $0.contains(folder.path + "/daystamp-") }
    #expect(ours.allSatisfy { !$0.contains("gnor") && !$0.contains("nknown") }, "\(ours)")
    let line = try #require(
      run.output.split(separator: "\n").first { $0.contains("Command Line: ") })
    #expect(Self.words(of: line) == [program] + Self.arguments)
    for setting in [
      "TimeoutStartSec: 10min", "KillMode: process", "UMask: 0077", "LimitCORE: 0", "Nice: 10",
    ] {
      #expect(run.output.contains("\t\t\(setting)\n"), "\(setting)")
    }
  }

  /// The words of a line that systemd prints, of which those are in quotes that need it.
  private static func words(of line: Substring) -> [String] {
    let text = line.split(separator: "Command Line: ", maxSplits: 1).last ?? ""
    return text.matches(of: /"((?:[^"\\]|\\.)*)"|(\S+)/).map { match in
      guard let quoted = match.1 else { return String(match.2 ?? "") }
      return String(quoted).replacing(/\\(x[0-9a-f]{2}|[0-7]{3}|.)/) { escape in
        let known: [Substring: String] = ["a": "\u{7}", "n": "\n", "t": "\t"]
        if escape.1.first == "x" || escape.1.count == 3 {
          let number = UInt8(escape.1.drop { $0 == "x" }, radix: escape.1.first == "x" ? 16 : 8)
          return number.map { String(UnicodeScalar($0)) } ?? ""
        }
        return known[escape.1] ?? String(escape.1)
      }
    }
  }

  @Test(
    "refuse a program that systemd would not start",
    arguments: [
      "daystamp", "./daystamp", "", "/", "/a\"b/daystamp", "/it's/daystamp", "/a\\b", "/a\nb",
    ])
  func refused(path: String) {
    #expect(throws: UserTimerError.program(FilePath(path).string)) {
      try UserUnits.service(program: FilePath(path), arguments: [])
    }
  }

  @Test(
    "quote every word",
    arguments: [
      ("", #""""#), ("a b", #""a b""#), ("100%", #""100%%""#), ("$HOME", #""$HOME""#),
      (#"\"#, #""\\""#), (#"""#, #""\"""#), ("'", #""'""#), ("\n\u{1F}", #""\x0a\x1f""#),
      ("가", #""가""#),
    ])
  func quoted(word: String, text: String) {
    #expect(UserUnits.quoted(word) == text)
  }
}
