import Dispatch
import Glibc
import Store
import Synchronization
import Testing

@Suite("Working on several elements while the caller waits")
struct BlockingWalkTests {
  @Test("gives each result once, on the caller's thread", arguments: [1, 2, 8, 200])
  func results(jobs: Int) {
    var results: [Int: Int] = [:]
    BlockingWalk(Array(0..<100), jobs: jobs).run {
      $0 * $0
    } report: {
      results[$0] = $1
    }
    #expect(results == Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, $0 * $0) }))
  }

  @Test("has no more under way than there are jobs")
  func bound() {
    let running = Mutex((now: 0, most: 0))
    BlockingWalk(Array(0..<50), jobs: 3).run { _ in
      running.withLock { running in
        running.now += 1
        running.most = max(running.most, running.now)
      }
      for _ in 0..<1_000 { running.withLock { _ in } }
      running.withLock { $0.now -= 1 }
    } report: { _, _ in
    }
    #expect(running.withLock { $0.most } <= 3)
  }

  @Test("ends at once where there is nothing")
  func nothing() {
    BlockingWalk([Int](), jobs: 4).run {
      $0
    } report: { _, _ in
      Issue.record()
    }
  }

  @Test("gives a result for each, in their order", arguments: [0, 1, 2, 3, 200])
  func order(count: Int) {
    let results = BlockingWalk(Array(0..<count), jobs: 4).results { $0 + 1 }
    #expect(results == Array(0..<count).map { $0 + 1 })
  }

  @Test("works on several though each of them waits")
  func together() {
    let mayGo = DispatchSemaphore(value: 0)
    let results = BlockingWalk(["first", "second"], jobs: 4).results { name in
      // Whoever comes second lets both go: alone, the first would wait in vain.
      if name == "second" { for _ in 1...2 { mayGo.signal() } }
      return mayGo.wait(timeout: .now() + 600) == .success
    }
    #expect(results == [true, true])
  }

  @Test("ends though so many wait at once that no thread is left for others")
  func manyAtOnce() {
    let group = DispatchGroup()
    let results = Mutex(0)
    for number in 0..<600 {
      DispatchQueue(label: "walk \(number)").async(group: group) {
        let sum = BlockingWalk([1, 2, 3], jobs: 4).results { element in
          usleep(1_000)
          return element
        }.reduce(0, +)
        results.withLock { $0 += sum }
      }
    }
    group.wait()
    #expect(results.withLock { $0 } == 3_600)
  }
}
