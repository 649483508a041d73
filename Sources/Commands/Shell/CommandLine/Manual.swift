import Fonts
import Foundation
package import Wording

/// The manual: the pages of `docs`, as they come with the programs.
package enum Manual {
  /// All pages in the order of their names; none if `docs` is not installed. Read at the first use.
  package static let pages: [ManualPage] = {
    guard let folder = folders.first(where: { !names(in: $0).isEmpty }) else { return [] }
    return names(in: folder).compactMap { name in
      let file = URL(filePath: "\(folder)/\(name)\(ending)")
      // A page that cannot be read is as one that is not installed.
      return (try? String(contentsOf: file, encoding: .utf8)).map { .init(name: name, text: $0) }
    }
  }()

  /// The page that the arguments ask for: `help sign-in`, `help backup.md`. Nil if there is none of that
  /// name, or a command has the name.
  static func page(
    askedForBy arguments: [String], of program: any ProgramCommand.Type
  ) -> ManualPage? {
    guard arguments.count == 2, arguments[0] == "help", let word = arguments.last,
      program.subcommand(named: word) == nil
    else { return nil }
    let name = word.hasSuffix(ending) ? String(word.dropLast(ending.count)) : word
    return pages.first { $0.name == name }
  }

  private static let ending = ".md"

  /// Where it may be: beside the program as it is installed, or in the checkout that the program was built in.
  private static var folders: [String] {
    var folders = ["/usr/local/share/daystamp/docs", "/usr/share/daystamp/docs"]
    guard let program = ExecutableFolder.current() else { return folders }
    folders.insert("\(program)/../share/daystamp/docs", at: 0)
    let checkout = "\(program)/../../.."
    if FileManager.default.fileExists(atPath: "\(checkout)/Package.swift") {
      folders.insert("\(checkout)/docs", at: 0)
    }
    return folders
  }

  private static func names(in folder: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }
}

extension ManualPage {
  /// The page for a terminal, a line after the other: headings in bold, code set in, links as their texts, and
  /// no line longer than there are columns.
  func lines(columns: Int, _ style: TerminalStyle) -> [String] {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isCode.toggle()
        return [String]()
      }
      if isCode { return ["    " + Wording.escaped(String(line))] }
      // What marks a block for the tests, and the line between a table's head and its rows.
      if line.hasPrefix("<!--") || line.hasPrefix("|---") { return [] }
      let heading = line.prefix { $0 == "#" }
      let shown = String(line.dropFirst(heading.count).drop { $0 == " " && !heading.isEmpty })
        .replacing(/!?\[([^\]]+)\]\([^)]*\)/) { $0.1 }.replacing("**", with: "")
      let lines = WrappedText.lines(shown, width: columns)
      return heading.isEmpty ? lines : lines.map { style.bold($0) }
    }
  }
}
