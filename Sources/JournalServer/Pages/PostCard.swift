import CaptureTime
import Journal

/// What a page shows of a post.
struct PostCard {
  let post: Post
  let words: Words

  /// For templates.
  var content: PageContent {
    let time = post.time.captureTime
    let address = "/api/v1/posts/\(post.number)"
    return [
      "number": post.number, "path": "/posts/\(post.number)",
      "day": "\(post.day)", "dayTitle": words.title(post.day), "dayShort": words.short(post.day),
      "time": clock, "hasTime": time.precision != .day, "dateTime": Self.machineText(time),
      "caption": post.caption, "hasCaption": !post.caption.isEmpty,
      "isStarred": post.isStarred,
      "tags": post.tags.map { ["name": $0, "query": PercentCoding.encoded($0)] },
      "hasTags": !post.tags.isEmpty, "alt": alternativeText,
      "small": "\(address)/thumbnail?size=256", "large": "\(address)/thumbnail?size=1024",
      "stamped": "\(address)/photo", "original": "\(address)/original",
    ]
  }

  /// What the photo is to whoever does not see it.
  private var alternativeText: String {
    let moment = [words.short(post.day), clock].filter { !$0.isEmpty }.joined(separator: ", ")
    return post.caption.isEmpty
      ? words("photoOf", ["moment": moment])
      : words("photoWith", ["moment": moment, "caption": post.caption])
  }

  /// Hour and minute; nothing where they are not known.
  private var clock: String {
    let time = post.time.captureTime
    return time.precision == .day
      ? "" : Self.twoDigits(time.hour) + ":" + Self.twoDigits(time.minute)
  }

  /// As HTML writes a local date and time, or a date alone.
  static func machineText(_ time: CaptureTime) -> String {
    guard time.precision != .day else { return "\(time.date)" }
    let clock = [time.hour, time.minute, time.second].map(twoDigits).joined(separator: ":")
    return "\(time.date)T\(clock)"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension [Post] {
  func cards(_ words: Words) -> [PageContent] {
    map { PostCard(post: $0, words: words).content }
  }
}
