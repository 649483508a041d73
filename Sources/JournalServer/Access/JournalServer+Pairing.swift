import Hummingbird
import Store

extension JournalServer {
  /// A link shows a page; only its button pairs, so that what merely looks at links uses none up.
  func addPairing(to routes: Routes) {
    routes.open(.get, "/pair/:code") { [pages] request, context in
      try pages.response("pair", ["code": try code(context).text], for: request)
    }
    routes.open(.post, "/pair/:code") { [journals, settings, workers, gate] request, context in
      let code = try code(context)
      let name = DeviceName(request.headers[.userAgent].map(Self.browserName) ?? "")
      let paired = try await workers.run {
        try journals.devices.pair(with: code, name: name, now: settings.now())
      }
      guard let (_, token) = paired else {
        throw Problem(.gone, "no-pairing", "The link is used up, or older than ten minutes.")
      }
      var response = Response.redirect(to: "/")
      response.setCookie(gate.cookie(for: token))
      return response
    }

    @Sendable func code(_ context: ServerContext) throws -> AccessToken {
      guard let code = context.parameters.get("code").flatMap({ AccessToken($0) }) else {
        throw Problem(.notFound, "no-pairing", "This is no link for pairing.")
      }
      return code
    }
  }

  /// What a person recognises of a User-Agent: the browser's and the system's name.
  private static func browserName(_ agent: String) -> String {
    let browser = ["Firefox", "Edg", "Chrome", "Safari"].first { agent.contains($0) }
    let system = ["Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux"].first {
      agent.contains($0)
    }
    let names = [browser.map { $0 == "Edg" ? "Edge" : $0 }, system].compactMap { $0 }
    return names.isEmpty ? String(agent.prefix(DeviceName.limit)) : names.joined(separator: ", ")
  }
}
