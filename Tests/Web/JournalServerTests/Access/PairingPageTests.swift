import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Store
import Testing

@testable import JournalServer

@Suite("The page of a link that pairs")
struct PairingPageTests {
  private func link(_ site: Site, of owner: String = "anna") throws -> String {
    let code = try site.journals.devices.makePairing(
      for: OwnerName(owner), now: site.clock.read())
    return "/pair/\(code.text)"
  }

  private func page(_ site: Site, _ link: String, token: String? = nil) async throws -> TestResponse
  {
    let headers: HTTPFields = token.map { [.cookie: "daystamp=\($0)"] } ?? [:]
    return try await site.request(.get, link, headers, token: nil)
  }

  @Test("names the owner whose journal it opens, and uses nothing up")
  func owner() async throws {
    let site = try await Site()
    let link = try link(site)
    for _ in 0..<2 {
      let page = try await page(site, link)
      #expect(page.status == .ok)
      #expect(page.text.contains("opens anna’s journal in this browser"))
      #expect(!page.text.contains("class=\"notice\""))
    }
    #expect(try await site.request(.post, link, token: nil).status == .seeOther)
  }

  @Test("names nobody to who guesses a code, nor once it was used or is over")
  func guessed() async throws {
    let site = try await Site()
    let (used, old) = (try link(site), try link(site))
    #expect(try await site.request(.post, used, token: nil).status == .seeOther)
    site.clock.advance(Pairing.lifetime)
    for link in [used, old, "/pair/" + String(repeating: "A", count: 43)] {
      let page = try await page(site, link)
      #expect(page.status == .gone, "\(link)")
      #expect(!page.text.contains("anna"))
    }
  }

  @Test("says whose device the browser is already, and what becomes of that")
  func paired() async throws {
    let site = try await Site()
    let bea = try site.add("bea")
    let own = try await page(site, link(site), token: site.token).text
    #expect(own.contains("already paired, as “phone”"), "\(own)")
    let other = try await page(site, link(site), token: bea).text
    #expect(other.contains("opens anna’s journal in this browser"))
    #expect(other.contains("It opens bea’s journal now, as “phone”"), "\(other)")
    // What may only read is no browser.
    let script = try await page(site, link(site), token: site.makeToken(.read)).text
    #expect(!script.contains("class=\"notice\""))
  }
}
