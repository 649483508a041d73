import CaptureTime
import Files
import Formats
import Hashing
import Store
import SystemPackage

/// A post as an entry of Day One's `Journal.json`.
struct DayOneEntry: Encodable {
  /// In hexadecimal, as identifiers are.
  let uuid: String
  /// In UTC.
  let creationDate: String
  let modifiedDate: String
  let timeZone: String
  let isAllDay: Bool
  let starred: Bool
  let isPinned = false
  let tags: [String]
  let text: String
  let photos: [Medium]
  let videos: [Medium]

  private enum CodingKeys: String, CodingKey {
    case uuid, creationDate, modifiedDate, timeZone, isAllDay, starred, isPinned, tags, text, photos
    case videos
  }

  init(_ post: Post, _ media: [Medium]) {
    uuid = post.uid.hexadecimal.uppercased()
    creationDate = InstantText.text(post.time.instant)
    modifiedDate = InstantText.text(max(post.posted, post.written ?? post.posted))
    timeZone = Self.zone(post.time.zone)
    isAllDay = post.time.precision == .day
    (starred, tags) = (post.isStarred, post.tags)
    photos = media.filter { !$0.isVideo }
    videos = media.filter(\.isVideo)
    var parts = post.title.isEmpty ? [] : ["# " + post.title]
    if !post.words.isEmpty { parts.append(post.words) }
    parts += media.map(\.shown)
    text = parts.joined(separator: "\n\n")
  }

  /// The zone as Apple's systems name it: an offset is "GMT+0900".
  private static func zone(_ name: String) -> String {
    guard let sign = name.first, sign == "+" || sign == "-" else { return name }
    return "GMT" + name.replacing(":", with: "")
  }

  /// A photo or a video of an entry.
  struct Medium: Encodable {
    let identifier: String
    let md5: String
    let type: String
    let orderInEntry: Int
    let width: Int?
    let height: Int?
    /// Day One shows none; it is kept for who reads the file.
    let caption: String?
    /// Which of both it is; not written.
    let isVideo: Bool

    private enum CodingKeys: String, CodingKey {
      case identifier, md5, type, orderInEntry, width, height, caption
    }

    /// - Parameters:
    ///   - photo: the post's.
    ///   - post: the post.
    ///   - file: its bytes, by a name with the right ending.
    ///   - order: its place in the entry, counted from 0.
    /// - Throws: ``JournalError/file(_:)``.
    init(_ photo: PostPhoto, of post: Post, _ file: ExportFile, at order: Int) throws {
      var hash = MD5()
      try file.forEachPiece { hash.update($0) }
      md5 = hash.finish().hexadecimal
      identifier = photo.uid(in: post).hexadecimal.uppercased()
      let ending = file.path.lastComponent?.extension?.lowercased() ?? "jpeg"
      type = ending == "jpg" ? "jpeg" : ending
      orderInEntry = order
      (width, height) = (photo.size?.width, photo.size?.height)
      caption = photo.caption.isEmpty ? nil : photo.caption
      isVideo = photo.isVideo
    }

    /// Its path in the archive.
    func path() throws -> ContainedPath {
      try ContainedPath("\(isVideo ? "videos" : "photos")/\(md5).\(type)")
    }

    /// What shows it in the text.
    fileprivate var shown: String {
      isVideo ? "![](dayone-moment:/video/\(identifier))" : "![](dayone-moment://\(identifier))"
    }
  }
}
