import Dispatch
import Synchronization
import Testing

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

  @Test("lets those with one key take turns, and nobody else wait")
  func turns() async throws {
    let turns = Turns<String>()
    let log = Shared<[String]>([])
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          await turns.take("\(number % 2)") {
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
