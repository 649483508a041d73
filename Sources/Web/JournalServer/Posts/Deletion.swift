import Foundation
import Hummingbird
import Journal
import Store

/// Where a person goes after moving a post to the trash, and how they undo it there.
enum Deletion {
  /// The address of the timeline that a page was come to from; nil from anywhere else.
  static func timeline(of request: Request) -> String? {
    WayBack.path(of: request).flatMap { path in
      URLComponents(string: path)?.path == "/timeline" ? path : nil
    }
  }

  /// The timeline's place that a person came from, else the post beside on the same day, else the day.
  ///
  /// - Parameters:
  ///   - post: what goes to the trash.
  ///   - neighbours: what stands beside it until then.
  ///   - back: what the form says of where its page was come to from.
  /// - Returns: the path, with the number of the post for the notice.
  static func next(after post: Post, _ neighbours: PostNeighbours, back: String?) -> String {
    let beside = neighbours.previous ?? neighbours.next
    let ofDay =
      neighbours.index > 1
      ? neighbours.previous : neighbours.index < neighbours.count ? neighbours.next : nil
    let deleted = URLQueryItem(name: "deleted", value: "\(post.number)")
    if let back, var place = URLComponents(string: back), place.path == "/timeline" {
      let kept = (place.percentEncodedQueryItems ?? []).compactMap { item -> URLQueryItem? in
        switch item.name {
        case "deleted": nil
        case "at" where item.value == "\(post.number)":
          beside.map { URLQueryItem(name: "at", value: "\($0)") }
        default: item
        }
      }
      place.percentEncodedQueryItems = kept + [deleted]
      return place.path + "?" + (place.percentEncodedQuery ?? "")
    }
    return (ofDay.map { "/posts/\($0)" } ?? "/days/\(post.day)") + "?deleted=\(post.number)"
  }

  /// For the template `notices`: a form for what is still in the trash.
  ///
  /// - Throws: `JournalError`, ``Problem``.
  static func notice(of request: Request, _ visit: Visit) throws -> [PageContent] {
    guard let number = try Query(of: request).number("deleted", in: 1...Int.max),
      try visit.journal.posts.isInTrash(number)
    else { return [] }
    return [["path": "/posts/\(number)/restore"]]
  }
}
