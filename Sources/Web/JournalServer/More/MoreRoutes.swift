import Hummingbird
import Journal
import Store

/// The page of all that has no place of its own in the bar, what the program is, and the tour.
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
      return try pages.response(
        "more", ["hasPIN": hasPIN, "owner": owner.text, "mayLeave": visit.device.mayLeave],
        for: request)
    }
    routes.unlocked(.get, "/about") { request, _, _ in
      try pages.response(
        "about-program",
        ["version": settings.version, "components": Component.all.map(\.content)], for: request)
    }
    routes.unlocked(.get, "/tour") { request, _, _ in try screen(1, request) }
    routes.unlocked(.get, "/tour/:number") { request, context, _ in
      let number = try context.parameter("number") { text in
        Int(text).flatMap { "\($0)" == text && (1...Self.screens).contains($0) ? $0 : nil }
      }
      return try screen(number, request)
    }
  }

  private func screen(_ number: Int, _ request: Request) throws -> Response {
    let words = pages.words(for: request)
    let steps: [PageContent] = (1...Self.screens).map {
      ["number": $0, "isPresent": $0 == number, "title": words("tour-\($0)-title")]
    }
    let step = words("tourStep", ["number": "\(number)", "count": "\(Self.screens)"])
    return try pages.response(
      "tour",
      [
        "title": words("tour-\(number)-title"), "text": words("tour-\(number)-text"),
        "step": step, "steps": steps, "picture": ["is\(number)": true],
        "previous": (number > 1 ? number - 1 : nil).once,
        "next": (number < Self.screens ? number + 1 : nil).once,
      ], for: request)
  }
}

/// What the program is made of that others wrote.
struct Component {
  let name: String
  let licence: String

  var content: PageContent { ["name": name, "licence": licence] }

  /// Fonts first, then what is linked: packages of Swift, and libraries of C.
  static let all = [
    Component(name: "Open Sans", licence: "Apache-2.0"),
    Component(name: "Nanum Gothic", licence: "OFL-1.1"),
    Component(name: "DSEG7", licence: "OFL-1.1"),
    Component(name: "Swift, Foundation", licence: "Apache-2.0"),
    Component(name: "GRDB.swift", licence: "MIT"),
    Component(name: "Hummingbird, swift-mustache", licence: "Apache-2.0"),
    Component(
      name: "SwiftNIO, Swift Argument Parser, Swift Crypto, Swift Log, Swift System",
      licence: "Apache-2.0"),
    Component(name: "TOMLKit, toml++", licence: "MIT"),
    Component(name: "SQLite", licence: "Public domain"),
    Component(name: "cmark-gfm", licence: "BSD-2-Clause"),
    Component(name: "libgd", licence: "GD"),
    Component(name: "libjpeg-turbo", licence: "IJG, BSD-3-Clause"),
    Component(name: "libheif", licence: "LGPL-3.0"),
    Component(name: "FreeType", licence: "FTL"),
    Component(name: "Raqm, HarfBuzz, Fontconfig", licence: "MIT"),
    Component(name: "ICU", licence: "Unicode-3.0"),
    Component(name: "Expat", licence: "MIT"),
    Component(name: "libqrencode, libseccomp", licence: "LGPL-2.1"),
    Component(name: "zlib", licence: "Zlib"),
  ]
}
