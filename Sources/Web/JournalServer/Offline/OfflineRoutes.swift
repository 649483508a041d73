import CaptureTime
import Files
import Foundation
import HTTPTypes
import Hummingbird
import Journal
import Store
import Wording

/// What a browser stores to read offline, if its owner chose that for the device: the last thirty
/// days, encrypted with a key that the server gives only while the journal is unlocked.
struct OfflineRoutes: ServerRoutes {
  let server: ServerParts
  let sessions: DeviceSessions

  func add(to routes: Routes) {
    routes.unlocked(.post, "/settings/devices/:id/offline") { request, context, visit in
      let id = try context.parameter("id") { Int64($0) }
      let keeps = try await Form(of: request)["offline"] != nil
      // A browser chooses for itself; that it ends, any of the owner's may say.
      guard !keeps || id == visit.device.id else { throw Problem("no-device-id") }
      let isDone = try await visit.run { journal in
        try journal.checkUnlocked()
        return try journals.devices.setKeepsOffline(keeps, id, of: visit.device.owner)
      }
      guard isDone else { throw Problem("no-device-id") }
      return .redirect(to: "/settings/devices/\(id)?saved=1")
    }
    // Not to be had by a page of another site: its browser says from where a form comes, and asks before it
    // sends a field of the head.
    routes.unlocked(.post, "/offline/key") { request, _, visit in
      guard request.ownerOfPage == visit.device.owner.text else { throw Problem("other-owner") }
      return try .json(await key(for: visit))
    }
    routes.unlocked(.get, "/offline") { request, _, visit in
      guard visit.device.keepsOffline else {
        return .redirect(to: "/settings/devices/\(visit.device.id)")
      }
      let own = try await visit.run { try $0.settings.current() }
      return try await page(
        of: "offline", ["zone": own.zone.name, "dayStart": own.dayStart.seconds], for: request)
    }
    routes.unlocked(.get, "/offline/days") { request, _, visit in
      // A page may still ask when the choice has just been taken back: that is no error.
      guard visit.device.keepsOffline else { return .empty(.noContent) }
      let words = pages.words(for: request)
      let days = try await visit.run { journal in
        try OfflineDays(in: journal, now: now()).list(as: words, pages.files.version)
      }
      let tag = try days.state
      if let field = request.headers[.ifNoneMatch], tag.isMeant(by: field, weakly: true) {
        return .empty(.notModified, headers: [.eTag: tag.description])
      }
      return try .json(days, headers: [.eTag: tag.description])
    }
    routes.unlocked(.get, "/offline/days/:day") { request, context, visit in
      guard visit.device.keepsOffline else { return .empty(.noContent) }
      let day = try context.parameter("day") { CivilDate(iso: $0) }
      let words = pages.words(for: request)
      let content = try await visit.run { journal in
        let posts = try PostsOfDay(day, in: journal)
        return [
          "title": words.title(day), "day": "\(day)", "isOfOneDay": true,
          "groups": try DayPosts(of: visit, words, nil).groups(posts.shown, firstHeading: 3),
          "morePosts": posts.rest(words),
        ] as PageContent
      }
      return try await page(of: "offline-day", content, for: request)
    }
  }

  /// - Throws: ``Problem`` where the device keeps nothing.
  private func key(for visit: Visit) async throws -> OfflineKey {
    try await visit.run { [sessions, journals, now] journal in
      try journal.checkUnlocked()
      guard let key = try journals.devices.offlineKey(of: visit.device) else {
        throw Problem("no-page")
      }
      let lock = try journals.lock(of: visit.device.owner, now: now)
      let hasPIN = try lock.tries() != nil
      let session = try lock.session(sessions.token(of: visit.device))
      let locksOnLeaving = try lock.delay() == .none
      return OfflineKey(
        key, hasPIN: hasPIN, session, locksOnLeaving: locksOnLeaving, now: now())
    }
  }
}

/// The browser's encryption key, and how long the browser may hold it.
private struct OfflineKey: Encodable {
  /// 32 bytes as base64.
  let key: String
  /// Whether it must stay in memory.
  let hasPIN: Bool
  /// Seconds until the journal locks unless it is used, after any use, and in any case; missing without a PIN.
  let secondsLeftUnused: Int?
  let secondsAfterUse: Int?
  let secondsLeftAtMost: Int?
  /// Whether the browser forgets it when its page is left for something else.
  let locksOnLeaving: Bool

  init(_ key: [UInt8], hasPIN: Bool, _ session: Session?, locksOnLeaving: Bool, now: Int) {
    self.key = Data(key).base64EncodedString()
    self.hasPIN = hasPIN
    let left = session?.timeLeft(at: now)
    (secondsLeftUnused, secondsLeftAtMost) = (left?.unused, left?.atMost)
    secondsAfterUse = session?.idle
    self.locksOnLeaving = hasPIN && locksOnLeaving
  }
}
