import Dispatch
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Synchronization
import Testing
import Wording

@testable import JournalServer

/// A value that many tasks change.
private final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}

@Suite("The queue of photos")
struct ImageQueueTests {
  @Test("works on as many as it may, lets some wait, and refuses the rest")
  func bounds() async throws {
    let queue = ImageQueue(jobs: 1, longest: 2)
    let gate = DispatchSemaphore(value: 0)
    let (started, starter) = AsyncStream.makeStream(of: Void.self)
    let most = Shared((now: 0, most: 0))
    let statuses = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<6 {
        group.addTask {
          do {
            try await queue.run {
              most.value.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
              starter.yield()
              gate.wait()
              most.value.withLock { $0.now -= 1 }
            }
            return nil
          } catch {
            return Problem(error).status
          }
        }
      }
      var statuses: [Int?] = []
      for await _ in started { break }
      // One works and two wait: the others come back at once.
      for _ in 0..<3 { if let status = await group.next() { statuses.append(status) } }
      for _ in 0..<3 { gate.signal() }
      for await status in group { statuses.append(status) }
      return statuses
    }
    #expect(statuses == [503, 503, 503, nil, nil, nil])
    #expect(most.value.withLock { $0.most } == 1)
    try await queue.checkRoom()
  }

  @Test("goes on after work that failed")
  func failure() async throws {
    struct Failure: Error {}
    let queue = ImageQueue(jobs: 1, longest: 0)
    for _ in 0..<3 {
      await #expect(throws: Failure.self) { try await queue.run { throw Failure() } }
    }
    #expect(try await queue.run { 1 } == 1)
  }

  @Test("has a lock that keeps work with one key apart, in order, and no other work waiting")
  func keyedLock() async throws {
    let locks = KeyedLock<String>()
    let log = Shared<[String]>([])
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          await locks.withLock("\(number % 2)") {
            log.value.withLock { $0.append("in \(number % 2)") }
            await Task.yield()
            log.value.withLock { $0.append("out \(number % 2)") }
          }
        }
      }
    }
    for key in ["0", "1"] {
      let own = log.value.withLock { $0.filter { $0.hasSuffix(key) } }
      #expect(own == (0..<10).flatMap { _ in ["in \(key)", "out \(key)"] })
    }
  }
}

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
