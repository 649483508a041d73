import CaptureTime
import Foundation
import HTTPTypes
import Hummingbird

/// The list, day or search that led to a page, for the link back without a script: an app on a
/// phone's home screen may have no back button.
struct WayBack: Sendable {
  /// A path of this site with its query.
  let path: String
  let title: String

  init(path: String, title: String) { (self.path, self.title) = (path, title) }

  /// What the page's address says in `from`, as the pages beside it hand on, else the page that led here.
  ///
  /// - Returns: nil where that is no page that leads to posts.
  init?(of request: Request, _ words: Words) {
    guard let path = Self.path(of: request), let place = URLComponents(string: path),
      let title = Self.title(of: place, words)
    else { return nil }
    self.init(path: path, title: title)
  }

  /// For templates.
  var content: PageContent { ["path": path, "title": title] }

  /// An address of another post that knows the same way back.
  func handed(to address: String) -> String { "\(address)?from=\(path.percentEncoded)" }

  /// The address of this site; nil without one.
  static func path(of request: Request) -> String? {
    if let from = (try? Query(of: request)["from"]).flatMap(LockPage.local) { return from }
    // Only its path and query, so that it leads nowhere else.
    return request.headers[.referer].flatMap { URLComponents(string: $0) }.flatMap { place in
      LockPage.local(place.percentEncodedPath + (place.percentEncodedQuery.map { "?" + $0 } ?? ""))
    }
  }

  private static func title(of place: URLComponents, _ words: Words) -> String? {
    let parts = place.path.split(separator: "/").map(String.init)
    switch (parts.first, parts.count) {
    case (nil, 0): return words("today")
    case ("timeline", 1):
      let isSearch = place.queryItems?.contains { $0.name == "q" && $0.value?.isEmpty == false }
      return words(isSearch == true ? "search" : "timeline")
    case ("memories", 1): return words("memories")
    case ("calendar", 1), ("months", 2), ("years", 2): return words("calendar")
    case ("people", 2) where Int64(parts[1]) != nil: return words("people")
    case ("trash", 1): return words("trash")
    case ("days", 2): return CivilDate(iso: parts[1]).map(words.short)
    default: return nil
    }
  }
}
