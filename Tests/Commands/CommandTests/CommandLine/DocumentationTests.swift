import Foundation
import Journal
import Store
import TestSupport
import Testing

@Suite("The README and the pages of docs")
struct DocumentationTests {
  /// Each page's text by its path from the checkout.
  private let pages: [String: String]

  init() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Checkout.folder.appending(path: "docs").path
    ).filter { $0.hasSuffix(".md") }
    pages = try (names.map { "docs/\($0)" } + ["README.md"]).reduce(into: [:]) { pages, path in
      pages[path] = try String(contentsOf: Checkout.folder.appending(path: path), encoding: .utf8)
    }
  }

  /// Options of swift, systemctl, rsync and others that commands of the pages have.
  private static let optionsOfOthers: Set<String> = [
    "--bg", "--bind", "--decrypt", "--disable-default-traits", "--exclude", "--failed",
    "--favorite-rating", "--generate-completion-script", "--lower", "--now", "--product",
    "--sidecar", "--strict", "--user", "--write-to-folder",
  ]

  @Test("name every option of both programs, and no option that neither has")
  func options() async throws {
    var options: Set<String> = []
    for program in [Program.daystamp, Program.daystampServer] {
      let dump = try await Program.run(program, ["--experimental-dump-help"])
      let command = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command
      command.add(to: &options)
    }
    #expect(options.count > 150)
    let named = pages.values.reduce(into: Set<String>()) { named, text in
      named.formUnion(text.matches(of: /(^|[^\w-])(--[a-z][a-z0-9-]*)/).map { String($0.2) })
    }
    #expect(options.subtracting(named).subtracting(["--help"]) == [])
    #expect(named.subtracting(options).subtracting(Self.optionsOfOthers) == [])
  }

  @Test("name every setting of a journal, and no other")
  func settings() throws {
    let page = try #require(pages["docs/journal.md"])
    let section = page.components(separatedBy: "\n## Settings\n").last?
      .components(separatedBy: "\n## ").first
    let rows = try #require(section).split(separator: "\n").filter { $0.hasPrefix("| `") }
    let names = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([a-z-]+)`/).map { String($0.1) }
    }
    #expect(Set(names) == Set(SettingKey.allCases.map(\.rawValue)))
    #expect(names.count == Set(names).count)
  }

  @Test("begin with a purpose, end with what to read next, and are all in the README's table")
  func frame() throws {
    let readme = try #require(pages["README.md"])
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 220)
    #expect(readme.utf8.count <= 14_000)
    for (path, page) in pages where path != "README.md" {
      let paragraphs = page.components(separatedBy: "\n\n")
      #expect(paragraphs[0].hasPrefix("# "), "\(path)")
      #expect(paragraphs[1].first?.isUppercase == true, "\(path)")
      let last = page.components(separatedBy: "\n## ").last ?? ""
      #expect(last.hasPrefix("See also\n\n- ["), "\(path)")
      #expect(readme.contains("](\(path))"), "\(path)")
    }
  }

  @Test("link only to files and headings that are there")
  func links() {
    for (path, page) in pages {
      let folder = Checkout.folder.appending(path: path).deletingLastPathComponent()
      let prose = page.replacing(/(?s)( *)```.*?\n *```/, with: "")
      for link in prose.matches(of: /\]\(([^)\s]+)\)/).map(\.1)
      where !link.contains(/^[a-z]+:/) {
        let parts = link.split(separator: "#", omittingEmptySubsequences: false)
        let file = parts[0].isEmpty ? path : folder.appending(path: parts[0]).standardized.path
        let name = file.replacing("\(Checkout.folder.standardized.path)/", with: "")
        #expect(
          FileManager.default.fileExists(atPath: Checkout.folder.appending(path: name).path),
          "\(path): \(link)")
        if parts.count > 1, let text = pages[name] {
          #expect(headings(of: text).contains(String(parts[1])), "\(path): \(link)")
        }
      }
    }
  }

  /// As their addresses have them.
  private func headings(of page: String) -> Set<String> {
    Set(
      page.matches(of: /(?m)^#+ (.+)$/).map { heading in
        heading.1.lowercased().replacing(/[^\p{L}\p{N}_ -]/, with: "").replacing(" ", with: "-")
      })
  }

  private struct Dump: Decodable { let command: Command }

  private struct Command: Decodable {
    let subcommands: [Command]?
    let arguments: [Argument]?

    struct Argument: Decodable {
      let names: [Name]?
      let shouldDisplay: Bool
    }

    struct Name: Decodable {
      let kind: String
      let name: String
    }

    /// Those of its own and of all below it.
    func add(to options: inout Set<String>) {
      for argument in arguments ?? [] where argument.shouldDisplay {
        options.formUnion(
          (argument.names ?? []).filter { $0.kind == "long" }.map { "--\($0.name)" })
      }
      subcommands?.forEach { $0.add(to: &options) }
    }
  }
}
