import Hummingbird
import NIOCore
import Store

extension JournalServer {
  func addLock(to routes: Routes) {
    routes.device(.get, "/lock") { [pages, sessions] request, _, device in
      let token = sessions.token(of: device)
      let closed = try await lock(of: device) { lock in
        try lock.session(token) == nil ? lock.tries() : nil
      }
      let next = LockPage.next(of: request)
      // A journal that is open, or has no PIN, shows no lock: who sees one goes away.
      guard let tries = closed else { return .redirect(to: next) }
      return try pages.response(
        "lock",
        [
          "owner": device.owner.text, "isShut": tries.isShut,
          "wait": tries.wait(at: settings.now()), "next": PercentCoding.encoded(next),
        ].merging(pages.lockTexts(tries, at: settings.now(), request)) { $1 }, for: request)
    }
    routes.device(.post, "/lock") { request, _, device in
      try await close(device)
      return .redirect(to: "/lock")
    }
    // The request that met the lock has used up the moment at which a cookie is renewed.
    routes.device(.post, "/unlock") { [gate] request, context, device in
      let form = try await Form(of: request)
      try await unlock(device, form.bytes("pin"))
      return gate.keepingCookie(of: request, in: .redirect(to: LockPage.next(of: request)))
    }
    routes.device(.post, "/api/v1/lock") { _, _, device in
      try await close(device)
      return .empty(.noContent)
    }
    routes.device(.post, "/api/v1/unlock") { [gate] request, _, device in
      let body = try await request.json(PINBody.self)
      try await unlock(device, Array(body.pin.utf8))
      return gate.keepingCookie(of: request, in: .empty(.noContent))
    }
  }

  private struct PINBody: Decodable {
    let pin: String
  }

  /// Opens a session for a device.
  private func unlock(_ device: Device, _ digits: [UInt8]) async throws {
    let token = try await lock(of: device) { lock in
      // An owner without a PIN has no pepper to be missed either.
      try lock.checkMayTry()
      return try lock.unlock(PIN(digits.span))
    }
    if let earlier = sessions.keep(token, for: device) {
      try await lock(of: device) { try $0.end(earlier) }
    }
  }

  /// Ends the session of a device.
  func close(_ device: Device) async throws {
    if let token = sessions.keep(nil, for: device) {
      try await lock(of: device) { try $0.end(token) }
    }
  }

  func lock<Result: Sendable>(
    of device: Device, _ work: @escaping @Sendable (OwnerLock) throws -> Result
  ) async throws -> Result {
    try await workers.run { [journals, settings] in
      try work(journals.lock(of: device.owner, now: settings.now))
    }
  }
}
