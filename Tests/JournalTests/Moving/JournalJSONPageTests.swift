import CaptureTime
import Files
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Journal

@Suite("The page about journal.json")
struct JournalJSONPageTests {
  private let page: String

  init() throws {
    page = try String(
      contentsOf: Checkout.folder.appending(path: ".docs/journal-json.md"), encoding: .utf8)
  }

  @Test("shows an example that an import reads")
  func example() throws {
    let example = try #require(
      page.components(separatedBy: "```json\n").last?.components(separatedBy: "```").first)
    let folder = try TemporaryFolder()
    try folder.write(Array(example.utf8), to: "journal.json")
    let export = try ExportFolder(opening: FilePath(folder.path))
    #expect(export.owner.text == "anna")
    #expect(try export.entries.map { try $0.post.get().number } == [1])
  }

  @Test("names every member, every source of a time and every precision")
  func members() {
    for field in PostField.allCases {
      #expect(page.contains("| `\(field.rawValue)` |"), "\(field)")
    }
    for name in CaptureTimeSource.allCases.map(\.rawValue)
      + CaptureTimePrecision.allCases.map(\.rawValue)
    {
      #expect(page.contains("`\(name)`"), "\(name)")
    }
  }
}
