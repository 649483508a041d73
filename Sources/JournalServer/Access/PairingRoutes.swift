import HTTPTypes
import Hummingbird
import Store
import Wording

/// A link makes a browser a device: it shows a page, and only the page's button pairs, so that a
/// program that merely opens links uses none up.
struct PairingRoutes: RouteGroup {
  let journals: Journal
  let gate: Gate
  let pages: Pages
  let workers: Workers
  let now: @Sendable () -> Int

  func add(to routes: Routes) {
    routes.open(.get, "/pair/:code") { request, context in
      try pages.response("pair", ["code": try Self.code(context).text], for: request)
    }
    routes.open(.post, "/pair/:code") { request, context in
      let code = try Self.code(context)
      let address = gate.address(of: request, context)
      let name = DeviceName(request.headers[.userAgent].map(Self.browserName) ?? "")
      let paired = try await workers.run {
        try journals.devices.pair(with: code, name: name, from: address, now: now())
      }
      guard let (_, token) = paired else {
        throw Problem("no-pairing")
      }
      var response = Response.redirect(to: "/")
      response.setCookie(gate.cookie(for: token))
      return response
    }
  }

  private static func code(_ context: ServerContext) throws -> AccessToken {
    guard let code = context.parameters.get("code").flatMap({ AccessToken($0) }) else {
      throw Problem("no-pairing.code")
    }
    return code
  }

  /// What a person recognises of a User-Agent: the browser's and the system's name.
  private static func browserName(_ agent: String) -> String {
    let browser = ["Firefox", "Edg", "Chrome", "Safari"].first { agent.contains($0) }
    let system = ["Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux"].first {
      agent.contains($0)
    }
    let names = [browser.map { $0 == "Edg" ? "Edge" : $0 }, system].compactMap { $0 }
    return names.isEmpty ? agent : names.joined(separator: ", ")
  }
}
