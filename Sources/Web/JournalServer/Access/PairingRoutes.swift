import HTTPTypes
import Hummingbird
import Store
import Wording

/// Pairing: a link makes a browser a device. It shows a page first, and only that page's button
/// pairs, so that a program that merely opens links does not use one up.
struct PairingRoutes: ServerRoutes {
  let server: ServerParts
  let gate: Gate

  func add(to routes: Routes) {
    routes.open(.get, "/pair/:code") { request, context in
      try await page(Self.code(context), request, context)
    }
    routes.open(.post, "/pair/:code") { request, context in
      let code = try Self.code(context)
      let address = gate.address(of: request, context)
      let agent = DeviceAgent(of: request) ?? .unknown
      let name = DeviceName(pages.words(for: request).name(of: agent))
      let paired = try await workers.run {
        try journals.devices.pair(with: code, name: name, as: agent, from: address, now: now())
      }
      guard let (_, token) = paired else {
        throw Problem("no-pairing")
      }
      var response = Response.redirect(to: "/")
      response.setCookie(gate.cookie(for: token))
      return response
    }
  }

  /// The page of a link: whose journal it opens, and which this browser opens now. Who guesses a code is
  /// told of nobody.
  private func page(
    _ code: AccessToken, _ request: Request, _ context: ServerContext
  ) async throws -> Response {
    let owner = try await workers.run {
      try journals.devices.owner(ofPairing: code, now: now())
    }
    guard let owner else { throw Problem("no-pairing") }
    let words = pages.words(for: request)
    let device = try? await gate.guest(of: request, context, needing: .all).device
    let known = device.map { device in
      words(
        device.owner == owner ? "pairAgain" : "pairInstead",
        ["owner": device.owner.text, "name": device.name.text])
    }
    return try pages.response(
      "pair",
      [
        "code": code.text, "opens": words("pairOpens", ["owner": owner.text]), "known": known.once,
        "fingerprint": settings.fingerprint.once,
      ], for: request)
  }

  private static func code(_ context: ServerContext) throws -> AccessToken {
    guard let code = context.parameters.get("code").flatMap({ AccessToken($0) }) else {
      throw Problem("no-pairing.code")
    }
    return code
  }
}

extension Words {
  /// What a device is called until its owner gives it a name: "Chrome on Android".
  func name(of agent: DeviceAgent) -> String {
    switch agent.names {
    case (let browser?, let system?):
      self("deviceNamed", ["browser": browser, "system": system])
    case (let name?, nil), (nil, let name?): name
    case (nil, nil): ""
    }
  }
}
