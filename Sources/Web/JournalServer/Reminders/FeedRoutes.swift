import CaptureTime
import Files
import HTTPTypes
import Hummingbird
import Journal
import Hashing
import NIOCore
import Reminders
import Store
import Wording

/// Calendar feeds: anybody who knows a feed's address can read it, without a device and even while
/// the journal is locked.
///
/// Behind a lock it says no more than that something is due, and when, unless its owner lets it name things.
struct FeedRoutes: ServerRoutes {
  let server: ServerParts

  func add(to routes: Routes) {
    routes.open(.get, "/feeds/:file") { request, context in
      let name = context.parameters.get("file") ?? ""
      guard name.hasSuffix(Feed.ending), let token = AccessToken(name.dropLast(Feed.ending.count))
      else { throw Problem("no-page") }
      let form = try Query(of: request).feedForm
      let base = settings.origin(of: request).flatMap { BaseAddress($0) }
      let (feed, owner) = try await workers.run { try self.feed(of: token) }
      let bytes = try await workers.run(for: Asker(owner: owner)) {
        try calendar(feed, of: owner, key: FeedKey(Array(token.hash)), form, at: base)
      }
      return answer(bytes, to: request)
    }
  }

  private func feed(of token: AccessToken) throws -> (Feed, OwnerName) {
    guard let found = try journals.feed(of: token, now: now()) else { throw Problem("no-page") }
    return found
  }

  private func calendar(
    _ feed: Feed, of owner: OwnerName, key: FeedKey, _ form: CalendarFeed.Form,
    at base: BaseAddress?
  ) throws -> [UInt8] {
    let (journal, hasPIN) = try journals.behindLock(of: owner)
    let own = try journal.settings.current()
    let content = FeedContent(
      of: journal, own.rule, own.leapBirthday, FeedTimes(try journal.reminders.rules()),
      key: key, naming: !hasPIN || feed.names)
    let base = own.webAddress ?? base
    let calendar = try content.calendar(
      named: feed.name.text, today: own.rule.day(of: now())
    ) { FeedWords($0, in: own.reminderLanguage, at: base) }
    return calendar.bytes(form)
  }

  private func answer(_ bytes: [UInt8], to request: Request) -> Response {
    let tag = EntityTag(hash: SHA256.hash(bytes.span))
    var headers: HTTPFields = [
      .contentType: "text/calendar; charset=utf-8", .eTag: tag.description,
      .cacheControl: "private, no-cache",
      .contentDisposition: "inline; filename=\"daystamp.ics\"",
    ]
    if let field = request.headers[.ifNoneMatch], tag.isMeant(by: field, weakly: true) {
      headers[.contentType] = nil
      return Response(status: .notModified, headers: headers)
    }
    return Response(
      status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

extension Query {
  /// What of a calendar a program wants: `show=tasks`, `show=events`, else both.
  fileprivate var feedForm: CalendarFeed.Form {
    get throws {
      switch try self["show"] {
      case "tasks": .tasks
      case "events": .events
      default: .both
      }
    }
  }
}

/// The addresses of feeds.
struct FeedAddresses: Sendable {
  let settings: ServerSettings

  /// What addresses begin with: as the owner has set it, else the likeliest by which others reach the server.
  ///
  /// - Throws: `JournalError`, and what asking for the server's addresses throws.
  func base(for journal: OwnerJournal, askedOf own: String) throws -> String {
    if let address = try journal.settings.current().webAddress { return address.text }
    return PairingAddresses(known: try settings.addresses(), own: own).all.first ?? own
  }

  static func address(of token: AccessToken, at base: String) -> String {
    base + Feed.path(of: token)
  }
}
