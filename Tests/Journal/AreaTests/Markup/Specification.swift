import Foundation
import Markup
import TestSupport
import Testing

/// The examples of the specification of GitHub Flavored Markdown 0.29, which holds CommonMark's.
enum Specification {
  /// Each example's Markdown, in order.
  static let examples: [String] = {
    guard
      let text = try? String(contentsOfFile: Checkout.fixture("Markdown/spec.txt"), encoding: .utf8)
    else { return [] }
    let fence = String(repeating: "`", count: 32)
    var examples: [String] = []
    var lines: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(fence + " example") {
        lines = []
      } else if line == ".", let example = lines {
        examples.append(example.map { $0 + "\n" }.joined().replacing("→", with: "\t"))
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return examples
  }()

  /// What libcmark-gfm makes of texts in its safe mode, by its own program.
  static func rendered(_ texts: [String]) async throws -> [String] {
    let folder = try TemporaryFolder()
    for (index, text) in texts.enumerated() {
      try folder.write(Array(text.utf8), to: "\(index).md")
    }
    let script = """
      for file in *.md; do
        cmark-gfm -e table -e strikethrough -e autolink -e tasklist $file >$file.html || exit
      done
      """
    let run = try await Program.run("/bin/sh", ["-c", script], in: folder.path)
    try #require(run.status == 0, "\(run.error)")
    return try texts.indices.map {
      String(decoding: try folder.read("\($0).md.html"), as: UTF8.self)
    }
  }
}

/// libcmark-gfm's HTML with the differences that ``Markup/html(firstHeading:photo:)`` names, made by
/// going through its tags.
func withWantedDifferences(_ html: String) -> String {
  var result = ""
  var linkEnds: [String] = []
  var outline: [Int] = []
  var rest = html[...]
  while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
    result += rest[..<start]
    let tag = String(rest[start...end])
    rest = rest[rest.index(after: end)...]
    if tag.hasPrefix("<a ") {
      let address = value("href", of: tag) ?? ""
      linkEnds.append(isAllowed(address) ? "</a>" : "")
      if isAllowed(address) { result += tag.dropLast() + rel(address) + ">" }
    } else if let level = tag.wholeMatch(of: /<h([1-6])>/).flatMap({ Int($0.1) }) {
      outline = outline.filter { $0 < level } + [level]
      result += "<h\(outline.count)>"
    } else if tag.wholeMatch(of: /<\/h[1-6]>/) != nil {
      result += "</h\(outline.count)>"
    } else if tag == "</a>" {
      result += linkEnds.popLast() ?? ""
    } else if tag.hasPrefix("<img ") {
      let (address, text) = (value("src", of: tag) ?? "", value("alt", of: tag) ?? "")
      if address.hasPrefix("http"), linkEnds.isEmpty {
        let title = value("title", of: tag).map { " title=\"\($0)\"" } ?? ""
        result += "<a href=\"\(address)\"\(title)\(rel(address))>"
        result += (text.isEmpty ? address : text) + "</a>"
      } else {
        result += text
      }
    } else if tag.hasPrefix("<input ") {
      result = result.dropLast(4) + "<li class=\"task\">" + (tag.contains("checked") ? "☑" : "☐")
    } else if tag.hasPrefix("<code ") {
      result += "<code>"
    } else {
      result += tag.replacing(" align=", with: " data-align=")
    }
  }
  return result + rest
}

private func isAllowed(_ address: String) -> Bool {
  ["http://", "https://", "mailto:", "#"].contains { address.lowercased().hasPrefix($0) }
}

private func rel(_ address: String) -> String {
  address.hasPrefix("#") ? "" : " rel=\"noreferrer noopener\""
}

private func value(_ name: String, of tag: String) -> String? {
  let parts = tag.components(separatedBy: " \(name)=\"")
  return parts.count < 2 ? nil : parts[1].components(separatedBy: "\"")[0]
}
