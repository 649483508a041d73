import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Store
import Testing

@testable import JournalServer

@Suite("Every page and list")
struct RouteReadingTests {
  /// What gives all of the journal, and is refused to other sites.
  private static let exports = ["/export", "/api/v1/export"]

  /// Those that leave something behind when their owner opens them: what was opened, looked for, drawn, told
  /// or exported.
  private static let noting: Set<String> = [
    "GET /", "GET /access", "GET /texts", "GET /texts/text", "GET /texts/read",
    "GET /api/v1/texts/day", "GET /export", "GET /api/v1/export",
  ]

  private func isReading(_ entry: Routes.Entry) -> Bool { entry.method == .get }

  /// What a browser sends where a page of such a place had it ask.
  private func headers(_ site: Site, from place: String) -> HTTPFields {
    [.cookie: "daystamp=\(site.token)", .secFetchSite: place]
  }

  @Test("leaves something behind where its owner opens it, if it is one of these")
  func opened() async throws {
    let test = try await RouteSite()
    // The text of the day is drawn by whichever comes first.
    let other = try await test.copy()
    var noting: Set<String> = []
    for entry in test.entries where isReading(entry) {
      let own = entry.path == "/" ? other : test
      let before = try own.state()
      _ = try await own.ask(entry, token: nil, headers(own.site, from: "same-origin"))
      if try own.state() != before { noting.insert(entry.name) }
    }
    #expect(noting == Self.noting)
  }

  @Test("changes nothing where another site has a browser ask, and is shown all the same")
  func elsewhere() async throws {
    let test = try await RouteSite()
    let before = try test.state()
    for entry in test.entries where isReading(entry) {
      for place in ["cross-site", "same-site"] {
        let answer = try await test.ask(entry, token: nil, headers(test.site, from: place))
        if Self.exports.contains(entry.path) {
          #expect(answer.status == .forbidden)
        } else {
          // No text is drawn for the day, and so there is none.
          let failing = RouteMatrixTests.failing.merging(["GET /api/v1/texts/day": 404]) { $1 }
          #expect(
            answer.status.code < 400 || answer.status.code == failing[entry.name],
            "\(entry.name): \(answer.status)")
        }
        let changed = try test.state().symmetricDifference(before)
        try #require(changed.isEmpty, "\(entry.name)")
      }
    }
  }

  @Test("changes nothing where its head alone is asked for, or it is fetched early")
  func head() async throws {
    let test = try await RouteSite()
    let before = try test.state()
    for entry in test.entries where isReading(entry) {
      var own = headers(test.site, from: "same-origin")
      _ = try await test.ask(entry, as: .head, token: nil, own)
      own[HTTPField.Name(known: "Sec-Purpose")] = "prefetch;prerender"
      // What gives all of the journal is written down, whoever asks for it.
      if !Self.exports.contains(entry.path) { _ = try await test.ask(entry, token: nil, own) }
      let changed = try test.state().symmetricDifference(before)
      try #require(changed.isEmpty, "\(entry.name)")
    }
  }
}
