import Cards
import Files
import Formats
import Journal
import Raster
import Stamping
import Store
import Texts

/// The part of a text's page that makes a card of it.
struct CardMaker {
  let text: StoredText
  let query: CardQuery
  /// Whether a card was asked for.
  let isAsked: Bool
  let visit: Visit
  let words: Words

  /// Photos that are offered, the latest first.
  private static let mostPhotos = 11

  /// For the template `text`.
  ///
  /// - Throws: `JournalError`.
  func content() throws -> PageContent {
    let style = query.style
    let photos = try photos()
    return [
      "isOpen": isAsked, "picture": picture, "fileName": text.key,
      "width": style.shape.size.width, "height": style.shape.size.height,
      "themes": CardTheme.allCases.map { theme in
        Choice.content(
          theme.rawValue, words("colour-\(theme.rawValue)"), isChosen: theme == style.theme
        ).merging(["ground": theme.ground.hexadecimal, "ink": theme.ink.hexadecimal]) { $1 }
      },
      "shapes": CardShape.allCases.map {
        Choice.content($0.rawValue, words("card-\($0.rawValue)"), isChosen: $0 == style.shape)
      },
      "sizes": CardSize.allCases.map {
        Choice.content($0.rawValue, words("card-\($0.rawValue)"), isChosen: $0 == style.size)
      },
      "hasPhotos": !photos.isEmpty, "isPlain": query.photo == nil, "photos": photos,
    ]
  }

  /// Its address.
  private var picture: String {
    let style = query.style
    let fields = [
      ("collection", text.collection.text), ("key", text.key), ("theme", style.theme.rawValue),
      ("shape", style.shape.rawValue), ("size", style.size.rawValue),
      ("photo", query.photo.map { "\($0)" } ?? ""),
    ]
    return "/api/v1/texts/card?"
      + fields.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
  }

  private func photos() throws -> [PageContent] {
    var filter = PostFilter()
    filter.kinds = [.photo]
    let posts = try visit.journal.posts.glances(
      filter, order: .newestFirst, count: Self.mostPhotos, skipping: 0)
    return posts.map(\.post).map { post in
      [
        "number": post.number, "small": visit.pictures.path(post, .small),
        "alt": post.caption.isEmpty ? words.short(post.day) : post.caption,
        "isChosen": post.number == query.photo,
      ]
    }
  }
}

extension RGBA {
  /// "#rrggbb".
  fileprivate var hexadecimal: String { "#" + [red, green, blue].hexadecimal }
}
