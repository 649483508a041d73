import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import JournalServer

@Suite("The memory of forms")
struct FormMemoryTests {
  /// A form under way, of which only the head is there until it is sent.
  private struct Pending {
    let source: RequestBody.Source
    let answer: Task<Bool, Never>
  }

  /// A form as long as forms are, that announces how long.
  private static func begin(_ bodies: LongBodies) -> Pending {
    let (body, source) = RequestBody.makeStream()
    let fields: HTTPFields = [
      .contentType: "application/x-www-form-urlencoded", .contentLength: "\(Form.wordsLimit)",
    ]
    let request = Request(
      head: HTTPRequest(
        method: .post, scheme: "http", authority: "localhost", path: "/write", headerFields: fields),
      body: body)
    let answer = Task {
      do {
        let received = try await bodies.form(of: request)
        return received.form["words"]?.utf8.count == Form.wordsLimit - 6
      } catch {
        #expect((error as? Problem)?.status == 503 && (error as? Problem)?.retryAfter == 1)
        return false
      }
    }
    return Pending(source: source, answer: answer)
  }

  private static func send(_ pending: Pending) async {
    await pending.source.yield(ByteBuffer(string: "words="))
    let rest = String(repeating: "x", count: Form.wordsLimit - 6)
    await pending.source.yield(ByteBuffer(string: rest))
    pending.source.finish()
  }

  @Test("Of many of 9 MB at once no more are received than there is memory for")
  func many() async {
    let bodies = LongBodies(memory: BodyMemory(), workers: WorkQueue(jobs: 2))
    let pending = (0..<12).map { _ in Self.begin(bodies) }
    // Each has said how long it is; those for which there is no memory are refused without their bytes.
    var waiting = Set(pending.indices)
    await withTaskGroup(of: (index: Int, isTaken: Bool).self) { group in
      for (index, each) in pending.enumerated() {
        group.addTask { (index, await each.answer.value) }
      }
      while waiting.count > 3, let ended = await group.next() {
        #expect(!ended.isTaken)
        waiting.remove(ended.index)
      }
      for index in waiting { await Self.send(pending[index]) }
      for await ended in group { #expect(ended.isTaken) }
    }
    // All of it is free again.
    let next = Self.begin(bodies)
    await Self.send(next)
    #expect(await next.answer.value)
  }

  @Test("A long form waits for memory, also on a locked journal, and a short one does not")
  func routes() async throws {
    let test = try await PageJournal()
    try await test.post("2024-01-31 12:00")
    let long = String(repeating: "가", count: 60_000)
    let taken = try test.site.server.bodies.memory.take(255_000_000)
    for isLocked in [false, true] {
      if isLocked { try test.site.setPIN() }
      for path in ["/write", "/posts/1"] {
        let answer = try await test.submit(path, ["words": long])
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.headers[.retryAfter] == "1")
        #expect(answer.text.contains("Too many long texts"))
        #expect(
          try await test.submit(path, ["words": "short", "version": "*"]).status == .seeOther)
      }
    }
    withExtendedLifetime(taken) {}
  }
}
