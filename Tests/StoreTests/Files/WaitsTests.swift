import Dispatch
import Testing

@testable import Store

@Suite("Waits for a disk")
struct WaitsTests {
  @Test("give a result for each, in their order", arguments: [0, 1, 2, 3, 200])
  func order(count: Int) {
    #expect(Waits.all(of: Array(0..<count)) { $0 + 1 } == Array(0..<count).map { $0 + 1 })
  }

  @Test("are waited for together")
  func together() {
    let mayGo = DispatchSemaphore(value: 0)
    let results = Waits.all(of: ["first", "second"]) { name in
      // Whoever comes second lets both go: alone, the first would wait in vain.
      if name == "second" { for _ in 1...2 { mayGo.signal() } }
      return mayGo.wait(timeout: .now() + 60) == .success
    }
    #expect(results == [true, true])
  }
}
