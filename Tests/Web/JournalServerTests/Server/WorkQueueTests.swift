import Dispatch
import Formats
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import NIOCore
import Raster
import Stamping
import Store
import Synchronization
import Testing
import TestSupport
import Wording

@testable import JournalServer

/// A value that many tasks change.
private final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}

@Suite("A queue")
struct WorkQueueTests {
  @Test("works on as much as it may, lets some wait, and refuses the rest of a device's")
  func bounds() async throws {
    let site = try await Site()
    let device = try site.device("anna")
    let queue = WorkQueue(jobs: 1, waiting: .init(ofDevice: 2, ofOwner: 3))
    let gate = DispatchSemaphore(value: 0)
    let (started, starter) = AsyncStream.makeStream(of: Void.self)
    let most = Shared((now: 0, most: 0))
    let statuses = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<6 {
        group.addTask {
          do {
            try await queue.run(for: device) {
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
    try await queue.checkRoom(for: device)
  }

  @Test("takes turns of owners, then of an owner's devices, and counts what waits of each")
  func turns() throws {
    let (anna, bob) = (try OwnerName("anna"), try OwnerName("bob"))
    var turns = Turns<String>()
    for text in ["a1", "a2", "a3"] { turns.append(text, of: anna, 1) }
    turns.append("b1", of: bob, 7)
    turns.append("c1", of: anna, 2)
    turns.append("b2", of: bob, 7)
    #expect(turns.count(of: anna) == 4 && turns.count(of: 1, of: anna) == 3)
    #expect(turns.count(of: bob) == 2 && turns.count(of: 1, of: bob) == 0)
    var order: [String] = []
    turns.append("?", of: nil, 0)
    // Whoever may not come yet keeps the place.
    #expect(turns.next { $0 != anna }.map { $0.0 } == "b1")
    while let (next, _) = turns.next(where: { _ in true }) { order.append(next) }
    #expect(order == ["a1", "?", "b2", "c1", "a2", "a3"])
    #expect(turns.count(of: anna) == 0 && turns.count(of: bob) == 0)
  }

  @Test("lets who has had no turn go before what waits of those who had one")
  func newcomer() throws {
    let (anna, bob) = (try OwnerName("anna"), try OwnerName("bob"))
    var turns = Turns<String>()
    // The first of his does not wait.
    turns.begin(bob, 7)
    turns.append("b2", of: bob, 7)
    turns.append("b3", of: bob, 8)
    turns.append("a1", of: anna, 1)
    turns.append("a2", of: anna, 1)
    var order: [String] = []
    while let (next, _) = turns.next(where: { _ in true }) { order.append(next) }
    #expect(order == ["a1", "b3", "a2", "b2"])
  }

  @Test(
    "has another's photo wait for the one that is worked on, and for no more of the same owner's")
  func oneAtMost() async throws {
    let site = try await Site()
    _ = try site.add("bob")
    let (anna, bob) = (try site.device("anna"), try site.device("bob"))
    let queue = WorkQueue(jobs: 1, waiting: .init(ofDevice: 2, ofOwner: 2))
    let gate = DispatchSemaphore(value: 0)
    let order = Shared<[String]>([])
    let work: @Sendable (String) -> @Sendable () -> Void = { name in
      {
        gate.wait(); order.value.withLock { $0.append(name) }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      // One is worked on, and two wait.
      for _ in 0..<3 { group.addTask { try await queue.run(for: bob, work("bob")) } }
      while (try? await queue.checkRoom(for: bob)) != nil { await Task.yield() }
      for _ in 0..<2 { group.addTask { try await queue.run(for: anna, work("anna")) } }
      while (try? await queue.checkRoom(for: anna)) != nil { await Task.yield() }
      for _ in 0..<5 { gate.signal() }
      try await group.waitForAll()
    }
    #expect(order.value.withLock { $0 } == ["bob", "anna", "bob", "anna", "bob"])
  }

  @Test("that one owner fills has room for another's")
  func otherOwner() async throws {
    let site = try await Site()
    _ = try site.add("bob")
    let (anna, bob) = (try site.device("anna"), try site.device("bob"))
    let queue = WorkQueue(jobs: 1, waiting: .init(ofDevice: 2, ofOwner: 2))
    let gate = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { try? await queue.run(for: anna) { gate.wait() } } }
      while (try? await queue.checkRoom(for: anna)) != nil { await Task.yield() }
      try await queue.checkRoom(for: bob)
      for _ in 0..<3 { gate.signal() }
      try await queue.run(for: bob) {}
    }
  }

  @Test("keeps a thread for other owners, and gives an owner's to their next")
  func share() async throws {
    let site = try await Site()
    _ = try site.add("bob")
    let (anna, bob) = (Asker(try site.device("anna")), Asker(try site.device("bob")))
    let queue = WorkQueue(jobs: 3, ofOwner: 2)
    let gate = DispatchSemaphore(value: 0)
    let (started, starter) = AsyncStream.makeStream(of: Void.self)
    let now = Shared((running: 0, most: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        group.addTask {
          try await queue.run(for: anna) {
            now.value.withLock { $0 = ($0.running + 1, max($0.most, $0.running + 1)) }
            starter.yield()
            gate.wait()
            now.value.withLock { $0.running -= 1 }
          }
        }
      }
      var starts = started.makeAsyncIterator()
      for _ in 0..<2 { await starts.next() }
      try await queue.run(for: bob) {}
      // By what is done for the request of a device.
      try await Asker.$current.withValue(bob) { try await queue.run {} }
      try await queue.run {}
      for _ in 0..<6 { gate.signal() }
      try await group.waitForAll()
    }
    #expect(now.value.withLock { $0.most } == 2)
  }

  @Test("lets work know who asked for it")
  func asker() async throws {
    let device = try await Site().device("anna")
    let queue = WorkQueue(jobs: 1)
    #expect(try await queue.run(for: device) { Asker.current.owner } == device.owner)
    #expect(try await queue.run { Asker.current.owner } == nil)
  }

  @Test("goes on after work that failed")
  func failure() async throws {
    struct Failure: Error {}
    let device = try await Site().device("anna")
    let queue = WorkQueue(jobs: 1, waiting: .init(ofDevice: 0, ofOwner: 0))
    for _ in 0..<3 {
      await #expect(throws: Failure.self) {
        try await queue.run(for: device) { throw Failure() }
      }
    }
    #expect(try await queue.run(for: device) { 1 } == 1)
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

@Suite("A photo that takes long")
struct LongPhotoTests {
  private static func effort(isLong: Bool) throws -> @Sendable () throws -> PhotoEffort {
    let effort = try PhotoEffort(of: HostilePhoto.png(width: isLong ? 8_000 : 800, height: 8_000))
    #expect(effort.isLong == isLong)
    return { effort }
  }

  @Test("keeps no usual photo of others waiting, and is in memory with as many as may be")
  func apart() async throws {
    let site = try await Site()
    _ = try site.add("bob")
    let (anna, bob) = (try site.device("anna"), try site.device("bob"))
    let (long, usual) = (try Self.effort(isLong: true), try Self.effort(isLong: false))
    let queues = Queues(jobs: 3)
    let gate = DispatchSemaphore(value: 0)
    let (started, starter) = AsyncStream.makeStream(of: Void.self)
    let now = Shared((running: 0, most: 0))
    let work: @Sendable () -> Void = {
      now.value.withLock { $0 = ($0.running + 1, max($0.most, $0.running + 1)) }
      starter.yield()
      gate.wait()
      now.value.withLock { $0.running -= 1 }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for queue in [queues.posting, queues.pictures, queues.posting] {
        group.addTask { try await queue.run(for: anna, on: long, work) }
      }
      var starts = started.makeAsyncIterator()
      await starts.next()
      for queue in [queues.posting, queues.pictures] {
        try await queue.run(for: bob, on: usual) {}
        // What cannot be read says why.
        let broken = { @Sendable () throws -> PhotoEffort in try PhotoEffort(of: [1]) }
        try await queue.run(for: bob, on: broken) {}
      }
      for queue in [queues.posting, queues.pictures] {
        group.addTask { try await queue.run(for: bob, on: usual, work) }
      }
      // Each kind has a thread, while a long one has its own.
      for _ in 0..<2 { await starts.next() }
      for _ in 0..<5 { gate.signal() }
      try await group.waitForAll()
    }
    #expect(now.value.withLock { $0.most } == 3)
  }

  @Test("is worked on with those that do, though it says that it takes less")
  func pretending() async throws {
    let site = try await Site()
    let (anna, usual) = (try site.device("anna"), try Self.effort(isLong: false))
    let queues = Queues(jobs: 3)
    struct Refused: Error {}
    let turns = Shared(0)
    let found = try await queues.posting.run(for: anna, on: usual) {
      turns.value.withLock { $0 += 1 }
      // What decoding does of a photo that goes on and on.
      guard let allowance = DecodingAllowance.current else { return "done" }
      allowance.take(60)
      throw Refused()
    }
    #expect(found == "done" && turns.value.withLock { $0 } == 2)
    // Whatever else is wrong with a photo is told at once.
    await #expect(throws: Refused.self) {
      try await queues.posting.run(for: anna, on: usual) { throw Refused() }
    }
  }

  @Test("takes its turn with the others where one photo at a time may be in memory")
  func alone() throws {
    let (one, two) = (Queues(jobs: 1), Queues(jobs: 2))
    #expect(one.long === one.posting && one.pictures === one.posting)
    // Where there may be two, it leaves one for both kinds.
    #expect(two.long !== two.posting && two.pictures === two.posting)
  }

  @Test("waits for others that do, however it is worked on, and no usual one does")
  func waiting() async throws {
    let site = try await Site()
    guard site.server.queues.long !== site.server.queues.posting else { return }
    // One bit a pixel, all of them black: read from the file, and decoded, soon.
    let (width, height) = (8_000, 4_500)
    let rows = [UInt8](repeating: 0, count: (1 + (width + 7) / 8) * height)
    var photo = HostilePhoto.png(width: width, height: height, colourType: 0, bits: 1)
    photo =
      photo.prefix(33) + HostilePhoto.chunk("IDAT", Zlib.deflated(rows[...]))
      + HostilePhoto.chunk("IEND", [])
    let time = [("time", "2024-01-31T12:00")]
    let stored = try await site.post(photo, time)
    #expect(stored.status == .created, "\(stored.text)")
    let tag = try #require(stored.headers[.eTag])
    let draft = "/drafts/\(DraftName().text)/photos"
    let key = DraftName().text
    let body = MultipartBody(
      fields: [("key", key)], photos: [("a.png", photo + [0])])
    let kept = try await site.request(
      .post, draft, [.contentType: body.contentType], body: ByteBuffer(bytes: body.bytes))
    #expect(kept.status == .noContent, "\(kept.text)")
    try await FullQueueTests.filling(site.server.queues.long, of: site) {
      let edit = ByteBuffer(string: #"{"time": "2024-01-31T13:00"}"#)
      let answers = [
        try await site.post(photo + [1], time),
        try await site.request(
          .patch, "/api/v1/posts/1", [.contentType: "application/json", .ifMatch: tag],
          body: edit),
        try await site.get("/api/v1/posts/1/thumbnail?size=256"),
        try await site.get("/posts/1/label?position=top-left"),
        try await site.get("/posts/1/picture"),
        try await site.get("\(draft)/\(key)/picture"),
        try await site.get("\(draft)/\(key)/preview"),
      ]
      for (index, answer) in answers.enumerated() {
        #expect(answer.status == .serviceUnavailable, "\(index): \(answer.text)")
      }
      #expect(try await site.post(Site.photo()).status == .created)
      #expect(try await site.get("/api/v1/posts/2/thumbnail?size=256").status == .ok)
    }
  }
}

@Suite("While as many pictures are made as may wait")
struct FullQueueTests {
  /// Fills a queue of a site's server for as long as the work takes.
  static func filling(
    _ queue: WorkQueue, of site: Site, _ work: () async throws -> Void
  ) async throws {
    let device = try site.device("anna")
    let gate = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      var count = 0
      while (try? await queue.checkRoom(for: device)) != nil {
        group.addTask { try? await queue.run(for: device) { gate.wait() } }
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
    let isApart = site.server.queues.posting !== site.server.queues.pictures
    try await Self.filling(site.server.queues.pictures, of: site) {
      #expect(try await site.get("\(uri)256").bytes == stored.bytes)
      let made = try await site.get("\(uri)1024")
      #expect(made.status == .serviceUnavailable)
      #expect(made.headers[.retryAfter] == "5")
      // Posting has a queue of its own, where there is memory for two photos.
      let posted = try await site.post(Site.photo())
      #expect(posted.status == (isApart ? .created : .serviceUnavailable))
      #expect(site.files.filter { $0.hasPrefix("journal/.") } == [])
      #expect(try await site.get("/api/v1/posts/1/photo").status == .ok)
    }
    #expect(try await site.get("\(uri)1024").status == .ok)
    #expect(try site.journal.posts.size() == (isApart ? 2 : 1, 0))
  }
}
