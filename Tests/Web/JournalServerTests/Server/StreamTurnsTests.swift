import NIOEmbedded
import Testing

@testable import JournalServer

@Suite("Turns of a connection's streams")
struct StreamTurnsTests {
  /// Each ends when its continuation is resumed.
  private let requests = AsyncStream.makeStream(of: CheckedContinuation<Void, Never>.self)
  private let turns = StreamTurns()

  /// Takes streams one after the other, as a connection does.
  private func answer(_ count: Int) async {
    await withDiscardingTaskGroup { group in
      for _ in 0..<count {
        await turns.take()
        group.addTask {
          await withCheckedContinuation { _ = requests.continuation.yield($0) }
          turns.giveBack()
        }
      }
    }
    requests.continuation.finish()
  }

  @Test("are few of a stranger, and each that ends is followed by the next")
  func stranger() async {
    async let answers: Void = answer(20)
    var (underWay, begun): ([CheckedContinuation<Void, Never>], Int) = ([], 0)
    for await request in requests.stream {
      underWay.append(request)
      begun += 1
      #expect(underWay.count <= StreamTurns.ofStranger)
      guard underWay.count == StreamTurns.ofStranger else { continue }
      // The last ones end together.
      for _ in 0..<(begun == 20 ? underWay.count : 1) { underWay.removeFirst().resume() }
    }
    #expect(begun == 20)
    await answers
  }

  @Test("are all of them where a proxy's connection carries everybody's")
  func proxy() async throws {
    let turns = Connections(isBehindProxy: true).turns(of: EmbeddedChannel())
    for _ in 0...StreamTurns.ofStranger { await turns.take() }
  }

  @Test("are all of them from when the connection is a device's, or is at its end")
  func open() async {
    async let answers: Void = answer(100)
    var underWay: [CheckedContinuation<Void, Never>] = []
    for await request in requests.stream {
      underWay.append(request)
      if underWay.count == StreamTurns.ofStranger { turns.open() }
      if underWay.count == 100 { for request in underWay { request.resume() } }
    }
    #expect(underWay.count == 100)
    await answers
  }
}
