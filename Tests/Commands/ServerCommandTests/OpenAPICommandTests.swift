import Foundation
import Testing
import TestSupport

@Suite("daystamp-server openapi")
struct OpenAPICommandTests {
  @Test("prints the description of the interface, without a journal and leaving none behind")
  func printed() async throws {
    let folder = try TemporaryFolder()
    let printed = try await Program.run(
      Program.daystampServer, ["openapi"], in: folder.path, environment: ["TMPDIR": folder.path])
    #expect(printed.status == 0 && printed.error.isEmpty, "\(printed.error)")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any])
    #expect(document["openapi"] as? String == "3.1.0")
    #expect((document["paths"] as? [String: Any])?["/api/v1/posts"] != nil)
    #expect(printed.output.contains("\n  \"openapi\""))
    #expect(folder.files.isEmpty)
  }
}
