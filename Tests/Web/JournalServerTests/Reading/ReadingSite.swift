import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import JournalServer

extension Site {
  /// A site with a collection named "Bible" of a few books, as those of the Bible are: the chapters have as
  /// many verses as said here.
  static func bible(at now: Int = 1_750_000_000) async throws -> Site {
    let books = [
      ("Gen", "Genesis", [3, 2, 4]), ("Exod", "Exodus", [2, 5]), ("Matt", "Matthew", [2, 2]),
      ("Jude", "Jude", [3]),
    ]
    let lines = books.flatMap { key, title, verses in
      verses.enumerated().flatMap { chapter, count in
        (1...count).map { verse in
          """
          \(key).\(chapter + 1).\(verse),"verse \(verse), as é 👍🏽 says",\(key).\(chapter + 1),\
          \(title) \(chapter + 1)
          """
        }
      }
    }
    let site = try await Site(at: now)
    let added = try await site.add(
      collection: "key,text,section,section title\n" + lines.joined(separator: "\n"),
      named: "Bible.csv")
    #expect(added.status == .created, "\(added.text)")
    return site
  }

  /// Asks for something without a body.
  func post(_ uri: String, token: String? = nil) async throws -> TestResponse {
    try await request(.post, uri, token: token ?? self.token)
  }

  /// Asks for all pages of a list, each with what the one before gave as next.
  func pages<Page: Decodable>(
    _ uri: String, as type: Page.Type = Page.self, next: (Page) -> String?
  ) async throws -> [Page] {
    var pages = [try await get(uri).json(Page.self)]
    while let place = pages.last.flatMap(next), pages.count < 100 {
      pages.append(try await get("\(uri)&after=\(place.percentEncoded)").json(Page.self))
    }
    return pages
  }
}
