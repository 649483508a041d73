import Dispatch
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Testing

@testable import JournalServer

@Suite("While as many photos are worked on as may wait")
struct FullQueueTests {
  /// Fills the queue of a site's server for as long as the work takes.
  private func filling(_ site: Site, _ work: () async throws -> Void) async throws {
    let queue = site.server.images
    let gate = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      var count = 0
      while (try? await queue.checkRoom()) != nil {
        group.addTask { try? await queue.run { gate.wait() } }
        count += 1
        await Task.yield()
      }
      do {
        try await work()
      } catch {
        for _ in 0..<count { gate.signal() }
        throw error
      }
      for _ in 0..<count { gate.signal() }
    }
  }

  @Test("thumbnails that are there are shown, and what has to be made is put off")
  func thumbnails() async throws {
    let site = try await Site()
    #expect(try await site.post(Site.photo()).status == .created)
    let uri = "/api/v1/posts/1/thumbnail?size="
    let stored = try await site.get("\(uri)256")
    #expect(stored.status == .ok)
    try await filling(site) {
      #expect(try await site.get("\(uri)256").bytes == stored.bytes)
      let made = try await site.get("\(uri)1024")
      #expect(made.status == .serviceUnavailable)
      #expect(made.headers[.retryAfter] == "5")
      let posted = try await site.post(Site.photo())
      #expect(posted.status == .serviceUnavailable)
      #expect(posted.headers[.retryAfter] == "5")
      #expect(site.files.filter { $0.hasPrefix("journal/.") } == [])
      #expect(try await site.get("/api/v1/posts/1/photo").status == .ok)
    }
    #expect(try await site.get("\(uri)1024").status == .ok)
    #expect(try site.journal.posts.size() == (1, 0))
  }
}
