import Hummingbird
import Journal
import Store

/// The page for everything without a place in the bar, the page about the program, and the tour.
struct MoreRoutes: ServerRoutes {
  let server: ServerParts

  /// How many screens the tour has.
  static let screens = 6

  func add(to routes: Routes) {
    routes.unlocked(.get, "/more") { request, _, visit in
      let (owner, now) = (visit.device.owner, settings.now)
      let hasPIN = try await workers.run {
        try journals.lock(of: owner, now: now).tries() != nil
      }
      return try await page(
        of: "more", ["hasPIN": hasPIN, "owner": owner.text, "mayLeave": visit.device.mayLeave],
        for: request)
    }
    routes.unlocked(.get, "/about") { request, _, _ in
      try await page(
        of: "about-program",
        [
          "version": settings.version, "hasManual": !pages.manual.isEmpty,
          "components": components.map { ["name": $0, "licence": $1] as PageContent },
        ], for: request)
    }
    routes.unlocked(.get, "/tour") { request, _, _ in try await screen(1, request) }
    routes.unlocked(.get, "/tour/:number") { request, context, _ in
      let number = try context.parameter("number") { text in
        Int(text).flatMap { "\($0)" == text && (1...Self.screens).contains($0) ? $0 : nil }
      }
      return try await screen(number, request)
    }
  }

  private func screen(_ number: Int, _ request: Request) async throws -> Response {
    let words = pages.words(for: request)
    let steps: [PageContent] = (1...Self.screens).map {
      ["number": $0, "isPresent": $0 == number, "title": words("tour-\($0)-title")]
    }
    let step = words("tourStep", ["number": "\(number)", "count": "\(Self.screens)"])
    return try await page(
      of: "tour",
      [
        "title": words("tour-\(number)-title"), "text": words("tour-\(number)-text"),
        "step": step, "steps": steps, "picture": ["is\(number)": true],
        "previous": (number > 1 ? number - 1 : nil).once,
        "next": (number < Self.screens ? number + 1 : nil).once,
      ], for: request)
  }
}

/// What the program is made of that others wrote, each with its licence: fonts first, then what is linked,
/// packages of Swift and libraries of C.
private let components: KeyValuePairs = [
  "Open Sans": "Apache-2.0",
  "Nanum Gothic": "OFL-1.1",
  "DSEG7": "OFL-1.1",
  "Swift, Foundation": "Apache-2.0",
  "GRDB.swift": "MIT",
  "Hummingbird, swift-mustache": "Apache-2.0",
  "SwiftNIO, Swift Argument Parser, Swift Crypto, Swift Log, Swift System": "Apache-2.0",
  "TOMLKit, toml++": "MIT",
  "SQLite": "Public domain",
  "cmark-gfm": "BSD-2-Clause",
  "libgd": "GD",
  "libjpeg-turbo": "IJG, BSD-3-Clause",
  "libheif": "LGPL-3.0",
  "LibRaw": "LGPL-2.1, CDDL-1.0",
  "FreeType": "FTL",
  "Raqm, HarfBuzz, Fontconfig": "MIT",
  "ICU": "Unicode-3.0",
  "Expat": "MIT",
  "libqrencode, libseccomp": "LGPL-2.1",
  "zlib": "Zlib",
]
