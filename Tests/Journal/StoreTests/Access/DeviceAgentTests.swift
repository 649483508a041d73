import Journal
import JournalSupport
import TestSupport
import Testing

@testable import Store

@Suite("What a device says that it is")
struct DeviceAgentTests {
  private static let webKit = "(KHTML, like Gecko)"

  @Test(
    "is the browser and the system by the names that people know",
    arguments: [
      (
        "Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 \(webKit) Chrome/141.0.0.0 Mobile Safari/537.36",
        "Chrome 141", "Android 15"
      ),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5_1 like Mac OS X) AppleWebKit/605.1.15 \(webKit) Version/18.5 Mobile/15E148 Safari/604.1",
        "Safari 18", "iPhone, iOS 18.5"
      ),
      (
        "Mozilla/5.0 (iPad; CPU OS 17_1 like Mac OS X) AppleWebKit/605.1.15 \(webKit) CriOS/120.0.1 Mobile/15E148 Safari/604.1",
        "Chrome 120", "iPad, iOS 17.1"
      ),
      (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 \(webKit) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.2849.80",
        "Edge 130", "Windows"
      ),
      (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0",
        "Firefox 132", "macOS"
      ),
      (
        "Mozilla/5.0 (Linux; Android 14; SM-S918N) AppleWebKit/537.36 \(webKit) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
        "Samsung Internet 25", "Android 14"
      ),
      (
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 \(webKit) Chrome/128.0.0.0 Whale/3.28.266.14 Safari/537.36",
        "Whale 3", "Linux"
      ),
      ("curl/8.5.0", "curl 8.5.0", nil), ("python-requests/2.34.2", "python-requests 2.34.2", nil),
    ])
  func known(userAgent: String, browser: String?, system: String?) {
    let agent = DeviceAgent(userAgent: userAgent)
    #expect(agent.browser == browser)
    #expect(agent.system == system)
  }

  @Test(
    "is bounded and without control characters, whatever comes",
    arguments: [
      "", " ", "\u{1B}[31mred", "Chrome/\u{7}\u{1B}]0;x",
      "Chrome/" + String(repeating: "9", count: 5_000),
      String(repeating: "Chrome/1 ", count: 50_000), String(repeating: "a", count: 100_000),
      "사파리/1",
      "Firefox/١٢٣", "iPhone OS 99999999_99999999", "<script>alert(1)</script>",
      "a\u{301}\u{202E}b",
    ])
  func hostile(userAgent: String) {
    let agent = DeviceAgent(userAgent: userAgent)
    for text in [agent.browser, agent.system].compactMap({ $0 }) {
      #expect((1...60).contains(text.unicodeScalars.count))
      #expect(text.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }, "\(text)")
      #expect(!text.contains("<"))
    }
  }

  @Test("is bounded also where a database says otherwise")
  func stored() {
    let agent = DeviceAgent(
      browser: "a\u{1B}[2J" + String(repeating: "b", count: 200), system: "\u{7}")
    #expect(agent.browser?.hasPrefix("a[2Jb") == true)
    #expect(agent.browser?.count == 59)
    #expect(agent.system == nil)
  }

  @Test("has names without versions, for a device that nobody has named yet")
  func names() {
    let agent = DeviceAgent(browser: "Samsung Internet 25", system: "iPhone, iOS 18.5")
    #expect(agent.names.browser == "Samsung Internet")
    #expect(agent.names.system == "iPhone, iOS")
    #expect(DeviceAgent.unknown.names == (nil, nil))
  }
}

@Suite("Devices of an owner")
struct NamedDevicesTests {
  private static let now = 1_750_000_000

  private let test: TestJournal
  private var devices: Devices { test.journals.devices }

  init() throws { test = try TestJournal() }

  @discardableResult
  private func pair(_ name: String, as agent: DeviceAgent = .unknown) throws -> (
    Device, AccessToken
  ) {
    let code = try devices.makePairing(for: test.journal.owner, now: Self.now)
    let paired = try devices.pair(with: code, name: DeviceName(name), as: agent, now: Self.now)
    return try #require(paired)
  }

  @Test("have different names, however they are called when they are paired")
  func different() throws {
    let long = String(repeating: "a", count: 100)
    for name in ["phone", "phone", "phone", long, long, "가"] { try pair(name) }
    let names = try devices.list(of: test.journal.owner, now: Self.now).map(\.name.text)
    #expect(
      Set(names) == [
        "phone", "phone (2)", "phone (3)", long, String(repeating: "a", count: 96) + " (2)", "가",
      ])
  }

  @Test("are renamed by their owner alone, and to no other's name")
  func renamed() throws {
    let (first, _) = try pair("phone")
    let (second, _) = try pair("laptop")
    let owner = test.journal.owner
    #expect(try devices.rename(second.id, to: DeviceName("desk"), of: owner)?.text == "desk")
    #expect(try devices.rename(second.id, to: DeviceName("phone"), of: owner)?.text == "phone (2)")
    // Its own is none of another.
    #expect(try devices.rename(first.id, to: DeviceName("phone"), of: owner)?.text == "phone")
    #expect(try devices.rename(99, to: DeviceName("x"), of: owner) == nil)
    #expect(
      try devices.rename(first.id, to: DeviceName("a\nb\u{7}"), of: owner)?.text == "a")
  }

  @Test("are known as what they say a minute later, and as what they were to who says nothing")
  func refreshed() throws {
    let old = DeviceAgent(userAgent: "Firefox/131.0 Android 14")
    let new = DeviceAgent(userAgent: "Firefox/132.0 Android 15")
    let (device, token) = try pair("phone", as: old)
    #expect(device.agent == old)
    _ = try devices.find(token, as: new, now: Self.now + 59)
    #expect(try devices.find(token, as: nil, now: Self.now + 59)?.agent == old)
    _ = try devices.find(token, as: new, now: Self.now + 60)
    #expect(try devices.find(token, now: Self.now + 61)?.agent == new)
    _ = try devices.find(token, as: nil, now: Self.now + 7_200)
    #expect(try devices.find(token, now: Self.now + 7_201)?.agent == new)
  }
}
