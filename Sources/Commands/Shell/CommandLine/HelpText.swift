import Foundation
import Wording

/// Help as it is shown: ArgumentParser's, with the commonest examples first and no long lines.
enum HelpText {
  /// The columns of a line of help, on however wide a terminal.
  static let columns = 79
  /// Examples that stand before everything else.
  private static let commonExamples = 2

  /// ArgumentParser's help, or a message of it, as it is shown.
  static func arranged(_ text: String) -> String {
    examplesFirst(breakingUsage(text))
  }

  /// The text with its headings in bold where the style has it.
  static func styled(_ text: String, _ style: TerminalStyle) -> String {
    guard style.hasAttributes else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let heading = line.prefix { $0.isUppercase || $0 == " " }
      guard heading.first?.isUppercase == true, line.dropFirst(heading.count).first == ":" else {
        return String(line)
      }
      return style.bold("\(heading):") + line.dropFirst(heading.count + 1)
    }.joined(separator: "\n")
  }

  /// Breaks the usage in a message, which ArgumentParser leaves in one line, before its options.
  static func breakingUsage(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("USAGE: ") || line.hasPrefix("Usage: ") else { return String(line) }
      return wrapped(parts(line), indent: 7)
    }.joined(separator: "\n")
  }

  /// The words of a usage, those in brackets together.
  private static func parts(_ usage: Substring) -> [String] {
    var (parts, depth) = ([""], 0)
    for character in usage {
      if character == " ", depth == 0 {
        parts.append("")
        continue
      }
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  /// Words in lines that are not too long, the second and all further ones indented.
  static func wrapped(_ words: [String], indent: Int) -> String {
    var (lines, line) = ([String](), "")
    for word in words {
      if line.isEmpty {
        line = word
      } else if DisplayWidth.columns(of: line) + 1 + DisplayWidth.columns(of: word) <= columns {
        line += " \(word)"
      } else {
        lines.append(line)
        line = DisplayWidth.blanks(indent) + word
      }
    }
    return (lines + [line]).joined(separator: "\n")
  }

  /// A command's help with the first examples after its first line, and further ones at the end.
  private static func examplesFirst(_ text: String) -> String {
    let parts = text.components(separatedBy: "\n\nUSAGE: ")
    guard text.hasPrefix("OVERVIEW: "), parts.count == 2 else { return text }
    let overview = Discussion(parts[0])
    let (common, further) = (
      overview.examples.prefix(commonExamples), overview.examples.dropFirst(commonExamples)
    )
    var help = [overview.abstract]
    if !common.isEmpty { help.append("EXAMPLES:\n" + common.joined(separator: "\n")) }
    help += overview.paragraphs
    help.append("USAGE: \(parts[1].trimmingCharacters(in: .newlines))")
    if !further.isEmpty { help.append("MORE EXAMPLES:\n" + further.joined(separator: "\n")) }
    return help.joined(separator: "\n\n")
  }

  /// What a command's help says before its usage.
  struct Discussion {
    /// The first paragraph, of one line.
    let abstract: String
    /// Each as shown: one or more commands, below their description.
    let examples: [String]
    /// All else.
    let paragraphs: [String]

    /// An example begins with a line that is indented by two blanks; what belongs to it is indented
    /// further.
    init(_ text: String) {
      let heading = "EXAMPLES\n"
      let all = text.components(separatedBy: "\n\n")
      abstract = all.first ?? ""
      paragraphs = all.dropFirst().filter { !$0.hasPrefix(heading) }
      var examples: [String] = []
      for block in all where block.hasPrefix(heading) {
        for line in block.dropFirst(heading.count).split(separator: "\n") {
          if line.hasPrefix("   "), let last = examples.popLast() {
            examples.append("\(last)\n\(line)")
          } else {
            examples.append(String(line))
          }
        }
      }
      self.examples = examples
    }
  }
}
