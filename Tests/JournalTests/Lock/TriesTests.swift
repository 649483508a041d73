import Testing

@testable import Journal

@Suite("The wait before a try")
struct TriesTests {
  private static let last = 1_750_000_000
  private static let table = [
    (0, 0), (1, 0), (2, 0), (3, 0), (4, 30), (5, 60), (6, 120), (7, 240), (8, 480), (9, 960),
  ]

  @Test("is none after up to three that were wrong, then doubles", arguments: table)
  func waits(failures: Int, wait: Int) {
    let tries = Tries(failures: failures, last: Self.last)
    #expect(tries.wait(at: Self.last) == wait)
    #expect(tries.left == 10 - failures)
    #expect(!tries.isShut)
  }

  @Test("is over at the second, not before and not after", arguments: table)
  func end(failures: Int, wait: Int) {
    let tries = Tries(failures: failures, last: Self.last)
    #expect(tries.wait(at: Self.last + 1) == max(0, wait - 1))
    #expect(tries.wait(at: Self.last + max(wait, 1) - 1) == min(wait, 1))
    for later in [wait, wait + 1, wait + 86_400, 1 << 40] {
      #expect(tries.wait(at: Self.last + later) == 0)
    }
  }

  @Test("is the whole wait again where the clock was set back", arguments: table)
  func setBack(failures: Int, wait: Int) {
    let tries = Tries(failures: failures, last: Self.last)
    for earlier in [1, 29, 60, 3_600, 86_400, 1 << 40] {
      #expect(tries.wait(at: Self.last - earlier) == wait)
    }
  }

  @Test("goes over into a shut PIN with the tenth")
  func shut() {
    let tries = Tries(failures: 10, last: Self.last)
    #expect(tries.isShut)
    #expect(tries.left == 0)
    #expect(Tries(failures: 10, last: nil).isShut)
  }

  @Test("is none before the first try")
  func none() { #expect(Tries(failures: 0, last: nil).wait(at: Self.last) == 0) }

  @Test("can be told at any instant that is stored", arguments: 0...10)
  func extremes(failures: Int) {
    for last in [PostTime.instants.lowerBound, PostTime.instants.upperBound] {
      for now in [PostTime.instants.lowerBound, 0, PostTime.instants.upperBound, 1 << 50] {
        #expect((0...3_600).contains(Tries(failures: failures, last: last).wait(at: now)))
      }
    }
  }
}
