import CaptureTime
import Files
import Journal
import Markup
import Shell
import Stamping
import Store
import SystemPackage
import Wording

extension Wording {
  /// Why a word names no posts.
  static func notPostNumbers(_ text: String, limit: Int) -> String {
    "“\(escaped(text))” is not a post's number: give one, such as 12, or a range of at most \(limit), "
      + "such as 1-5."
  }

  /// How to find a word that was given as a range of days.
  static func searchFinds(_ text: String) -> String {
    "To find a word: --search \(shellWord(text))."
  }

  static func morePosts(of day: CivilDate) -> String {
    "… and more: daystamp list \(day)"
  }

  static let togetherByDay = "--together and --by-day cannot be used together."
  static let captionsNeedTogether =
    "Several captions need --together: one for each photo, in their order."
  static let oneCaptionRead =
    "With several captions, - and --edit do not work; give each one as text."
  static let moveTakesTwo = "--move takes two numbers: the photo's place and its new place."

  static func captions(_ count: Int, ofPhotos photos: Int) -> String {
    "There are \(counted(count, "caption")) for \(counted(photos, "photo")); give one for each."
  }

  /// A photo that was taken out of its post.
  static func photoInTrash(_ number: Int) -> String {
    "moved the photo to the trash as post \(number); daystamp trash restore \(number) restores it"
  }

  /// A post got files that belong to its photo.
  static func added(
    _ files: [PostRecord.AddedFile], beside photo: FilePath, to number: Int
  ) -> String {
    let names = files.map { $0 == .video ? "its video" : "its raw file" }
    let joined = names.joined(separator: " and ")
    return "\(name(photo)): added \(joined) to post \(number), which has the photo already"
  }

  static let noSuchPosts = "There are no such posts."
  static let noPosts = "There are no posts yet."
  static let noTags = "There are no tags yet."
  static let star = "★"

  static let noPeriod = "give a month, like 2024-01 or last month, or a year, like 2024."

  /// A post's day and when its photo was taken, to the minute: `2024-01-31 23:59`, or
  /// `2024-01-31 02:00 +1d` where the clock showed the next date already.
  static func time(of post: Post) -> String {
    (post.day.description + " " + clock(of: post)).trimmingBlanksAtEnd()
  }

  /// A post's time of day, to the minute: `23:59`, `02:00 +1d`; empty where only the day is known.
  static func clock(of post: Post) -> String {
    let time = post.time.captureTime
    if time.precision == .day { return "" }
    let days = time.date.daysSinceEpoch - post.day.daysSinceEpoch
    return time.clock + (days == 0 ? "" : " \(days > 0 ? "+" : "")\(days)d")
  }

  /// What a post says, on one line: its title, else the first line of its words without their marks,
  /// else its caption.
  static func line(of post: Post) -> String {
    if !post.title.isEmpty { return escaped(post.title) }
    let words = post.words.isEmpty ? "" : Markup.firstLine(of: post.words)
    return words.isEmpty ? oneLine(post.caption) : escaped(words)
  }

  /// A caption on one line.
  static func oneLine(_ caption: String) -> String {
    guard caption.utf8.contains(UInt8(ascii: "\n")) else { return escaped(caption) }
    return escaped(
      caption.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " "))
  }

  /// Everything about a post but its words, as lines.
  static func post(_ post: Post, in journal: OwnerJournal, zone: CaptureZone) -> [String] {
    let rows =
      [["Day", "\(post.day)"]] + time(post.time)
      + block("Title", [post.title[...]])
      + (post.mood.map { [["Mood", "\(face($0)) \(name($0))"]] } ?? [])
      + (post.photos.count == 1 ? caption(post.caption) : [])
      + block(
        "Tags",
        post.tags.isEmpty ? [] : [post.tags.map(Isolation.shown).joined(separator: ", ")[...]])
      + photos(of: post, in: journal)
      + [["Posted", clock(post.posted, zone)]] + written(post, zone)
      + (post.trashed.map { [["Trashed", trashed($0, post, zone)]] } ?? [])
    let table = TextTable(fitting: rows, alignments: [.left, .left])
    let marks = (post.isStarred ? " \(star)" : "") + (post.isMorning ? "  Morning page" : "")
    return ["Post \(post.number)\(marks)"]
      + rows.map { "  " + table.line($0) }
  }

  /// When the words were written, where that says more than when they were posted.
  private static func written(_ post: Post, _ zone: CaptureZone) -> [[String]] {
    guard let written = post.written, post.isWrittenLater || written != post.posted else {
      return []
    }
    let later = post.isWrittenLater ? ", later than their day" : ""
    return [["Written", clock(written, zone) + later]]
  }

  private static func caption(_ caption: String) -> [[String]] {
    block("Caption", caption.split(separator: "\n", omittingEmptySubsequences: false))
  }

  /// Of several photos each under its place.
  private static func photos(of post: Post, in journal: OwnerJournal) -> [[String]] {
    guard post.photos.count > 1 else { return post.photos.flatMap { photo($0, in: journal) } }
    return post.photos.enumerated().flatMap { index, photo in
      let mark = photo == post.photo ? ", the cover" : ""
      let time = photo.taken.map { [["Time", clock($0)]] } ?? []
      return [["Photo \(index + 1)", "of \(post.photos.count)\(mark)"]] + caption(photo.caption)
        + time
        + self.photo(photo, in: journal)
    }
  }

  private static func photo(_ photo: PostPhoto, in journal: OwnerJournal) -> [[String]] {
    [
      ["File", name(journal.posts.path(photo.file))],
      ["", "SHA-256 \(photo.hash.hexadecimal)"],
    ]
      + (photo.isVideo
        ? []
        : [
          ["Original", original(photo, in: journal)],
          ["", "SHA-256 \(photo.originalHash.hexadecimal)"],
        ])
      + (photo.video.map { video($0, in: journal) } ?? [])
      + (photo.raw.map { raw in
        [["Raw", name(journal.posts.path(raw.file))], ["", counted(raw.byteCount, "byte")]]
      } ?? [])
      + (photo.edit.isNone ? [] : [["Edit", photo.edit.text]])
      + block("Came as", [photo.originalName[...]])
      + (photo.text.map { block("Text", ["\($0.key) of \($0.collection)"]) } ?? [])
  }

  private static func video(_ video: PostVideo, in journal: OwnerJournal) -> [[String]] {
    let place =
      switch video.place {
      case .itself: "kept as it is, without a date on it"
      case .within: "in the photo's file"
      case .beside(let file, _): name(journal.posts.path(file))
      }
    let seconds = video.milliseconds.map { ", \(Double($0 / 100) / 10) s" } ?? ""
    return [["Video", place], ["", counted(video.byteCount, "byte") + seconds]]
  }

  private static func time(_ time: PostTime) -> [[String]] {
    // Of a day alone nobody expects an offset.
    let isAssumed = time.isOffsetAssumed && time.precision != .day
    let assumed = isAssumed ? ", assumed, for the time has no offset" : ""
    return [
      ["Time", clock(time.captureTime)],
      ["Zone", escaped(time.zone) + assumed],
      ["Source", "\(time.source.rawValue), known to the \(time.precision.rawValue)"],
    ]
  }

  private static func original(_ photo: PostPhoto, in journal: OwnerJournal) -> String {
    photo.originalFile.map { name(journal.posts.path($0)) } ?? "restored by unstamping"
  }

  private static func trashed(_ instant: Int, _ post: Post, _ zone: CaptureZone) -> String {
    "\(clock(instant, zone)); daystamp trash restore \(post.number) restores it"
  }

  /// Lines beside a word, none where there is nothing in them.
  private static func block(_ title: String, _ lines: [Substring]) -> [[String]] {
    if lines.allSatisfy(\.isEmpty) { return [] }
    return lines.enumerated().map { [$0 == 0 ? title : "", escaped(String($1))] }
  }

  private static func clock(_ instant: Int, _ zone: CaptureZone) -> String {
    let offset = zone.offset(at: instant)
    return clock(CaptureTime(wallSeconds: instant + offset, offset: offset, source: .given))
  }

  /// What the shades of a year's map mean: `· none  ░ 1–3  ▒ 4–6  posts a day`, where `shade` makes
  /// the mark of a level from 0.
  static func heatLegend(_ scale: HeatScale, shade: (Int) -> String) -> String {
    let levels = scale.levels.enumerated().map { index, counts in
      let range =
        counts.count == 1
        ? "\(counts.lowerBound)" : "\(counts.lowerBound)–\(counts.upperBound)"
      return "\(shade(index + 1)) \(range)"
    }
    return (["\(shade(0)) none"] + levels + ["posts a day"]).joined(separator: "  ")
  }

  /// How many posts there are on how many days, of a month or a year.
  static func sums(posts: Int, days: Int) -> String {
    posts == 0 ? "no posts" : "\(counted(posts, "post")) on \(counted(days, "day"))"
  }
}

extension Wording {
  static func warning(ofPost number: Int, _ warning: StampWarning) -> String {
    "post \(number): note: \(warning.wording.commandLine)"
  }
}
