/// Help as it is shown.
enum HelpText {
  /// The columns of a line of help, on however wide a terminal.
  static let columns = 79

  /// Breaks the usage in a message, which ArgumentParser leaves in one line, before its options.
  static func breakingUsage(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.count > columns, line.hasPrefix("USAGE: ") || line.hasPrefix("Usage: ") else {
        return String(line)
      }
      return broken(line)
    }.joined(separator: "\n")
  }

  private static func broken(_ usage: Substring) -> String {
    var lines = [""]
    var part = ""
    var depth = 0
    func finish(_ part: String) {
      if lines[lines.count - 1].count + part.count > columns {
        lines.append("      ")
      }
      lines[lines.count - 1] += part
    }
    for character in usage {
      if character == " ", depth == 0 {
        finish(part)
        part = ""
      }
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      part.append(character)
    }
    finish(part)
    return lines.joined(separator: "\n")
  }
}
