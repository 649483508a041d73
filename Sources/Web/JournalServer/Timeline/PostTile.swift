import CaptureTime
import Formats
import Journal
import Markup
import Stamping
import Store
import Wording

/// A post in a row of posts: its photo in its own shape, or its first words.
struct PostTile {
  let post: Post
  /// Its day as alternative texts say it, which is the same for all posts of a day.
  let shownDay: String
  let pictures: Pictures
  let words: Words

  /// Characters of words that a tile shows at most.
  private static let longestLead = 400

  /// For the template `rows`.
  var content: PageContent {
    let time = post.time.captureTime
    let clock = words.clock(of: time)
    let card = PostCard(post: post, pictures: pictures, words: words)
    let collage = card.collage
    let shape = TileShape(of: collage?.size ?? post.photo?.size)
    let lead = lead
    return [
      "number": post.number, "path": "/posts/\(post.number)", "time": clock,
      "hasTime": !clock.isEmpty, "dateTime": PostCard.machineText(time),
      "hasPhoto": post.photo != nil, "isPlain": post.photo == nil,
      "shape": shape.name, "sizes": shape.sizes, "width": post.photo?.size?.width ?? 4,
      "height": post.photo?.size?.height ?? 3,
      "small": pictures.path(post, .small), "medium": pictures.path(post, .medium),
      "large": pictures.path(post, .large), "sources": pictures.sources(of: post),
      "alt": alternative(clock),
      "title": (post.title.isEmpty ? nil : post.title).once,
      "lead": (lead.isEmpty ? nil : lead).once,
      "line": (line.isEmpty ? nil : line).once,
      "collage": collage.map(card.content).once,
      "video": post.photo.flatMap { $0.isVideo ? $0.video : nil }.map(PostCard.duration).once,
      "mood": post.mood.map { PostCard.content(of: $0, words) }.once,
      "isMorning": post.isMorning, "isStarred": post.isStarred,
      "tags": post.tags.prefix(3).map { ["name": $0] },
    ]
  }

  /// The beginning of the words without their marks; nothing beside a photo.
  private var lead: String {
    guard post.photo == nil, !post.words.isEmpty else { return "" }
    let beginning = String(decoding: post.words.utf8.prefix(2_048), as: UTF8.self)
    let text = Markup(beginning).plainText(hasBullets: true)
    return text.count > Self.longestLead ? text.prefix(Self.longestLead) + "…" : text
  }

  /// What is written over a photo.
  private var line: String { post.photo == nil ? "" : Self.line(of: post) ?? "" }

  /// The title, else the first line of the words, else the caption; nil where there is none.
  static func line(of post: Post) -> String? {
    let line =
      if !post.title.isEmpty {
        post.title
      } else {
        post.words.isEmpty ? post.caption : Markup.firstLine(of: post.words)
      }
    return line.isEmpty ? nil : line
  }

  private func alternative(_ clock: String) -> String {
    guard post.photo != nil else { return "" }
    let moment = [shownDay, clock].filter { !$0.isEmpty }.joined(separator: ", ")
    let (plain, withCaption) =
      post.photo?.isVideo == true ? ("videoOf", "videoWith") : ("photoOf", "photoWith")
    return post.caption.isEmpty
      ? words(plain, ["moment": moment])
      : words(withCaption, ["moment": moment, "caption": Isolation.shown(post.caption)])
  }
}

/// The shape of a photo in a row, as the style sheet has classes for it: within 7 % of its own, but for
/// very long ones.
struct TileShape {
  /// Hundredths of the width by the height.
  private let ratio: Int

  private static let ratios = [50, 56, 67, 75, 80, 90, 100, 112, 125, 133, 150, 178, 200, 240, 300]
  /// Of most cameras.
  private static let usual = 133

  /// - Parameter size: the photo's; nil where it is not known.
  init(of size: PixelSize?) {
    guard let size else {
      ratio = Self.usual
      return
    }
    let exact = 100 * Double(size.width) / Double(size.height)
    func distance(_ ratio: Int) -> Double { abs((exact / Double(ratio)).logarithm) }
    ratio = Self.ratios.min { distance($0) < distance($1) } ?? Self.usual
  }

  var name: String { "r\(ratio)" }

  /// How wide the photo is shown, as `sizes` of an image says it: a little more than in a row that is not
  /// stretched.
  var sizes: String { "(min-width: 60rem) \(ratio * 2)px, \(ratio * 13 / 10)px" }
}

extension Double {
  fileprivate var logarithm: Double { self > 1 ? self - 1 : 1 - 1 / self }
}
