import Files
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JournalSupport
import NIOCore
import Store
import Testing
import TestSupport
import Texts

@testable import JournalServer

/// A site of anna's with something of everything, and for each route a request that does something there.
struct RouteSite: Sendable {
  private static let day = "2019-07-14"

  /// What must show to nobody else.
  static let secrets = [
    "Geheimnis", day, "Geheimtag", "IMG_secret", "Geheimwort", "Geheimtitel",
    "Geheimplan", "Geheimname", "Geheimmemo", "geheim.example", "Geheimtoken", "Geheimfeed",
    "Geheimentwurf", "Geheimvorlage", "Geheimreise",
  ]

  /// What is written down of whoever asks, also where that is refused: when a device was seen, and where,
  /// and when a feed was read; and what is made of what is there when it is first asked for: what a photo that
  /// waits says of itself, and the key by which push services know the journal.
  static let notes: Set<String> = [
    "device.last_seen", "device.last_address", "device.browser", "device.system",
    "calendar_feed.read", "draft_photo.original_hash", "draft_photo.taken", "draft_photo.source",
    "push_key", "change_count",
  ]

  /// By which no draft is known.
  static let nameOfNone = String(repeating: "A", count: 43)
  static let draft = String(repeating: "B", count: 42) + "A"
  static let photo = String(repeating: "C", count: 42) + "A"

  /// The words of the note, of which those say the hash who replace it.
  private static let words = "Geheimwort 2"

  private static func hash(_ words: String) -> String {
    Note.hash(of: words).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  let site: Site
  private let accounts: AccountAccess
  private let rows: DatabaseRows
  let entries: [Routes.Entry]
  /// The addresses that are secrets themselves: of a feed, and of a link that pairs.
  private let feed: String
  private let code: String

  init() async throws {
    accounts = AccountAccess(try TestIssuer(clock: TestClock(1_750_000_000)), newOwner: nil)
    site = try await Site(accounts: accounts)
    rows = try DatabaseRows(
      site.folder.path("journal/journal.sqlite"), without: Self.notes)
    entries = site.server.routes().entries
    for name in ["IMG_secret1.jpg", "IMG_secret2.jpg"] {
      let posted = try await site.post(
        Site.photo(),
        [
          ("caption", "Geheimnis"), ("time", "2019-07-14 10:00"), ("tag", "Geheimtag"),
          ("words", "Geheimwort"), ("title", "Geheimtitel"), ("mood", "2"),
        ],
        name: name)
      #expect(posted.status == .created)
    }
    for _ in 1...2 {
      let photo = MultipartBody(fields: [("caption", "Geheimnis")], photo: try Site.photo())
      let added = try await site.request(
        .post, "/api/v1/posts/1/photos", [.contentType: photo.contentType, .ifMatch: "*"],
        body: ByteBuffer(bytes: photo.bytes))
      #expect(added.status == .ok)
    }
    let texts = "key,text,section\na.1,Offen,a\nb.1,Auch offen,b\n"
    #expect(try await site.add(collection: texts, named: "w.csv").status == .created)
    // What came after the first is new until it is opened.
    let more = texts + "c.1,Neu,a\n"
    #expect(try await site.add(collection: more, named: "w.csv", by: .put).status == .ok)
    let plan = #"{"name":"Geheimplan","making":"order","days":2,"collection":"w"}"#
    func person(_ name: String) -> String {
      #"{"name":"Geheimname \#(name)","cadence":1,"start":"2019-07-14"}"#
    }
    let way = #"{"kind":"hook","address":"https://geheim.example/t","token":"Geheimtoken"}"#
    for (method, path, json) in [
      (
        HTTPRequest.Method.patch, "posts/1",
        #"{"words":"- [ ] Geheimwort neu","title":"Geheimtitel"}"#
      ),
      (.delete, "posts/2", ""), (.delete, "posts/1/photos/3", ""),
      (.put, "texts/text/note?key=a.1", #"{"words":"Geheimwort","replaces":null}"#),
      (
        .put, "texts/text/note?key=a.1",
        #"{"words":"\#(Self.words)","replaces":"\#(Self.hash("Geheimwort"))"}"#
      ),
      (.post, "texts/text/highlights?key=a.1", #"{"quote":"Offen"}"#),
      (.post, "texts/marks", #"{"deed":"heart","keys":["b.1"]}"#),
      (.post, "reading/section/read?key=a", ""),
      (.put, "templates", #"{"name":"Geheimvorlage","words":"Geheimwort"}"#),
      (.post, "plans/made", plan),
      (.post, "plans/made", plan.replacing("Geheimplan", with: "Geheimplan 2")),
      (.post, "plans/plan/start?name=Geheimplan", ""),
      (.post, "plans/plan/done?name=Geheimplan", ""),
      (.post, "people", person("one")), (.post, "people", person("put off")),
      (.post, "people", person("archived")), (.post, "people", person("deleted")),
      (.post, "people/3/archive", ""), (.delete, "people/4", ""),
      (.post, "people/1/contacts", #"{"memo":"Geheimmemo","day":"2019-07-14"}"#),
      (.post, "people/2/snooze", #"{"days":3}"#),
      (.post, "reminders", #"{"subject":"people","time":"09:00"}"#),
      (.post, "reminders/ways", way),
    ] {
      let answer = try await site.send(method, "/api/v1/\(path)", json, [.ifMatch: "*"])
      #expect(answer.status.kind == .successful, "\(path) \(answer.text)")
    }
    struct Feed: Decodable { let address: String }
    let made = try await site.send(.post, "/api/v1/reminders/feeds", #"{"name":"Geheimfeed"}"#)
    feed = try made.json(Feed.self).address.split(separator: "/").last.map(String.init) ?? ""
    _ = try site.pair("anna")
    for device in try site.journals.devices.list(of: OwnerName("anna"), now: site.clock.read()) {
      #expect(try site.journals.devices.setKeepsOffline(true, device.id, of: device.owner))
    }
    _ = try await PasskeyBrowser(site: site).add(token: site.token)
    _ = try site.journal.link(
      AccountName(issuer: TestIssuer.issuer, subject: "7"), at: site.clock.read())
    code = try site.journals.devices.makePairing(for: OwnerName("anna"), now: site.clock.read())
      .text
    let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    let kept = try await site.request(
      .post, "/drafts/\(Self.draft)", form, body: ByteBuffer(string: "words=Geheimentwurf"))
    let photo = MultipartBody(fields: [("key", Self.photo)], photo: try Site.photo())
    let sent = try await site.request(
      .post, "/drafts/\(Self.draft)/photos", [.contentType: photo.contentType],
      body: ByteBuffer(bytes: photo.bytes))
    #expect(kept.status == .noContent && sent.status == .noContent)
    _ = try await site.get("/texts?q=Offen")
    #expect(
      try await site.importJournal(Array(Site.brought.utf8), named: "Geheimreise.txt")
        .contains("arrival 1"))
  }

  private init(copyOf other: RouteSite) async throws {
    site = try await Site(copyOf: other.site, accounts: other.accounts)
    accounts = other.accounts
    rows = try DatabaseRows(
      site.folder.path("journal/journal.sqlite"), without: Self.notes)
    (entries, feed, code) = (other.entries, other.feed, other.code)
  }

  /// Another server on a copy of the journal as it is now, with the same devices.
  func copy() async throws -> RouteSite { try await RouteSite(copyOf: self) }

  /// All rows of the journal but for ``notes``, and its files with their sizes but for thumbnails and files that have
  /// no name where the file system can do that.
  func state() throws -> Set<String> {
    let kept = site.files.filter {
      !$0.hasPrefix("journal/thumbnails/") && !$0.contains("/\(StagedFile.temporaryPrefix)")
    }
    let files = try kept.map { name in
      let path = site.folder.path(name)
      return "\(name) \(try FileManager.default.attributesOfItem(atPath: path)[.size] ?? 0)"
    }
    return try rows.read().union(files)
  }

  /// What of its owner's own is in an answer and was not in the request.
  func secrets(in answer: TestResponse, to entry: Routes.Entry) throws -> [String] {
    let head = answer.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    let (shown, asked) = (head + answer.text, address(of: entry.name, knows: true))
    return Self.secrets.filter { secret in
      // The page of a month or a year has its days, whoever wrote on them.
      shown.contains(secret) && !asked.contains(secret)
        && !(secret == Self.day && asked.contains("/2019"))
    }
  }

  /// Asks for a route with what does something there.
  ///
  /// - Parameters:
  ///   - entry: the route.
  ///   - method: another method than the route's.
  ///   - token: the device's; nil for none.
  ///   - knows: whether it knows what is secret in an address, as a link that pairs.
  ///   - owner: the owner that the form's page has; nil where it says none.
  ///   - headers: further ones.
  /// - Returns: the answer.
  /// - Throws: what the request throws.
  func ask(
    _ entry: Routes.Entry, as method: HTTPRequest.Method? = nil, token: String?,
    knows: Bool = true, owner: String? = nil, _ headers: HTTPFields = [:]
  ) async throws -> TestResponse {
    let name = "\(entry.method) \(entry.path)"
    var headers = headers
    var body: ByteBuffer?
    if entry.method != .get {
      let (type, bytes) = try content(of: name, owner: owner)
      headers[.contentType] = type
      headers[.contentLength] = "\(bytes.count)"
      headers[.ifMatch] = "*"
      headers[.idempotencyKey] = UUID().uuidString
      body = ByteBuffer(bytes: bytes)
    }
    return try await site.request(
      method ?? entry.method, address(of: name, knows: knows), headers, body: body, token: token)
  }

  private func address(of name: String, knows: Bool) -> String {
    let path = String(name.drop { $0 != " " }.dropFirst())
    let filled = path.replacing(":number", with: Self.numbers[name] ?? "1")
      .replacing(":photo", with: "2").replacing(":id", with: path.contains("devices/") ? "2" : "1")
      .replacing(":code", with: knows ? code : "x")
      .replacing(":version", with: "1").replacing(":month", with: "2019-07")
      .replacing(":year", with: "2019").replacing(":day", with: "2019-07-14")
      .replacing(":file", with: knows ? feed : "x.ics").replacing(":nonce", with: "x")
      .replacing(":name", with: Self.draft).replacing(":key", with: Self.photo)
      .replacing(":topic", with: "api")
    guard let query = Self.queries[name] ?? (path.contains("/text/") ? "key=a.1" : nil) else {
      return String(filled)
    }
    return "\(filled)?\(query.replacing("NOTE", with: Self.hash(Self.words)))"
  }

  private func content(
    of name: String, owner: String?
  ) throws -> (type: String, bytes: [UInt8]) {
    if let fields = Self.uploads[name] {
      let owned = owner.map { [("owner", $0)] } ?? []
      let body =
        fields.hasSuffix("jpg")
        ? MultipartBody(
          fields: owned + [name.contains("/drafts/") ? ("key", Self.nameOfNone) : ("caption", "y")],
          photo: try Site.photo())
        : MultipartBody(
          fields: owned + [("name", fields)], file: Array(Self.file(for: name).utf8),
          named: "\(fields).csv")
      return (body.contentType, body.bytes)
    }
    if let form = Self.forms[name] ?? owner.map({ _ in "" }) {
      let filled = form.replacing("NOTE", with: Self.hash(Self.words))
      return (
        "application/x-www-form-urlencoded",
        Array((filled + (owner.map { "&owner=\($0)" } ?? "")).utf8)
      )
    }
    if name == "POST /api/v1/plans" { return ("text/plain", Array(Self.plan.utf8)) }
    let json = Self.json[name]?.replacing("NOTE", with: Self.hash(Self.words)) ?? "{}"
    return name.contains("/api/")
      ? ("application/json", Array(json.utf8)) : ("application/x-www-form-urlencoded", [])
  }

  private static let plan = "1=a\n2=b\n"

  private static func file(for name: String) -> String {
    name.contains("plans") ? plan : "key,text,section\na.1,Neu,a\nd.1,Noch,d\n"
  }

  /// Of those that are about another than the first: a post in the trash, a person who is put off, archived or
  /// deleted.
  private static let numbers = [
    "POST /posts/:number/restore": "2", "POST /trash/:number/delete": "2",
    "DELETE /api/v1/trash/:number": "2", "POST /api/v1/posts/:number/restore": "2",
    "DELETE /api/v1/people/:number/snooze": "2", "POST /api/v1/people/:number/unarchive": "3",
    "POST /api/v1/people/:number/restore": "4",
  ]

  /// Files that are sent: a photo, or what the thing is called.
  private static let uploads = [
    "POST /api/v1/posts": "jpg", "POST /api/v1/posts/:number/photos": "jpg",
    "POST /drafts/:name/photos": "jpg",
    "POST /api/v1/collections": "Neue", "PUT /api/v1/collections": "w", "POST /collections": "Neue",
    "POST /collections/update": "w", "POST /texts/plans/add": "Neuer",
    "POST /settings/import/file": "Neue",
  ]

  private static let queries = [
    "GET /api/v1/days": "from=2019-01-01&to=2019-12-31",
    "GET /api/v1/posts/:number/thumbnail": "size=256",
    "GET /api/v1/texts/text": "key=a.1", "GET /api/v1/texts/card": "key=a.1",
    "POST /api/v1/texts/card": "key=a.1",
    "GET /texts": "q=Auch", "GET /texts/text": "key=c.1&collection=w",
    "GET /texts/read": "section=b&collection=w", "GET /texts/note": "key=a.1&collection=w",
    "GET /texts/note/versions": "key=a.1&collection=w",
    "GET /texts/checklist": "collection=w", "GET /texts/plans/plan": "name=Geheimplan",
    "GET /collections/collection": "name=w", "GET /api/v1/collections/collection": "name=w",
    "DELETE /api/v1/collections/collection": "name=w&marks=true",
    "GET /api/v1/people/search": "q=Geheim", "GET /api/v1/reading/section": "key=b",
    "POST /api/v1/reading/section/open": "key=b", "POST /api/v1/reading/section/read": "key=b",
    "DELETE /api/v1/reading/section/read": "key=a", "GET /api/v1/reading/checklist": "collection=w",
    "POST /api/v1/reading/rounds": "collection=w", "GET /api/v1/plans/plan": "name=Geheimplan",
    "DELETE /api/v1/plans/plan": "name=Geheimplan",
    "GET /api/v1/plans/plan/day": "name=Geheimplan",
    "POST /api/v1/plans": "name=Neuer", "POST /api/v1/plans/plan/start": "name=Geheimplan%202",
    "POST /api/v1/plans/plan/stop": "name=Geheimplan",
    "POST /api/v1/plans/plan/shift": "name=Geheimplan",
    "POST /api/v1/plans/plan/go": "name=Geheimplan&day=2",
    "POST /api/v1/plans/plan/done": "name=Geheimplan&day=2",
    "POST /api/v1/plans/plan/undo": "name=Geheimplan",
    "DELETE /api/v1/texts/text/note": "key=a.1&replaces=NOTE",
    "GET /api/v1/templates/template": "name=Geheimvorlage",
    "DELETE /api/v1/templates/template": "name=Geheimvorlage",
    "DELETE /api/v1/passkeys/:id": "confirm=1", "GET /posted": "post=1",
    "GET /months": "month=2019-07", "POST /settings/import/pieces": "name=a.txt&size=9&at=0",
  ]

  private static let json = [
    "POST /api/v1/posts/batch": #"{"posts":[1],"starred":true}"#,
    "PATCH /api/v1/posts/:number": #"{"caption":"y","photo":1}"#,
    "PATCH /api/v1/posts/:number/photos/:photo": #"{"cover":true}"#,
    "PATCH /api/v1/settings": #"{"week-start":"sunday"}"#,
    "PUT /api/v1/templates": #"{"name":"Neue","words":"y"}"#,
    "POST /api/v1/unlock": #"{"pin":"8352"}"#,
    "POST /api/v1/texts/marks": #"{"deed":"heart","keys":["a.1"]}"#,
    "POST /api/v1/texts/text/highlights": #"{"quote":"ffe"}"#,
    "PATCH /api/v1/texts/highlights/:id": #"{"colour":"green"}"#,
    "PUT /api/v1/texts/text/note": #"{"words":"y","replaces":"NOTE"}"#,
    "POST /api/v1/texts/text/note/versions/:version/restore": #"{"replaces":"NOTE"}"#,
    "POST /api/v1/plans/made": #"{"name":"Neuer","making":"order","days":2,"collection":"w"}"#,
    "POST /api/v1/people": #"{"name":"Neue","cadence":1,"start":"2019-07-14"}"#,
    "PATCH /api/v1/people/:number": #"{"name":"Neue"}"#,
    "POST /api/v1/people/:number/snooze": #"{"days":3}"#,
    "POST /api/v1/people/:number/contacts": #"{"memo":"y"}"#,
    "PATCH /api/v1/contacts/:number": #"{"memo":"y"}"#,
    "POST /api/v1/reminders": #"{"subject":"memories","time":"09:00"}"#,
    "PATCH /api/v1/reminders/:number": #"{"on":false}"#,
    "POST /api/v1/reminders/ways": #"{"kind":"hook","address":"https://neu.example/t"}"#,
    "PATCH /api/v1/reminders/ways/:number": #"{"names":true}"#,
    "POST /api/v1/reminders/feeds": #"{"name":"Neuer"}"#,
    "PATCH /api/v1/reminders/feeds/:number": #"{"names":true}"#,
  ]

  private static let forms = [
    "POST /new": "words=y&day=2019-07-14&draft=\(nameOfNone)",
    "POST /write": "words=y&day=2019-07-14&draft=\(nameOfNone)",
    "POST /drafts/:name": "words=y",
    "POST /posts/:number": "words=y&version=*&time=2019-07-14+10:00&draft=\(nameOfNone)",
    "POST /posts/:number/star": "starred=1", "POST /posts/:number/mood": "mood=5",
    "POST /posts/:number/tick": "tick=1+1&version=*",
    "POST /access/told": "last=9",
    "POST /posts/:number/photos/restore": "removed=3&place=1",
    "POST /posts/:number/discard": "draft=\(draft)",
    "POST /posts/:number/delete": "confirm=1",
    "POST /trash/empty": "confirm=1", "POST /trash/:number/delete": "confirm=1",
    "POST /timeline/archive": "posts=1",
    "POST /settings": "week-start=sunday", "POST /settings/appearance": "theme=dark",
    "POST /settings/writing/templates": "name=Neue&words=y",
    "POST /settings/writing/templates/remove": "name=Geheimvorlage",
    "POST /settings/pin": "new-pin=8352&new-pin-again=8352", "POST /unlock": "pin=8352",
    "POST /settings/tokens": "name=y&scope=read&days=30",
    "POST /settings/devices/:id": "name=y", "POST /settings/devices/:id/posting": "posts-locked=1",
    "POST /settings/devices/:id/revoke": "confirm=1",
    "POST /settings/passkeys/:id": "name=y", "POST /settings/passkeys/:id/remove": "confirm=1",
    "POST /settings/accounts/:id/unlink": "confirm=1",
    "POST /people/new": "name=Neue&cadence=1&start=2019-07-14",
    "POST /people/:number": "deed=archive",
    "POST /people/:number/edit": "name=Neue&cadence=1&start=2019-07-14",
    "POST /contacts/:number": "memo=y&day=2019-07-14&kind=met",
    "POST /reminders": "deed=turn-off&number=1", "POST /reminders/feeds": "name=Neuer",
    "POST /texts/mark": "deed=heart&key=a.1&collection=w",
    "POST /texts/post": "key=a.1&collection=w",
    "POST /texts/read/done": "section=b&collection=w",
    "POST /texts/checklist/round": "collection=w&confirm=1",
    "POST /texts/highlights/add": "key=a.1&collection=w&quote=ffe&colour=green",
    "POST /texts/highlights/change": "highlight=1&deed=remove&collection=w",
    "POST /texts/note": "key=a.1&collection=w&hash=NOTE&words=y&draft=\(nameOfNone)",
    "POST /texts/note/discard": "key=a.1&collection=w&draft=\(draft)",
    "POST /texts/note/restore": "key=a.1&collection=w&hash=NOTE&version=1",
    "POST /texts/plans/make": "name=Neuer&collection=w&making=order&days=2",
    "POST /texts/plans/deed": "name=Geheimplan&deed=stop",
    "POST /collections/remove": "name=w&marks=1", "POST /settings/import/undo": "number=1",
  ]
}
