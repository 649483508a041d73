import CaptureTime
import Formats
import Foundation
import Hummingbird
import Journal
import Stamping

extension JournalServer {
  func addNewPage(to routes: Routes) {
    routes.unlocked(.get, "/new") { [pages, workers] request, _, visit in
      let words = pages.words(for: request)
      let content = try await workers.run {
        NewPage(settings: try visit.journal.settings(), words: words).content
      }
      return try pages.response("new", content, for: request)
    }
  }
}

/// The form for new posts, and how their label will look.
struct NewPage {
  let settings: JournalSettings
  let words: Words

  /// Every kind of photo that can be stamped.
  private static let types =
    (PhotoFormat.allCases.flatMap(\.mediaTypes) + ["image/*"]).joined(separator: ",")

  /// What went wrong with a photo, by the kind of problem, as JSON for the script.
  private var problems: String {
    let prefix = "problem-"
    let table = Dictionary(
      uniqueKeysWithValues: words.texts.filter { $0.key.hasPrefix(prefix) }.map {
        (String($0.key.dropFirst(prefix.count)), $0.value)
      })
    return (try? JSONEncoder.ofThisServer.encode(table)).map { String(decoding: $0, as: UTF8.self) }
      ?? "{}"
  }

  var content: PageContent {
    let style = settings.look.style
    return [
      "types": Self.types, "problems": problems, "captionLimit": Caption.limit,
      "zone": settings.zone.name,
      "format": style.format, "size": style.size.description, "margin": style.margin.description,
      "outline": LabelColour.text(style.outline), "background": LabelColour.text(style.background),
      "positions": Choice.positions(style.position, words),
      "colour": Choice.colour(style),
    ]
  }
}
