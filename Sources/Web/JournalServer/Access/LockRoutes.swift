import CaptureTime
import Hummingbird
import Journal
import Reminders
import Store
import Wording

/// The lock: its page, the forms that set, change and remove the PIN, and the same for programs.
struct LockRoutes: ServerRoutes {
  let server: ServerParts
  let sessions: DeviceSessions
  let gate: Gate
  /// Where PINs are tried and set, which takes a core for as long as their hashes were made to take.
  let hashes: WorkQueue

  func add(to routes: Routes) {
    routes.device(.get, "/lock") { request, _, device in try await page(request, device) }
    routes.unlocked(.get, "/tries") { request, _, visit in try await triesPage(request, visit) }
    routes.device(.post, "/lock") { request, _, device in
      try await close(device)
      return Response.redirect(to: "/lock").adding(gate.cache.forgetting(request, device))
    }
    routes.device(.post, "/unlock") { request, context, device in
      let form = try await Form(of: request)
      let next = LockPage.next(of: request)
      let failed = try await unlock(device, form.bytes("pin"), gate.address(of: request, context))
      let isTold = failed.contains { !$0.isJustMistyped(on: device, now: now()) }
      // Whoever has just mistyped knows it.
      if !isTold { try await gate.tell(device) }
      return .redirect(to: isTold ? "/tries?next=\(next.percentEncoded)" : next)
    }
    routes.unlocked(.post, "/settings/pin") { request, _, visit in
      let form = try await Form(of: request)
      do {
        try await changePIN(form, visit.guest)
      } catch {
        let problem = Problem(error)
        guard problem.status < 500 else { throw problem }
        let action = form["action"] ?? ""
        let part = ["change", "off"].contains(action) ? "&pin=\(action)" : ""
        return .redirect(to: SettingsGroup.lock.refused(problem.shownName, part))
      }
      return Response.redirect(to: SettingsGroup.lock.saved)
        .adding(gate.cache.forgetting(request, visit.device))
    }
    routes.device(
      .get, "/api/v1/lock",
      Operation(
        "getLock", .lock, "The state of the lock", scope: .read,
        answers: [.ok(.lock, "The state of the lock for this device.")])
    ) { request, _, device in
      try .json(await state(for: device, isTold: request.mayNote && device.scope == .all))
    }
    routes.device(
      .post, "/api/v1/lock",
      Operation(
        "lock", .lock, "Lock the journal for this device", scope: .read,
        answers: [.noContent("The journal is locked, if it has a PIN.")])
    ) { request, _, device in
      try await close(device)
      return .empty(.noContent, headers: gate.cache.forgetting(request, device))
    }
    // Reading takes this past a PIN, and it is the device's own session alone.
    routes.device(
      .post, "/api/v1/unlock",
      Operation(
        "unlock", .lock, "Unlock the journal for this device", scope: .read,
        bodies: [.json(.object(["pin": .pin]))],
        answers: [
          .noContent(
            """
            The journal is unlocked for this device: until 15 minutes without use, and 8 hours at \
            most.
            """)
        ], refusals: [.tooManyRequests])
    ) { request, context, device in
      let body = try await request.json(PINBody.self)
      let address = gate.address(of: request, context)
      _ = try await unlock(device, Array(body.pin.utf8), address)
      return .empty(.noContent)
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
    let party = gate.settings.relyingParty(of: request)
    let passkeys = try await workers.run {
      // What is wrong with the row of one keeps nobody from the PIN.
      (try? journals.passkeys.list(of: device.owner)) ?? []
    }
    let hasPasskey = passkeys.contains { $0.relyingParty == party && !$0.tries.isShut }
    return try pages.response(
      "lock",
      [
        "owner": device.owner.text, "isShut": tries.isShut,
        "wait": tries.wait(at: now()), "next": next.percentEncoded, "nextPath": next,
        "hasPasskey": hasPasskey,
      ].merging(pages.lockTexts(tries, at: now(), request)) { $1 }, for: request
    ).adding(gate.cache.forgetting(request, device, onceIsEnough: true))
  }

  /// The state of the lock, for a device of its owner; asking does not count as a use of the journal.
  ///
  /// - Parameters:
  ///   - device: the device.
  ///   - isTold: whether its owner sees the answer: a program that only reads does not take the notice of
  ///     wrong tries from them.
  /// - Returns: the state.
  /// - Throws: `JournalError`.
  private func state(for device: Device, isTold: Bool) async throws -> LockDescription {
    let token = sessions.token(of: device)
    return try await lock(of: device) { lock in
      let session = try lock.session(token)
      let body = LockDescription(
        try lock.tries(), session, now: now(), delay: try lock.delay(),
        failed: device.scope == .all ? sessions.failedTries(of: device) : [])
      if session != nil, isTold {
        sessions.tell(device, forgetting: lock.forgetFailedTries)
      }
      return body
    }
  }

  /// What an owner who has unlocked the journal is told of the tries before.
  private func triesPage(_ request: Request, _ visit: Visit) async throws -> Response {
    let (tries, next) = (sessions.failedTries(of: visit.device), LockPage.next(of: request))
    guard !tries.isEmpty else { return .redirect(to: next) }
    let words = pages.words(for: request)
    let zone = try await visit.run { try $0.settings.current().rule.zone }
    if visit.mayNote { try await gate.tell(visit.device) }
    return try pages.response(
      "tries",
      [
        "count": words.count(tries.count, "failedTries"), "next": next,
        "sources": tries.sources.map { $0.text(words, zone) },
      ], for: request)
  }

  /// Opens a session for a device.
  ///
  /// - Returns: the tries that were wrong before, of which the owner is to be told.
  private func unlock(
    _ device: Device, _ digits: [UInt8], _ address: String?
  ) async throws -> [FailedTry] {
    let opening = try await hashing(for: device, from: address) { lock in
      // An owner without a PIN needs no pepper either.
      try lock.checkMayTry()
      return try lock.open(PIN(digits.span))
    }
    try await gate.begin(opening, for: device)
    return opening.failedTries
  }

  /// Ends the session of a device.
  private func close(_ device: Device) async throws {
    if let token = sessions.keep(nil, for: device) {
      try await lock(of: device) { try $0.end(token) }
    }
  }

  private func changePIN(_ form: Form, _ guest: Guest) async throws {
    let (old, new) = (form.bytes("pin"), form.bytes("new-pin"))
    let again = form.bytes("new-pin-again")
    let action = form["action"]
    let token = try await hashing(for: guest.device, from: guest.address) {
      lock -> AccessToken? in
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
    _ = sessions.keep(token, for: guest.device)
    if action != "off", form["outlets"] == "1" {
      try await workers.run {
        _ = try journals.removeOutlets(
          madeBy: nil, of: guest.device.owner, by: guest.source, now: now())
      }
    }
  }

  /// Does work that takes a hash, once it is the device's turn.
  private func hashing<Result: Sendable>(
    for device: Device, from address: String?,
    _ work: @escaping @Sendable (OwnerLock) throws -> Result
  ) async throws -> Result {
    try await hashes.run(for: device) { try work(lock(of: device, from: address)) }
  }

  private func lock<Result: Sendable>(
    of device: Device, _ work: @escaping @Sendable (OwnerLock) throws -> Result
  ) async throws -> Result {
    try await workers.run { try work(lock(of: device, from: nil)) }
  }

  private func lock(of device: Device, from address: String?) throws -> OwnerLock {
    try journals.lock(of: device.owner, from: .device(device, address: address), now: now)
  }
}

struct PINBody: Decodable {
  let pin: String
}

/// The lock screen; after a wrong PIN it shows the reason.
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
    (try? Query(of: request)["next"]).flatMap(local) ?? "/"
  }

  /// A path of this server; nil for what is none.
  static func local(_ path: String) -> String? {
    guard path.hasPrefix("/"), !path.contains("\\"),
      path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    // After two slashes browsers look for another server's name.
    return "/" + path.drop { $0 == "/" }
  }
}

extension FailedTrySource {
  /// "“Phone”, 192.0.2.7: 3 times, last at 2024-01-31 23:59".
  fileprivate func text(_ words: Words, _ zone: CaptureZone) -> String {
    let title = name.map { words("quoted", ["text": $0.text]) } ?? words("thisMachine")
    return words(
      opened ? "failedTriesOpened" : "failedTriesOf",
      [
        "source": [title, address].compactMap { $0 }.joined(separator: ", "),
        "count": words.count(count, "times"), "time": words.time(of: last, in: zone),
      ])
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
      // Before anything was wrong it would only threaten.
      "triesLeft": (tries.failures > 0 ? words.count(tries.left, "triesLeft") : nil).once,
      "mayTry": !tries.isShut,
      "hasWait": wait > 0,
      "waitText": words.count(wait, "nextTry"),
    ]
  }
}

extension Schema {
  static let pin = Schema.string(
    matching: "^[0-9]{\(PIN.lengths.lowerBound),\(PIN.lengths.upperBound)}$")
}
