import Hummingbird
import Store
import Wording

/// The lock: its page, the form that sets, changes and removes the PIN, and both for programs.
struct LockRoutes: RouteGroup {
  let journals: Journal
  let sessions: DeviceSessions
  let gate: Gate
  let pages: Pages
  let workers: Workers
  let now: @Sendable () -> Int

  func add(to routes: Routes) {
    routes.device(.get, "/lock") { request, _, device in try await page(request, device) }
    routes.device(.post, "/lock") { _, _, device in
      try await close(device)
      return .redirect(to: "/lock")
    }
    // The request that met the lock has used up the moment at which a cookie is renewed.
    routes.device(.post, "/unlock") { request, _, device in
      let form = try await Form(of: request)
      try await unlock(device, form.bytes("pin"))
      return gate.keepingCookie(of: request, in: .redirect(to: LockPage.next(of: request)))
    }
    routes.unlocked(.post, "/settings/pin") { request, _, visit in
      let form = try await Form(of: request)
      do {
        try await changePIN(form, visit.device)
      } catch {
        let problem = Problem(error)
        guard problem.status < 500 else { throw problem }
        return .redirect(to: "/settings?problem=\(problem.name)#lock")
      }
      return .redirect(to: "/settings?saved=1#lock")
    }
    routes.device(.get, "/api/v1/lock") { _, _, device in try .json(await state(for: device)) }
    routes.device(.post, "/api/v1/lock") { _, _, device in
      try await close(device)
      return .empty(.noContent)
    }
    routes.device(.post, "/api/v1/unlock") { request, _, device in
      let body = try await request.json(PINBody.self)
      try await unlock(device, Array(body.pin.utf8))
      return gate.keepingCookie(of: request, in: .empty(.noContent))
    }
  }

  private func page(_ request: Request, _ device: Device) async throws -> Response {
    let token = sessions.token(of: device)
    let closed = try await lock(of: device) { lock in
      try lock.session(token) == nil ? lock.tries() : nil
    }
    let next = LockPage.next(of: request)
    // A journal that is unlocked, or has no PIN, has no lock to show.
    guard let tries = closed else { return .redirect(to: next) }
    return try pages.response(
      "lock",
      [
        "owner": device.owner.text, "isShut": tries.isShut,
        "wait": tries.wait(at: now()), "next": next.percentEncoded,
      ].merging(pages.lockTexts(tries, at: now(), request)) { $1 }, for: request)
  }

  /// The state of the lock, for a device of its owner; asking does not count as a use of the journal.
  private func state(for device: Device) async throws -> LockBody {
    let token = sessions.token(of: device)
    return try await lock(of: device) { lock in
      LockBody(try lock.tries(), try lock.session(token), try lock.delay(), now: now())
    }
  }

  /// Opens a session for a device.
  private func unlock(_ device: Device, _ digits: [UInt8]) async throws {
    let token = try await lock(of: device) { lock in
      // An owner without a PIN needs no pepper either.
      try lock.checkMayTry()
      return try lock.unlock(PIN(digits.span))
    }
    if let earlier = sessions.keep(token, for: device) {
      try await lock(of: device) { try $0.end(earlier) }
    }
  }

  /// Ends the session of a device.
  private func close(_ device: Device) async throws {
    if let token = sessions.keep(nil, for: device) {
      try await lock(of: device) { try $0.end(token) }
    }
  }

  private func changePIN(_ form: Form, _ device: Device) async throws {
    let (old, new) = (form.bytes("pin"), form.bytes("new-pin"))
    let again = form.bytes("new-pin-again")
    let action = form["action"]
    let token = try await lock(of: device) { lock -> AccessToken? in
      if action == "off" {
        try lock.remove(PIN(old.span))
        return nil
      }
      let pin = try PIN(new.span)
      guard try PIN.areEqual(pin, PIN(again.span)) else {
        throw Problem("pins-differ")
      }
      try pin.checkStrength()
      if action == "change" {
        try lock.change(PIN(old.span), to: pin)
      } else {
        try lock.set(pin)
      }
      // A person who has just typed it need not type it again.
      do {
        return try lock.unlock(pin)
      } catch is LockError {
        // The PIN is the new one all the same, and the lock screen asks for it.
        return nil
      }
    }
    _ = sessions.keep(token, for: device)
  }

  private func lock<Result: Sendable>(
    of device: Device, _ work: @escaping @Sendable (OwnerLock) throws -> Result
  ) async throws -> Result {
    try await workers.run { try work(journals.lock(of: device.owner, now: now)) }
  }
}

private struct PINBody: Decodable {
  let pin: String
}

private struct LockBody: Encodable, Sendable {
  let hasPIN: Bool
  let locked: Bool
  /// Tries that may still be wrong before the PIN is shut; missing without a PIN, as is the next.
  let triesLeft: Int?
  /// Seconds until the next try.
  let wait: Int?
  /// Seconds until an unused journal locks; missing while it is not unlocked by a PIN.
  let secondsLeftUnused: Int?
  /// Whether a browser is to lock when its page is left; missing as the one before.
  let locksOnLeaving: Bool?

  init(_ tries: Tries?, _ session: Session?, _ delay: LockDelay, now: Int) {
    hasPIN = tries != nil
    locked = tries != nil && session == nil
    (triesLeft, wait) = (tries?.left, tries?.wait(at: now))
    secondsLeftUnused = session?.timeLeft(at: now).unused
    locksOnLeaving = session.map { _ in delay == .none }
  }
}

/// The lock screen, which is shown again with the reason when a PIN was not taken.
enum LockPage {
  /// Kinds of problems that lead back to it.
  static let problems = ["wrong-pin", "wait", "pin-shut", "pin", "changed"]

  /// The path of the lock screen that leads on to a path of this server and tells a problem, if any.
  static func path(to next: String, after problem: Problem? = nil) -> String {
    let problem = problem.map { "problem=\($0.name)&" } ?? ""
    return "/lock?\(problem)next=\(next.percentEncoded)"
  }

  /// Where to go after the lock: what is not a path of this server leads home.
  static func next(of request: Request) -> String {
    guard let next = try? Query(of: request)["next"],
      next.hasPrefix("/"), !next.hasPrefix("//"), !next.contains("\\"),
      next.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return "/" }
    return next
  }
}

extension Pages {
  /// What the lock screen says in words.
  fileprivate func lockTexts(_ tries: Tries, at now: Int, _ request: Request) -> PageContent {
    let (words, wait) = (words(for: request), tries.wait(at: now))
    // The reason is one of the known ones; what else is in the address is not shown.
    let problem = (try? Query(of: request)["problem"]).flatMap {
      LockPage.problems.contains($0) ? $0 : nil
    }
    return [
      "problem": problem.flatMap(words.problem).once,
      "triesLeft": words.count(tries.left, "triesLeft"), "mayTry": !tries.isShut,
      "hasWait": wait > 0,
      "waitText": words.count(wait, "nextTry"),
    ]
  }
}
