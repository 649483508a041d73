import Glibc
import Testing

@testable import TestSupport

@Suite("The room for programs that tests run")
struct RunningProgramTests {
  @Test("lets in as many as there are places, then whoever has waited longest")
  func order() async {
    let semaphore = Semaphore(2)
    let (entered, entry) = AsyncStream.makeStream(of: Int.self)
    for number in 0..<6 {
      Task {
        await semaphore.enter()
        entry.yield(number)
      }
      // Only one asks at a time.
      while await semaphore.taken + semaphore.waitingCount <= number { await Task.yield() }
    }
    #expect(await semaphore.taken == 2)
    #expect(await semaphore.waitingCount == 4)

    var order: [Int] = []
    for await number in entered {
      order.append(number)
      if order.count == 6 { break }
      // The first two are in at once, in any order.
      if order.count >= 2 { await semaphore.leave() }
    }
    #expect(order.prefix(2).sorted() == [0, 1])
    #expect(order.dropFirst(2) == [2, 3, 4, 5])

    await semaphore.leave()
    await semaphore.leave()
    #expect(await semaphore.taken == 0)
  }

  /// Of companions there are two at a time: were a place lost, the third round would wait for ever.
  @Test("has its place back however a program ends")
  func places() async throws {
    for _ in 0..<3 {
      await #expect(throws: (any Error).self) {
        try await Program.run("/no/such/program", [], as: .companion)
      }
      await #expect(throws: RunningProgram.TimedOut.self) {
        try await Program.run("/bin/sleep", ["1000"], as: .companion, limit: .zero)
      }
      let killed = try await RunningProgram("/bin/sleep", ["1000"], as: .companion)
      killed.signal(SIGKILL)
      #expect(try await killed.wait().signal == SIGKILL)
      // Nothing keeps it, so it is killed at once.
      _ = try await RunningProgram("/bin/sleep", ["1000"], as: .companion)
    }
  }
}
