import Foundation

/// The examples in a program's help, as a shell runs them.
package struct HelpExamples {
  private let program: String
  private let script: String

  /// - Parameters:
  ///   - help: the text; its examples stand below EXAMPLES and MORE EXAMPLES.
  ///   - program: the program's name, by which its commands are known.
  package init(_ help: String, program: String) {
    self.program = program
    let blocks = help.components(separatedBy: "\n\n").filter {
      $0.hasPrefix("EXAMPLES:\n") || $0.hasPrefix("MORE EXAMPLES:\n")
    }
    let lines = blocks.flatMap { $0.split(separator: "\n").dropFirst() }
    // What is said of an example ends in a colon, over one line or two; a table has its words after
    // three blanks.
    var commands: [String] = []
    for line in lines {
      let text = line.trimmingCharacters(in: .whitespaces)
      let isCommand =
        line.hasPrefix("    ") || text.hasPrefix(program) || text.contains("daystamp ")
        || commands.last?.hasSuffix("\\") == true
      if isCommand, !text.hasSuffix(":") {
        commands.append(text.components(separatedBy: "   ")[0])
      }
    }
    script = commands.joined(separator: "\n")
  }

  /// Runs the examples with the system's shell, in a folder where all other programs do nothing.
  ///
  /// - Returns: the arguments with which the shell started the program, each time.
  package func run() async throws -> [[String]] {
    let folder = try TemporaryFolder()
    for file in ["photo.jpg", "stamped.jpg", "pin.txt", "notes.md"] {
      try folder.write([], to: file)
    }
    let others = [
      "find", "jq", "xargs", "cp", "mail", "xdg-open", "printf", "echo", "date", "gimp", "vi",
      "fortune", "sha256sum", "daystamp", "daystamp-server",
    ]
    for name in others {
      let end = #"printf '%s\0' "$@" >> "$ARGUMENTS"; printf '\0\0' >> "$ARGUMENTS""#
      let text = "#!/bin/sh\n" + (name == program ? "\(end)\n" : "exit 0\n")
      try folder.write(Array(text.utf8), to: "bin/\(name)")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/\(name)"))
    }
    let result = try await Program.run(
      "/bin/sh", ["-e", "-c", "old=1 new=2\n\(script)"], in: folder.path,
      environment: [
        "PATH": folder.path("bin"), "HOME": folder.path("home"),
        "ARGUMENTS": folder.path("arguments"), "USER": "anna", "EDITOR": "vi",
      ])
    guard result.status == 0 else { throw NotAScript(text: script, error: result.error) }
    let calls = try String(contentsOfFile: folder.path("arguments"), encoding: .utf8)
    return calls.components(separatedBy: "\0\0\0").filter { !$0.isEmpty }
      .map { $0.components(separatedBy: "\0") }
  }

  /// Examples that the shell does not take.
  struct NotAScript: Error {
    let text: String
    let error: String
  }
}
