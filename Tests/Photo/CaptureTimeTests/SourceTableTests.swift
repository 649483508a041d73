import Foundation
import TestSupport
import Testing

@testable import CaptureTime

@Suite("The documentation's table of sources")
struct SourceTableTests {
  @Test("is that of the code")
  func table() throws {
    let page = try String(
      contentsOf: Checkout.folder.appending(path: "docs/time.md"), encoding: .utf8)
    #expect(page.contains("|---|---|---|\n" + CaptureTimeSource.table + "\n"))
  }
}
