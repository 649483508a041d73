import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import Store
import Testing
import TestSupport
import Wording

@testable import JournalServer

@Suite("What changed access, on the pages and for programs")
struct AccessRoutesTests {
  private func line(_ test: PageJournal, token: String? = nil) async throws -> String? {
    let page = try await test.site.request(
      .get, "/", [.acceptLanguage: "en"], token: token ?? test.site.token
    ).text
    return page.firstMatch(of: /<section class="today-access">([\s\S]*?)<\/section>/).map {
      $0.1.replacing(/<[^>]*>/, with: "").trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  @Test("Today says in a line what another device did, until this one has seen the list")
  func today() async throws {
    let test = try await PageJournal()
    #expect(try await line(test) == nil)
    let other = try test.site.pair("anna")
    let said = try #require(try await line(test))
    #expect(said.contains("A device was paired · phone (2) · 3:00\u{A0}PM"), "\(said)")
    #expect(try await line(test, token: other) == nil)
    // What this device does itself is no news to it.
    _ = try await test.submit(
      "/settings/pin", ["action": "set", "new-pin": "8352", "new-pin-again": "8352"])
    #expect(try await line(test) == said)
    _ = try test.site.pair("anna")
    #expect(try await line(test)?.contains("and 1 other change") == true)
    // The next page of the list tells of nothing new, and another device takes nothing away.
    #expect(try await test.visit("/access?before=2").status == .ok)
    #expect(try await line(test) != nil)
    let page = try await test.visit("/access").text
    #expect(page.contains("<strong>The PIN was set</strong>") || page.contains("A PIN was set"))
    #expect(try await line(test) == nil)
    _ = try test.site.add("ben")
    #expect(try await line(test) == nil)
  }

  @Test("The line is put away by its button, and what comes after it is told")
  func putAway() async throws {
    let test = try await PageJournal()
    _ = try test.site.pair("anna")
    func last() async throws -> String? {
      try await test.visit("/").text.firstMatch(of: /name="last" value="(\d+)"/).map {
        String($0.1)
      }
    }
    let first = try #require(try await last())
    let other = try test.site.pair("anna")
    for wrong in ["", "x", "0", "\(Int64.max)", "99999999999999999999"] {
      let answer = try await test.submit("/access/told", ["last": wrong])
      #expect(answer.location == "/", "\(wrong)")
      if wrong != "\(Int64.max)" { #expect(try await last() != nil, "\(wrong)") }
    }
    #expect(try await test.submit("/access/told", ["last": first]).location == "/")
    let second = try #require(try await last())
    #expect(second != first)
    _ = try await test.submit("/access/told", ["last": second])
    #expect(try await last() == nil)
    // It was told to this device alone.
    #expect(try await line(test, token: other) == nil)
    let page = try await test.visit("/access").text
    #expect(page.matches(of: /A device was paired/).count == 3)
  }

  @Test("The list has names as they were typed, isolated, in the language of the page")
  func names() async throws {
    let test = try await PageJournal()
    let id = try test.device.id
    _ = try await test.submit(
      "/settings/devices/\(id)", ["name": "\u{202E}<script>alert(1)</script>"])
    _ = try test.site.pair("anna")
    let other = try #require(
      try test.journals.devices.list(of: test.journal.owner, now: PageJournal.now)
        .first { $0.id != id })
    _ = try await test.submit("/settings/devices/\(other.id)/revoke")
    for path in ["/access", "/settings/access"] {
      let page = try await test.visit(path).text
      #expect(page.contains("<strong>A device was revoked:</strong> <bdi>phone</bdi>"))
      #expect(page.contains("<bdi>\u{202E}&lt;script&gt;alert(1)&lt;/script&gt;</bdi>"))
      #expect(!page.contains("<script>alert"))
      let korean = try await test.visit(path, language: "ko").text
      #expect(korean.contains("<strong>기기를 해제함:</strong> <bdi>phone</bdi>"))
    }
    // Each kind has its words in each language.
    let words = try await Pages(
      folder: Checkout.folder.appending(path: "Sources/Web/JournalServer/Assets").path)
    for kind in AccessEvent.Kind.allCases {
      for language in Language.allCases {
        #expect(words.texts.table(language)["access-\(kind.rawValue)"] != nil, "\(kind)")
      }
    }
  }

  @Test("Programs and people get it by pages, an export and a cancelled link among it")
  func pages() async throws {
    let test = try await PageJournal()
    let link = try #require(
      try await test.submit("/settings/pairing").text
        .firstMatch(of: /value="http:\/\/localhost(\/pair\/[\w-]+)"/)
    ).1
    let cancelled = try await test.submit("/settings/pairing/cancel")
    #expect(cancelled.location == "/settings/devices?saved=1")
    let refused = try await test.site.request(.post, String(link), token: nil)
    #expect(refused.status == .gone || refused.status == .notFound, "\(refused.status)")
    #expect(try await test.site.get("/api/v1/export").status == .ok)
    let body = try await test.site.get("/api/v1/access?limit=2")
    let first = try body.decoded(AccessPage.self)
    #expect(first.events.map(\.kind) == ["exported", "pairing-cancelled"])
    #expect(first.events.map(\.name) == ["phone", "phone"])
    #expect(first.events.first?.happened == "2024-01-31T06:00:00Z")
    let next = try #require(first.next)
    let rest = try await test.site.get("/api/v1/access?before=\(next)").decoded(AccessPage.self)
    #expect(rest.events.map(\.kind) == ["pairing-made", "paired", "pairing-made"])
    #expect(rest.next == nil)
    for wrong in ["limit=0", "limit=201", "before=0", "before=x", "after=1"] {
      #expect(try await test.site.get("/api/v1/access?\(wrong)").status == .badRequest)
    }
    for _ in 0..<30 { _ = try test.site.pair("anna"); test.site.clock.advance(7_200) }
    let page = try await test.visit("/access").text
    let older = try #require(page.firstMatch(of: /href="(\/access\?before=[0-9]+)"/)).1
    let last = try await test.visit(String(older)).text
    #expect(last.contains("The journal was exported") && last.contains("href=\"/access\""))
  }
}

private struct AccessPage: Decodable {
  struct Event: Decodable {
    let kind: String
    let happened: String
    let name: String?
  }

  let events: [Event]
  let next: Int64?
}

extension TestResponse {
  fileprivate func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
