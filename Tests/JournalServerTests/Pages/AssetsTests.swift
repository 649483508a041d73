import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import JournalServer

@Suite("Files of the pages")
struct AssetsTests {
  @Test("A file under its version may be kept for ever, and another version not")
  func caching() async throws {
    let test = try await PageJournal()
    let path = try #require(test.site.server.pages.files["app.css"]?.path)
    let file = try await test.visit(path, isPaired: false)
    #expect(file.status == .ok)
    #expect(file.headers[.contentType] == "text/css; charset=utf-8")
    #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable")
    #expect(file.headers[.eTag] != nil)
    for other in ["/assets/app.css", "/assets/app.css?v=0"] {
      #expect(try await test.visit(other).headers[.cacheControl] == "public, no-cache")
    }
  }

  @Test(
    "What a browser asks for before it is paired is there",
    arguments: [
      ("/manifest.webmanifest", "application/manifest+json"),
      ("/service-worker.js", "text/javascript; charset=utf-8"),
      ("/assets/app.js", "text/javascript; charset=utf-8"), ("/assets/icon.svg", "image/svg+xml"),
      ("/assets/icon-192.png", "image/png"), ("/assets/offline.html", "text/html; charset=utf-8"),
    ])
  func open(path: String, type: String) async throws {
    let file = try await PageJournal().visit(path, isPaired: false)
    #expect(file.status == .ok)
    #expect(file.headers[.contentType] == type)
  }
}
