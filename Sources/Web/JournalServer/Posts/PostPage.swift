import CaptureTime
import Files
import Formats
import Journal
import Markup
import Stamping
import Store
import SystemPackage
import Wording

/// One post, large, with what can be done to it.
struct PostPage: Sendable {
  let post: Post
  let neighbours: PostNeighbours
  /// Of the label on its photo; nil where it has none.
  let look: LabelLook?
  let pictures: Pictures
  let words: Words
  /// Its words as HTML.
  let html: String

  /// Its place on its day; nil where it is the only one.
  private var position: String? {
    guard neighbours.count > 1 else { return nil }
    return words(
      "position", ["index": "\(neighbours.index)", "count": "\(neighbours.count)"])
  }

  /// Where the photo of a post is as it was taken, small.
  static func picture(_ number: Int) -> String { "/posts/\(number)/picture" }

  /// - Throws: what encoding the post throws.
  func content() throws -> PageContent {
    var card = PostCard(post: post, pictures: pictures, words: words)
    card.html = html
    let time = post.time.captureTime
    let isSaid = !post.title.isEmpty || !post.words.isEmpty
    let page: PageContent = [
      "isInTrash": post.trashed != nil, "isSaid": isSaid,
      "typed": PostFields(post).content(words),
      "labelled": look.map { LabelFields($0).content(words) }.once,
      "edited": (post.photo?.edit).map {
        EditFields($0).content(words, source: Self.picture(post.number))
      }.once,
      "version": try post.tag.description,
      "isDayOnly": time.precision == .day, "zone": post.time.zone,
      "source": words("source-\(post.time.source.rawValue)"),
      "previous": neighbours.previous.map { ["path": "/posts/\($0)"] }.once,
      "next": neighbours.next.map { ["path": "/posts/\($0)"] }.once,
      "position": position.once,
    ]
    return card.content.merging(page) { $1 }
  }
}

/// What a page shows of a post.
struct PostCard {
  let post: Post
  let pictures: Pictures
  let words: Words
  /// Its words, where the page shows them whole.
  var html: String?

  /// For templates.
  var content: PageContent {
    let time = post.time.captureTime
    let address = "/api/v1/posts/\(post.number)"
    let headline = html == nil ? headline : post.title
    return [
      "number": post.number, "path": "/posts/\(post.number)",
      "day": "\(post.day)", "dayTitle": words.title(post.day), "dayShort": words.short(post.day),
      "time": clock, "hasTime": time.precision != .day, "dateTime": Self.machineText(time),
      "caption": post.caption, "hasCaption": !post.caption.isEmpty,
      "headline": (headline.isEmpty ? nil : headline).once, "html": html.once,
      "shownTitle": headline.isEmpty ? "" : Isolation.shown(headline) + " · ",
      "mood": post.mood.map { Self.content(of: $0, words) }.once,
      "isMorning": post.isMorning, "isWrittenLater": post.isWrittenLater,
      "isStarred": post.isStarred,
      "tags": post.tags.map { ["name": $0, "query": $0.percentEncoded] },
      "hasTags": !post.tags.isEmpty, "hasPhoto": post.photo != nil, "alt": alternativeText,
      "small": pictures.path(post, .small), "large": pictures.path(post, .large),
      "stamped": "\(address)/photo", "original": "\(address)/original",
      "fileName": post.photo?.file.lastComponent?.string ?? "",
      "text": (post.photo?.text).map { text in
        [
          "name": text.key,
          "path": TextOnPage.path(of: text.key, in: text.collection),
        ]
      }.once,
      // Its shape, which is known before it comes.
      "sized": (post.photo?.size).map { ["width": $0.width, "height": $0.height] }.once,
    ]
  }

  static func content(of mood: Mood, _ words: Words) -> PageContent {
    ["face": Wording.face(mood), "name": Wording.name(mood, in: words.language)]
  }

  /// The title, or the first line of the words.
  private var headline: String {
    post.title.isEmpty && !post.words.isEmpty ? Markup.firstLine(of: post.words) : post.title
  }

  /// What the photo is to a person who does not see it.
  var alternativeText: String {
    let moment = [words.short(post.day), clock].filter { !$0.isEmpty }.joined(separator: ", ")
    return post.caption.isEmpty
      ? words("photoOf", ["moment": moment])
      : words("photoWith", ["moment": moment, "caption": Isolation.shown(post.caption)])
  }

  /// Hour and minute; nothing where they are not known.
  private var clock: String { Self.clock(of: post.time.captureTime) }

  /// Hour and minute of a time; nothing where they are not known.
  static func clock(of time: CaptureTime) -> String {
    time.precision == .day ? "" : twoDigits(time.hour) + ":" + twoDigits(time.minute)
  }

  /// As HTML writes a local date and time, or a date alone.
  static func machineText(_ time: CaptureTime) -> String {
    guard time.precision != .day else { return "\(time.date)" }
    let clock = [time.hour, time.minute, time.second].map(twoDigits).joined(separator: ":")
    return "\(time.date)T\(clock)"
  }

  static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension [Post] {
  func cards(_ words: Words, _ pictures: Pictures) -> [PageContent] {
    map { PostCard(post: $0, pictures: pictures, words: words).content }
  }
}
