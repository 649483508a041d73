import Foundation

/// How the help of a command is laid out.
package struct HelpLayout {
  private let blocks: [[Substring]]

  /// The most options that stand in no titled group.
  private static let mostUntitled = 8

  package init(_ help: String) {
    blocks = help.components(separatedBy: "\n\n").map { $0.split(separator: "\n") }
  }

  /// The parts by which a reader finds things: what the command does in a line, then an example or two,
  /// then the usage, and options in titled groups.
  package var problems: [String] {
    var problems: [String] = []
    func check(_ holds: Bool, _ problem: String) { if !holds { problems.append(problem) } }
    let headings = blocks.compactMap { $0.first.map(String.init) }
    check(headings.first?.hasPrefix("OVERVIEW: ") == true, "no overview")
    check(blocks.first?.count == 1, "an overview of several lines")
    check(headings.dropFirst().first == "EXAMPLES:", "no examples after the overview")
    check(headings.contains { $0.hasPrefix("USAGE: ") }, "no usage")
    let options = blocks.filter { $0.first?.hasSuffix(":") == true }.map { block in
      (block.first ?? "", block.filter { $0.hasPrefix("  -") || $0.hasPrefix("  <") }.count)
    }
    // Beside the command's own there are --version and --help.
    let untitled = options.filter { $0.0 == "OPTIONS:" }.reduce(-2) { $0 + $1.1 }
    check(untitled <= Self.mostUntitled, "\(untitled) options without a group")
    let usual = ["OPTIONS:", "ARGUMENTS:", "EXAMPLES:", "MORE EXAMPLES:"]
    let titled = options.filter { !usual.contains(String($0.0)) && $0.1 > 0 }
    let count = titled.reduce(untitled) { $0 + $1.1 }
    check(count <= Self.mostUntitled || titled.count > 1, "\(count) options in one group or none")
    return problems
  }
}
