import Store
import Testing

@testable import JournalServer

@Suite("What browsers have begun")
struct PendingTests {
  @Test("is bounded for strangers of one network and of all, and gives way to what comes later")
  func bounds() {
    let pending = Pending<String, Int>(lifetime: 10, most: 4, mostOfNetwork: 2)
    func insert(_ key: String, _ network: [UInt8]?) {
      pending.insert(1, for: key, from: .stranger(network), at: 0)
    }
    pending.insert(7, for: "device", from: .device, at: 0)
    insert("other", [2])
    for key in ["first", "second", "third"] { insert(key, [1]) }
    #expect(pending.value(for: "first", at: 0) == nil)
    for key in ["device", "other", "second", "third"] {
      #expect(pending.value(for: key, at: 0) != nil, "\(key)")
    }
    // Of whom nothing is known have no network in common.
    insert("fourth", nil)
    #expect(pending.count == 5 && pending.value(for: "other", at: 0) != nil)
    insert("fifth", nil)
    #expect(pending.count == 5 && pending.value(for: "other", at: 0) == nil)
    #expect(pending.value(for: "device", at: 0) == 7)
  }

  @Test("is kept for a while, and not where the clock was set back")
  func times() {
    for (time, isKept) in [(100, true), (109, true), (110, false), (99, false)] {
      let pending = Pending<Int, Int>(lifetime: 10, most: 2, mostOfNetwork: 2)
      pending.insert(1, for: 1, from: .device, at: 100)
      #expect((pending.value(for: 1, at: time) != nil) == isKept, "\(time)")
      #expect((pending.take(1, at: time) != nil) == isKept, "\(time)")
      #expect(pending.count == 0)
    }
    let pending = Pending<Int, Int>(lifetime: 10, most: 2, mostOfNetwork: 2)
    pending.insert(1, for: 1, from: .device, at: 100)
    pending.insert(2, for: 2, from: .device, at: 110)
    #expect(pending.count == 1)
  }

  @Test("is taken once, by whom it was begun for, in the one kind of ceremony")
  func challenges() {
    let ceremonies = Ceremonies()
    let device = ceremonies.begin(.unlocking(device: 1), at: 0)
    let browser = AccessToken()
    let given = ceremonies.begin(.signingIn(browser), from: [1], at: 0)
    #expect(given != device)
    #expect(ceremonies.take(.signingIn(AccessToken()), at: 1) == nil)
    #expect(ceremonies.take(.signingIn(browser), at: 1) == given)
    #expect(ceremonies.take(.signingIn(browser), at: 1) == nil)
    #expect(ceremonies.take(.unlocking(device: 2), at: 1) == nil)
    #expect(ceremonies.take(.registration(device: 1), at: 1) == nil)
    #expect(ceremonies.take(.unlocking(device: 1), at: 1) == device)
  }
}
