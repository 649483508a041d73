import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JournalSupport
import Store
import Testing
import TestSupport

@testable import JournalServer

/// All routes, as they declare themselves, asked by everybody: whoever is refused changes and learns nothing.
@Suite("Every route, asked by")
struct RouteMatrixTests {
  /// The forms that a locked device may send: what was typed is kept as a draft.
  private static let keptForms: Set<String> = [
    "POST /new", "POST /write", "POST /posts/:number", "POST /texts/note",
  ]

  /// Asks for each route, and checks that nothing changes and nothing shows.
  ///
  /// - Parameters:
  ///   - test: whose routes.
  ///   - token: who asks.
  ///   - refusal: how each is to be refused; nil for those that are not asked.
  /// - Throws: what a request throws.
  private func refuse(
    _ test: RouteSite, token: String?,
    _ refusal: (Routes.Entry) -> HTTPResponse.Status?
  ) async throws {
    let before = try test.state()
    for entry in test.entries {
      guard let expected = refusal(entry) else { continue }
      let answer = try await test.ask(entry, token: token)
      #expect(answer.status == expected, "\(entry.name)")
      try expectNothing(of: answer, to: entry, test)
      let changed = try test.state().symmetricDifference(before)
      try #require(changed.isEmpty, "\(entry.name)")
    }
  }

  private func expectNothing(
    of answer: TestResponse, to entry: Routes.Entry, _ test: RouteSite
  ) throws {
    #expect(try test.secrets(in: answer, to: entry).isEmpty, "\(entry.name)")
    #expect(answer.headers[.eTag] == nil, "\(entry.name)")
  }

  @Test("nobody's device, one that was revoked and one that was made up")
  func strangers() async throws {
    let test = try await RouteSite()
    let revoked = try test.site.pair("anna")
    let devices = try test.site.journals.devices.list(
      of: OwnerName("anna"), now: test.site.clock.read())
    let last = try #require(devices.max { $0.id < $1.id })
    let path = "/api/v1/devices/\(last.id)"
    #expect(try await test.site.request(.delete, path).status == .noContent)
    for token in [nil, RouteSite.nameOfNone, revoked] {
      try await refuse(test, token: token) { $0.access == .open ? nil : .unauthorized }
    }
  }

  @Test("nobody, where anybody may, changes nothing without what is secret in an address")
  func open() async throws {
    let test = try await RouteSite()
    let before = try test.state()
    for entry in test.entries where entry.access == .open {
      let answer = try await test.ask(entry, token: nil, knows: false)
      #expect(answer.status.code < 500, "\(entry.name): \(answer.status)")
      #expect(try test.secrets(in: answer, to: entry).isEmpty, "\(entry.name)")
      let changed = try test.state().symmetricDifference(before)
      try #require(changed.isEmpty, "\(entry.name)")
    }
  }

  @Test("a token that only reads, which changes nothing at all")
  func reading() async throws {
    let test = try await RouteSite()
    let token = try test.site.makeToken(.read)
    try await refuse(test, token: token) { ($0.scope ?? .read) == .read ? nil : .forbidden }
    let before = try test.state()
    for entry in test.entries where entry.scope == .read {
      let answer = try await test.ask(entry, token: token)
      #expect(
        answer.status.kind == .successful || Self.failing[entry.name] == answer.status.code
          || entry.path == "/api/v1/texts/day", "\(entry.name): \(answer.status)")
      let changed = try test.state().symmetricDifference(before)
      try #require(changed.isEmpty, "\(entry.name)")
    }
  }

  @Test("a token that only posts, which learns nothing of what it posted")
  func posting() async throws {
    let test = try await RouteSite()
    let token = try test.site.makeToken(.post)
    try await refuse(test, token: token) {
      [nil, .post].contains($0.scope) ? nil : .forbidden
    }
    let entry = try #require(test.entries.first { $0.scope == .post })
    let answer = try await test.ask(entry, token: token)
    #expect(answer.status == .created)
    #expect(answer.headers[.location] == nil)
    try expectNothing(of: answer, to: entry, test)
  }

  @Test("devices and tokens of a journal that is locked, but for what one may post then")
  func locked() async throws {
    let test = try await RouteSite()
    let site = test.site
    let poster = try site.makeToken(.post, postsWhileLocked: true)
    let tokens = [
      (DeviceScope.all, site.token), (.read, try site.makeToken(.read)),
      (.post, try site.makeToken(.post)), (.post, poster),
    ]
    try site.setPIN()
    for (scope, token) in tokens {
      try await refuse(test, token: token) { entry in
        guard let needed = entry.scope else { return nil }
        if !scope.allows(needed) { return .forbidden }
        guard entry.access == .unlocked, !Self.keptForms.contains(entry.name) else { return nil }
        if token == poster { return nil }
        return entry.method == .get && !entry.path.hasPrefix("/api/") ? .seeOther : .locked
      }
    }
    // What was typed into a form is kept, and nothing else.
    for entry in test.entries where Self.keptForms.contains(entry.name) {
      let before = try test.state()
      let answer = try await test.ask(entry, token: site.token)
      #expect(answer.status == .seeOther && answer.headers[.location]?.hasPrefix("/lock") == true)
      try expectNothing(of: answer, to: entry, test)
      let changed = try test.state().symmetricDifference(before)
      #expect(changed.allSatisfy { $0.hasPrefix("draft|") }, "\(entry.name): \(changed)")
    }
    let posting = try #require(test.entries.first { $0.scope == .post })
    #expect(try await test.ask(posting, token: poster).status == .created)
  }

  @Test("another owner's device, which is told nothing of this one's and changes nothing of it")
  func otherOwner() async throws {
    let test = try await RouteSite()
    _ = try test.site.add("bea")
    let path = test.site.folder.path("journal/journal.sqlite")
    let rows = try DatabaseRows(path, owner: 1, without: RouteSite.notes)
    let (before, files) = (try rows.read(), Set(test.site.files))
    // What she sees comes first, while there is nothing of her own, and last what gives her a PIN, since all
    // after it would be refused for that.
    func turn(_ entry: Routes.Entry) -> Int {
      entry.method == .get ? 0 : entry.path == "/settings/pin" ? 2 : 1
    }
    for entry in test.entries.sorted(by: { turn($0) < turn($1) }) where entry.access != .open {
      // Some end the device that asks.
      let answer = try await test.ask(entry, token: try test.site.pair("bea"))
      #expect(answer.status.code < 500, "\(entry.name): \(answer.status)")
      // Collections are everybody's to read, and their owner's to change.
      let isOfCollections = entry.path.contains("/collections") && entry.method != .get
      #expect(
        ![.unauthorized, .locked].contains(answer.status)
          && (isOfCollections || answer.status != .forbidden), "\(entry.name): \(answer.status)")
      let isSent = entry.method != .get
      #expect(try isSent || test.secrets(in: answer, to: entry).isEmpty, "\(entry.name)")
      let changed = try rows.read().symmetricDifference(before)
      try #require(changed.isEmpty, "\(entry.name)")
      #expect(files.isSubset(of: test.site.files), "\(entry.name)")
    }
  }

  @Test("a page that the browser has of another owner, which changes nothing, whatever it sends")
  func pageOfOtherOwner() async throws {
    let test = try await RouteSite()
    let before = try test.state()
    for entry in test.entries where entry.access != .open && entry.method != .get {
      let script = try await test.ask(entry, token: test.site.token, [.pageOwner: "b%C3%A9a"])
      #expect(script.status == .conflict, "\(entry.name): \(script.status)")
      guard entry.operation == nil else { continue }
      let form = try await test.ask(entry, token: test.site.token, owner: "b%C3%A9a")
      #expect(form.status == .conflict, "\(entry.name): \(form.status)")
      let changed = try test.state().symmetricDifference(before)
      try #require(changed.isEmpty, "\(entry.name)")
    }
  }

  /// What is refused here even to the owner, with the status: it takes a ceremony that is begun first, a PIN
  /// that there is, an issuer's word, a video, a raw file, or a name or an owner that a page gives.
  static let failing = [
    "GET /assets/:version": 404, "GET /assets/:version/:name": 404,
    "GET /thumbnails/:nonce/:number/:version": 404, "GET /sign-in/account/return": 400,
    "POST /sign-in/account/return": 404, "POST /sign-in/account/logout": 400, "POST /unlock": 409,
    "POST /api/v1/unlock": 409, "POST /unlock/passkey": 415, "POST /sign-in/passkey": 415,
    "POST /settings/passkeys": 415, "POST /api/v1/reminders/ways/:number/code": 409,
    "POST /api/v1/reminders/ways/:number/confirmation": 422,
    "GET /api/v1/posts/:number/video": 404, "GET /api/v1/posts/:number/raw": 404,
    "POST /offline/key": 409,
  ]

  /// What writes nothing here: it begins something, gives or takes a file, sets a cookie, takes back what was not
  /// done, or is for an empty journal.
  private static let idle: Set<String> = [
    "POST /sign-in/account", "POST /settings/accounts/link", "POST /sign-in/passkey/options",
    "POST /unlock/passkey/options", "POST /settings/passkeys/options", "POST /timeline/archive",
    "POST /settings/appearance", "POST /texts/look", "POST /lock", "POST /api/v1/lock",
    "POST /settings/passkeys/:id/allow", "POST /samples", "POST /samples/remove",
    "POST /drafts/:name/restore", "POST /drafts/:name/photos/:key/restore",
    "POST /posts/:number/discard", "POST /texts/note/discard",
    "POST /settings/import/file", "POST /settings/import/pieces", "POST /settings/import/look",
    "POST /settings/import/go", "POST /settings/import/stop", "POST /settings/import/discard",
  ]

  @Test("the owner's own device, do what they are for: what others are refused are real requests")
  func owner() async throws {
    let test = try await RouteSite()
    let before = try test.state()
    var (failing, idle): ([String: Int], Set<String>) = ([:], [])
    let last = test.entries.filter { $0.method == .get }
    for entry in test.entries.filter({ $0.method != .get }) + last {
      let own = entry.method == .get ? test : try await test.copy()
      let answer = try await own.ask(entry, token: entry.access == .open ? nil : own.site.token)
      if answer.status.code >= 400 {
        failing[entry.name] = answer.status.code
      } else if entry.method != .get, try own.state() == before {
        idle.insert(entry.name)
      }
    }
    #expect(failing == Self.failing)
    #expect(idle == Self.idle)
  }
}

extension Routes.Entry {
  /// "GET /posts/:number".
  var name: String { "\(method) \(path)" }
}
