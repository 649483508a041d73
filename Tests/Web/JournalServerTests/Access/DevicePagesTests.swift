import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Store
import Testing
import TestSupport

@testable import JournalServer

@Suite("Devices on the pages")
struct DevicePagesTests {
  private func devices(_ test: PageJournal) throws -> [Device] {
    try test.journals.devices.list(of: test.journal.owner, now: PageJournal.now)
  }

  @Test("One is renamed on its page, and another owner's is not there")
  func renamed() async throws {
    let test = try await PageJournal()
    let id = try test.device.id
    let answer = try await test.submit("/settings/devices/\(id)", ["name": "My <phone>"])
    #expect(answer.location == "/settings/devices/\(id)?saved=1")
    #expect(try test.device.name.text == "My <phone>")
    let page = try await test.visit(answer.location).text
    #expect(page.contains("<bdi>My &lt;phone&gt;</bdi>") && page.contains(">Saved.<"))
    _ = try test.site.add("ben")
    let other = try #require(
      try test.journals.devices.list(of: OwnerName("ben"), now: PageJournal.now).first)
    for path in ["/settings/devices/\(other.id)", "/settings/devices/99", "/settings/devices/x"] {
      #expect(try await test.visit(path).status == .notFound)
    }
    let refused = try await test.submit("/settings/devices/\(other.id)", ["name": "mine"])
    #expect(refused.status == .notFound)
  }

  @Test("One's own is revoked only by who says so twice, another at once")
  func revoked() async throws {
    let test = try await PageJournal()
    let own = try test.device.id
    _ = try test.site.pair("anna")
    let other = try #require(try devices(test).first { $0.id != own })
    let asked = try await test.submit("/settings/devices/\(own)/revoke")
    #expect(asked.location == "/settings/devices/\(own)#revoke")
    #expect(try devices(test).count == 2)
    _ = try await test.submit("/settings/devices/\(other.id)/revoke")
    #expect(try devices(test).map(\.id) == [own])
    _ = try await test.submit("/settings/devices/\(own)/revoke", ["confirm": "1"])
    #expect(try devices(test).isEmpty)
    #expect(try await test.visit("/settings").status == .unauthorized)
  }

  @Test("A link from the settings pairs one browser, which says what it is")
  func paired() async throws {
    let test = try await PageJournal()
    let page = try await test.submit("/settings/pairing").text
    let link = try #require(page.firstMatch(of: /value="http:\/\/localhost(\/pair\/[\w-]+)"/)).1
    #expect(!page.contains("<svg class=\"code\""))
    #expect(page.contains("can’t reach this address yet"))
    let headers: HTTPFields = [
      .userAgent: "Mozilla/5.0 (Linux; Android 15) Chrome/141.0 Safari/537.36"
    ]
    for _ in 0..<2 {
      _ = try await test.site.request(.post, String(link), headers, token: nil)
    }
    let found = try devices(test).filter { $0.name.text != "phone" }
    #expect(found.map(\.name.text) == ["Chrome on Android"])
    #expect(found.first?.agent.system == "Android 15")
    let settings = try await test.visit("/settings/devices").text
    #expect(settings.contains("Chrome 141 · Android 15"))
  }

  @Test(
    "A link begins with the address that other machines reach",
    arguments: [
      (["http://192.0.2.1:8080"], "http://127.0.0.1:8080", "http://192.0.2.1:8080"),
      (["http://127.0.0.1:8080"], "http://192.0.2.9:8080", "http://192.0.2.9:8080"),
      (["https://a.example"], "https://b.example", "https://a.example"),
      (["http://192.0.2.1", "http://10.0.0.1"], "http://10.0.0.1", "http://10.0.0.1"),
      (["http://127.0.0.1:1"], "http://localhost:1", "http://127.0.0.1:1"),
      ([String](), "http://[::1]:8080", "http://[::1]:8080"),
    ] as [([String], String, String)])
  func reachable(known: [String], own: String, first: String) {
    let all = PairingAddresses(known: known, own: own).all
    #expect(all.first == first)
    #expect(Set(all) == Set(known + [own]) && all.count == Set(all).count)
  }
}

@Suite("A QR code")
struct QRCodeTests {
  @Test("has the patterns of the standard in three corners, and a margin of four modules")
  func corners() throws {
    let code = try #require(QRCode("http://192.0.2.7:8080/pair/abc"))
    #expect(code.size > 29)
    for index in 0..<4 { #expect((0..<code.size).allSatisfy { !code.isDark(index, $0) }) }
    let far = code.size - 4 - 7
    for (row, column) in [(4, 4), (4, far), (far, 4)] {
      let rows = (0..<7).map { y in
        (0..<7).map { code.isDark(row + y, column + $0) ? "#" : "." }.joined()
      }
      #expect(
        rows == ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"])
    }
    #expect(!code.isDark(-1, 0) && !code.isDark(0, code.size))
  }

  @Test("is one path whose rectangles are its dark modules")
  func path() throws {
    let code = try #require(QRCode("a"))
    var area = 0
    for match in code.path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
      let (column, row, width) = try (
        #require(Int(match.1)), #require(Int(match.2)), #require(Int(match.3))
      )
      for step in 0..<width { #expect(code.isDark(row, column + step)) }
      area += width
    }
    let dark = (0..<code.size).map { row in (0..<code.size).count { code.isDark(row, $0) } }
    #expect(area == dark.reduce(0, +))
  }

  @Test("is not there for a text that is too long")
  func long() { #expect(QRCode(String(repeating: "a", count: 4_000)) == nil) }
}
