import Files
import Foundation
import Shell
import TestSupport
import Testing

@testable import daystamp

@Suite("Exit codes")
struct ExitStatusTests {
  @Test("are those of the README's table")
  func readme() throws {
    let readme = try String(
      contentsOf: Checkout.folder.appending(path: "README.md"), encoding: .utf8)
    let table = readme.components(separatedBy: "| exit code |").dropFirst().first ?? ""
    let codes = table.split(separator: "\n").dropFirst(2).prefix { $0.hasPrefix("| ") }
      .compactMap { Int32($0.dropFirst(2).prefix(while: \.isNumber)) }
    #expect(codes == ExitStatus.allCases.map(\.rawValue))
  }
}
