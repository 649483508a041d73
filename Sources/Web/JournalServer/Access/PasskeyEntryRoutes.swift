import HTTPTypes
import Hummingbird
import Journal
import NIOCore
import Store
import WebAuthn
import Wording

/// Passkeys at the gate: a device unlocks the journal, and an unpaired browser becomes a device.
struct PasskeyEntryRoutes: ServerRoutes {
  let server: ServerParts
  let gate: Gate
  let ceremonies: Ceremonies

  private var now: @Sendable () -> Int { settings.now }
  private var cookie: SignInCookie { SignInCookie(way: .passkey, settings: settings) }

  func add(to routes: Routes) {
    routes.device(.post, "/unlock/passkey/options") { request, context, device in
      let party = try settings.party(of: request, context)
      let passkeys = try await workers.run { try journals.passkeys.list(of: device.owner) }
      let own = passkeys.filter { $0.relyingParty == party.id && !$0.tries.isShut }
      guard !own.isEmpty else { throw Problem("no-passkey") }
      let challenge = ceremonies.begin(.unlocking(device: device.id), at: now())
      return try .json(RequestOptions(party, challenge, allowing: own))
    }
    routes.device(.post, "/unlock/passkey") { request, context, device in
      try await unlock(request, context, device)
    }
    routes.open(.post, "/sign-in/passkey/options") { request, context in
      let party = try settings.party(of: request, context)
      let (challenge, kept) = try ceremonies.beginSignIn(at: now())
      var response = try Response.json(RequestOptions(party, challenge))
      response.setCookie(cookie.cookie(kept))
      return response
    }
    routes.open(.post, "/sign-in/passkey") { request, context in
      try await signIn(request, context)
    }
  }

  private func unlock(
    _ request: Request, _ context: ServerContext, _ device: Device
  ) async throws -> Response {
    let assertion = try await request.json(AssertionBody.self).assertion
    let party = try settings.party(of: request, context)
    guard let challenge = ceremonies.take(.unlocking(device: device.id), at: now()) else {
      throw Problem("no-challenge")
    }
    let source = TrySource.device(device, address: gate.address(of: request, context))
    let opening = try await verifying {
      let user = try journals.passkeys.handle(of: device.owner)
      return try journals.lock(of: device.owner, from: source, now: now)
        .open(by: assertion.credential, for: party.id) { passkey in
          party.verdict(on: assertion, answering: challenge, for: passkey, of: user)
        }
    }
    return try await opened(opening, for: device)
  }

  private func signIn(_ request: Request, _ context: ServerContext) async throws -> Response {
    let assertion = try await request.json(AssertionBody.self).assertion
    let party = try settings.party(of: request, context)
    let taken = cookie.shown(by: request).compactMap { ceremonies.takeSignIn($0, at: now()) }
    guard let challenge = taken.first else { throw Problem("no-challenge") }
    let address = gate.address(of: request, context)
    let agent = DeviceAgent(of: request) ?? .unknown
    let name = DeviceName(pages.words(for: request).name(of: agent))
    // Nobody was known before: the authenticator has to say who (section 7.2, step 6).
    guard let user = assertion.userHandle else { throw Problem("passkey-refused") }
    let signedIn = try await verifying {
      try journals.passkeys.signIn(
        by: assertion.credential, of: user, for: party.id, named: name, as: agent, from: address,
        now: now()
      ) { passkey in
        party.verdict(on: assertion, answering: challenge, for: passkey, of: user)
      }
    }
    var response =
      if let opening = signedIn.opening {
        try await opened(opening, for: signedIn.device)
      } else {
        try Response.json(OpenedBody(hasFailedTries: false))
      }
    response.setCookie(gate.cookie(for: signedIn.token))
    response.setCookie(cookie.cookie(nil))
    return response
  }

  /// Does work in which an assertion is verified. One of a passkey that there is not is answered as one
  /// that is wrong: who tries learns nothing of which there are.
  private func verifying<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await workers.run {
      do {
        return try work()
      } catch let error as PasskeyError {
        switch error {
        case .unknown, .wrong: throw Problem("passkey-refused")
        case .known, .tooMany, .noTry, .copied: throw error
        }
      }
    }
  }

  private func opened(_ opening: Opening, for device: Device) async throws -> Response {
    try await gate.begin(opening, for: device)
    let isTold = opening.failedTries.contains { !$0.isJustMistyped(on: device, now: now()) }
    if !isTold { try await gate.tell(device) }
    return try .json(OpenedBody(hasFailedTries: isTold))
  }
}

extension Gate {
  /// Has a device use a session that was opened for it, and ends the one before.
  func begin(_ opening: Opening, for device: Device) async throws {
    cache.began(device)
    guard let earlier = sessions.keep(opening.token, from: opening, for: device) else { return }
    try await workers.run {
      try journals.lock(of: device.owner, now: settings.now).end(earlier)
    }
  }

  /// Has the tries forgotten that a device is told of.
  func tell(_ device: Device) async throws {
    try await workers.run {
      let lock = try journals.lock(of: device.owner, now: settings.now)
      sessions.tell(device, forgetting: lock.forgetFailedTries)
    }
  }
}
